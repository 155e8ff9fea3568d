import { defaultNotifications, type NotificationSettings } from '@frens/contract/notification-settings';
import type { User } from '../members/user.model.ts';

/** Which mails a member wants; what they never changed is as it is for everybody new. */
export function notificationsOf({ notifications }: Pick<User, 'notifications'>): NotificationSettings {
  return { ...defaultNotifications, ...notifications };
}
