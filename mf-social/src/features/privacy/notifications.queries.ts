import type { CallBody, NotificationSettings } from '@frens/contract';
import { api, changeData, queryOptions, useAction, useTranslation } from '@frens/platform';

/** Which mails the member wants (D48). */
export const notificationsQuery = queryOptions({
  queryKey: ['social', 'notification-settings'],
  queryFn: ({ signal }) => api.call('GET /api/notification-settings', { signal }),
});

/** Switches a kind of mail on or off; the answer replaces what is cached. */
export function useSaveNotifications() {
  const { t } = useTranslation('mf-social');
  return useAction({
    send: (changes: CallBody<'PATCH /api/notification-settings'>) =>
      api.call('PATCH /api/notification-settings', { body: changes }),
    meta: { failureTitle: t('privacy.updateFailed') },
    onSuccess: (settings) => changeData<NotificationSettings>(notificationsQuery.queryKey, () => settings),
  });
}
