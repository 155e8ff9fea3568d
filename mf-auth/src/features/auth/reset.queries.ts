import type { CallBody } from '@frens/contract';
import { api, session, toast, useAction, useTranslation } from '@frens/platform';
import { isPendingDeletion, type OnPendingDeletion, signInOrAskToRestore } from './account-deletion.ts';

/** Requests a password reset link (D13). */
export function useSendReset() {
  const { t } = useTranslation('mf-auth');
  return useAction({
    send: (body: CallBody<'POST /api/auth/password/forgot'>) =>
      api.call('POST /api/auth/password/forgot', { body }),
    meta: { failureTitle: t('forgot.failed') },
  });
}

/** Sets the new password and signs in (D13). The card shows refusals. */
export function useResetPassword(onPendingDeletion: OnPendingDeletion, onDone: () => void) {
  const { t } = useTranslation('mf-auth');
  const reset = useAction({
    send: (body: CallBody<'POST /api/auth/password/reset'>) =>
      signInOrAskToRestore(api.call('POST /api/auth/password/reset', { body })),
    onSuccess(answer, body) {
      if (isPendingDeletion(answer)) {
        onPendingDeletion({ ...answer, keep: () => reset.run({ ...body, keepAccount: true }) });
        return;
      }
      toast({ title: t('reset.done'), description: t('reset.doneText'), tone: 'success' });
      onDone();
      session.signedIn(answer.user);
    },
  });
  return reset;
}
