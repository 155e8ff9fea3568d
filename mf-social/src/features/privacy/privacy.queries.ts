import type { CallBody } from '@frens/contract';
import {
  api,
  queryKeys,
  queryOptions,
  toast,
  useAction,
  useQueryClient,
  useTranslation,
} from '@frens/platform';

/** The member's own settings. */
export const privacyQuery = queryOptions({
  queryKey: queryKeys.privacySettings,
  queryFn: ({ signal }) => api.call('GET /api/privacy-settings', { signal }),
});

/** Saves the settings that changed; the answer replaces what is cached. */
export function useSavePrivacy() {
  const { t } = useTranslation('mf-social');
  const client = useQueryClient();
  return useAction({
    send: (changes: CallBody<'PATCH /api/privacy-settings'>) =>
      api.call('PATCH /api/privacy-settings', { body: changes }),
    meta: { failureTitle: t('privacy.updateFailed') },
    onSuccess: (settings) => {
      client.setQueryData(privacyQuery.queryKey, settings);
      toast({ title: t('privacy.updateSuccess'), description: t('privacy.settingsSaved'), tone: 'success' });
    },
  });
}
