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

/** A connection that the member is part of; for anybody else it does not exist. */
async function ownConnection(services: Services, member: User, id: ObjectId): Promise<ConnectionDoc> {
  const connection = await services.db.models.Connection.findById(id).lean();
  if (
    !connection ||
    !(connection.requesterId.equals(member._id) || connection.addresseeId.equals(member._id))
  )
    throw notFound();
  // Nothing is left between two of whom one has blocked the other (D23).
  if (await hasBlockBetween(services, member._id, otherIn(connection, member._id))) throw notFound();
  return connection;
}

/** A connection told to one of its two members, as it is now. */
export async function presentOwnConnection(
  services: Services,
  member: User,
  id: ObjectId,
): Promise<Connection> {
  const connection = await ownConnection(services, member, id);
  return presentConnection(connection, member._id, services.clock.now());
}

/** Whose lines the answer to a request, or the end of a friendship, waits in. */
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
  // The asker cannot answer their own request: for that they are no party.
  if (!connection.addresseeId.equals(member._id)) throw notFound();
  // A request that is not shown, because its asker is not, cannot be answered (D16).
  const asker = await db.models.User.findById(connection.requesterId).lean();
  const seen = await findVisible(services, member, asker);
  if (!asker || !seen) throw notFound();
  const now = clock.now();
  const updated = await db.models.Connection.findOneAndUpdate(
    { _id: id, addresseeId: member._id, status: 'pending', createdAt: { $gt: pendingSince(now) } },
    { $set: { status, respondedAt: now } },
    { returnDocument: 'after' },
  ).lean();
  if (!updated) throw conflict();
  return updated;
}

/** The one who was asked says yes (D21). */
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

/** The one who was asked says no; nobody is told (D20, D21). */
export async function declineConnection(services: Services, member: User, id: ObjectId): Promise<void> {
  await answer(services, member, id, 'declined');
}

/** The asker withdraws, or either of two friends ends it (D21). */
export async function endConnection(services: Services, member: User, id: ObjectId): Promise<void> {
  const connection = await ownConnection(services, member, id);
  const told = statusFor(connection, member._id, services.clock.now());
  const mayEnd = told === 'accepted' || (told === 'pending' && connection.requesterId.equals(member._id));
  if (!mayEnd || !(await takeBack(services, connection))) throw conflict();
}

/**
 * Ends a friendship, or a request that waits, as far as its asker is told: a decline that they do not know of stays one underneath (D20).
 * Returns false where there is nothing to end, or somebody was faster.
 */
export async function takeBack(services: Services, connection: ConnectionDoc): Promise<boolean> {
  const { db, clock } = services;
  const { _id, status, requesterId, addresseeId } = connection;
  const now = clock.now();
  const told = statusFor(connection, requesterId, now);
  const isFriendship = told === 'accepted';
  if (!isFriendship && told !== 'pending') return false;
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
