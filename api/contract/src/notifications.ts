import { z } from 'zod';
import { notificationKinds, notificationOutcomes, notificationPlaces, securityEvents } from './choices.ts';
import { endpoint } from './endpoint.ts';
import { Id, PageQuery, Time } from './fields.ts';
import { firstPageLimits } from './first-page-limits.ts';
import { NamedMember, PublicUser } from './members.ts';

/** A notification (D48), shown while its subject exists: a withdrawn request has none. */
export const Notification = z.object({
  id: Id,
  kind: z.enum(notificationKinds),
  /** The actor; null where there is none or it is not shown. */
  actor: NamedMember.nullable(),
  /** The third member of an introduction: whom the caller was introduced to, or the actor's new friend. Null if not visible to the caller. */
  other: PublicUser.pick({ id: true, name: true }).nullable(),
  /** The circle concerned, if any. */
  circle: z.object({ id: Id, name: z.string() }).nullable(),
  /** The caller's Panda, if concerned. */
  pandaId: Id.nullable(),
  /** For `security`: the account event. */
  event: z.enum(securityEvents).nullable(),
  /** The outcome of its request: accepted by the caller and waiting for the other, or both are friends. */
  outcome: z.enum(notificationOutcomes).nullable(),
  isRead: z.boolean(),
  createdAt: Time,
});

const UnreadCount = z.number().int().min(0).max(firstPageLimits.unreadCounted);

/** The unread count, capped at `firstPageLimits.unreadCounted`, and how many of them a look at each place settles. */
export const Unread = z.object({
  unread: UnreadCount,
  places: z.partialRecord(z.enum(notificationPlaces), UnreadCount),
});

export const ReadNotificationsBody = z
  .object({
    /** A single notification. */
    id: Id.optional(),
    /** All up to this time: later ones stay unread. */
    upTo: z.iso.datetime({ error: 'validation.time' }).optional(),
    /** Those settled by opening a page: a person, a conversation, a circle, its posts or a Panda, by id. */
    seen: z.object({ place: z.enum(notificationPlaces), id: Id.optional() }).optional(),
  })
  .refine((body) => Object.values(body).filter((value) => value !== undefined).length === 1, {
    error: 'validation.readNotifications',
    path: ['id'],
  });

export const notificationEndpoints = {
  'GET /api/notifications': endpoint({ query: PageQuery, response: z.array(Notification), paged: true }),
  /** Requested with every page view but a document's first. */
  'GET /api/notifications/unread': endpoint({ response: Unread }),
  /** Idempotent: notifications that are read or deleted stay so. */
  'POST /api/notifications/read': endpoint({ body: ReadNotificationsBody, response: Unread }),
};

export type Notification = z.output<typeof Notification>;
export type Unread = z.infer<typeof Unread>;
