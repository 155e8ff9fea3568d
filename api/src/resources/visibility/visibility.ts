import type { PublicUser, Relation } from '@frens/contract';
import { pickPublic } from '@frens/contract/profile-fields';
import {
  canConnect,
  isBackerNamed,
  isFullyVisible,
  isVisible,
  type Viewpoint,
  visibleProfile,
} from '@frens/contract/visibility';
import { ago, minute } from '../../clock.ts';
import { batchLoad, readOne, readTogether } from '../../database/batch-loader.ts';
import { noId, type ObjectId } from '../../database/ids.ts';
import { serverLimits } from '../../limits.ts';
import type { Services } from '../../services.ts';
import { type MembershipDoc, notEnded } from '../circles/circle.model.ts';
import { type ConnectionDoc, otherIn, pairOf } from '../connections/connection.model.ts';
import { mayAskAgain, relationOf } from '../connections/connection.policy.ts';
import { isHidden, type User } from '../members/user.model.ts';
import { blockedPairs } from './find-blocked.ts';
import { findIntroduced } from './find-introduced.ts';
import { findReported, findReporters } from './find-reported.ts';
import { findRequesters } from './find-requesters.ts';
import { membershipsIn } from './memberships-in.ts';

/** A member as they are stored, and as the viewer sees them. */
export interface FoundMember {
  user: PublicUser;
  member: User;
}

/**
 * Presents members as one viewer sees them in a list, by id. Members whom the viewer may not see (D16) or has reported (D23) are
 * absent. Every answer about members goes through here.
 */
export function visibleTo(
  services: Services,
  viewer: User | null,
  users: readonly User[],
): Promise<Map<string, PublicUser>> {
  return look(services, viewer, idsOf(users), { users });
}

/**
 * Like `visibleTo`, of members who are loaded together with what relates them to the viewer.
 *
 * @param known of the viewer, where it is read anyway: memberships, and connections with some of these members
 */
export function visibleByIds(
  services: Services,
  viewer: User | null,
  ids: readonly ObjectId[],
  known: Pick<Look, 'connections' | 'memberships'> = {},
): Promise<Map<string, PublicUser>> {
  return look(services, viewer, ids, known);
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
  return look(services, viewer, idsOf(users), { users, isWanted: isFullyVisible });
}

/** Like `fullyVisibleTo`, of members who are loaded together with what relates them to the viewer. */
export function fullyVisibleByIds(
  services: Services,
  viewer: User | null,
  ids: readonly ObjectId[],
  known: Pick<Look, 'connections'> = {},
): Promise<Map<string, PublicUser>> {
  return look(services, viewer, ids, { ...known, isWanted: isFullyVisible });
}

/** Like `fullyVisibleByIds`, with the members as they are stored, some of whom are loaded already. */
export function findFullyVisible(
  services: Services,
  viewer: User,
  ids: readonly ObjectId[],
  known: Pick<Look, 'connections' | 'users'>,
): Promise<Map<string, FoundMember>> {
  return findVisibleMembers(services, viewer, ids, { ...known, isWanted: isFullyVisible });
}

/** Whether a viewer sees more of somebody whom they see than name, username and image, as `fullyVisibleTo` decides it: no tie changes that. */
export function isSeenWhole(viewer: User, { user, member }: FoundMember): boolean {
  return isFullyVisible(member.privacy, viewpointOf(member._id.equals(viewer._id), user.relation, false));
}

/** Backers of a Panda whom a viewer reads by name. */
export function namedBackersByIds(
  services: Services,
  viewer: User,
  ids: readonly ObjectId[],
): Promise<Map<string, PublicUser>> {
  return look(services, viewer, ids, { isWanted: isBackerNamed });
}

const idsOf = (users: readonly User[]) => users.map(({ _id }) => _id);

/** Which views of a member are asked for. */
type IsWanted = typeof isVisible;

interface Look {
  /** Those who are loaded already. */
  users?: readonly User[];
  isWanted?: IsWanted;
  /** The viewer's, where they are read anyway. */
  memberships?: Promise<MembershipDoc[]>;
  /** Those of the viewer with some of the members, where they are read already; the others are looked up. */
  connections?: readonly ConnectionDoc[];
}

async function look(
  services: Services,
  viewer: User | null,
  ids: readonly ObjectId[],
  wanted: Look,
): Promise<Map<string, PublicUser>> {
  const found = await findVisibleMembers(services, viewer, ids, wanted);
  return new Map([...found].map(([id, { user }]) => [id, user]));
}

/** Like `visibleByIds`, with the members as they are stored. */
export async function findVisibleMembers(
  services: Services,
  viewer: User | null,
  ids: readonly ObjectId[],
  { users: loaded = [], isWanted = isVisible, memberships, connections }: Look = {},
): Promise<Map<string, FoundMember>> {
  if (!viewer || ids.length === 0) return new Map();
  const known = new Set(loaded.map(({ _id }) => String(_id)));
  const others = ids.filter((id) => !known.has(String(id)));
  const [{ present, mayDependOnTies }, reported, found] = await Promise.all([
    viewOf(services, viewer, ids, connections),
    findReported(services, viewer, 'user', ids),
    batchLoad(services.db.models.User, '_id', others),
  ]);
  const users = [...loaded, ...found];
  const unreported = users.filter(({ _id }) => !reported.has(String(_id)));
  const doubtful = unreported.filter((member) => mayDependOnTies(member, isWanted)).map(({ _id }) => _id);
  const tied = await tiedAmong(services, viewer._id, doubtful, memberships);
  return new Map(
    unreported.flatMap((member) => {
      const id = String(member._id);
      const user = present(member, tied.has(id), isWanted);
      return user ? [[id, { user, member }] as const] : [];
    }),
  );
}

