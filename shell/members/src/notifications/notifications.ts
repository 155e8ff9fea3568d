import { type LazyScreen, lazyScreen, localesIn } from '@frens/platform';
import type { NotificationListProps } from './notification-list.tsx';

/** What the member was told of: the bell's panel and the page are this list. Its code comes when one of them is opened. */
export const Notifications: LazyScreen<NotificationListProps> = lazyScreen(() =>
  import('./notification-list.tsx').then((module) => module.NotificationList),
);

/** The texts of the list, which whoever shows it brings along as `notifications`. */
export const notificationTexts = localesIn(
  (language) => import(`../../locales/notifications/${language}.json`),
);
