import { countedStake } from '@frens/contract/quotient';
import type { ObjectId } from '../../database/ids.ts';
import { readByIds } from '../../database/load-by-ids.ts';
import type { Services } from '../../services.ts';
import type { Panda } from '../pandas/panda.model.ts';
import type { BackingDoc } from '../stakes/backing.model.ts';
import { quotientFor } from './change-totals.ts';

/** The denormalised totals of a Panda. */
export type PandaTotals = Pick<
  Panda,
  'totalStaked' | 'uniqueBackers' | 'counted' | 'quotient' | 'quotientParts'
>;

export type Backings = Array<Pick<BackingDoc, 'pandaId' | 'backerId' | 'amount' | 'standing'>>;

export interface Recount {
  totals: PandaTotals;
  backings: Backings;
}

type CountedPanda = Pick<Panda, '_id' | 'ownerId'>;

/** The data from which a Panda's totals are computed. */
export interface Facts {
  /** Each backer's stakes on the Panda, in hundredths. */
  staked: ReadonlyArray<{ backerId: ObjectId; amount: number }>;
  isConfirmed(member: ObjectId): boolean;
  /** Number of the owner's friends. */
  friends: number;
  /** Number of the owner's introductions that became friendships. */
  matches: number;
}

/** Computes a Panda's totals and backings from scratch (D38). */
export function recountPanda({ _id: pandaId, ownerId }: CountedPanda, facts: Facts): Recount {
  const backings = facts.staked.map(({ backerId, amount }) => {
    const backerStanding = facts.isConfirmed(backerId) ? 'confirmed' : 'unconfirmed';
    const standing: BackingDoc['standing'] = backerId.equals(ownerId) ? 'owner' : backerStanding;
    return { pandaId, backerId, amount, standing };
  });
  const confirmedBackings = backings.filter(({ standing }) => standing === 'confirmed');
  const counted = {
    staked: confirmedBackings.reduce((sum, { amount }) => sum + countedStake(amount), 0),
    backers: confirmedBackings.length,
    connections: facts.friends,
    matches: facts.matches,
  };
  const totals = {
    totalStaked: backings.reduce((sum, { amount }) => sum + amount, 0),
    uniqueBackers: backings.length,
    counted,
    ...quotientFor(counted),
  };
  return { totals, backings };
}

/**
 * Recounts Pandas from stakes, members and friendships, without reading any denormalised total: this verifies the increments
 * of requests (D35). The number of queries does not depend on the number of Pandas.
 * @returns the recounts by Panda id
 */
export async function recountPandas(
  services: Services,
  pandas: readonly CountedPanda[],
): Promise<Map<string, Recount>> {
  const { Stake, User } = services.db.models;
  const sums = await Stake.aggregate<{ _id: { panda: ObjectId; backer: ObjectId }; amount: number }>([
    { $match: { pandaId: { $in: pandas.map(({ _id }) => _id) } } },
    { $group: { _id: { panda: '$pandaId', backer: '$stakerId' }, amount: { $sum: '$amount' } } },
  ]);
  const staked = new Map(pandas.map(({ _id }) => [String(_id), [] as Array<Facts['staked'][number]>]));
  for (const { _id, amount } of sums) staked.get(String(_id.panda))?.push({ backerId: _id.backer, amount });
  const confirmed = new Set<string>();
  const backers = sums.map(({ _id }) => _id.backer);
  for await (const members of readByIds(User, backers, { emailVerified: 1 })) {
    for (const { _id, emailVerified } of members) if (emailVerified) confirmed.add(String(_id));
  }
  const owners = pandas.map(({ ownerId }) => ownerId);
  const friends = await countFriends(services, owners);
  const matches = await countMatches(services, owners);
  return new Map(
    pandas.map((panda) => {
      const id = String(panda._id);
      const facts = {
        staked: staked.get(id) ?? [],
        isConfirmed: (member: ObjectId) => confirmed.has(String(member)),
        friends: friends.get(String(panda.ownerId)) ?? 0,
        matches: matches.get(String(panda.ownerId)) ?? 0,
      };
      return [id, recountPanda(panda, facts)];
    }),
  );
}

/** Stores recounted totals, for imported or seeded data. */
export async function storeRecounts(services: Services, pandas: readonly CountedPanda[]): Promise<void> {
  const { Backing, Panda: Pandas, User } = services.db.models;
  const recounts = await recountPandas(services, pandas);
  await Backing.deleteMany({ pandaId: { $in: pandas.map(({ _id }) => _id) } });
  await Backing.insertMany([...recounts.values()].flatMap(({ backings }) => backings));
  await Pandas.bulkWrite(
    pandas.map(({ _id }) => {
      const { totals } = recounts.get(String(_id)) ?? {};
      return { updateOne: { filter: { _id }, update: { $set: totals } } };
    }),
  );
  await User.bulkWrite(
    pandas.map(({ _id, ownerId }) => {
      return { updateOne: { filter: { _id: ownerId }, update: { $set: { pandaId: _id } } } };
    }),
  );
}

/** Counts members' friendships in the `connections` collection, by member id; members without friends may be missing. */
export async function countFriends({ db }: Services, ids: readonly ObjectId[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const side of ['requesterId', 'addresseeId'] as const) {
    const sums = await db.models.Connection.aggregate<{ _id: ObjectId; count: number }>([
      { $match: { status: 'accepted', [side]: { $in: ids } } },
      { $group: { _id: `$${side}`, count: { $sum: 1 } } },
    ]);
    for (const { _id, count } of sums) counts.set(String(_id), (counts.get(String(_id)) ?? 0) + count);
  }
  return counts;
}

/** Counts members' introductions that became friendships, by member id; members without any are missing. */
export async function countMatches({ db }: Services, ids: readonly ObjectId[]): Promise<Map<string, number>> {
  const sums = await db.models.Match.aggregate<{ _id: ObjectId; count: number }>([
    { $match: { matchmakerId: { $in: ids }, status: 'accepted' } },
    { $group: { _id: '$matchmakerId', count: { $sum: 1 } } },
  ]);
  return new Map(sums.map(({ _id, count }) => [String(_id), count]));
}
