import type { CallAnswer, CallBody, SelfUser } from '@frens/contract';
import { api, session, useAction, useTranslation } from '@frens/platform';

/**
 * Deletes the account (D46). The server ends every session, so this browser signs out as well.
 *
 * @param user the signed-in member
 * @param onEnded navigates to the page with the undo deadline, before sign-out closes the member's page
 */
export function useDeleteAccount(
  { hasPassword }: SelfUser,
  onEnded: (answer: CallAnswer<'DELETE /api/account'>) => void,
) {
  const { t } = useTranslation('mf-social');
  return useAction({
    send: (body: CallBody<'DELETE /api/account'>) => api.call('DELETE /api/account', { body }),
    // A member without a password gets a sign-in link from the form instead of the server's message.
    meta: hasPassword ? { failureTitle: t('account.end.failed') } : {},
    onSuccess(answer) {
      onEnded(answer);
      session.ended();
    },
  });
}
