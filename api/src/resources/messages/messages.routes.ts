import { notFound } from '../../errors.ts';
import { defineResource } from '../../resource.ts';
import { deleteMessage } from './delete-message.ts';
import { findConversation } from './find-conversation.ts';
import { listConversations } from './list-conversations.ts';
import { listMessages, presentMessage } from './list-messages.ts';
import { conversationKey, sendMessage } from './send-message.ts';

export const messages = defineResource((on) => {
  on('GET /api/conversations', async ({ query, caller, services, ctx }) =>
    listConversations(services, caller.user, query, ctx),
  );

  on('GET /api/connections/:id/messages', async ({ ids: { id }, query, caller: { user }, services, ctx }) =>
    listMessages(services, user, id, query, ctx),
  );

  on(
    'POST /api/connections/:id/messages',
    async ({ ids: { id }, body, caller: { user }, services, transact }) =>
      transact(
        {
          lockKeys: [conversationKey(id)],
          run: async () => ({ messageId: await sendMessage(services, user, id, body.text) }),
        },
        async ({ messageId }) => {
          // A retry under the same idempotency key may follow a deletion of the message, or a block between the two.
          await findConversation(services, user, id);
          const message = await services.db.models.FriendMessage.findOne({
            _id: messageId,
            withdrawnAt: null,
            removedAt: null,
          }).lean();
          if (!message) throw notFound();
          return presentMessage(message, user);
        },
      ),
  );

  on(
    'DELETE /api/connections/:id/messages/:mid',
    async ({ ids: { id, mid }, caller: { user }, services, transact }) =>
      transact({ lockKeys: [conversationKey(id)], run: () => deleteMessage(services, user, id, mid) }),
  );
});
