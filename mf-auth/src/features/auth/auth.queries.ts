import type { SelfUser } from '@frens/contract';
import { ApiError, api, session, toast, useAction, useTranslation } from '@frens/platform';
import type { LoginFields, Problems, SignUpFields } from './form-fields.ts';

/** What came of sending a form: a member, or fields to mend. A call that failed throws. */
type Outcome<Fields> = { user: SelfUser } | { problems: Problems<Fields> };

/** Fetches the rules. A failure here means the server was out of reach, and is reported like one. */
export function loadChecks() {
  return import('./check-fields.ts').catch((cause: unknown) => {
    throw new ApiError({ status: 0, code: 'network', serverMessage: 'The form rules did not load', cause });
  });
}

/** Signs in with username or e-mail and password (D8). */
export function useLogin() {
  const { t } = useTranslation('mf-auth');
  return useAction({
    send: async (fields: LoginFields): Promise<Outcome<LoginFields>> => {
      const { body, problems } = (await loadChecks()).checkLogin(fields);
      if (problems) return { problems };
      return { user: await api.call('POST /api/login', { body }) };
    },
    meta: { failureTitle: t('login.failed') },
    onSuccess(outcome) {
      if (!('user' in outcome)) return;
      toast({ title: t('login.success'), description: t('login.welcome', { name: callName(outcome.user) }) });
      session.signedIn(outcome.user);
    },
  });
}

/** Makes an account and signs in (D7). */
export function useSignUp() {
  const { t } = useTranslation('mf-auth');
  return useAction({
    send: async (fields: SignUpFields): Promise<Outcome<SignUpFields>> => {
      const { body, problems } = (await loadChecks()).checkSignUp(fields);
      if (problems) return { problems };
      return { user: await api.call('POST /api/register', { body }) };
    },
    meta: { failureTitle: t('signUp.failed') },
    onSuccess(outcome) {
      if (!('user' in outcome)) return;
      toast({
        title: t('signUp.success'),
        description: t('signUp.welcome', { name: callName(outcome.user) }),
      });
      session.signedIn(outcome.user);
    },
  });
}

function callName({ name, username }: SelfUser): string {
  return name || username || '';
}
