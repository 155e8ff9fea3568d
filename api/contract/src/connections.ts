import { z } from 'zod';
import { perDay } from './call-limits.ts';
import { connectionStatuses } from './choices.ts';
import { endpoint } from './endpoint.ts';
import { Id, PageQuery, Time, text } from './fields.ts';
import { limits } from './limits.ts';
import { PublicUser } from './members.ts';

const Direction = z.enum(['outgoing', 'incoming']);

/** One request or friendship, from the caller's side (D20). */
export const Connection = z.object({
  id: Id,
  friendId: Id,
  status: z.enum(connectionStatuses),
  direction: Direction,
  createdAt: Time,
});

export const Friend = z.object({ id: Id, friendId: Id, friend: PublicUser, since: Time });

export const PendingConnection = z.object({
  id: Id,
  direction: Direction,
  user: PublicUser,
  note: z.string(),
  createdAt: Time,
});

export const CreateConnectionBody = z.object({
  friendId: z
    .string({ error: 'validation.friendId' })
    .min(1, 'validation.friendId')
    .max(64, 'validation.friendId'),
  note: text({ max: limits.connectionNote.max, lines: true }).optional(),
});

export const connectionEndpoints = {
  /** 201 for a new request; 200 when the other had already asked: both are friends now. */
  'POST /api/connections': endpoint({
    access: 'complete',
    status: 201,
    otherStatus: 200,
    limits: [
      { ...perDay(limits.connections.perDay), newcomerPoints: limits.connections.perDayNewOrUnverified },
    ],
    body: CreateConnectionBody,
    response: Connection,
    refuses: ['403 requests_closed', '404 not_found', '409 already_connected', '409 already_requested'],
  }),
  'GET /api/connections': endpoint({ query: PageQuery, response: z.array(Friend), paged: true }),
  'GET /api/connections/pending': endpoint({
    query: PageQuery,
    response: z.array(PendingConnection),
    paged: true,
  }),
  'POST /api/connections/:id/accept': endpoint({
    access: 'complete',
    response: Connection,
    refuses: ['404 not_found', '409 conflict'],
  }),
  'POST /api/connections/:id/decline': endpoint({
    response: Connection,
    refuses: ['404 not_found', '409 conflict'],
  }),
  /** Withdraws a pending request, or ends a friendship. */
  'DELETE /api/connections/:id': endpoint({ status: 204, refuses: ['404 not_found', '409 conflict'] }),
};

export type Connection = z.output<typeof Connection>;
export type Friend = z.output<typeof Friend>;
export type PendingConnection = z.output<typeof PendingConnection>;
