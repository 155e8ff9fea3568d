import type { CallBody, NotificationSettings } from '@frens/contract';
import { api, changeData, queryOptions, useAction, useTranslation } from '@frens/platform';

/** The member's mail preferences (D48). */
export const notificationsQuery = queryOptions({
  queryKey: ['social', 'notification-settings'],
  queryFn: ({ signal }) => api.call('GET /api/notification-settings', { signal }),
});

/** Saves one preference. It patches only that field in the cache, because a concurrent save may have changed the others. */
export function useSaveNotifications() {
  const { t } = useTranslation('mf-social');
  return useAction({
    send: (changes: CallBody<'PATCH /api/notification-settings'>) =>
      api.call('PATCH /api/notification-settings', { body: changes }),
    meta: { failureTitle: t('privacy.updateFailed') },
    onSuccess: (_settings, changes) =>
      changeData<NotificationSettings>(notificationsQuery.queryKey, (before) => ({ ...before, ...changes })),
  });
}
