import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** Which mails a member wants (D48). Those for the safety of the account always come. */
export const NotificationSettings = z.object({
  /** A friend has written (D67). */
  mailMessages: z.boolean({ error: 'validation.switch' }),
});

/** What a new member starts with. */
export const defaultNotifications: NotificationSettings = { mailMessages: true };

export const notificationSettingsEndpoints = {
  'GET /api/notification-settings': endpoint({ response: NotificationSettings }),
  'PATCH /api/notification-settings': endpoint({
    body: NotificationSettings.partial(),
    response: NotificationSettings,
  }),
};

export type NotificationSettings = z.output<typeof NotificationSettings>;
