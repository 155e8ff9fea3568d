import { z } from 'zod';
import { ofDone, perDay } from './call-limits.ts';
import { endpoint } from './endpoint.ts';
import { Id, PageQuery, Time, text } from './fields.ts';
import { limits } from './limits.ts';

/** A message between two friends (D67), as one of them sees it: plain text with its lines. */
export const FriendMessage = z.object({
  id: Id,
  text: z.string(),
  /** Whether the caller wrote it. Whether anybody has read it is never exposed. */
  isMine: z.boolean(),
  createdAt: Time,
});

export const SendMessageBody = z.object({
  text: text({ min: 1, max: limits.messages.max, lines: true, tooShort: 'validation.message' }),
});

/** `:id` is a present or past friendship of the caller; any other id is 404. */
export const friendMessageEndpoints = {
  /** Newest first, like every list. */
  'GET /api/connections/:id/messages': endpoint({
    query: PageQuery,
    response: z.array(FriendMessage),
    paged: true,
    refuses: ['404 not_found'],
  }),
  /** 403 `messages_closed` if the friend takes no messages, 409 `friendship_ended` after the friendship. */
  'POST /api/connections/:id/messages': endpoint({
    access: 'complete',
    status: 201,
    limits: [ofDone(perDay(limits.messages.perDay))],
    body: SendMessageBody,
    response: FriendMessage,
    refuses: ['403 messages_closed', '404 not_found', '409 friendship_ended'],
  }),
  /** Deletes the caller's message for both. */
  'DELETE /api/connections/:id/messages/:mid': endpoint({ status: 204, refuses: ['404 not_found'] }),
};

export type FriendMessage = z.output<typeof FriendMessage>;
