import type { SelfUser } from '@frens/contract';
import { api, session, toast, useAction, useTranslation } from '@frens/platform';

/** Resends the confirmation mail by requesting the same change again (D14). */
export function useSendChangeAgain(user: SelfUser) {
  const { t } = useTranslation('mf-social');
  return useAction({
    send: (body: { email: string; currentPassword?: string }) =>
      api.call('PATCH /api/users/:id', { params: { id: user.id }, body }),
    meta: { failureTitle: t('profile.pendingEmail.failed') },
    onSuccess(saved) {
      session.update(saved);
      toast({ title: t('profile.pendingEmail.sent'), tone: 'success' });
    },
  });
}

/** Cancels the change; the links in its mails stop working. */
export function useCancelEmailChange() {
  const { t } = useTranslation('mf-social');
  return useAction({
    send: () => api.call('DELETE /api/account/pending-email'),
    meta: { failureTitle: t('profile.pendingEmail.cancelFailed') },
    onSuccess(saved) {
      session.update(saved);
      toast({
        title: t('profile.pendingEmail.cancelled'),
        description: t('profile.pendingEmail.cancelledText', { email: saved.email }),
        tone: 'success',
      });
    },
  });
}
