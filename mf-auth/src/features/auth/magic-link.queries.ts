import type { CallAnswer, CallBody } from '@frens/contract';
import { errorCodes } from '@frens/contract/errors';
import { ApiError, api, brand, session, toast, useAction, useTranslation } from '@frens/platform';
import { isPendingDeletion, type OnPendingDeletion, signInOrAskToRestore } from './account-deletion.ts';

/** Requests a sign-in link by mail (D9). */
export function useSendLink() {
  const { t } = useTranslation('mf-auth');
  return useAction({
    send: (body: CallBody<'POST /api/auth/magic-link'>) => api.call('POST /api/auth/magic-link', { body }),
    meta: { failureTitle: t('magic.sendFailed'), failureFallback: t('magic.sendFailedText') },
    onSuccess() {
      toast({ title: t('magic.toast.sent'), description: t('magic.toast.sentText') });
    },
  });
}

/**
 * Redeems the link that opened the page, and signs in (D10). Resolves to null if this browser is signed in to another
 * account: the member must confirm the switch.
 */
export function useVerifyLink(
  onVerified: (answer: CallAnswer<'POST /api/auth/verify'>) => void,
  onPendingDeletion: OnPendingDeletion,
) {
  const { t } = useTranslation('mf-auth');
  const verify = useAction({
    send: (body: CallBody<'POST /api/auth/verify'>) =>
      signInOrAskToRestore(api.call('POST /api/auth/verify', { body })).catch((error: unknown) => {
        if (error instanceof ApiError && error.code === errorCodes.otherAccount) return null;
        throw error;
      }),
    meta: { failureTitle: t('magic.verifyFailed'), failureText: 'message' },
    onSuccess(answer, body) {
      if (!answer) return;
      if (isPendingDeletion(answer)) {
        onPendingDeletion({ ...answer, keep: () => verify.run({ ...body, keepAccount: true }) });
        return;
      }
      toast({ title: t('magic.welcome', { site: brand.site }), description: t('magic.welcomeText') });
      onVerified(answer);
      session.signedIn(answer.user);
    },
  });
  return verify;
}
