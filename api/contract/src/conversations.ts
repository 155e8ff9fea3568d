import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, PageQuery, Time } from './fields.ts';
import { FriendMessage } from './friend-messages.ts';
import { PublicUser } from './members.ts';

/** A conversation in the caller's list (D72). */
export const ListedConversation = z.object({
  /** The connection id, which its calls use. */
  id: Id,
  friend: PublicUser,
  /** The newest message; null if deleted or reported. */
  lastMessage: FriendMessage.nullable(),
  /** When the last message was written. */
  at: Time,
  isUnread: z.boolean(),
});

export const conversationEndpoints = {
  /** Newest message first. */
  'GET /api/conversations': endpoint({
    query: PageQuery,
    response: z.array(ListedConversation),
    paged: true,
  }),
};

export type ListedConversation = z.output<typeof ListedConversation>;
