import type { PublicUser } from '@frens/contract';
import { ago, day } from '../../clock.ts';
import { batchFind, batchLoad } from '../../database/batch-loader.ts';
import type { ObjectId } from '../../database/ids.ts';
import { serverLimits } from '../../limits.ts';
import { mergeNewestFirst, readNewest } from '../../paging.ts';
import type { Services } from '../../services.ts';
import { type CircleDoc, type MembershipDoc, notEnded } from '../circles/circle.model.ts';
import { showsMembersTo } from '../circles/circle.policy.ts';
import { findCirclesOfBlocked } from '../circles/find-circle.ts';
import { type ConnectionDoc, otherIn, pairOf, pairOfHex } from '../connections/connection.model.ts';
import { openSince } from '../matches/match.policy.ts';
import { findableByAll } from '../members/list-members.ts';
import { interestFacet } from '../members/member-entry.ts';
import type { User } from '../members/user.model.ts';
import { findExcluded } from '../visibility/find-excluded.ts';
import { findReported } from '../visibility/find-reported.ts';
import { membershipsIn } from '../visibility/memberships-in.ts';
import {
  type FoundMember,
  findFullyVisible,
  findVisibleMembers,
  isSeenInFull,
} from '../visibility/visibility.ts';
import type { Candidate, Facts, PandaTraits } from './rank-proposals.ts';

const {
  friends,
  hubs,
  friendships,
  hubFriendships,
  circles,
  circlesRead,
  perCircle,
  interests,
  perInterest,
  newest,
  candidatesRead,
  proposedRead,
  weights,
} = serverLimits.proposals;

/** A viewer's own friendships, the newest, and circles. */
export interface OwnRelations {
  friendships: ConnectionDoc[];
  memberships: MembershipDoc[];
  /** The newest friends whom the viewer sees, by their ids: looked at once, when first asked for. */
  seeFriends(): Promise<ReadonlyMap<string, FoundMember>>;
}

/**
 * Reads them once for all that one answer needs them for.
 *
 * @param most how many friendships: by default as many as other members are proposed to, and one that tells of more
 * @param looked how many friends are looked at
 */
export async function readOwnRelations(
  services: Services,
  viewer: User,
  most = friends + 1,
  looked: number = hubs,
): Promise<OwnRelations> {
  const { Connection, Membership } = services.db.models;
  const readSide = (side: 'requesterId' | 'addresseeId') =>
    readNewest(Connection, { [side]: viewer._id, status: 'accepted' }, most);
  const [asked, askedBy, memberships] = await Promise.all([
    viewer.friendCount === 0 ? [] : readSide('requesterId'),
    viewer.friendCount === 0 ? [] : readSide('addresseeId'),
    batchFind(Membership, { userId: viewer._id }),
  ]);
  const friendships = mergeNewestFirst([asked, askedBy], most);
  const connections = friendships.slice(0, looked);
  const ids = connections.map((one) => otherIn(one, viewer._id));
  let seeing: ReturnType<OwnRelations['seeFriends']> | undefined;
  const seeFriends = () => (seeing ??= findVisibleMembers(services, viewer, ids, { connections }));
  return { friendships, memberships, seeFriends };
}

/** Whom others are proposed to. */
interface Persons {
  ids: readonly ObjectId[];
  persons: Promise<readonly User[]>;
}

/** Who may be proposed to some persons, and what relates them to each. */
export interface Gathered {
  /** Whom the viewer sees whole; friends of theirs among them. */
  candidates: Array<Candidate & FoundMember>;
  /** Pairs of whom the viewer may not be proposed to, where they are the person. */
  barred: ReadonlySet<string>;
  /** By the person's id. */
  facts(personId: string): Facts;
}

/**
 * Gathers members from near to far: the viewer's friends, friends of theirs, members of the persons' circles, who shares an interest with the
 * viewer, and who joined last. Each up to a bound, so that it costs the same however many friends anybody has.
 *
 * @param of.ids of friends of the viewer, or of the viewer: what relates them is read while it is found out who of them is proposed to
 * @param of.persons those who are, and no others count
 */
