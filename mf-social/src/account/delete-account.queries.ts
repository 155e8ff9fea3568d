import type { CallAnswer, CallBody, SelfUser } from '@frens/contract';
import { api, session, useAction, useTranslation } from '@frens/platform';

/**
 * Ends the account (D46). Everybody is signed out then, here as well.
 *
 * @param user who ends theirs
 * @param onEnded goes where it is said until when it can be undone, before the page of members closes
 */
export function useEndAccount(
  { hasPassword }: SelfUser,
  onEnded: (answer: CallAnswer<'DELETE /api/account'>) => void,
) {
  const { t } = useTranslation('mf-social');
  return useAction({
    send: (body: CallBody<'DELETE /api/account'>) => api.call('DELETE /api/account', { body }),
    // Without a password there is another way on, which the form shows in place of the server's sentence.
    meta: hasPassword ? { failureTitle: t('account.end.failed') } : {},
    onSuccess(answer) {
      onEnded(answer);
      session.ended();
    },
  });
}
