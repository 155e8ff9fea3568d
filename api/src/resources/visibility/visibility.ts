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
import { batchFind, batchLoad, readOne } from '../../database/batch-loader.ts';
import { noId, type ObjectId } from '../../database/ids.ts';
import { serverLimits } from '../../limits.ts';
import type { Services } from '../../services.ts';
import { type MembershipDoc, notEnded } from '../circles/circle.model.ts';
import { type ConnectionDoc, otherIn, pairOf } from '../connections/connection.model.ts';
import { mayAskAgain, relationOf } from '../connections/connection.policy.ts';
import { isHidden, type User } from '../members/user.model.ts';
import type { Panda } from '../pandas/panda.model.ts';
import { pictureAddressOf } from '../pandas/panda-picture.policy.ts';
import { blockedPairs } from './find-blocked.ts';
import { findIntroduced } from './find-introduced.ts';
import { findReported, findReporters } from './find-reported.ts';
import { findRequesters } from './find-requesters.ts';
import { membershipsIn } from './memberships-in.ts';

/** A member's document, and the viewer's view of it without their face: no Panda is read for it. */
export interface SeenMember {
  user: Omit<PublicUser, 'pandaImage'>;
  member: User;
}

/** A member with their face. */
export interface FoundMember extends SeenMember {
  user: PublicUser;
  /** Their Panda, where the viewer's view shows it. */
  panda: Panda | null;
}

/** How a caller looks at members: `seeMembers` where it shows no faces, otherwise `findVisibleMembers`. */
export type See<Seen extends SeenMember> = (
  services: Services,
  viewer: User,
  ids: readonly ObjectId[],
  known?: Pick<LookupOptions, 'connections'>,
) => Promise<Map<string, Seen>>;

/**
 * Presents members as one viewer sees them in a list, by id. Leaves out members whom the viewer may not see (D16) or has reported
 * (D23). Every answer about members goes through here.
 */
export function visibleTo(
  services: Services,
  viewer: User | null,
  users: readonly User[],
): Promise<Map<string, PublicUser>> {
  return lookUpVisible(services, viewer, idsOf(users), { users });
}

/**
 * `visibleTo` by ids: loads the members in parallel with their relations to the viewer.
 *
 * @param known the viewer's memberships and connections, if the caller reads them anyway
 */
export function visibleByIds(
  services: Services,
  viewer: User | null,
  ids: readonly ObjectId[],
  known: Pick<LookupOptions, 'connections' | 'memberships'> = {},
): Promise<Map<string, PublicUser>> {
  return lookUpVisible(services, viewer, ids, known);
}

/** `visibleTo` without members whom the viewer sees only by name, username and image: their Pandas and stakes stay anonymous (D16). */
export function fullyVisibleTo(
  services: Services,
  viewer: User | null,
  users: readonly User[],
): Promise<Map<string, PublicUser>> {
  return lookUpVisible(services, viewer, idsOf(users), { users, isWanted: isFullyVisible });
}

/** `fullyVisibleTo` by ids: loads the members in parallel with their relations to the viewer. */
export function fullyVisibleByIds(
  services: Services,
  viewer: User | null,
  ids: readonly ObjectId[],
): Promise<Map<string, PublicUser>> {
  return lookUpVisible(services, viewer, ids, { isWanted: isFullyVisible });
}

/** `fullyVisibleByIds` that also returns the members' documents, some of which the caller may have loaded. */
export function findFullyVisible(
  services: Services,
  viewer: User,
  ids: readonly ObjectId[],
  known: Pick<LookupOptions, 'connections' | 'users'>,
): Promise<Map<string, FoundMember>> {
  return findVisibleMembers(services, viewer, ids, { ...known, isWanted: isFullyVisible });
}

/** Whether a viewer sees a visible member in full, by the rule of `fullyVisibleTo`. Ties need no read: they grant no full view. */
export function isSeenInFull(viewer: User, { user, member }: SeenMember): boolean {
  return isFullyVisible(member.privacy, viewpointOf(member._id.equals(viewer._id), user.relation, false));
}

/** Finds the backers of a Panda whose names the viewer sees. */
export function namedBackersByIds(
  services: Services,
  viewer: User,
  ids: readonly ObjectId[],
): Promise<Map<string, PublicUser>> {
  return lookUpVisible(services, viewer, ids, { isWanted: isBackerNamed });
}

const idsOf = (users: readonly User[]) => users.map(({ _id }) => _id);

/** The level of visibility that a caller requires. */
type IsWanted = typeof isVisible;

