import type { CallBody, SelfUser } from '@frens/contract';
import { api, session, toast, useAction, useTranslation } from '@frens/platform';
import { filterSessions } from './sessions.queries.ts';

/** Changes the password, or sets the first one. The server ends all other sessions. */
export function useChangePassword(user: SelfUser) {
  const { t } = useTranslation('mf-social');
  return useAction({
    send: (body: CallBody<'POST /api/account/password'>) => api.call('POST /api/account/password', { body }),
    meta: { failureTitle: t('account.password.failed') },
    onSuccess: () => {
      session.update({ ...user, hasPassword: true });
      filterSessions((place) => place.current);
      toast({
        title: t('account.password.saved.title'),
        description: t('account.password.saved.description'),
        tone: 'success',
      });
    },
  });
}
