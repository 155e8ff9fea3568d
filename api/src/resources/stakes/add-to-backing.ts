import { countedStake } from '@frens/contract/quotient';
import type { Services } from '../../services.ts';
import type { Panda } from '../pandas/panda.model.ts';
import type { TotalsChange } from '../quotient/change-totals.ts';
import type { BackingDoc } from './backing.model.ts';
import type { StakeDoc } from './stake.model.ts';

/**
 * Adds a stake to what its staker has in the Panda, and says by how much that moves the Panda's totals: of each
 * confirmed backer at most 100.00 count in the quotient, of its owner nothing (D38).
 */
export async function addToBacking(
  { db, clock }: Services,
  { _id: pandaId, ownerId }: Panda,
  { stakerId: backerId, amount }: StakeDoc,
  isConfirmed: boolean,
): Promise<TotalsChange> {
  const confirmed = isConfirmed ? 'confirmed' : 'unconfirmed';
  const standing: BackingDoc['standing'] = backerId.equals(ownerId) ? 'owner' : confirmed;
  const before = await db.models.Backing.findOneAndUpdate(
    { pandaId, backerId },
    { $inc: { amount }, $set: { standing } },
    { upsert: true, returnDocument: 'before' },
  ).lean();
  if (standing === 'confirmed' && before?.standing !== 'confirmed')
    await db.models.Backing.updateOne({ pandaId, backerId }, { $set: { confirmedAt: clock.now() } });
  const counts = (one: Pick<BackingDoc, 'amount' | 'standing'> | null) => ({
    staked: one?.standing === 'confirmed' ? countedStake(one.amount) : 0,
    backers: one?.standing === 'confirmed' ? 1 : 0,
  });
  const [was, is] = [counts(before), counts({ amount: (before?.amount ?? 0) + amount, standing })];
  return {
    totalStaked: amount,
    uniqueBackers: before ? 0 : 1,
    counted: { staked: is.staked - was.staked, backers: is.backers - was.backers },
  };
}
