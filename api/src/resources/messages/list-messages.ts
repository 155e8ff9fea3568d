import type { FriendMessage, ParsedQuery } from '@frens/contract';
import type { ObjectId } from '../../database/ids.ts';
import { positionFilter, readNewest, readPage } from '../../paging.ts';
import type { Services } from '../../services.ts';
import type { ApiContext } from '../../state.ts';
import type { User } from '../members/user.model.ts';
import { findReported } from '../visibility/find-reported.ts';
import { findConversation } from './find-conversation.ts';
import type { FriendMessageDoc } from './friend-message.model.ts';

/** Lists the messages of a conversation, newest first, without those that the viewer reported (D23). Reading is not recorded. */
export async function listMessages(
  services: Services,
  viewer: User,
  connectionId: ObjectId,
  paging: ParsedQuery<'GET /api/connections/:id/messages'>,
  ctx: ApiContext,
): Promise<FriendMessage[]> {
  await findConversation(services, viewer, connectionId);
  return readPage(ctx, paging, {
    read: (after, limit) =>
      readNewest(services.db.models.FriendMessage, { connectionId, ...positionFilter(after) }, limit),
    async present(messages) {
      const ids = messages.map(({ _id }) => _id);
      const reported = await findReported(services, viewer, 'message', ids);
      return messages.map((message) =>
        message.withdrawnAt || message.removedAt || reported.has(String(message._id))
          ? null
          : presentMessage(message, viewer),
      );
    },
  });
}

/** Presents a message to one of the two members. */
export function presentMessage(
  { _id, text, senderId, createdAt }: FriendMessageDoc,
  viewer: User,
): FriendMessage {
  return { id: String(_id), text, isMine: senderId.equals(viewer._id), createdAt: createdAt.toISOString() };
}