interface LookupOptions {
  /** Members whom the caller has loaded already. */
  users?: readonly User[];
  isWanted?: IsWanted;
  /** The viewer's memberships, if the caller reads them anyway. */
  memberships?: Promise<readonly MembershipDoc[]>;
  /** Connections of the viewer with some of the members, if the caller has read them; the others are looked up. */
  connections?: readonly ConnectionDoc[];
}

async function lookUpVisible(
  services: Services,
  viewer: User | null,
  ids: readonly ObjectId[],
  options: LookupOptions,
): Promise<Map<string, PublicUser>> {
  const found = await findVisibleMembers(services, viewer, ids, options);
  return new Map([...found].map(([id, { user }]) => [id, user]));
}

/** `visibleByIds` that also returns the members' documents. */
export async function findVisibleMembers(
  services: Services,
  viewer: User | null,
  ids: readonly ObjectId[],
  options: LookupOptions = {},
): Promise<Map<string, FoundMember>> {
  const [seen, pandas] = await Promise.all([
    seeMembers(services, viewer, ids, options),
    // By their owners, who are known before they are read.
    viewer ? batchLoad(services.db.models.Panda, 'ownerId', ids) : [],
  ]);
  const pandaOf = new Map(pandas.map((panda) => [String(panda.ownerId), panda]));
  return new Map(
    [...seen].map(([id, { user, member }]) => {
      const panda = (user.pandaId !== null && pandaOf.get(id)) || null;
      return [id, { user: withFace(user, panda), member, panda }] as const;
    }),
  );
}

/** Adds the face to a member's view, where the view shows their Panda. */
function withFace(user: SeenMember['user'], panda: Panda | null): PublicUser {
  return { ...user, pandaImage: panda && user.pandaId !== null ? pictureAddressOf(panda) : null };
}

/** `findVisibleMembers` for callers that show no faces. */
export async function seeMembers(
  services: Services,
  viewer: User | null,
  ids: readonly ObjectId[],
  { users: loaded = [], isWanted = isVisible, memberships, connections }: LookupOptions = {},
): Promise<Map<string, SeenMember>> {
  if (!viewer || ids.length === 0) return new Map();
  const known = new Set(loaded.map(({ _id }) => String(_id)));
  const others = ids.filter((id) => !known.has(String(id)));
  const [{ present, mayDependOnRelations }, reported, found] = await Promise.all([
    createPresenter(services, viewer, ids, connections),
    findReported(services, viewer, 'user', ids),
    batchLoad(services.db.models.User, '_id', others),
  ]);
  const users = [...loaded, ...found];
  const unreported = users.filter(({ _id }) => !reported.has(String(_id)));
  const undecided = unreported
    .filter((member) => mayDependOnRelations(member, isWanted))
    .map(({ _id }) => _id);
  const related = await findRelated(services, viewer._id, undecided, memberships);
  return new Map(
    unreported.flatMap((member) => {
      const id = String(member._id);
      const user = present(member, related.has(id), isWanted);
      return user ? [[id, { user, member }] as const] : [];
    }),
  );
}