export async function gatherProposals(
  services: Services,
  viewer: User,
  of: Persons,
  own: Promise<OwnRelations>,
): Promise<Gathered> {
  const { MemberEntry } = services.db.models;
  const isForSelf = of.ids.some((id) => id.equals(viewer._id));
  const wished = isForSelf ? viewer.interests.slice(0, interests) : [];
  const most = isForSelf ? hubFriendships : friendships;
  const [{ friendships: ownFriendships }, relations, hubsSeen, shown, newcomers, liked] = await Promise.all([
    own,
    own.then((all) => readFriendRelations(services, viewer, of.ids, all, most)),
    isForSelf ? own.then((all) => seeHubs(viewer, all)) : new Map<string, FoundMember>(),
    own.then((all) => readCircles(services, viewer, of, all)),
    readNewcomers(services),
    Promise.all(
      wished.map((interest) => readNewest(MemberEntry, { terms: interestFacet(interest) }, perInterest)),
    ),
  ]);
  const personIds = idsOf(await of.persons);
  // One's own friends are proposed to others alone.
  const near = isForSelf ? [] : relations.friendIds;
  const isFriend = new Set(relations.friendIds.map(String));
  const isStranger = (id: ObjectId) => !isFriend.has(String(id));
  const joined = newcomers.filter(({ _id }) => !_id.equals(viewer._id));
  const isShown = ([hub]: Edge) => !isForSelf || hubsSeen.has(String(hub));
  const findAll = (hiddenCircles: ReadonlySet<string>) => {
    const strangers = likeliestFirst([
      { weight: weights.friends, ids: relations.edges.filter(isShown).map(([, id]) => id) },
      // What few share speaks for somebody about as much as a circle.
      { weight: weights.circles, ids: [shown.memberIds(hiddenCircles), ...liked.map(idsOf)].flat() },
    ]);
    return [near, personIds, [...idsOf(joined), ...strangers].filter(isStranger)].flat();
  };
  const ids = new Map(findAll(new Set()).map((id) => [String(id), id]));
  ids.delete(String(viewer._id));
  // Whoever has more friends than are known meets many of them among friends of friends.
  const isKnown = isForSelf && ownFriendships.length <= friends;
  const all = [...ids.values()].slice(0, isKnown ? proposedRead : candidatesRead);
  // The newest members, friends or not, also tell how rare an interest is.
  const looked = [...new Map([...all, ...idsOf(joined)].map((id) => [String(id), id])).values()];

  // Which circles lists hide is found out last, with the rest: that takes no wave of its own.
  const [seen, inCircles, traits, inCommon, barred, hidden] = await Promise.all([
    findFullyVisible(services, viewer, looked, { users: joined, connections: ownFriendships }),
    readInCircles(services, idsOf(shown.circles), all),
    readTraits(services, [viewer._id, ...all]),
    isForSelf ? readFriendsAmong(services, hubsSeen, all, relations.sides) : new Map<string, string[]>(),
    isForSelf ? findBarred(services, viewer, all) : new Set<string>(),
    findExcluded(services, viewer, 'circle', shown.circles, findCirclesOfBlocked),
  ]);
  const isGathered = hidden.size === 0 ? null : new Set(findAll(hidden).map(String));
  const users = new Map([...seen].map(([id, { user }]) => [id, user]));
  const isSampled = new Set(joined.map(({ _id }) => String(_id)));
  const now = services.clock.now();
  return {
    candidates: all
      .filter((id) => isGathered?.has(String(id)) ?? true)
      .flatMap((id) => seen.get(String(id)) ?? [])
      .map(({ user, member }) => ({ user, member, joinedAt: member.createdAt })),
    barred,
    facts: (personId) => ({
      traits: new Map([...traits].filter(([id]) => users.has(id) || id === String(viewer._id))),
      friends: isForSelf ? inCommon : relations.inCommon(personId, users),
      circles: inCircles(shown.ofPerson(personId).filter(({ _id }) => !hidden.has(String(_id)))),
      sample: [...users.values()].filter(({ id }) => isSampled.has(id)),
      now,
    }),
  };
}

