import { isFullyVisible } from '@frens/contract/visibility';
import { batchFind, batchLoad } from '../../database/batch-loader.ts';
import type { ObjectId } from '../../database/ids.ts';
import { serverLimits } from '../../limits.ts';
import { readNewest } from '../../paging.ts';
import type { Services } from '../../services.ts';
import { type CircleDoc, notEnded } from '../circles/circle.model.ts';
import { type ConnectionDoc, pairOfHex } from '../connections/connection.model.ts';
import { findableByAll } from '../members/list-members.ts';
import type { User } from '../members/user.model.ts';
import { findReported } from '../visibility/find-reported.ts';
import { membershipsIn } from '../visibility/memberships-in.ts';
import { type FoundMember, type SeenMember, seeMembers } from '../visibility/visibility.ts';
import { idsOf, readSides, type Sides } from './nearby-members.ts';
import { hubIdsOf, newestCircleIdsOf, type OwnRelations, seeHubs } from './own-relations.ts';
import type { Facts, PandaTraits, Person } from './rank-proposals.ts';

// What ranks members for a viewer and is said of them, by what is stored now and the viewer may know (D70).

const { hubFriendships, newest } = serverLimits.proposals;

/** Friendships of the viewer's newest friends, among which friends in common are looked for first. */
export function readHubFriendships(services: Services, viewer: User, own: OwnRelations): Promise<Sides> {
  return readSides(services, hubIdsOf(viewer, own), hubFriendships);
}

/**
 * What a viewer shares with some members: of the newest friends and circles.
 *
 * @param reading the result of `readHubFriendships`, if the caller needs it anyway
 */
export async function readShared(
  services: Services,
  viewer: User,
  own: OwnRelations,
  ids: readonly ObjectId[],
  reading?: Sides,
): Promise<Pick<Facts, 'friends' | 'circles'>> {
  const circleIds = newestCircleIdsOf(own.memberships);
  const [inCommon, reported, found, theirs] = await Promise.all([
    readFriendsInCommon(services, viewer, own, ids, reading),
    // Of one's own circles a block hides none.
    findReported(services, viewer, 'circle', circleIds),
    circleIds.length === 0
      ? []
      : batchFind(services.db.models.Circle, { _id: { $in: circleIds }, ...notEnded }),
    readInCircles(services, circleIds, ids),
  ]);
  const shown = found.filter(({ _id }) => !reported.has(String(_id)));
  const byId = new Map(shown.map((circle) => [String(circle._id), circle]));
  return {
    friends: inCommon,
    circles: theirs(circleIds.flatMap((id) => byId.get(String(id)) ?? [])),
  };
}

/** Up to this many pairs of friends and members are looked up without reading the friends' friendships: they are one read with others. */
const fewPairs = 200;

/**
 * Names of the viewer's newest friends who show their friendships, by the ids of members who know them, each list in the order of the friends.
 *
 * @param read friendships of theirs, as many as `hubFriendships` allows
 */
async function readFriendsInCommon(
  services: Services,
  viewer: User,
  own: OwnRelations,
  ids: readonly ObjectId[],
  read?: Sides,
): Promise<Map<string, string[]>> {
  const hubIds = hubIdsOf(viewer, own);
  const among = ids.map((id) => id.toHexString());
  const readPairs = (all: readonly string[]) =>
    // By the pair alone the database need not look into what it finds.
    batchLoad(
      services.db.models.Connection,
      'pair',
      all.flatMap((hub) => among.map((id) => pairOfHex(hub, id))),
    );
  if (!read && hubIds.length * ids.length <= fewPairs) {
    const [seen, known] = await Promise.all([
      seeHubs(viewer, own),
      readPairs(hubIds.map((id) => id.toHexString())),
    ]);
    return namesAmong(seen, known, among);
  }
  const [seen, sides] = await Promise.all([
    seeHubs(viewer, own),
    read ?? readHubFriendships(services, viewer, own),
  ]);
  const first = sides.flat();
  const friendsOf = knownBy(seen.keys(), first);
  const cut = [...seen.values()].filter(
    ({ user, member }) => (friendsOf.get(user.id)?.size ?? 0) < member.friendCount,
  );
  // Of most, all friendships are fewer than their pairs with a page of members.
  const isSmall = ({ member }: SeenMember) => 2 * member.friendCount < among.length;
  const small = cut.filter(isSmall).map(({ member }) => member);
  const all = small.reduce((sum, { friendCount }) => sum + friendCount, 0);
  const [others, known] = await Promise.all([
    readSides(services, idsOf(small), all),
    readPairs(cut.filter((one) => !isSmall(one)).map(({ user }) => user.id)),
  ]);
  return namesAmong(seen, [...first, ...others.flat(), ...known], among);
}

