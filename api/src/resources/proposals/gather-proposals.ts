import type { PublicUser } from '@frens/contract';
import { batchFind, batchLoad } from '../../database/batch-loader.ts';
import type { ObjectId } from '../../database/ids.ts';
import { serverLimits } from '../../limits.ts';
import type { Services } from '../../services.ts';
import { notEnded } from '../circles/circle.model.ts';
import { showsMembersTo } from '../circles/circle.policy.ts';
import { findCirclesOfBlocked } from '../circles/find-circle.ts';
import { otherIn, pairOf } from '../connections/connection.model.ts';
import type { User } from '../members/user.model.ts';
import { findExcluded } from '../visibility/find-excluded.ts';
import { type FoundMember, findFullyVisible } from '../visibility/visibility.ts';
import { distinct, edgesOf, idsOf, likeliestFirst, readNewestIn, readSides } from './nearby-members.ts';
import { newestCircleIdsOf, type OwnRelations } from './own-relations.ts';
import type { Candidate, Facts } from './rank-proposals.ts';
import { readInCircles, readNewcomers } from './shared-facts.ts';

const { friends, hubs, friendships, candidatesRead, weights } = serverLimits.proposals;

/** Friends of a viewer to whom others are proposed. */
interface Persons {
  ids: readonly ObjectId[];
  persons: Promise<readonly User[]>;
  /** The viewer's friends are enough. */
  onlyFriends?: boolean;
}

/** Who may be proposed to some friends, and what relates them to each. */
export interface Gathered {
  /** Whom the viewer sees whole; friends of theirs among them. */
  candidates: Array<Candidate & FoundMember>;
  /** By the person's id. */
  facts(personId: string): Facts;
}

/**
 * Gathers members for friends of the viewer, from near to far: the viewer's friends, who joined last, friends of friends and members of the
 * persons' circles. Each up to a bound, so that it costs the same however many friends anybody has.
 *
 * @param of.ids of friends: what relates them is read while it is found out who of them is proposed to
 * @param of.persons those who are, and no others count
 */
export async function gatherProposals(
  services: Services,
  viewer: User,
  of: Persons,
  own: Promise<OwnRelations>,
): Promise<Gathered> {
  const [{ friendships: ownFriendships }, relations, shown, newcomers] = await Promise.all([
    own,
    own.then((all) => readFriendRelations(services, viewer, of.ids, all)),
    own.then((all) => readCircles(services, of, all)),
    readNewcomers(services),
  ]);
  const personIds = idsOf(await of.persons);
  const isFriend = new Set(relations.friendIds.map(String));
  const joined = newcomers.filter(({ _id }) => !_id.equals(viewer._id));
  const ofFriends = relations.edges.map(([, id]) => id);
  const strangers = likeliestFirst([
    { weight: weights.friends, ids: ofFriends },
    { weight: weights.circles, ids: shown.members.map(({ userId }) => userId) },
  ]);
  const near = [...relations.friendIds, ...personIds];
  const far = of.onlyFriends
    ? []
    : [...idsOf(joined), ...strangers].filter((id) => !isFriend.has(String(id)));
  const all = distinct([...near, ...far])
    .filter((id) => !id.equals(viewer._id))
    .slice(0, candidatesRead);

  // Which circles lists hide is found out last, with the rest: that takes no wave of its own.
  const [seen, inCircles, hidden] = await Promise.all([
    // The newest members, friends or not, also tell how rare an interest is.
    findFullyVisible(services, viewer, distinct([...all, ...idsOf(joined)]), {
      users: joined,
      connections: ownFriendships,
    }),
    readInCircles(services, idsOf(shown.circles), all),
    findExcluded(services, viewer, 'circle', shown.circles, findCirclesOfBlocked),
  ]);
  const inOpen = shown.members
    .filter(({ circleId }) => !hidden.has(String(circleId)))
    .map(({ userId }) => userId);
  // Whom a hidden circle alone names is none.
  const isNamed = new Set([...near, ...idsOf(joined), ...ofFriends, ...inOpen].map(String));
  const users = new Map([...seen].map(([id, { user }]) => [id, user]));
  const sample = joined.flatMap(({ _id }) => users.get(String(_id)) ?? []);
  const now = services.clock.now();
  return {
    candidates: all
      .filter((id) => isNamed.has(String(id)))
      .flatMap((id) => seen.get(String(id)) ?? [])
      .map((found) => ({ ...found, joinedAt: found.member.createdAt })),
    facts: (personId) => ({
      traits: new Map([...seen].flatMap(([id, { panda }]) => (panda ? [[id, panda] as const] : []))),
      friends: relations.inCommon(personId, users),
      circles: inCircles(shown.ofPerson(personId).filter(({ _id }) => !hidden.has(String(_id)))),
      sample,
      now,
    }),
  };
}

/** Friends of the viewer's friends, and which friends somebody has in common with one of the persons. */
async function readFriendRelations(
  services: Services,
  viewer: User,
  personIds: readonly ObjectId[],
  { friendships: own }: OwnRelations,
) {
  const friendIds = own.slice(0, friends).map((one) => otherIn(one, viewer._id));
  const hubIds = friendIds.slice(0, hubs);
  const pairs = personIds.flatMap((one) => hubIds.map((id) => pairOf(one, id)));
  const [sides, known] = await Promise.all([
    readSides(services, hubIds, friendships),
    batchLoad(services.db.models.Connection, 'pair', pairs),
  ]);
  const edges = edgesOf(sides);
  const accepted = new Set(known.filter(({ status }) => status === 'accepted').map(({ pair }) => pair));
  return {
    friendIds,
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

/** Circles of the persons, the newest of each, as far as their lists of members are open to the viewer (D27), and their newest memberships. */
async function readCircles(services: Services, asked: Persons, own: OwnRelations) {
  const { Circle, Membership } = services.db.models;
  const [theirs, persons] = await Promise.all([
    asked.ids.length === 0 ? [] : batchFind(Membership, { userId: { $in: [...asked.ids] } }),
    asked.persons,
  ]);
  const of = (personId: string) =>
    newestCircleIdsOf(theirs.filter(({ userId }) => String(userId) === personId));
  const ids = persons.flatMap(({ _id }) => of(String(_id)));
  const [found, newestIn] = await Promise.all([
    ids.length === 0 ? [] : batchFind(Circle, { _id: { $in: ids }, ...notEnded }),
    // Those whose members are not shown are found out meanwhile.
    asked.onlyFriends ? [] : readNewestIn(services, ids),
  ]);
  const roles = new Map(own.memberships.map(({ circleId, role }) => [String(circleId), role]));
  const open = found.filter((circle) => showsMembersTo(roles.get(String(circle._id)) ?? 'none', circle));
  const byId = new Map(open.map((circle) => [String(circle._id), circle]));
  return {
    circles: open,
    members: newestIn.filter(({ circleId }) => byId.has(String(circleId))),
    ofPerson: (personId: string) => of(personId).flatMap((id) => byId.get(String(id)) ?? []),
  };
}
