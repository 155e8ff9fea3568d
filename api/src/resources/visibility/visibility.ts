import type { PublicUser, Relation } from '@frens/contract';
import {
  canConnect,
  isFullyVisible,
  isVisible,
  type Viewpoint,
  visibleProfile,
} from '@frens/contract/visibility';
import { ago, minute } from '../../clock.ts';
import { batchLoad } from '../../database/batch-loader.ts';
import type { ObjectId } from '../../database/ids.ts';
import { serverLimits } from '../../limits.ts';
import type { Services } from '../../services.ts';
import { notEnded } from '../circles/circle.model.ts';
import { type ConnectionDoc, otherIn, pairOf } from '../connections/connection.model.ts';
import { mayAskAgain, relationOf } from '../connections/connection.policy.ts';
import { isHidden, type User } from '../members/user.model.ts';
import { blockedPairs } from './find-blocked.ts';
import { findIntroduced } from './find-introduced.ts';
import { findReported, findReporters } from './find-reported.ts';
import { findRequesters } from './find-requesters.ts';

/**
 * Presents members as one viewer sees them in a list, by id. Members whom the viewer may not see (D16) or has reported (D23) are
 * absent. Every answer about members goes through here.
 */
export function visibleTo(
  services: Services,
  viewer: User | null,
  users: readonly User[],
): Promise<Map<string, PublicUser>> {
  return look(services, viewer, users, { isListed: true });
}

/**
 * Like `visibleTo`, without members of whom the viewer sees only name, username and image: their Pandas and stakes stay anonymous
 * (D16).
 */
export function fullyVisibleTo(
  services: Services,
  viewer: User | null,
  users: readonly User[],
): Promise<Map<string, PublicUser>> {
  return look(services, viewer, users, { isListed: true, isWanted: isFullyVisible });
}

interface Look {
  /** Nobody asked for them by name. */
  isListed: boolean;
  isWanted?: typeof isFullyVisible;
}

async function look(
  services: Services,
  viewer: User | null,
  users: readonly User[],
  { isListed, isWanted = () => true }: Look,
): Promise<Map<string, PublicUser>> {
  const seen = new Map<string, PublicUser>();
  if (!viewer || users.length === 0) return seen;
  const ids = users.map((user) => user._id);
  const [connections, blocked, reported] = await Promise.all([
    connectionsWith(services, viewer._id, ids),
    blockedPairs(services, viewer._id, ids),
    isListed ? findReported(services, viewer, 'user', ids) : new Set(),
  ]);
  const now = services.clock.now();
  const relationTo = ({ _id }: User) => relationOf(connections.get(String(_id)), viewer._id, now);
  const tied = await tiedAmong(
    services,
    viewer._id,
    users.filter((user) => mayDependOnTies(user, viewer, relationTo(user))).map(({ _id }) => _id),
  );

  for (const user of users) {
    const id = String(user._id);
    if (user.username === null || !user.profileComplete || isHidden(user)) continue;
    if (blocked.has(pairOf(viewer._id, user._id)) || reported.has(id)) continue;
    const relation = relationTo(user);
    const viewpoint = viewpointOf(user._id.equals(viewer._id), relation, tied.has(id));
    if (!isWanted(user.privacy, viewpoint)) continue;
    const shown = visibleProfile(
      {
        id,
        username: user.username,
        name: user.name,
        age: user.age,
        gender: user.gender,
        bio: user.bio,
        occupation: user.occupation,
        profileImage: user.profileImage,
        interests: user.interests,
        location: user.location,
        online: isOnline(services, user),
        pandaId: user.pandaId ? String(user.pandaId) : null,
      },
      user.privacy,
      viewpoint,
    );
    if (!shown) continue;
    const isOther = !user._id.equals(viewer._id);
    const mayAsk = canConnect(relation, user.privacy, mayAskAgain(connections.get(id), viewer._id, now));
    seen.set(id, { ...shown, relation, canConnect: isOther && mayAsk });
  }
  return seen;
}

/**
 * Finds, among some members, those who see one member with whom they share a circle. The inverse of `visibleTo`, for notifying
 * many at once; what they read still goes through `visibleTo`.
 */
export async function visibleInCircle(
  services: Services,
  member: User,
  viewerIds: readonly ObjectId[],
): Promise<Set<string>> {
  if (member.username === null || !member.profileComplete || isHidden(member)) return new Set();
  const ids = [...viewerIds];
  const isSeenByAll = isVisible(member.privacy, 'related');
  const [connections, blocked, reported] = await Promise.all([
    isSeenByAll ? new Map() : connectionsWith(services, member._id, ids),
    blockedPairs(services, member._id, ids),
    findReporters(services, ids, 'user', member._id),
  ]);
  const now = services.clock.now();
  const seeing = ids.filter((id) => {
    if (blocked.has(pairOf(member._id, id)) || reported.has(String(id))) return false;
    if (isSeenByAll) return true;
    const relation = relationOf(connections.get(String(id)), id, now);
    return isVisible(member.privacy, viewpointOf(false, relation, true));
  });
  return new Set(seeing.map(String));
}

