import type { Connection } from '@frens/contract';
import type { ClientSession } from 'mongoose';
import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import type { ConnectionDoc } from './connection.model.ts';
import { statusFor } from './connection.policy.ts';

/** Ids of a member's friends. */
export async function friendIdsOf({ db }: Services, memberId: ObjectId): Promise<ObjectId[]> {
  const friends = await db.models.Connection.find(
    { status: 'accepted', $or: [{ requesterId: memberId }, { addresseeId: memberId }] },
    { requesterId: 1, addresseeId: 1 },
  ).lean();
  return friends.map((one) => (one.requesterId.equals(memberId) ? one.addresseeId : one.requesterId));
}

export async function countFriends(
  { db }: Services,
  memberId: ObjectId,
  session: ClientSession,
): Promise<number> {
  return db.models.Connection.countDocuments(
    { status: 'accepted', $or: [{ requesterId: memberId }, { addresseeId: memberId }] },
    { session },
  );
}

/** A connection told to one of its two members. */
export function presentConnection(tie: ConnectionDoc, viewerId: ObjectId, now: Date): Connection {
  const isAsker = tie.requesterId.equals(viewerId);
  return {
    id: String(tie._id),
    friendId: String(isAsker ? tie.addresseeId : tie.requesterId),
    status: statusFor(tie, viewerId, now),
    direction: isAsker ? 'outgoing' : 'incoming',
    createdAt: tie.createdAt.toISOString(),
  };
}
