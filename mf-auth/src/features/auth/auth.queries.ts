import type { CallBody, SelfUser } from '@frens/contract';
import { api, session, toast, useAction, useTranslation } from '@frens/platform';
import { isPendingDeletion, type OnPendingDeletion, signInOrAskToRestore } from './account-deletion.ts';

/** Signs in with username or e-mail and password (D8). */
export function useLogin(onPendingDeletion: OnPendingDeletion) {
  const { t } = useTranslation('mf-auth');
  const login = useAction({
    send: (body: CallBody<'POST /api/login'>) => signInOrAskToRestore(api.call('POST /api/login', { body })),
    meta: { failureTitle: t('login.failed'), failureText: 'message' },
    onSuccess(answer, body) {
      if (isPendingDeletion(answer)) {
        onPendingDeletion({ ...answer, keep: () => login.run({ ...body, keepAccount: true }) });
        return;
      }
      toast({ title: t('login.success'), description: t('login.welcome', { name: callName(answer) }) });
      session.signedIn(answer);
    },
  });
  return login;
}

/** Creates an account and signs in (D7). */
export function useSignUp() {
  const { t } = useTranslation('mf-auth');
  return useAction({
    send: (body: CallBody<'POST /api/register'>) => api.call('POST /api/register', { body }),
    meta: { failureTitle: t('signUp.failed'), failureText: 'message' },
    onSuccess(user) {
      toast({ title: t('signUp.success'), description: t('signUp.welcome', { name: callName(user) }) });
      session.signedIn(user);
    },
  });
}

function callName({ name, username }: SelfUser): string {
  return name || username || '';
}
