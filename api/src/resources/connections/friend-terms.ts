import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';
import { otherIn } from './connection.model.ts';
import { readFriendships } from './list-connections.ts';

// Whoever is there for their friends only is found in Browse by these alone: each friend is a term of their entry.

/** The term by which somebody finds friends who are there for their friends only. */
export const friendTerm = (finder: ObjectId) => `friend:${String(finder)}`;

/** How many of their friends find somebody who is there for their friends only: the newest. */
const mostFinders = 1000;

/** The friends who find a member; nobody needs them of one whom everybody finds. */
export async function findersOf(
  db: Pick<Services['db'], 'models'>,
  { _id, privacy }: User,
): Promise<ObjectId[]> {
  if (privacy.profileVisibility !== 'friends') return [];
  const friendships = await readFriendships({ db }, _id, null, mostFinders);
  return friendships.map((friendship) => otherIn(friendship, _id)).toReversed();
}

/** Two become friends (1), or are no more (-1): as far as either is there for friends only, the other finds them, or not any more. */
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
