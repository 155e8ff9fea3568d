import type { ObjectId } from '../../database/ids.ts';
import { notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';
import { findConversation } from './find-conversation.ts';

/**
 * Takes back what the sender wrote, for both (D67). What has been reported stays for the moderators, or whoever threatens somebody could
 * undo it.
 *
 * @throws 404 for what is not there, or is not the sender's
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
  const gone = isReported
    ? (await FriendMessage.updateOne(own, { $set: { withdrawnAt: services.clock.now() } })).matchedCount
    : (await FriendMessage.deleteOne(own)).deletedCount;
  if (gone === 0) throw notFound();
}
