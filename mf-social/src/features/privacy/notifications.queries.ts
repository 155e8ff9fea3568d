import type { CallBody, NotificationSettings } from '@frens/contract';
import { api, changeData, queryOptions, useAction, useTranslation } from '@frens/platform';

/** Which mails the member wants (D48). */
export const notificationsQuery = queryOptions({
  queryKey: ['social', 'notification-settings'],
  queryFn: ({ signal }) => api.call('GET /api/notification-settings', { signal }),
});

/** Switches a kind of mail on or off; what else is cached may have been changed by another answer meanwhile. */
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
