import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';
import { otherIn } from './connection.model.ts';
import { readFriendships } from './list-connections.ts';

// Only friends find a member of visibility `friends` in Browse: each friend is a term in the member's search entry.

/** The search term by which a member finds those of their friends who have visibility `friends`. */
export const friendTerm = (finder: ObjectId) => `friend:${String(finder)}`;

/** The most such terms in one entry: those of the newest friends. */
const mostFinders = 1000;

/** The friends who find a member of visibility `friends`. Empty for other members, who need no such terms. */
export async function findersOf(
  db: Pick<Services['db'], 'models'>,
  { _id, privacy }: User,
): Promise<ObjectId[]> {
  if (privacy.profileVisibility !== 'friends') return [];
  const friendships = await readFriendships({ db }, _id, null, mostFinders);
  return friendships.map((friendship) => otherIn(friendship, _id)).toReversed();
}

/** Adds (1) or removes (-1) the terms of a friendship, in the search entries of those of the two who have visibility `friends`. */
export async function indexFriendship(
  { db }: Services,
  [one, other]: readonly [ObjectId, ObjectId],
  by: 1 | -1,
): Promise<void> {
  for (const [found, finder] of [
    [one, other],
    [other, one],
  ] as const) {
    const term = friendTerm(finder);
    const change =
      by === 1 ? { $push: { terms: { $each: [term], $slice: -mostFinders } } } : { $pull: { terms: term } };
    await db.models.MemberEntry.updateOne({ _id: found, visibility: 'friends' }, change);
  }
}
