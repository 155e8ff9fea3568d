import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const wanted = z.boolean({ error: 'validation.switch' });

/** Which mails a member wants (D48). Those for the safety of the account always come. */
export const NotificationSettings = z.object({
  /** A friend has written (D67). */
  mailMessages: wanted,
  /** Somebody would like to be a friend (D20). */
  mailRequests: wanted,
  /** Somebody introduces the member, both said yes, or an introduction of theirs made friends (D25). */
  mailIntroductions: wanted,
  /** A friend invites into a circle (D30). */
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
