import { toBamboo } from '@frens/contract/bamboo';
import { errorCodes } from '@frens/contract/errors';
import { newId, type ObjectId } from '../../database/ids.ts';
import { conflict } from '../../errors.ts';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';
import { notify } from '../notification-dispatch/notify.ts';
import { loadPanda } from '../pandas/find-content.ts';
import { writeMilestone } from '../pandas/write-milestone.ts';
import { changeTotals } from '../quotient/change-totals.ts';
import { balanceOf, move, poolOf, walletOf } from '../wallet/ledger.ts';
import { addToBacking } from './add-to-backing.ts';
import type { StakeDoc } from './stake.model.ts';

interface StakeRequest {
  pandaId: ObjectId;
  /** Hundredths. */
  amount: number;
  idempotencyKey?: string;
}

export type StakeResult = {
  stake: Pick<StakeDoc, keyof StakeDoc>;
};

/** Lock keys that serialise stakes on one Panda and from one wallet. */
export function stakeLockKeys(staker: User, { pandaId }: Pick<StakeRequest, 'pandaId'>): string[] {
  return [walletOf(staker._id), poolOf(pandaId)];
}

/**
 * Stakes BAMBOO on a Panda (D34): changes wallet, pool, stake, ledger and the Panda's totals in the caller's transaction.
 *
 * @throws 404 when the Panda is not visible to the staker; 409 `insufficient_bamboo` with the balance
 */
export async function stakeBamboo(
  services: Services,
  staker: User,
  { pandaId, amount, idempotencyKey }: StakeRequest,
): Promise<StakeResult> {
  const { db, clock } = services;
  const panda = await loadPanda(services, pandaId, staker);

  const stake: StakeDoc = { _id: newId(), pandaId, stakerId: staker._id, amount, createdAt: clock.now() };
  const moved = await move(services, {
    kind: 'stake',
    memberId: staker._id,
    from: walletOf(staker._id),
    to: poolOf(pandaId),
    amount,
    stakeId: stake._id,
    idempotencyKey,
  });
  if (!moved) {
    const balance = toBamboo(await balanceOf(services, staker._id));
    throw conflict(errorCodes.insufficientBamboo, { details: { balance } });
  }
  await db.models.Stake.create(stake);
  const change = await addToBacking(services, panda, stake, moved.isConfirmed === true);
  const updated = await changeTotals(services, panda, change);
  if (updated.uniqueBackers > panda.uniqueBackers) {
    const fact = { recipientId: panda.ownerId, actorId: staker._id, subjectId: pandaId };
    await notify(services, [{ kind: 'backer', ...fact }]);
    await writeMilestone(services, pandaId, String(updated.uniqueBackers));
  }
  return { stake };
}