/** Some ids in the order of the weights with which they are named: of whom most speaks for what is read so far, the first are looked at. */
function likeliestFirst(named: ReadonlyArray<{ weight: number; ids: readonly ObjectId[] }>): ObjectId[] {
  const weighed = new Map<string, { id: ObjectId; weight: number }>();
  for (const { weight, ids } of named)
    for (const id of ids) {
      const key = String(id);
      weighed.set(key, { id, weight: weight + (weighed.get(key)?.weight ?? 0) });
    }
  return [...weighed.values()].toSorted((one, other) => other.weight - one.weight).map(({ id }) => id);
}

/** Friendships that some members asked for, and that they were asked for. */
type Sides = readonly [ConnectionDoc[], ConnectionDoc[]];

/** A friend of a viewer, and one of theirs. */
type Edge = readonly [hub: ObjectId, id: ObjectId];

/** Friendships of some friends of a viewer, so many each way at most. */
async function readSides({ db }: Services, hubIds: readonly ObjectId[], most: number): Promise<Sides> {
  const readSide = (side: 'requesterId' | 'addresseeId') =>
    hubIds.length === 0
      ? []
      : batchFind(db.models.Connection, { [side]: { $in: [...hubIds] }, status: 'accepted' }, [
          { $limit: most },
        ]);
  return Promise.all([readSide('requesterId'), readSide('addresseeId')]);
}

/**
 * Names of some friends of a viewer by the ids of members who know them, each list in the order of the friends.
 *
 * @param friendsSeen those who show their friendships to the viewer (`seeHubs`)
 * @param read friendships of theirs, as many as `hubFriendships` allows
 */
async function readFriendsAmong(
  services: Services,
  friendsSeen: ReadonlyMap<string, FoundMember>,
  ids: readonly ObjectId[],
  read: Sides,
): Promise<Map<string, string[]>> {
  const friendsOf = new Map([...friendsSeen.keys()].map((id) => [id, new Set<string>()]));
  const add = ({ pair }: ConnectionDoc) => {
    const [one = '', other = ''] = pair.split('-');
    friendsOf.get(one)?.add(other);
    friendsOf.get(other)?.add(one);
  };
  read.flat().forEach(add);
  const among = ids.map((id) => id.toHexString());
  const cut = [...friendsSeen.values()].filter(
    ({ user, member }) => (friendsOf.get(user.id)?.size ?? 0) < member.friendCount,
  );
  // Of most, all friendships are fewer than their pairs with a page of members.
  const isSmall = ({ member }: FoundMember) => 2 * member.friendCount < among.length;
  const small = cut.filter(isSmall).map(({ member }) => member);
  const all = small.reduce((sum, { friendCount }) => sum + friendCount, 0);
  const pairs = cut
    .filter((one) => !isSmall(one))
    .flatMap(({ user }) => among.map((id) => pairOfHex(user.id, id)));
  const [sides, known] = await Promise.all([
    readSides(services, idsOf(small), all),
    // By the pair alone the database need not look into what it finds.
    batchLoad(services.db.models.Connection, 'pair', pairs),
  ]);
  for (const one of [...sides.flat(), ...known]) if (one.status === 'accepted') add(one);
  return new Map(
    among.map((id) => [
      id,
      [...friendsSeen].flatMap(([hub, { user }]) => (friendsOf.get(hub)?.has(id) ? [user.name] : [])),
    ]),
  );
}

/** A viewer's newest friends, those of them who show their friendships to the viewer, as on a page of theirs (D57), by their ids. */
export async function seeHubs(viewer: User, own: OwnRelations): Promise<Map<string, FoundMember>> {
  const seen = await own.seeFriends();
  const ids = own.friendships.slice(0, hubs).map((one) => String(otherIn(one, viewer._id)));
  return new Map(
    ids.flatMap((id) => {
      const found = seen.get(id);
      return found && isSeenInFull(viewer, found) ? [[id, found] as const] : [];
    }),
  );
}

