import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, PageQuery, Time } from './fields.ts';
import { FriendMessage } from './friend-messages.ts';
import { PublicUser } from './members.ts';

/** A conversation in the caller's list of them (D72). */
export const ListedConversation = z.object({
  /** The connection that its calls go by. */
  id: Id,
  friend: PublicUser,
  /** The newest; null where it was taken back or reported. */
  lastMessage: FriendMessage.nullable(),
  /** When one of the two last wrote. */
  at: Time,
  isUnread: z.boolean(),
});

export const conversationEndpoints = {
  /** By their newest message. */
  'GET /api/conversations': endpoint({
    query: PageQuery,
    response: z.array(ListedConversation),
    paged: true,
  }),
};

export type ListedConversation = z.output<typeof ListedConversation>;
