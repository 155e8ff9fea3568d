import { errorCodes } from '@frens/contract/errors';
import { newId, type ObjectId } from '../../database/ids.ts';
import { conflict, forbidden } from '../../errors.ts';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';
import { notify, readFact } from '../notification-dispatch/notify.ts';
import { findConversation } from './find-conversation.ts';

/** Lock key that serialises the writes in one conversation. */
export function conversationKey(connectionId: ObjectId): string {
  return `conversation:${String(connectionId)}`;
}

/**
 * Sends a message to a friend (D67).
 *
 * @throws 409 when the friendship has ended, 403 when the friend takes no messages
 */
export async function sendMessage(
  services: Services,
  sender: User,
  connectionId: ObjectId,
  text: string,
): Promise<ObjectId> {
  const { db, clock } = services;
  const { Connection, FriendMessage } = db.models;
  const { friend } = await findConversation(services, sender, connectionId);
  const now = clock.now();
  // Ending the friendship writes this document too, so the two conflict and run one after the other.
  const { matchedCount } = await Connection.updateOne(
    { _id: connectionId, status: 'accepted' },
    { $set: { messagedAt: now } },
  );
  if (matchedCount === 0) throw conflict(errorCodes.friendshipEnded);
  if (!friend.privacy.allowDirectMessages) throw forbidden(errorCodes.messagesClosed);
  const _id = newId();
  await FriendMessage.create({
    _id,
    connectionId,
    senderId: sender._id,
    recipientId: friend._id,
    text,
    createdAt: now,
    withdrawnAt: null,
  });
  await notify(services, [{ kind: 'message', recipientId: friend._id, actorId: sender._id, subjectId: _id }]);
  // A reply marks the sender's notification of the friend's messages as read.
  await readFact(services, { kind: 'message', recipientId: sender._id, actorId: friend._id, subjectId: _id });
  return _id;
}
