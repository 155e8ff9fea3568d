import type { Connection } from '@frens/contract';
import type { ObjectId } from '../../database/ids.ts';
import { conflict, notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';
import { notify, readFact } from '../notification-dispatch/notify.ts';
import { countFriendship, friendshipKeys } from '../quotient/count-friendship.ts';
import { hasBlockBetween } from '../visibility/find-blocked.ts';
import { findVisible } from '../visibility/visibility.ts';
import { type ConnectionDoc, otherIn } from './connection.model.ts';
import { pendingSince, statusFor } from './connection.policy.ts';
import { presentConnection } from './connections.ts';
import { indexFriendship } from './friend-terms.ts';

/** Reads a member's own connection. Throws 404 for anybody else, as for one that does not exist. */
async function ownConnection(services: Services, member: User, id: ObjectId): Promise<ConnectionDoc> {
  const connection = await services.db.models.Connection.findById(id).lean();
  if (
    !connection ||
    !(connection.requesterId.equals(member._id) || connection.addresseeId.equals(member._id))
  )
    throw notFound();
  // A block hides the connection from both members (D23).
  if (await hasBlockBetween(services, member._id, otherIn(connection, member._id))) throw notFound();
  return connection;
}

/** Presents a connection's current state to one of its two members. */
export async function presentOwnConnection(
  services: Services,
  member: User,
  id: ObjectId,
): Promise<Connection> {
  const connection = await ownConnection(services, member, id);
  return presentConnection(connection, member._id, services.clock.now());
}

/** Lock keys for answering a request or ending a friendship. */
export async function friendshipLocks(services: Services, member: User, id: ObjectId): Promise<string[]> {
  const { requesterId, addresseeId } = await ownConnection(services, member, id);
  return friendshipKeys(services, [requesterId, addresseeId]);
}

async function answer(
  services: Services,
  member: User,
  id: ObjectId,
  status: 'accepted' | 'declined',
): Promise<ConnectionDoc> {
  const { db, clock } = services;
  const connection = await ownConnection(services, member, id);
  // Askers cannot answer their own requests.
  if (!connection.addresseeId.equals(member._id)) throw notFound();
  // The request of an invisible asker is hidden, so it cannot be answered (D16).
  const asker = await db.models.User.findById(connection.requesterId).lean();
  const visible = await findVisible(services, member, asker);
  if (!asker || !visible) throw notFound();
  const now = clock.now();
  const updated = await db.models.Connection.findOneAndUpdate(
    { _id: id, addresseeId: member._id, status: 'pending', createdAt: { $gt: pendingSince(now) } },
    { $set: { status, respondedAt: now } },
    { returnDocument: 'after' },
  ).lean();
  if (!updated) throw conflict();
  return updated;
}

/** Accepts a request, on behalf of its addressee (D21). */
export async function acceptConnection(services: Services, member: User, id: ObjectId): Promise<void> {
  const { requesterId, addresseeId } = await answer(services, member, id, 'accepted');
  await countFriendship(services, [requesterId, addresseeId], 1);
  await indexFriendship(services, [requesterId, addresseeId], 1);
  const fact = { recipientId: addresseeId, actorId: requesterId, subjectId: id };
  await readFact(services, { kind: 'request', ...fact });
  await notify(services, [
    { kind: 'accepted', recipientId: requesterId, actorId: addresseeId, subjectId: id },
  ]);
}

/** Declines a request, on behalf of its addressee. Nobody is notified (D20, D21). */
export async function declineConnection(services: Services, member: User, id: ObjectId): Promise<void> {
  await answer(services, member, id, 'declined');
}

/** Withdraws a pending request of the member's own, or ends a friendship (D21). */
export async function endConnection(services: Services, member: User, id: ObjectId): Promise<void> {
  const connection = await ownConnection(services, member, id);
  const shown = statusFor(connection, member._id, services.clock.now());
  const mayEnd = shown === 'accepted' || (shown === 'pending' && connection.requesterId.equals(member._id));
  if (!mayEnd || !(await endOrWithdraw(services, connection))) throw conflict();
}

/**
 * Ends a friendship, or withdraws a request that looks pending to its asker; a silent decline stays stored as declined (D20).
 * Returns false if there is nothing to end, or a concurrent change came first.
 */
export async function endOrWithdraw(services: Services, connection: ConnectionDoc): Promise<boolean> {
  const { db, clock } = services;
  const { _id, status, requesterId, addresseeId } = connection;
  const now = clock.now();
  const shown = statusFor(connection, requesterId, now);
  const isFriendship = shown === 'accepted';
  if (!isFriendship && shown !== 'pending') return false;
  const ended = { status: isFriendship ? ('removed' as const) : ('withdrawn' as const), respondedAt: now };
  const { matchedCount } = await db.models.Connection.updateOne(
    { _id, status },
    { $set: status === 'declined' ? { takenBack: true } : ended },
  );
  if (matchedCount === 0) return false;
  if (isFriendship) {
    await countFriendship(services, [requesterId, addresseeId], -1);
    await indexFriendship(services, [requesterId, addresseeId], -1);
  }
  return true;
}
