import type { PublicUser } from '@frens/contract';
import { batchLoad } from '../../database/batch-loader.ts';
import type { ObjectId } from '../../database/ids.ts';
import { serverLimits } from '../../limits.ts';
import { newestFirst } from '../../paging.ts';
import { anyTerm } from '../../search/search-terms.ts';
import type { Services } from '../../services.ts';
import { type CircleDoc, type MembershipDoc, notEnded } from '../circles/circle.model.ts';
import { showsMembersTo } from '../circles/circle.policy.ts';
import { type ConnectionDoc, otherIn, pairOf } from '../connections/connection.model.ts';
import { readFriendships } from '../connections/list-connections.ts';
import type { FoundMember } from '../members/list-members.ts';
import { interestFacet } from '../members/member-entry.ts';
import type { User } from '../members/user.model.ts';
import { notHidden } from '../pandas/panda.model.ts';
import { fullyVisibleTo } from '../visibility/visibility.ts';
import type { Candidate, Facts, PandaTraits } from './rank-proposals.ts';

const { friends, hubs, friendships, circles, circlesRead, perCircle, interests, perInterest, newest } =
  serverLimits.proposals;

/** A viewer's own friendships, the newest, and circles. */
export interface OwnTies {
  friendships: ConnectionDoc[];
  memberships: MembershipDoc[];
}

/** Reads them once for all that one answer needs them for. */
export async function readOwnTies(services: Services, viewer: User): Promise<OwnTies> {
  const [found, memberships] = await Promise.all([
    viewer.friendCount === 0 ? [] : readFriendships(services, viewer._id, null, friends + 1),
    services.db.models.Membership.find({ userId: viewer._id }).lean(),
  ]);
  return { friendships: found, memberships };
}

/** Who may be proposed to some persons, and what ties them to each. */
export interface Gathered {
  /** Whom the viewer sees whole; friends of theirs among them. */
  candidates: Array<Candidate & FoundMember>;
  /** By the person's id. */
  facts(personId: string): Facts;
}

/**
 * Gathers members from near to far: the viewer's friends, friends of theirs, members of the persons' circles, who shares an interest with the
 * viewer, and who joined last. Each up to a bound, so that it costs the same however many friends anybody has.
 *
 * @param persons friends of the viewer, or the viewer
 */
export async function gatherProposals(
  services: Services,
  viewer: User,
  persons: readonly User[],
  own: OwnTies,
): Promise<Gathered> {
  const { MemberEntry } = services.db.models;
  const friendIds = own.friendships.slice(0, friends).map((one) => otherIn(one, viewer._id));
  const isForSelf = persons.some(({ _id }) => _id.equals(viewer._id));
  const wished = isForSelf ? viewer.interests.slice(0, interests) : [];
  const entriesOf = (term: string, limit: number) =>
    MemberEntry.find({ terms: term }, { _id: 1 }).sort(newestFirst).limit(limit).lean();
  const [ties, shown, joined, liked] = await Promise.all([
    readFriendTies(services, viewer, persons, friendIds),
    readCircles(services, viewer, persons, own),
    entriesOf(anyTerm, newest),
    Promise.all(wished.map((interest) => entriesOf(interestFacet(interest), perInterest))),
  ]);
  const personIds = idsOf(persons);
  const found = [friendIds, personIds, ties.ids, shown.memberIds, ...[...liked, joined].map(idsOf)].flat();
  const ids = new Map(found.map((id) => [String(id), id]));
  ids.delete(String(viewer._id));
  const all = [...ids.values()];

  const areFriends = new Set([...friendIds, ...personIds].map(String));
  const [{ users, seen }, inCircles, traits] = await Promise.all([
    readSeen(services, viewer, all, areFriends),
    readInCircles(services, shown.circles, all),
    readTraits(services, [viewer._id, ...all]),
  ]);
  const candidates = users.flatMap((member) => {
    const user = seen.get(String(member._id));
    return user ? [{ user, member, joinedAt: member.createdAt }] : [];
  });
  const whole = new Set([String(viewer._id), ...seen.keys()]);
  const newcomers = new Set(joined.map(({ _id }) => String(_id)));
  const now = services.clock.now();
  return {
    candidates,
    facts: (personId) => ({
      traits: new Map([...traits].filter(([id]) => whole.has(id))),
      friends: ties.inCommon(personId, seen),
      circles: inCircles(shown.ofPerson(personId)),
      sample: candidates.filter(({ user }) => newcomers.has(user.id)).map(({ user }) => user),
      now,
    }),
  };
}

const idsOf = (rows: ReadonlyArray<{ _id: ObjectId }>) => rows.map(({ _id }) => _id);

/** Only who is public, or a friend, can be seen whole: of the others nothing needs to be read. */
async function readSeen(services: Services, viewer: User, ids: ObjectId[], areFriends: ReadonlySet<string>) {
  const found = await batchLoad(services.db.models.User, '_id', ids);
  const users = found.filter(
    ({ _id, privacy }) => privacy.profileVisibility === 'public' || areFriends.has(String(_id)),
  );
  return { users, seen: await fullyVisibleTo(services, viewer, users) };
}

