import type { PublicUser } from '@frens/contract';
import type { ObjectId } from '../../database/ids.ts';
import { serverLimits } from '../../limits.ts';
import { newestFirst } from '../../paging.ts';
import type { Services } from '../../services.ts';
import { type CircleDoc, notEnded } from '../circles/circle.model.ts';
import { showsMembersTo } from '../circles/circle.policy.ts';
import { otherIn } from '../connections/connection.model.ts';
import { findFriends } from '../connections/connections.ts';
import { readFriendships } from '../connections/list-connections.ts';
import type { User } from '../members/user.model.ts';
import { fullyVisibleTo } from '../visibility/visibility.ts';

const { friends, common, perCommon, circles, perCircle, newest } = serverLimits.candidates;

/** Of whom candidates for a friend are chosen, and what the matchmaker may know that ties them to the friend. */
export interface Gathered {
  ids: ObjectId[];
  /** Friends of the matchmaker's who are the friend's friends too. */
  commonFriends: PublicUser[];
  /** Circles that the friend is in and whose members the matchmaker may see. */
  circles: Pick<CircleDoc, '_id' | 'name'>[];
}

/**
 * Picks members from near to far: the matchmaker's friends, friends of friends in common, members of the friend's circles, and who joined
 * last. Each of them up to a bound, so that it costs the same however many friends anybody has.
 */
export async function gatherCandidates(
  services: Services,
  matchmaker: User,
  friendId: ObjectId,
): Promise<Gathered> {
  const { User: Users } = services.db.models;
  const own = await friendIdsOf(services, matchmaker._id, friends);
  const [commonFriends, shown] = await Promise.all([
    findCommonFriends(services, matchmaker, friendId, own),
    findCircles(services, matchmaker._id, friendId),
  ]);
  const [ofFriends, inCircles, joined] = await Promise.all([
    Promise.all(commonFriends.map(({ _id }) => friendIdsOf(services, _id, perCommon))),
    Promise.all(shown.map(({ _id }) => newestIn(services, _id))),
    Users.find({}, { _id: 1 }).sort(newestFirst).limit(newest).lean(),
  ]);
  const all = [own, ...ofFriends, ...inCircles, joined.map(({ _id }) => _id)].flat();
  const ids = new Map(all.map((id) => [String(id), id]));
  ids.delete(String(matchmaker._id));
  ids.delete(String(friendId));
  return { ids: [...ids.values()], commonFriends: commonFriends.map(({ seen }) => seen), circles: shown };
}

/** Who shows their friendships to the matchmaker, as on a page of theirs (D57). */
async function findCommonFriends(
  services: Services,
  matchmaker: User,
  friendId: ObjectId,
  own: readonly ObjectId[],
): Promise<Array<{ _id: ObjectId; seen: PublicUser }>> {
  const both = await findFriends(services, friendId, own);
  const users = await services.db.models.User.find({ _id: { $in: [...both] } }).lean();
  const seen = await fullyVisibleTo(services, matchmaker, users);
  return users
    .flatMap(({ _id }) => {
      const user = seen.get(String(_id));
      return user ? [{ _id, seen: user }] : [];
    })
    .slice(0, common);
}

/** Circles of a member, as far as their lists of members are open to the matchmaker (D27). */
async function findCircles(
  { db }: Services,
  matchmakerId: ObjectId,
  friendId: ObjectId,
): Promise<Gathered['circles']> {
  const { Circle, Membership } = db.models;
  const memberships = await Membership.find({ userId: friendId }, { circleId: 1 }).lean();
  const ids = memberships.map(({ circleId }) => circleId);
  if (ids.length === 0) return [];
  const [found, own] = await Promise.all([
    Circle.find({ _id: { $in: ids }, ...notEnded }, { name: 1, circleType: 1 }).lean(),
    Membership.find({ userId: matchmakerId, circleId: { $in: ids } }, { circleId: 1, role: 1 }).lean(),
  ]);
  const roles = new Map(own.map(({ circleId, role }) => [String(circleId), role]));
  return found
    .filter((circle) => showsMembersTo(roles.get(String(circle._id)) ?? 'none', circle))
    .slice(0, circles);
}

async function friendIdsOf(services: Services, memberId: ObjectId, count: number): Promise<ObjectId[]> {
  const friendships = await readFriendships(services, memberId, null, count);
  return friendships.map((friendship) => otherIn(friendship, memberId));
}

async function newestIn({ db }: Services, circleId: ObjectId): Promise<ObjectId[]> {
  const memberships = await db.models.Membership.find({ circleId }, { userId: 1 })
    .sort(newestFirst)
    .limit(perCircle)
    .lean();
  return memberships.map(({ userId }) => userId);
}
