import type { CallBody, Notification } from '@frens/contract';
import { api, changeItems, queryClient, queryKeys, useAction, useTranslation } from '@frens/platform';
import { unreadQuery } from './unread.ts';

/** Marks one notification as read, or all up to a time. */
export function useReadNotifications({ showsFailure }: { showsFailure: boolean }) {
  const { t } = useTranslation('notifications');
  return useAction({
    lockBy: ({ id = '' }: CallBody<'POST /api/notifications/read'>) => id,
    send: (body: CallBody<'POST /api/notifications/read'>) =>
      api.call('POST /api/notifications/read', { body }),
    // When a link is followed, the mark that stays shows the failure.
    meta: showsFailure ? { failureTitle: t('readFailed') } : {},
    onSuccess(unread, { id, upTo = '' }) {
      queryClient.setQueryData(unreadQuery.queryKey, unread);
      changeItems<Notification>(queryKeys.notifications, (one) =>
        one.id === id || one.createdAt <= upTo ? { ...one, isRead: true } : one,
      );
    },
  });
}
