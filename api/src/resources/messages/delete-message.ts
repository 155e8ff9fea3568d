import type { ObjectId } from '../../database/ids.ts';
import { notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';
import { findConversation } from './find-conversation.ts';

/**
 * Deletes a message for both members (D67). A reported message is only soft-deleted: moderators still need the evidence of a threat
 * that its sender withdraws.
 *
 * @throws 404 when there is no such message, or the caller did not send it
 */
export async function deleteMessage(
  services: Services,
  sender: User,
  connectionId: ObjectId,
  messageId: ObjectId,
): Promise<void> {
  const { FriendMessage, Report } = services.db.models;
  await findConversation(services, sender, connectionId);
  const own = { _id: messageId, connectionId, senderId: sender._id, withdrawnAt: null };
  const isReported = await Report.exists({ subjectId: messageId, subjectType: 'message' });
  const deletedCount = isReported
    ? (await FriendMessage.updateOne(own, { $set: { withdrawnAt: services.clock.now() } })).matchedCount
    : (await FriendMessage.deleteOne(own)).deletedCount;
  if (deletedCount === 0) throw notFound();
}
