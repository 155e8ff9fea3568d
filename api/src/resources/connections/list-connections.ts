import type { Friend, ParsedQuery, PendingConnection } from '@frens/contract';
import type { ObjectId } from '../../database/ids.ts';
import { mergeNewestFirst, type Position, positionFilter, readNewest, readPage } from '../../paging.ts';
import type { Services } from '../../services.ts';
import type { ApiContext } from '../../state.ts';
import type { User } from '../members/user.model.ts';
import { visibleByIds } from '../visibility/visibility.ts';
import { type ConnectionDoc, otherIn } from './connection.model.ts';
import { pendingSince, statusFor } from './connection.policy.ts';
import { presentConnection } from './connections.ts';

type Paging = ParsedQuery<'GET /api/connections'>;
/** Migrations have the models, but no other services. */
type WithModels = { db: Pick<Services['db'], 'models'> };
type Side = 'requesterId' | 'addresseeId';

/** A member's friends, newest first (D22). */
export function listFriends(
  services: Services,
  viewer: User,
  paging: Paging,
  ctx: ApiContext,
): Promise<Friend[]> {
  return readPage(ctx, paging, {
    read: (after, limit) => readFriendships(services, viewer._id, after, limit),
    async present(connections) {
      const others = await othersOf(services, viewer, connections);
      return connections.map((connection) => {
        const friend = others.get(String(otherIn(connection, viewer._id)));
        if (!friend) return null;
        const since = (connection.respondedAt ?? connection.createdAt).toISOString();
        return { id: String(connection._id), friendId: friend.id, friend, since };
      });
    },
  });
}

/** A member's friendships, newest first. */
export async function readFriendships(
  services: WithModels,
  memberId: ObjectId,
  after: Position | null,
  limit: number,
): Promise<ConnectionDoc[]> {
  const sides = await Promise.all([
    readSide(services, memberId, ['requesterId', 'accepted'], after, limit),
    readSide(services, memberId, ['addresseeId', 'accepted'], after, limit),
  ]);
  return mergeNewestFirst(sides, limit);
}

/** Pending requests in both directions; to the asker, a silent decline still looks like one (D20, D22). */
export function listPending(
  services: Services,
  viewer: User,
  paging: Paging,
  ctx: ApiContext,
): Promise<PendingConnection[]> {
  const now = services.clock.now();
  const since = pendingSince(now);
  return readPage(ctx, paging, {
    read: async (after, limit) =>
      mergeNewestFirst(
        await Promise.all([
          readSide(services, viewer._id, ['addresseeId', 'pending', since], after, limit),
          readSide(services, viewer._id, ['requesterId', 'pending', since], after, limit),
          readSide(services, viewer._id, ['requesterId', 'declined', since], after, limit),
        ]),
        limit,
      ),
    present: (connections) => presentPending(services, viewer, connections),
  });
}

/** The newest pending requests to a member. */
export function readIncoming({ db, clock }: Services, viewer: User, limit: number): Promise<ConnectionDoc[]> {
  const createdAt = { $gt: pendingSince(clock.now()) };
  return readNewest(db.models.Connection, { addresseeId: viewer._id, status: 'pending', createdAt }, limit);
}

/** Presents pending requests, index by index; null where one is not pending, or its other member is invisible. */
export async function presentPending(
  services: Services,
  viewer: User,
  connections: ConnectionDoc[],
): Promise<Array<PendingConnection | null>> {
  const now = services.clock.now();
  const pending = connections.filter((connection) => statusFor(connection, viewer._id, now) === 'pending');
  const others = await othersOf(services, viewer, pending);
  const shown = new Set(pending);
  return connections.map((connection) => {
    const user = shown.has(connection) && others.get(String(otherIn(connection, viewer._id)));
    if (!user) return null;
    const { id, direction, createdAt } = presentConnection(connection, viewer._id, now);
    return { id, direction, user, note: connection.note, createdAt };
  });
}

/** One index scan: a member's connections of one side and one status. */
function readSide(
  { db }: WithModels,
  memberId: ObjectId,
  [side, status, since]: [Side, ConnectionDoc['status'], since?: Date],
  after: Position | null,
  limit: number,
): Promise<ConnectionDoc[]> {
  const { createdAt, ...rest } = positionFilter(after);
  const times = { ...createdAt, ...(since ? { $gt: since } : {}) };
  const time = createdAt || since ? { createdAt: times } : {};
  return readNewest(db.models.Connection, { [side]: memberId, status, ...time, ...rest }, limit);
}

/** The visible members on the other side of connections, by id. */
export function othersOf(services: Services, viewer: User, connections: readonly ConnectionDoc[]) {
  const ids = connections.map((connection) => otherIn(connection, viewer._id));
  return visibleByIds(services, viewer, ids, { connections });
}
