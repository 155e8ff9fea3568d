import type { CallBody, SelfUser } from '@frens/contract';
import { api, queryClient, queryKeys, ToldError, toast, useAction, useTranslation } from '@frens/platform';
import { cacheSelf } from './picture/picture.queries.ts';

/** Request body of the edit form. */
export type ProfileChanges = CallBody<'PATCH /api/users/:id'>;

/** Saves the profile; the answer updates the session. */
export function useSaveProfile(user: SelfUser) {
  const { t } = useTranslation('mf-social');
  return useAction({
    async send(changes: ProfileChanges) {
      // Another tab has signed out or switched accounts meanwhile.
      if (queryClient.getQueryData<SelfUser>(queryKeys.session)?.id !== user.id)
        throw new ToldError(t('profile.notAuthenticated'));
      return api.call('PATCH /api/users/:id', { params: { id: user.id }, body: changes });
    },
    meta: { failureTitle: t('profile.updateFailed'), failureText: 'message' },
    onSuccess: (saved, { email }) => {
      cacheSelf(saved);
      const updated = t('profile.updated.description');
      const waits = email !== undefined && saved.pendingEmail === email;
      toast({
        title: t('profile.updated.title'),
        description: waits ? `${updated} ${t('profile.updated.linkSent', { email })}` : updated,
        tone: 'success',
      });
    },
  });
}
