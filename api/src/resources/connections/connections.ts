import type { Connection } from '@frens/contract';
import { batchFind } from '../../database/batch-loader.ts';
import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import { type ConnectionDoc, otherIn, pairOf } from './connection.model.ts';
import { statusFor } from './connection.policy.ts';

/** Returns which of these members are friends of `memberId`. */
export async function findFriends(
  { db }: Services,
  memberId: ObjectId,
  ids: readonly ObjectId[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const pair = { $in: ids.map((id) => pairOf(memberId, id)) };
  const friends = await batchFind(db.models.Connection, { pair, status: 'accepted' });
  return new Set(friends.map((connection) => String(otherIn(connection, memberId))));
}

/** Presents a connection to one of its two members. */
export function presentConnection(connection: ConnectionDoc, viewerId: ObjectId, now: Date): Connection {
  const isAsker = connection.requesterId.equals(viewerId);
  return {
    id: String(connection._id),
    friendId: String(isAsker ? connection.addresseeId : connection.requesterId),
    status: statusFor(connection, viewerId, now),
    direction: isAsker ? 'outgoing' : 'incoming',
    createdAt: connection.createdAt.toISOString(),
  };
}
