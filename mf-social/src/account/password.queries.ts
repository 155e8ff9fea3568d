import type { CallBody, SelfUser } from '@frens/contract';
import { api, session, toast, useAction, useTranslation } from '@frens/platform';
import { keepPlaces } from './sessions.queries.ts';

/** Changes the password, or sets the first one. Everywhere else the member is signed out then. */
export function useChangePassword(user: SelfUser) {
  const { t } = useTranslation('mf-social');
  return useAction({
    send: (body: CallBody<'POST /api/account/password'>) => api.call('POST /api/account/password', { body }),
    meta: { failureTitle: t('account.password.failed') },
    onSuccess: () => {
      session.update({ ...user, hasPassword: true });
      keepPlaces((place) => place.current);
      toast({
        title: t('account.password.saved.title'),
        description: t('account.password.saved.description'),
        tone: 'success',
      });
    },
  });
}
