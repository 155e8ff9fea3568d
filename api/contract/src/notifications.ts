import { z } from 'zod';
import { notificationKinds, securityEvents } from './choices.ts';
import { endpoint } from './endpoint.ts';
import { Id, PageQuery, Time } from './fields.ts';
import { limits } from './limits.ts';
import { PublicUser } from './members.ts';

/** Something that happened to the caller (D48), told while it stands: a request that was taken back tells nothing any more. */
export const Notification = z.object({
  id: Id,
  kind: z.enum(notificationKinds),
  /** Who did it; null where the site itself tells, and where it does not say who. */
  actor: PublicUser.pick({ id: true, username: true, name: true, profileImage: true }).nullable(),
  /** Of an introduction: to whom the caller was introduced, or who became the actor's friend; null who is not shown to the caller. */
  other: PublicUser.pick({ id: true, name: true }).nullable(),
  /** Of what is about a circle. */
  circle: z.object({ id: Id, name: z.string() }).nullable(),
  /** Of what is about the caller's Panda. */
  pandaId: Id.nullable(),
  /** Of `security`: what happened to the account. */
  event: z.enum(securityEvents).nullable(),
  isRead: z.boolean(),
  createdAt: Time,
});

/** How many notifications are unread; from `limits.unreadCounted` on it is that number, and nobody counts further. */
export const Unread = z.object({ unread: z.number().int().min(0).max(limits.unreadCounted) });

export const ReadNotificationsBody = z
  .object({
    /** One of them. */
    id: Id.optional(),
    /** All of this time and before: what came after the caller looked stays unread. */
    upTo: z.iso.datetime({ error: 'validation.time' }).optional(),
  })
  .refine(({ id, upTo }) => (id === undefined) !== (upTo === undefined), {
    error: 'validation.readNotifications',
    path: ['id'],
  });

export const notificationEndpoints = {
  'GET /api/notifications': endpoint({
    query: PageQuery,
    response: z.array(Notification),
    paged: true,
  }),
  /** What every page view asks for. */
  'GET /api/notifications/unread': endpoint({ response: Unread }),
  /** What is read already, or is gone, stays so. */
  'POST /api/notifications/read': endpoint({ body: ReadNotificationsBody, response: Unread }),
};

export type Notification = z.output<typeof Notification>;
