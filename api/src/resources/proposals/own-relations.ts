import { batchFind } from '../../database/batch-loader.ts';
import type { ObjectId } from '../../database/ids.ts';
import { serverLimits } from '../../limits.ts';
import { mergeNewestFirst, readNewest } from '../../paging.ts';
import type { Services } from '../../services.ts';
import type { MembershipDoc } from '../circles/circle.model.ts';
import { type ConnectionDoc, otherIn } from '../connections/connection.model.ts';
import type { User } from '../members/user.model.ts';
import { isSeenInFull, type See, type SeenMember } from '../visibility/visibility.ts';

const { friends, hubs, circlesRead } = serverLimits.proposals;

/** A viewer's own friendships, the newest, and circles. */
export interface OwnRelations<Seen extends SeenMember = SeenMember> {
  friendships: ConnectionDoc[];
  memberships: MembershipDoc[];
  /** The newest friends whom the viewer sees, by their ids: looked at once, when first asked for. */
  seeFriends(): Promise<ReadonlyMap<string, Seen>>;
}

/**
 * Reads them once for all that one answer needs them for.
 *
 * @param see with faces where the answer shows friends, and not only names them
 * @param options.most how many friendships: by default as many as other members are proposed to, and one that tells of more
 * @param options.looked how many friends are looked at
 */
export async function readOwnRelations<Seen extends SeenMember>(
  services: Services,
  viewer: User,
  see: See<Seen>,
  { most = friends + 1, looked = hubs }: { most?: number; looked?: number } = {},
): Promise<OwnRelations<Seen>> {
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
  let seeing: ReturnType<OwnRelations<Seen>['seeFriends']> | undefined;
  const seeFriends = () => (seeing ??= see(services, viewer, ids, { connections }));
  return { friendships, memberships, seeFriends };
}

/** The ids of a viewer's newest friends, whose friendships are looked through. */
export function hubIdsOf(viewer: User, own: OwnRelations): ObjectId[] {
  return own.friendships.slice(0, hubs).map((one) => otherIn(one, viewer._id));
}

/** A viewer's newest friends, those of them who show their friendships to the viewer, as on a page of theirs (D57), by their ids. */
export async function seeHubs(viewer: User, own: OwnRelations): Promise<Map<string, SeenMember>> {
  const seen = await own.seeFriends();
  return new Map(
    hubIdsOf(viewer, own).flatMap((hubId) => {
      const id = String(hubId);
      const found = seen.get(id);
      return found && isSeenInFull(viewer, found) ? [[id, found] as const] : [];
    }),
  );
}

/** The ids of the newest of somebody's circles, as many as are looked at. */
export function newestCircleIdsOf(memberships: readonly MembershipDoc[]): ObjectId[] {
  return mergeNewestFirst([[...memberships]], circlesRead).map(({ circleId }) => circleId);
}