/**
 * Presents one member as the viewer sees them, or null. Includes members whom the viewer has reported, so that they can still
 * block them or end the friendship.
 */
export async function findVisible(services: Services, viewer: User, user: User): Promise<PublicUser | null> {
  return (await look(services, viewer, [user], { isListed: false })).get(String(user._id)) ?? null;
}

/**
 * Presents the inviter to the holder of an invitation link (docs/decisions/0121): name and face, as the waiting request will
 * show them; null where it would not be shown.
 */
export function shownToInvited(user: User): Pick<PublicUser, 'name' | 'profileImage' | 'pandaId'> | null {
  if (user.username === null || !user.profileComplete || isHidden(user)) return null;
  if (!isVisible(user.privacy, 'related')) return null;
  return {
    name: user.name,
    profileImage: user.profileImage,
    pandaId: user.pandaId ? String(user.pandaId) : null,
  };
}

function viewpointOf(isSelf: boolean, relation: Relation, isTied: boolean): Viewpoint {
  if (isSelf) return 'self';
  if (relation === 'friend') return 'friend';
  return relation !== 'none' || isTied ? 'related' : 'other';
}

/**
 * Whether visibility may depend on more than a connection: the table of D16 considers shared circles and introductions only in
 * this case.
 */
function mayDependOnTies({ _id, privacy }: User, viewer: User, relation: Relation): boolean {
  return privacy.profileVisibility === 'friends' && relation === 'none' && !_id.equals(viewer._id);
}

/**
 * Finds, among some members, those whom a shared circle, an introduction or a request for an invitation makes visible to the
 * viewer. Returns ids.
 */
async function tiedAmong(
  services: Services,
  viewerId: ObjectId,
  ids: readonly ObjectId[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const ties = await Promise.all([
    inCommonCircle(services, viewerId, ids),
    findIntroduced(services, viewerId, ids),
    findRequesters(services, viewerId, ids),
  ]);
  return new Set(ties.flatMap((tied) => [...tied]));
}

/** Online means seen in the last ten minutes: twice the granularity of recorded visits. */
function isOnline({ clock }: Services, user: User): boolean {
  const since = ago(clock, 2 * serverLimits.session.lastSeenGrainMinutes * minute);
  return user.lastSeenAt !== null && user.lastSeenAt > since;
}

/** Loads the connections between the viewer and each of the others. */
async function connectionsWith(
  { db }: Services,
  viewerId: ObjectId,
  ids: ObjectId[],
): Promise<Map<string, ConnectionDoc>> {
  const pairs = ids.map((id) => pairOf(viewerId, id));
  const found = await batchLoad(db.models.Connection, 'pair', pairs);
  return new Map(found.map((connection) => [String(otherIn(connection, viewerId)), connection]));
}

/** Up to this many pairs of circle and member are looked up one by one; for more the database would read whole circles. */
const mostPairs = 2000;

/** Finds the ids of members who share a circle with the viewer. */
async function inCommonCircle(
  { db }: Services,
  viewerId: ObjectId,
  ids: readonly ObjectId[],
): Promise<Set<string>> {
  const { Membership } = db.models;
  const mine = await Membership.find({ userId: viewerId }, { circleId: 1 }).lean();
  const circleIds = mine.map((membership) => membership.circleId);
  // With few pairs the viewer's circles bound the query; otherwise it reads all memberships of the others, most of whom are in
  // few circles.
  const areFewPairs = circleIds.length * ids.length <= mostPairs;
  const circles = areFewPairs ? { circleId: { $in: circleIds } } : {};
  const theirs = await Membership.find(
    { ...circles, userId: { $in: ids } },
    { userId: 1, circleId: 1 },
  ).lean();
  const own = new Set(circleIds.map(String));
  const shared = theirs.filter((membership) => own.has(String(membership.circleId)));
  if (shared.length === 0) return new Set();
  // Ended circles do not count, although their memberships are stored until erasure.
  const sharedIds = [...new Map(shared.map(({ circleId }) => [String(circleId), circleId])).values()];
  const there = await db.models.Circle.find({ _id: { $in: sharedIds }, ...notEnded }, { _id: 1 }).lean();
  const still = new Set(there.map(({ _id }) => String(_id)));
  const members = shared.filter(({ circleId }) => still.has(String(circleId)));
  return new Set(members.map(({ userId }) => String(userId)));
}
