import type { NotificationKind } from '@frens/contract/choices';
import { defaultNotifications, type NotificationSettings } from '@frens/contract/notification-settings';
import type { User } from '../members/user.model.ts';

/** The kinds of notification that are also sent by mail, each with the setting that stops it (D48). */
export const mailSwitches = {
  request: 'mailRequests',
  message: 'mailMessages',
  suggestion: 'mailIntroductions',
  suggestionAccepted: 'mailIntroductions',
  introductionMade: 'mailIntroductions',
  circleInvitation: 'mailInvitations',
} as const satisfies Partial<Record<NotificationKind, keyof NotificationSettings>>;

/** A kind of notification that is also sent by mail. */
export type NewsKind = keyof typeof mailSwitches;

/** Whether a kind of notification is also sent by mail. */
export function isNews(kind: NotificationKind): kind is NewsKind {
  return kind in mailSwitches;
}

/** A member's mail settings, with the defaults for those they never changed. */
export function notificationsOf({ notifications }: Pick<User, 'notifications'>): NotificationSettings {
  return { ...defaultNotifications, ...notifications };
}

/** The kinds of news that a member wants by mail. */
export function newsWantedBy(member: Pick<User, 'notifications'>): NewsKind[] {
  const settings = notificationsOf(member);
  // Safe: `mailSwitches` has exactly these keys.
  return (Object.keys(mailSwitches) as NewsKind[]).filter((kind) => settings[mailSwitches[kind]]);
}
