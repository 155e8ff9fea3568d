import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const wanted = z.boolean({ error: 'validation.switch' });

/** A member's mail preferences (D48). Security mails are always sent. */
export const NotificationSettings = z.object({
  /** A friend's message (D67). */
  mailMessages: wanted,
  /** A friend request (D20). */
  mailRequests: wanted,
  /** An introduction of the member, its acceptance by both, or the success of one they made (D25). */
  mailIntroductions: wanted,
  /** A friend's invitation to a circle (D30). */
  mailInvitations: wanted,
});

/** Defaults of a new member. */
export const defaultNotifications: NotificationSettings = {
  mailMessages: true,
  mailRequests: true,
  mailIntroductions: true,
  mailInvitations: true,
};

export const notificationSettingsEndpoints = {
  'GET /api/notification-settings': endpoint({ response: NotificationSettings }),
  'PATCH /api/notification-settings': endpoint({
    body: NotificationSettings.partial(),
    response: NotificationSettings,
  }),
};

export type NotificationSettings = z.output<typeof NotificationSettings>;
