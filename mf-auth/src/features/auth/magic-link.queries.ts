import type { CallAnswer, CallBody } from '@frens/contract';
import { errorCodes } from '@frens/contract/errors';
import { ApiError, api, brand, session, toast, useAction, useTranslation } from '@frens/platform';
import { isEnding, type OnEnding, signInOrAsk } from './account-deletion.ts';

/** Asks for a link by mail (D9). */
export function useSendLink() {
  const { t } = useTranslation('mf-auth');
  return useAction({
    send: (body: CallBody<'POST /api/auth/magic-link'>) => api.call('POST /api/auth/magic-link', { body }),
    meta: {
      failureTitle: t('magic.sendFailed'),
      failureFallback: t('magic.sendFailedText'),
    },
    onSuccess() {
      toast({ title: t('magic.toast.sent'), description: t('magic.toast.sentText') });
    },
  });
}

/**
 * Spends the link that the page was opened with, and signs in (D10). Null: this browser is signed in to another account, and
 * its reader is to be asked.
 */
export function useVerifyLink(
  onVerified: (answer: CallAnswer<'POST /api/auth/verify'>) => void,
  onEnding: OnEnding,
) {
  const { t } = useTranslation('mf-auth');
  const verify = useAction({
    send: (body: CallBody<'POST /api/auth/verify'>) =>
      signInOrAsk(api.call('POST /api/auth/verify', { body })).catch((error: unknown) => {
        if (error instanceof ApiError && error.code === errorCodes.otherAccount) return null;
        throw error;
      }),
    meta: { failureTitle: t('magic.verifyFailed'), failureText: 'message' },
    onSuccess(answer, body) {
      if (!answer) return;
      if (isEnding(answer)) {
        onEnding({ ...answer, keep: () => verify.run({ ...body, keepAccount: true }) });
        return;
      }
      toast({ title: t('magic.welcome', { site: brand.site }), description: t('magic.welcomeText') });
      onVerified(answer);
      session.signedIn(answer.user);
    },
  });
  return verify;
}
