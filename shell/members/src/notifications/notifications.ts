import { type LazyScreen, lazyScreen, localesIn } from '@frens/platform';
import type { NotificationListProps } from './notification-list.tsx';

/** The list of notifications in the bell's panel and on its page; lazy-loaded when one of them opens. */
export const Notifications: LazyScreen<NotificationListProps> = lazyScreen(() =>
  import('./notification-list.tsx').then((module) => module.NotificationList),
);

/** The texts of the list; a remote that shows it adds them under the namespace `notifications`. */
export const notificationTexts = localesIn(
  (language) => import(`../../locales/notifications/${language}.json`),
);