/** The ids of members whom some friends know by some connections, by the friends' ids. */
function knownBy(
  friendIds: Iterable<string>,
  connections: readonly ConnectionDoc[],
): Map<string, Set<string>> {
  const friendsOf = new Map([...friendIds].map((id) => [id, new Set<string>()]));
  for (const { pair, status } of connections) {
    if (status !== 'accepted') continue;
    const dash = pair.indexOf('-');
    const [one, other] = [pair.slice(0, dash), pair.slice(dash + 1)];
    friendsOf.get(one)?.add(other);
    friendsOf.get(other)?.add(one);
  }
  return friendsOf;
}

/** Names of some friends by the ids of members who know them. */
function namesAmong(
  friendsSeen: ReadonlyMap<string, SeenMember>,
  connections: readonly ConnectionDoc[],
  among: readonly string[],
): Map<string, string[]> {
  const friendsOf = knownBy(friendsSeen.keys(), connections);
  const names = new Map(among.map((id): [string, string[]] => [id, []]));
  for (const [hub, { user }] of friendsSeen)
    for (const id of friendsOf.get(hub) ?? []) names.get(id)?.push(user.name);
  return names;
}

type NamedCircle = Pick<CircleDoc, '_id' | 'name'>;

/** Who of some members is in which of some circles: names, in the order of the circles, by the ids of the members. */
export async function readInCircles(
  services: Services,
  among: readonly ObjectId[],
  ids: readonly ObjectId[],
) {
  const memberships = await membershipsIn(services, among, ids);
  return (wanted: readonly NamedCircle[]): Map<string, string[]> => {
    const shared = new Map<string, string[]>();
    for (const { _id, name } of wanted) {
      for (const { circleId, userId } of memberships) {
        if (circleId.equals(_id)) shared.set(String(userId), [...(shared.get(String(userId)) ?? []), name]);
      }
    }
    return shared;
  };
}

/** The viewer's own traits, and those of the members' Pandas that the viewer sees, by the members' ids. */
export async function readTraits(
  { db }: Services,
  viewer: User,
  reading: Iterable<FoundMember> | Promise<Iterable<FoundMember>>,
): Promise<Map<string, PandaTraits>> {
  const [[own], found] = await Promise.all([batchLoad(db.models.Panda, 'ownerId', [viewer._id]), reading]);
  const others = [...found].flatMap(({ panda }) => panda ?? []);
  return new Map([...(own ? [own] : []), ...others].map((panda) => [String(panda.ownerId), panda]));
}

/** The newest members. */
export function readNewcomers({ db }: Services): Promise<User[]> {
  return readNewest(db.models.User, findableByAll, newest);
}

/** Newcomers whom the viewer sees whole: how many of them show an interest says how rare it is. */
export async function presentSample(
  services: Services,
  viewer: User,
  newcomers: readonly User[],
): Promise<Person[]> {
  const joined = newcomers.filter(({ _id }) => !_id.equals(viewer._id));
  const seen = await seeMembers(services, viewer, idsOf(joined), { users: joined, isWanted: isFullyVisible });
  return [...seen.values()].map(({ user }) => user);
}
