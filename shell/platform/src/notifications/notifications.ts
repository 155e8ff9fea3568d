import { lazyScreen } from '../lazy-screen.tsx';

/** What the member was told of: the bell's panel and the page are this list. Its code comes when one of them is opened. */
export const Notifications = lazyScreen(() =>
  import('./notification-list.tsx').then((module) => module.NotificationList),
);
