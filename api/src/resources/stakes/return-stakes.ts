import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import { poolOf, walletOf } from '../wallet/ledger.ts';
import { refundStake } from './refund-stake.ts';

/** Stakes refunded in one transaction. */
const batchSize = 100;

/**
 * Refunds the next stakes of a member or on a Panda that is being erased (D46): at most a hundred, in a transaction of its own.
 * Returns false when none were left; call it until then.
 */
export async function returnStakes(
  services: Services,
  whose: { stakerId: ObjectId } | { pandaId: ObjectId },
): Promise<boolean> {
  const { Stake } = services.db.models;
  const batch = await Stake.find(whose).limit(batchSize).lean();
  if (batch.length === 0) return false;
  const lockKeys = [
    ...new Set(batch.flatMap(({ pandaId, stakerId }) => [poolOf(pandaId), walletOf(stakerId)])),
  ];
  await services.db.transaction(
    async () => {
      // Reads the stakes again: another process may have refunded them.
      const stakes = await Stake.find({ _id: { $in: batch.map(({ _id }) => _id) } }).lean();
      if (stakes.length === 0) return;
      await refundStake(services, stakes, { kind: 'return' });
      await Stake.deleteMany({ _id: { $in: stakes.map(({ _id }) => _id) } });
    },
    { lockKeys },
  );
  return true;
}