/** What a viewer shares with some members, as `Gathered` tells it of the viewer: of the newest friends and circles. */
export async function readShared(
  services: Services,
  viewer: User,
  own: OwnRelations,
  ids: readonly ObjectId[],
): Promise<Pick<Facts, 'friends' | 'circles'>> {
  const hubIds = own.friendships.slice(0, hubs).map((one) => otherIn(one, viewer._id));
  const circleIds = newestFirstOf(own.memberships).map(({ circleId }) => circleId);
  const readFriends = async () => {
    const [seen, sides] = await Promise.all([
      seeHubs(viewer, own),
      readSides(services, hubIds, hubFriendships),
    ]);
    return readFriendsAmong(services, seen, ids, sides);
  };
  const [inCommon, reported, found, theirs] = await Promise.all([
    readFriends(),
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

/** The newest members. */
export function readNewcomers({ db }: Services): Promise<User[]> {
  return readNewest(db.models.User, findableByAll, newest);
}

/** Newcomers whom the viewer sees whole: how many of them show an interest says how rare it is, as in `Gathered`. */
export async function presentSample(
  services: Services,
  viewer: User,
  newcomers: readonly User[],
): Promise<PublicUser[]> {
  const joined = newcomers.filter(({ _id }) => !_id.equals(viewer._id));
  const seen = await findFullyVisible(services, viewer, idsOf(joined), { users: joined });
  return [...seen.values()].map(({ user }) => user);
}

const idsOf = (rows: ReadonlyArray<{ _id: ObjectId }>) => rows.map(({ _id }) => _id);

/**
 * Pairs of the viewer with members who said no or ceased to be a friend lately, or who are being introduced to them. A request that was taken
 * back leaves no trace, whether or not it had been declined: or the asker would learn here what was silent (D20).
 */
async function findBarred(
  { db, clock }: Services,
  viewer: User,
  ids: readonly ObjectId[],
): Promise<Set<string>> {
  const pairs = ids.map((id) => pairOf(viewer._id, id));
  const [connections, introductions] = await Promise.all([
    batchLoad(db.models.Connection, 'pair', pairs),
    batchFind(db.models.Match, {
      pair: { $in: pairs },
      status: 'pending',
      createdAt: { $gt: openSince(clock.now()) },
    }),
  ]);
  const since = ago(clock, serverLimits.proposals.declinedDays * day);
  const ended = connections.filter(
    ({ status, takenBack, respondedAt }) =>
      (status === 'removed' || (status === 'declined' && !takenBack)) &&
      respondedAt !== null &&
      respondedAt > since,
  );
  return new Set([...ended, ...introductions].map(({ pair }) => pair));
}

/**
 * Friends of the viewer's friends, and which friends somebody has in common with one of the persons.
 *
 * @param most friendships to read each way: for the viewer as many as `readFriendsAmong` needs, too
 */
async function readFriendRelations(
  services: Services,
  viewer: User,
  personIds: readonly ObjectId[],
  { friendships: own }: OwnRelations,
  most: number,
) {
  const { Connection } = services.db.models;
  const friendIds = own.slice(0, friends).map((one) => otherIn(one, viewer._id));
  const hubIds = friendIds.slice(0, hubs);
  const others = personIds.filter((id) => !id.equals(viewer._id));
  const pairs = others.flatMap((one) => hubIds.map((id) => pairOf(one, id)));
  const [sides, known] = await Promise.all([
    readSides(services, hubIds, most),
    batchLoad(Connection, 'pair', pairs),
  ]);
  const [asked, askedBy] = sides;
  const edges = [
    ...asked.map((one): Edge => [one.requesterId, one.addresseeId]),
    ...askedBy.map((one): Edge => [one.addresseeId, one.requesterId]),
  ];
  const accepted = new Set([
    ...hubIds.map((id) => pairOf(viewer._id, id)),
    ...known.filter(({ status }) => status === 'accepted').map(({ pair }) => pair),
  ]);
  return {
    friendIds,
    sides,
    edges,
    inCommon(personId: string, seen: ReadonlyMap<string, PublicUser>): Map<string, string[]> {
      const person = personIds.find((id) => String(id) === personId);
      const names = new Map<string, Set<string>>();
      for (const [hub, id] of edges) {
        // Who shows their friendships to the viewer, as on a page of theirs (D57).
        const name = seen.get(String(hub))?.name;
        if (name === undefined || !person || !accepted.has(pairOf(person, hub))) continue;
        const key = String(id);
        names.set(key, (names.get(key) ?? new Set()).add(name));
      }
      return new Map([...names].map(([id, all]) => [id, [...all]]));
    },
  };
}

/** Circles of the persons, the newest of each, as far as their lists of members are open to the viewer (D27), and their newest members. */
async function readCircles({ db }: Services, viewer: User, asked: Persons, own: OwnRelations) {
  const { Circle, Membership } = db.models;
  const others = asked.ids.filter((id) => !id.equals(viewer._id));
  const [theirs, persons] = await Promise.all([
    others.length === 0 ? [] : batchFind(Membership, { userId: { $in: others } }),
    asked.persons,
  ]);
  const all = [...own.memberships, ...theirs];
  const of = (personId: string) => newestFirstOf(all.filter(({ userId }) => String(userId) === personId));
  const ids = persons.flatMap(({ _id }) => of(String(_id)).map(({ circleId }) => circleId));
  // Those whose members are not shown are found out meanwhile.
  const readNewestIn = async (circleIds: readonly ObjectId[]) => {
    const looked = [...new Map(circleIds.map((id) => [String(id), id])).values()].slice(0, circles);
    const lists = await Promise.all(
      looked.map((circleId) => readNewest(Membership, { circleId }, perCircle)),
    );
    return lists.flat();
  };
  const [found, members] = await Promise.all([
    ids.length === 0 ? [] : batchFind(Circle, { _id: { $in: ids }, ...notEnded }),
    readNewestIn(ids),
  ]);
  const roles = new Map(own.memberships.map(({ circleId, role }) => [String(circleId), role]));
  const open = found.filter((circle) => showsMembersTo(roles.get(String(circle._id)) ?? 'none', circle));
  const byId = new Map(open.map((circle) => [String(circle._id), circle]));
  const ofPerson = (personId: string) =>
    of(personId).flatMap(({ circleId }) => byId.get(String(circleId)) ?? []);
  const newestIn = members.filter(({ circleId }) => byId.has(String(circleId)));
  const memberIds = (hidden: ReadonlySet<string>) =>
    newestIn.filter(({ circleId }) => !hidden.has(String(circleId))).map(({ userId }) => userId);
  return { circles: open, ofPerson, memberIds };
}

/** The newest of somebody's memberships, as many as are looked at. */
const newestFirstOf = (memberships: readonly MembershipDoc[]) =>
  mergeNewestFirst([[...memberships]], circlesRead);

type NamedCircle = Pick<CircleDoc, '_id' | 'name'>;

/** Who of some members is in which of some circles: names, in the order of the circles, by the ids of the members. */
async function readInCircles(services: Services, among: readonly ObjectId[], ids: readonly ObjectId[]) {
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

/** Traits of some members' Pandas, by the members' ids; whom the caller does not see whole they leave out themselves. */
export async function readTraits(
  { db }: Services,
  memberIds: readonly ObjectId[],
): Promise<Map<string, PandaTraits>> {
  const pandas = await batchFind(db.models.Panda, { ownerId: { $in: [...memberIds] } });
  const there = pandas.filter((panda) => !('isHidden' in panda));
  return new Map(there.map(({ ownerId, traits, topTrait }) => [String(ownerId), { traits, topTrait }]));
}
