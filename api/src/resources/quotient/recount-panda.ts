import { countedStake } from '@frens/contract/quotient';
import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import type { Panda } from '../pandas/panda.model.ts';
import type { BackingDoc } from '../stakes/backing.model.ts';
import { quotientFor } from './change-totals.ts';

/** The stored totals of a Panda. */
export type PandaTotals = Pick<
  Panda,
  'totalStaked' | 'uniqueBackers' | 'counted' | 'quotient' | 'quotientParts'
>;

export type Backings = Array<Pick<BackingDoc, 'pandaId' | 'backerId' | 'amount' | 'standing'>>;

/**
 * Counts a Panda anew from stakes, members and friendships, without looking at anything that is stored as a total: the
 * proof of what requests move step by step (D35).
 */
export async function recountPanda(
  services: Services,
  { _id: pandaId, ownerId }: Pick<Panda, '_id' | 'ownerId'>,
): Promise<{ totals: PandaTotals; backings: Backings }> {
  const { Stake, User } = services.db.models;
  const sums = await Stake.aggregate<{ _id: ObjectId; amount: number }>([
    { $match: { pandaId } },
    { $group: { _id: '$stakerId', amount: { $sum: '$amount' } } },
  ]);
  const ids = sums.map((sum) => sum._id);
  const verified = await User.find({ _id: { $in: ids }, emailVerified: true }, { _id: 1 }).lean();
  const confirmed = new Set(verified.map((user) => String(user._id)));
  const backings = sums.map(({ _id: backerId, amount }) => {
    const known = confirmed.has(String(backerId)) ? 'confirmed' : 'unconfirmed';
    const standing: BackingDoc['standing'] = backerId.equals(ownerId) ? 'owner' : known;
    return { pandaId, backerId, amount, standing };
  });
  const counting = backings.filter(({ standing }) => standing === 'confirmed');
  const counted = {
    staked: counting.reduce((sum, { amount }) => sum + countedStake(amount), 0),
    backers: counting.length,
    connections: await countFriends(services, ownerId),
    matches: 0,
  };
  const totals = {
    totalStaked: backings.reduce((sum, { amount }) => sum + amount, 0),
    uniqueBackers: backings.length,
    counted,
    ...quotientFor(counted),
  };
  return { totals, backings };
}

/** Writes what was counted anew: for data that did not come by requests. */
export async function storeRecount(services: Services, panda: Pick<Panda, '_id' | 'ownerId'>): Promise<void> {
  const { Backing, Panda: Pandas, User } = services.db.models;
  const { totals, backings } = await recountPanda(services, panda);
  await Pandas.updateOne({ _id: panda._id }, { $set: totals });
  await Backing.deleteMany({ pandaId: panda._id });
  await Backing.insertMany(backings);
  await User.updateOne({ _id: panda.ownerId }, { $set: { pandaId: panda._id } });
}

/** How many friends a member has, counted one by one. */
export async function countFriends({ db }: Services, memberId: ObjectId): Promise<number> {
  return db.models.Connection.countDocuments({
    status: 'accepted',
    $or: [{ requesterId: memberId }, { addresseeId: memberId }],
  });
}
