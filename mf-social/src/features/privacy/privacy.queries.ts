import type { CallBody, PrivacySettings } from '@frens/contract';
import { api, changeData, queryKeys, queryOptions, toast, useAction, useTranslation } from '@frens/platform';

/** The member's privacy settings. */
export const privacyQuery = queryOptions({
  queryKey: queryKeys.privacySettings,
  queryFn: ({ signal }) => api.call('GET /api/privacy-settings', { signal }),
});

/** Saves the changed settings; the answer replaces the cache. */
export function useSavePrivacy() {
  const { t } = useTranslation('mf-social');
  return useAction({
    send: (changes: CallBody<'PATCH /api/privacy-settings'>) =>
      api.call('PATCH /api/privacy-settings', { body: changes }),
    meta: { failureTitle: t('privacy.updateFailed'), failureText: 'message' },
    onSuccess: (settings) => {
      changeData<PrivacySettings>(privacyQuery.queryKey, () => settings);
      toast({ title: t('privacy.updateSuccess'), description: t('privacy.settingsSaved'), tone: 'success' });
    },
  });
}
