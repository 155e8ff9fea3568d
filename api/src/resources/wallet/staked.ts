import { batchFind, readOne } from '../../database/batch-loader.ts';
import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import { walletOf } from './ledger.ts';

/** A member's open stakes in hundredths, on one Panda or on all, from denormalised totals: one read. */
export async function stakedBy(
  { db }: Services,
  memberId: ObjectId,
  pandaId: ObjectId | null = null,
): Promise<number> {
  if (pandaId) {
    const backing = await db.models.Backing.findOne({ pandaId, backerId: memberId }).lean();
    return backing?.amount ?? 0;
  }
  const wallet = await readOne(db.models.Account, walletOf(memberId));
  return wallet?.staked ?? 0;
}

/** A member's open stakes in hundredths, by Panda id; Pandas without a stake are missing. */
export async function stakedInEach(
  { db }: Services,
  memberId: ObjectId,
  pandaIds: readonly ObjectId[],
): Promise<Map<string, number>> {
  if (pandaIds.length === 0) return new Map();
  const backings = await batchFind(db.models.Backing, {
    pandaId: { $in: [...pandaIds] },
    backerId: memberId,
  });
  return new Map(backings.map(({ pandaId, amount }) => [String(pandaId), amount]));
}
