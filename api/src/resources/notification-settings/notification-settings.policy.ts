import type { NotificationKind } from '@frens/contract/choices';
import { defaultNotifications, type NotificationSettings } from '@frens/contract/notification-settings';
import type { User } from '../members/user.model.ts';

/** Of what mails tell beside the notification, and by which switch each can be stopped (D48). */
export const mailSwitches = {
  request: 'mailRequests',
  message: 'mailMessages',
  suggestion: 'mailIntroductions',
  suggestionAccepted: 'mailIntroductions',
  introductionMade: 'mailIntroductions',
  circleInvitation: 'mailInvitations',
} as const satisfies Partial<Record<NotificationKind, keyof NotificationSettings>>;

/** A kind of news that mails tell of. */
export type NewsKind = keyof typeof mailSwitches;

/** Tells whether mails tell of a kind of notification. */
export function isNews(kind: NotificationKind): kind is NewsKind {
  return kind in mailSwitches;
}

/** Which mails a member wants; what they never changed is as it is for everybody new. */
export function notificationsOf({ notifications }: Pick<User, 'notifications'>): NotificationSettings {
  return { ...defaultNotifications, ...notifications };
}

/** The kinds of news that a member wants mails of. */
export function newsWantedBy(member: Pick<User, 'notifications'>): NewsKind[] {
  const settings = notificationsOf(member);
  // True because these are its keys.
  return (Object.keys(mailSwitches) as NewsKind[]).filter((kind) => settings[mailSwitches[kind]]);
}
