import { ago, day } from '../../clock.ts';
import { batchFind, batchLoad } from '../../database/batch-loader.ts';
import type { ObjectId } from '../../database/ids.ts';
import { serverLimits } from '../../limits.ts';
import { readNewest } from '../../paging.ts';
import type { Services } from '../../services.ts';
import { otherIn, pairOf } from '../connections/connection.model.ts';
import { openSince } from '../matches/match.policy.ts';
import { interestFacet } from '../members/member-entry.ts';
import type { User } from '../members/user.model.ts';
import { type FoundMember, findFullyVisible } from '../visibility/visibility.ts';
import { distinct, edgesOf, idsOf, likeliestFirst, readNewestIn, type Sides } from './nearby-members.ts';
import { newestCircleIdsOf, type OwnRelations, seeHubs } from './own-relations.ts';
import { type Person, type Proposal, rankProposals } from './rank-proposals.ts';
import { readHubFriendships, readNewcomers, readShared, readTraits } from './shared-facts.ts';
import { cachedShortlist, cacheShortlist } from './shortlists.ts';

const { candidatesRead, proposedRead, friends, interests, perInterest, shortlist, weights, declinedDays } =
  serverLimits.proposals;

type Found = Proposal & FoundMember;

/**
 * Proposes to a member whom they may like, the likeliest first (D70): never friends, whom they have asked or may not ask, who said no or was a
 * friend lately, or whom somebody has just introduced to them.
 */
export async function proposePeople(
  services: Services,
  viewer: User,
  own: Promise<OwnRelations>,
): Promise<Found[]> {
  const [relations, newcomers] = await Promise.all([own, readNewcomers(services)]);
  return gatherAndRank(services, viewer, relations, newcomers);
}

/**
 * Proposes a few members as `proposePeople` does, but looks at those alone who came out first when all were last gathered for this member: who has
 * become likely since comes up some minutes later, and who may no longer be shown, or has nothing in common any more, is gone at once.
 */
export async function proposeFew(
  services: Services,
  viewer: User,
  own: Promise<OwnRelations>,
): Promise<Found[]> {
  const [relations, newcomers] = await Promise.all([own, readNewcomers(services)]);
  const listed = cachedShortlist(services, viewer, relations);
  if (listed) {
    const proposed = await rankMembers(services, viewer, relations, newcomers, listed);
    if (proposed.length >= shortlist.minShown) return proposed;
  }
  const all = await gatherAndRank(services, viewer, relations, newcomers);
  cacheShortlist(services, viewer, relations, idsOf(all.map(({ member }) => member)));
  return all;
}

async function gatherAndRank(
  services: Services,
  viewer: User,
  own: OwnRelations,
  newcomers: readonly User[],
): Promise<Found[]> {
  const { ids, read } = await gatherCandidates(services, viewer, own, newcomers);
  return rankMembers(services, viewer, own, newcomers, ids, read);
}

/**
 * Gathers candidates from near to far: who joined last, friends of friends, members of the viewer's circles, and who shares an interest. Each up to a
 * bound, so that it costs the same however many friends anybody has.
 */
async function gatherCandidates(
  services: Services,
  viewer: User,
  own: OwnRelations,
  newcomers: readonly User[],
): Promise<{ ids: ObjectId[]; read: Sides }> {
  const { MemberEntry } = services.db.models;
  const [read, hubsSeen, inCircles, liked] = await Promise.all([
    readHubFriendships(services, viewer, own),
    seeHubs(viewer, own),
    readNewestIn(services, newestCircleIdsOf(own.memberships)),
    Promise.all(
      viewer.interests
        .slice(0, interests)
        .map((interest) => readNewest(MemberEntry, { terms: interestFacet(interest) }, perInterest)),
    ),
  ]);
  const known = own.friendships.slice(0, friends).map((one) => otherIn(one, viewer._id));
  const isKnown = new Set([viewer._id, ...known].map(String));
  const named = likeliestFirst([
    {
      weight: weights.friends,
      ids: edgesOf(read)
        .filter(([hub]) => hubsSeen.has(String(hub)))
        .map(([, id]) => id),
    },
    // What few share speaks for somebody about as much as a circle.
    { weight: weights.circles, ids: [inCircles.map(({ userId }) => userId), liked.map(idsOf)].flat(2) },
  ]);
  const ids = distinct([...idsOf(newcomers), ...named]).filter((id) => !isKnown.has(String(id)));
  // Whoever has more friends than are known meets many of them among friends of friends.
  const most = own.friendships.length <= friends ? proposedRead : candidatesRead;
  return { ids: ids.slice(0, most), read };
}

/** Those of some members who may be proposed, the likeliest first, by what is stored now. */
async function rankMembers(
  services: Services,
  viewer: User,
  own: OwnRelations,
  newcomers: readonly User[],
  ids: readonly ObjectId[],
  read?: Sides,
): Promise<Found[]> {
  const joined = newcomers.filter(({ _id }) => !_id.equals(viewer._id));
  const isNewest = new Set(idsOf(joined).map(String));
  // The newest members also tell how rare an interest is.
  const seeing = findFullyVisible(services, viewer, distinct([...ids, ...idsOf(joined)]), {
    users: joined,
    connections: own.friendships,
  });
  const [seen, traits, shared, barred] = await Promise.all([
    seeing,
    readTraits(
      services,
      viewer,
      seeing.then((found) => found.values()),
    ),
    readShared(services, viewer, own, ids, read),
    findBarred(services, viewer, ids),
  ]);
  const free = ids
    .flatMap((id) => seen.get(String(id)) ?? [])
    .filter(
      ({ user, member }) =>
        user.canConnect && user.relation === 'none' && !barred.has(pairOf(viewer._id, member._id)),
    )
    .map((found) => ({ ...found, joinedAt: found.member.createdAt }));
  const sample = joined.flatMap(({ _id }) => seen.get(String(_id))?.user ?? []);
  const facts = { ...shared, traits, sample, now: services.clock.now() };
  return rankProposals(personOf(viewer), free, facts).filter(
    ({ user, reasons }) => isNewest.has(user.id) || reasons.some(({ kind }) => namingKinds.has(kind)),
  );
}

/** What members are named by, but for being new. Of whom none of it is true any more, nobody is proposed. */
const namingKinds: ReadonlySet<string> = new Set(['friends', 'circles', 'interest']);

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
  const since = ago(clock, declinedDays * day);
  const ended = connections.filter(
    ({ status, takenBack, respondedAt }) =>
      (status === 'removed' || (status === 'declined' && !takenBack)) &&
      respondedAt !== null &&
      respondedAt > since,
  );
  return new Set([...ended, ...introductions].map(({ pair }) => pair));
}

/** The caller as they know themselves. */
export function personOf({ _id, interests, age }: User): Person {
  return { id: String(_id), interests, age };
}
