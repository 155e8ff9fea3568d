import { countedStake } from '@frens/contract/quotient';
import type { Services } from '../../services.ts';
import type { Panda } from '../pandas/panda.model.ts';
import type { TotalsChange } from '../quotient/change-totals.ts';
import type { BackingDoc } from './backing.model.ts';
import type { StakeDoc } from './stake.model.ts';

/**
 * Adds a stake to the staker's backing of the Panda, and returns the increments of the Panda's totals. At most 100.00 of a
 * confirmed backer count in the quotient, and nothing of the owner (D38).
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