/** Friends of the viewer's friends, and which friends somebody has in common with one of the persons. */
async function readFriendTies(
  services: Services,
  viewer: User,
  persons: readonly User[],
  friendIds: readonly ObjectId[],
) {
  const { Connection } = services.db.models;
  const near = friendIds.slice(0, hubs);
  const read = (side: 'requesterId' | 'addresseeId') =>
    near.length === 0
      ? []
      : Connection.find({ [side]: { $in: near }, status: 'accepted' }, { requesterId: 1, addresseeId: 1 })
          .limit(friendships)
          .lean<ConnectionDoc[]>();
  const others = persons.filter(({ _id }) => !_id.equals(viewer._id));
  const pairs = others.flatMap(({ _id }) => near.map((id) => pairOf(_id, id)));
  const [asked, askedBy, known] = await Promise.all([
    read('requesterId'),
    read('addresseeId'),
    batchLoad(Connection, 'pair', pairs),
  ]);
  const edges = [
    ...asked.map(({ requesterId, addresseeId }) => [requesterId, addresseeId] as const),
    ...askedBy.map(({ requesterId, addresseeId }) => [addresseeId, requesterId] as const),
  ];
  const accepted = new Set([
    ...near.map((id) => pairOf(viewer._id, id)),
    ...known.filter(({ status }) => status === 'accepted').map(({ pair }) => pair),
  ]);
  return {
    ids: edges.map(([, id]) => id),
    inCommon(personId: string, seen: ReadonlyMap<string, PublicUser>): Map<string, string[]> {
      const person = persons.find(({ _id }) => String(_id) === personId);
      const names = new Map<string, Set<string>>();
      for (const [hub, id] of edges) {
        // Who shows their friendships to the viewer, as on a page of theirs (D57).
        const name = seen.get(String(hub))?.name;
        if (name === undefined || !person || !accepted.has(pairOf(person._id, hub))) continue;
        const key = String(id);
        names.set(key, (names.get(key) ?? new Set()).add(name));
      }
      return new Map([...names].map(([id, all]) => [id, [...all]]));
    },
  };
}

/** Circles of the persons, the newest of each, as far as their lists of members are open to the viewer (D27), and their newest members. */
async function readCircles({ db }: Services, viewer: User, persons: readonly User[], own: OwnTies) {
  const { Circle, Membership } = db.models;
  const others = persons.filter(({ _id }) => !_id.equals(viewer._id)).map(({ _id }) => _id);
  const theirs = others.length === 0 ? [] : await Membership.find({ userId: { $in: others } }).lean();
  const all = [...own.memberships, ...theirs].toSorted(
    (one, other) => other.createdAt.getTime() - one.createdAt.getTime(),
  );
  const of = (personId: string) =>
    all.filter(({ userId }) => String(userId) === personId).slice(0, circlesRead);
  const ids = persons.flatMap(({ _id }) => of(String(_id)).map(({ circleId }) => circleId));
  const found =
    ids.length === 0
      ? []
      : await Circle.find({ _id: { $in: ids }, ...notEnded }, { name: 1, circleType: 1 }).lean();
  const roles = new Map(own.memberships.map(({ circleId, role }) => [String(circleId), role]));
  const open = found.filter((circle) => showsMembersTo(roles.get(String(circle._id)) ?? 'none', circle));
  const byId = new Map(open.map((circle) => [String(circle._id), circle]));
  const ofPerson = (personId: string) =>
    of(personId).flatMap(({ circleId }) => byId.get(String(circleId)) ?? []);
  const looked = new Map(
    persons.flatMap(({ _id }) => ofPerson(String(_id))).map(({ _id }) => [String(_id), _id]),
  );
  const newestIn = await Promise.all(
    [...looked.values()]
      .slice(0, circles)
      .map((circleId) =>
        Membership.find({ circleId }, { userId: 1 }).sort(newestFirst).limit(perCircle).lean(),
      ),
  );
  return { circles: open, ofPerson, memberIds: newestIn.flat().map(({ userId }) => userId) };
}

type NamedCircle = Pick<CircleDoc, '_id' | 'name'>;

/** Who of some members is in which of some circles: names by the ids of the members. */
async function readInCircles({ db }: Services, among: readonly NamedCircle[], ids: readonly ObjectId[]) {
  const memberships =
    among.length === 0
      ? []
      : await db.models.Membership.find(
          { circleId: { $in: idsOf(among) }, userId: { $in: ids } },
          { circleId: 1, userId: 1 },
        ).lean();
  return (wanted: readonly NamedCircle[]): Map<string, string[]> => {
    const names = new Map(wanted.map(({ _id, name }) => [String(_id), name]));
    const shared = new Map<string, string[]>();
    for (const { circleId, userId } of memberships) {
      const name = names.get(String(circleId));
      if (name !== undefined) shared.set(String(userId), [...(shared.get(String(userId)) ?? []), name]);
    }
    return shared;
  };
}

/** Traits of some members' Pandas, by the members' ids; whom the caller does not see whole they leave out themselves. */
export async function readTraits(
  { db }: Services,
  memberIds: readonly ObjectId[],
): Promise<Map<string, PandaTraits>> {
  const pandas = await db.models.Panda.find(
    { ownerId: { $in: [...memberIds] }, ...notHidden },
    { ownerId: 1, traits: 1, topTrait: 1 },
  ).lean();
  return new Map(pandas.map(({ ownerId, traits, topTrait }) => [String(ownerId), { traits, topTrait }]));
}