/** Reads what stands between a viewer and some members, and returns how to present each of them. */
async function viewOf(
  services: Services,
  viewer: User,
  ids: readonly ObjectId[],
  known: readonly ConnectionDoc[] = [],
) {
  const read = byOther(known, viewer._id);
  const others = ids.filter((id) => !read.has(String(id)));
  const [found, blocked] = await Promise.all([
    connectionsWith(services, viewer._id, others),
    blockedPairs(services, viewer._id, ids),
  ]);
  const connections = new Map([...read, ...found]);
  const now = services.clock.now();
  const relationTo = ({ _id }: User) => relationOf(connections.get(String(_id)), viewer._id, now);
  const isBlocked = ({ _id }: User) => blocked.size > 0 && blocked.has(pairOf(viewer._id, _id));
  const isThere = (user: User) => user.profileComplete && !isHidden(user) && !isBlocked(user);

  function present(user: User, isTied: boolean, isWanted: IsWanted = isVisible): PublicUser | null {
    if (user.username === null || !isThere(user)) return null;
    const id = String(user._id);
    const isSelf = user._id.equals(viewer._id);
    const relation = relationTo(user);
    const viewpoint = viewpointOf(isSelf, relation, isTied);
    if (!isWanted(user.privacy, viewpoint)) return null;
    const shown = visibleProfile(
      {
        id,
        username: user.username,
        ...pickPublic(user),
        online: isOnline(services, user),
        pandaId: user.pandaId ? String(user.pandaId) : null,
      },
      user.privacy,
      viewpoint,
    );
    const mayAsk = canConnect(relation, user.privacy, mayAskAgain(connections.get(id), viewer._id, now));
    return shown && { ...shown, relation, canConnect: !isSelf && mayAsk };
  }

  /** Whether shared circles and introductions decide: the table of D16 tells whose ties change what is wanted. */
  const mayDependOnTies = (user: User, isWanted: IsWanted = isVisible) =>
    isThere(user) &&
    isWanted(user.privacy, 'related') !== isWanted(user.privacy, 'other') &&
    relationTo(user) === 'none' &&
    !user._id.equals(viewer._id);
  return { present, mayDependOnTies };
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
 * block them or end the friendship. Whoever is not seen takes the same reads as nobody (null), so that the time tells nothing.
 */
export function findVisible(services: Services, viewer: User, user: User | null): Promise<PublicUser | null> {
  return lookAtOne(services, viewer, user?._id ?? noId, user);
}

/** Like `findVisible`, of a member who is loaded together with what relates them to the viewer. */
export function findVisibleById(services: Services, viewer: User, id: ObjectId): Promise<PublicUser | null> {
  return lookAtOne(services, viewer, id, readOne(services.db.models.User, id));
}

async function lookAtOne(
  services: Services,
  viewer: User,
  id: ObjectId,
  loading: User | null | Promise<User | null>,
): Promise<PublicUser | null> {
  const [{ present, mayDependOnTies }, user] = await Promise.all([viewOf(services, viewer, [id]), loading]);
  const untied = user && present(user, false);
  if (untied) return untied;
  const doubtful = user && mayDependOnTies(user) ? user : null;
  const tied = await tiedAmong(services, viewer._id, [doubtful?._id ?? noId]);
  return doubtful && tied.size > 0 ? present(doubtful, true) : null;
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
 * Finds, among some members, those whom a shared circle, an introduction or a request for an invitation makes visible to the
 * viewer. Returns ids.
 */
async function tiedAmong(
  services: Services,
  viewerId: ObjectId,
  ids: readonly ObjectId[],
  memberships?: Promise<MembershipDoc[]>,
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const ties = await Promise.all([
    inCommonCircle(services, viewerId, ids, memberships),
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
  ids: readonly ObjectId[],
): Promise<Map<string, ConnectionDoc>> {
  const pairs = ids.map((id) => pairOf(viewerId, id));
  return byOther(await batchLoad(db.models.Connection, 'pair', pairs), viewerId);
}

const byOther = (connections: readonly ConnectionDoc[], viewerId: ObjectId) =>
  new Map(connections.map((connection) => [String(otherIn(connection, viewerId)), connection]));

/** Finds the ids of members who share a circle with the viewer. */
async function inCommonCircle(
  services: Pick<Services, 'db'>,
  viewerId: ObjectId,
  ids: readonly ObjectId[],
  memberships?: Promise<MembershipDoc[]>,
): Promise<Set<string>> {
  const { Circle, Membership } = services.db.models;
  const mine = await (memberships ?? readTogether(Membership, { userId: viewerId }));
  const circleIds = mine.map((membership) => membership.circleId);
  const shared = await membershipsIn(services, circleIds, ids);
  // Ended circles do not count, although their memberships are stored until erasure.
  const sharedIds = [...new Map(shared.map(({ circleId }) => [String(circleId), circleId])).values()];
  const there = await readTogether(Circle, { _id: { $in: sharedIds }, ...notEnded });
  const still = new Set(there.map(({ _id }) => String(_id)));
  const members = shared.filter(({ circleId }) => still.has(String(circleId)));
  return new Set(members.map(({ userId }) => String(userId)));
}
