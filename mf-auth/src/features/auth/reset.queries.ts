import type { CallBody } from '@frens/contract';
import { api, session, toast, useAction, useTranslation } from '@frens/platform';

/** Asks for a link to choose a new password (D13). */
export function useSendReset() {
  const { t } = useTranslation('mf-auth');
  return useAction({
    send: (body: CallBody<'POST /api/auth/password/forgot'>) =>
      api.call('POST /api/auth/password/forgot', { body }),
    meta: { failureTitle: t('forgot.failed') },
  });
}

/** Sets the new password and signs in (D13). The card says what was refused. */
export function useResetPassword() {
  const { t } = useTranslation('mf-auth');
  return useAction({
    send: (body: CallBody<'POST /api/auth/password/reset'>) =>
      api.call('POST /api/auth/password/reset', { body }),
    onSuccess({ user }) {
      toast({ title: t('reset.done'), description: t('reset.doneText'), tone: 'success' });
      session.signedIn(user);
    },
  });
}
