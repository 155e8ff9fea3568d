import { countByPlace, settledBy } from '../choices.ts';
import { firstPageLimits } from '../first-page-limits.ts';
import type { Notification, Unread } from '../index.ts';
import type { Answers } from './answers.ts';
import type { Resolvers } from './mock.ts';

export function countUnread({ notifications }: Answers): Unread {
  const unread = notifications.filter(({ isRead }) => !isRead);
  return countByPlace(unread.slice(0, firstPageLimits.unreadCounted));
}

/** Notifications (D48). */
export function notificationResolvers(answers: Answers) {
  const count = () => countUnread(answers);
  return {
    'GET /api/notifications': () => answers.notifications,
    'GET /api/notifications/unread': count,
    'POST /api/notifications/read': ({ body: { id, upTo = '', seen } }) => {
      const isSeen = ({ kind, actor, circle, pandaId }: Notification) =>
        settledBy[kind] === seen?.place && (!seen.id || [actor?.id, circle?.id, pandaId].includes(seen.id));
      answers.notifications = answers.notifications.map((one) =>
        one.id === id || one.createdAt <= upTo || isSeen(one) ? { ...one, isRead: true } : one,
      );
      return count();
    },
  } satisfies Partial<Resolvers>;
}
