import type { CallBody, Notification } from '@frens/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../api.ts';
import { changeItems } from '../cache.ts';
import { queryClient } from '../current-platform.ts';
import { pagedQuery } from '../lists/paged-query.ts';
import { queryKeys } from '../query-client.ts';
import { useTranslation } from '../texts.ts';
import { useAction } from '../use-action.ts';

/** How many notifications are unread, as the bell says it (D60). */
export const unreadQuery = queryOptions({
  queryKey: queryKeys.unread,
  queryFn: ({ signal }) => api.call('GET /api/notifications/unread', { signal }),
});

/** What the member was told of, newest first. */
export const notificationsQuery = pagedQuery<Notification>(queryKeys.notifications, ({ cursor, signal }) =>
  api.page('GET /api/notifications', { query: { limit: 20, cursor }, signal }),
);

/** Marks one notification as read, or all up to a time. */
export function useReadNotifications({ isTold }: { isTold: boolean }) {
  const { t } = useTranslation('shell');
  return useAction({
    lockBy: ({ id = '' }: CallBody<'POST /api/notifications/read'>) => id,
    send: (body: CallBody<'POST /api/notifications/read'>) =>
      api.call('POST /api/notifications/read', { body }),
    // Of one that leads elsewhere the failure is told by the mark that stays.
    meta: isTold ? { failureTitle: t('notifications.readFailed') } : {},
    onSuccess(unread, { id, upTo = '' }) {
      queryClient.setQueryData(unreadQuery.queryKey, unread);
      changeItems<Notification>(queryKeys.notifications, (one) =>
        one.id === id || one.createdAt <= upTo ? { ...one, isRead: true } : one,
      );
    },
  });
}