/** Reads the connections and blocks between a viewer and members, and returns functions that present each member. */
async function createPresenter(
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
  const isPresent = (user: User) => user.profileComplete && !isHidden(user) && !isBlocked(user);

  function present(
    user: User,
    isRelated: boolean,
    isWanted: IsWanted = isVisible,
  ): SeenMember['user'] | null {
    if (user.username === null || !isPresent(user)) return null;
    const id = String(user._id);
    const isSelf = user._id.equals(viewer._id);
    const relation = relationTo(user);
    const viewpoint = viewpointOf(isSelf, relation, isRelated);
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

  /** Whether a relation (shared circle, introduction, request to join) would change the result, by the table of D16. */
  const mayDependOnRelations = (user: User, isWanted: IsWanted = isVisible) =>
    isPresent(user) &&
    isWanted(user.privacy, 'related') !== isWanted(user.privacy, 'other') &&
    relationTo(user) === 'none' &&
    !user._id.equals(viewer._id);
  return { present, mayDependOnRelations };
}

/**
 * Finds the viewers who see one member with whom they share a circle. The inverse of `visibleTo`, for notifying many members in one
 * batch; the notifications they read still go through `visibleTo`.
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
  const viewers = ids.filter((id) => {
    if (blocked.has(pairOf(member._id, id)) || reported.has(String(id))) return false;
    if (isSeenByAll) return true;
    const relation = relationOf(connections.get(String(id)), id, now);
    return isVisible(member.privacy, viewpointOf(false, relation, true));
  });
  return new Set(viewers.map(String));
}

/**
 * Presents one member as the viewer sees them, or null. Includes members whom the viewer has reported, so that they can still
 * block them or end the friendship. An invisible member costs the same reads as a missing one (null), so timing reveals nothing.
 */
export function findVisible(services: Services, viewer: User, user: User | null): Promise<PublicUser | null> {
  return findOneVisible(services, viewer, user?._id ?? noId, user);
}

/** `findVisible` by id: loads the member in parallel with their relations to the viewer. */
export function findVisibleById(services: Services, viewer: User, id: ObjectId): Promise<PublicUser | null> {
  return findOneVisible(services, viewer, id, readOne(services.db.models.User, id));
}

async function findOneVisible(
  services: Services,
  viewer: User,
  id: ObjectId,
  loading: User | null | Promise<User | null>,
): Promise<PublicUser | null> {
  const [{ present, mayDependOnRelations }, user, [panda = null]] = await Promise.all([
    createPresenter(services, viewer, [id]),
    loading,
    batchLoad(services.db.models.Panda, 'ownerId', [id]),
  ]);
  const untied = user && present(user, false);
  if (untied) return withFace(untied, panda);
  const undecided = user && mayDependOnRelations(user) ? user : null;
  const related = await findRelated(services, viewer._id, [undecided?._id ?? noId]);
  const tied = undecided && related.size > 0 ? present(undecided, true) : null;
  return tied && withFace(tied, panda);
}

/**
 * Presents the inviter to the holder of an invitation link (docs/decisions/0121): name and picture, and a Panda's face for want of one, as
 * the later connection request shows them; null when it would be hidden.
 */
export async function presentToInvited(
  { db }: Pick<Services, 'db'>,
  user: User,
): Promise<Pick<PublicUser, 'name' | 'profileImage' | 'pandaId' | 'pandaImage'> | null> {
  if (!isShownToInvited(user)) return null;
  const { name, profileImage, pandaId } = user;
  const panda =
    pandaId && isFullyVisible(user.privacy, 'related') ? await readOne(db.models.Panda, pandaId) : null;
  return {
    name,
    profileImage,
    pandaId: panda && String(panda._id),
    pandaImage: panda && pictureAddressOf(panda),
  };
}

/** Whether the holder of an invitation link sees the inviter. */
export function isShownToInvited(user: User): boolean {
  const isPresent = user.username !== null && user.profileComplete && !isHidden(user);
  return isPresent && isVisible(user.privacy, 'related');
}

function viewpointOf(isSelf: boolean, relation: Relation, isRelated: boolean): Viewpoint {
  if (isSelf) return 'self';
  if (relation === 'friend') return 'friend';
  return relation !== 'none' || isRelated ? 'related' : 'other';
}

/**
 * Finds the members with a relation to the viewer: a shared circle, an introduction, or a request to join the viewer's circle. Returns
 * ids.
 */
async function findRelated(
  services: Services,
  viewerId: ObjectId,
  ids: readonly ObjectId[],
  memberships?: Promise<readonly MembershipDoc[]>,
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const relations = await Promise.all([
    inCommonCircle(services, viewerId, ids, memberships),
    findIntroduced(services, viewerId, ids),
    findRequesters(services, viewerId, ids),
  ]);
  return new Set(relations.flatMap((found) => [...found]));
}

/** Online means seen in the last ten minutes: twice the granularity of recorded visits. */
function isOnline({ clock }: Services, user: User): boolean {
  const since = ago(clock, 2 * serverLimits.session.lastSeenGrainMinutes * minute);
  return user.lastSeenAt !== null && user.lastSeenAt > since;
}

/** Loads the viewer's connections with other members, by the other member's id. */
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
  memberships?: Promise<readonly MembershipDoc[]>,
): Promise<Set<string>> {
  const { Circle, Membership } = services.db.models;
  const mine = await (memberships ?? batchFind(Membership, { userId: viewerId }));
  const circleIds = mine.map((membership) => membership.circleId);
  const shared = await membershipsIn(services, circleIds, ids);
  // Ended circles do not count, although their memberships are stored until erasure.
  const sharedIds = [...new Map(shared.map(({ circleId }) => [String(circleId), circleId])).values()];
  const openCircles = await batchFind(Circle, { _id: { $in: sharedIds }, ...notEnded });
  const openIds = new Set(openCircles.map(({ _id }) => String(_id)));
  const members = shared.filter(({ circleId }) => openIds.has(String(circleId)));
  return new Set(members.map(({ userId }) => String(userId)));
}
