import { errorCodes } from '@frens/contract/errors';
import { ApiError, type Form, useForm } from '@frens/platform';
import { useEffect } from 'react';
import type { OnEnding } from './account-deletion.ts';
import { useLogin, useSignUp } from './auth.queries.ts';
import type { NavigationState } from './navigation-state.ts';
import { type SignUpStep, useSignUpStep } from './use-sign-up-step.ts';

/** What the login form holds, as typed. */
export interface LoginFields {
  username: string;
  password: string;
}

/** What the sign-up form holds, as typed. */
export interface SignUpFields {
  username: string;
  email: string;
  password: string;
  confirmPassword: string;
  name: string;
  age: string;
  gender: string;
  connectionType: string;
  lookingFor: string;
  /** What the landing page's form navigationState here last: what is newer goes before what an older draft holds. */
  navigationState: string;
}

/** The sign-up form, its step, and whether somebody has the name or the address, until one is changed: which of them is not told (D7). */
export type SignUp = Form<SignUpFields> & { isTaken: boolean; step: SignUpStep; goBack: () => void };

/** What is asked first; the rest is about whoever signs up. */
const accountFields = ['username', 'email', 'password', 'confirmPassword'] as const;

const emptyLogin: LoginFields = { username: '', password: '' };

/** The form as it opens: an age and a connection type are chosen, all else is asked (spec section 5, D5). */
const emptySignUp: SignUpFields = {
  username: '',
  email: '',
  password: '',
  confirmPassword: '',
  name: '',
  age: '18',
  gender: '',
  connectionType: 'all',
  lookingFor: '',
  navigationState: '',
};

/** The login form. */
export function useLoginForm(onEnding: OnEnding) {
  return useForm({
    initial: emptyLogin,
    rules: () => import('@frens/contract/sessions').then(({ LoginBody }) => LoginBody),
    action: useLogin(onEnding),
  });
}

/**
 * The sign-up form, with what may have been chosen on the landing page (D51), and the code of an invitation (D45). A reload loses nothing
 * typed but the passwords (D63).
 */
export function useSignUpForm({ email, connectionType }: NavigationState, inviteCode: string | null): SignUp {
  const action = useSignUp();
  const { step, goOn, goBack, startOver } = useSignUpStep();
  const navigationState = email || connectionType ? `${connectionType ?? ''} ${email}` : '';
  const chosen = connectionType ? { connectionType } : {};
  const form = useForm({
    initial: { ...emptySignUp, email, ...chosen, navigationState },
    rules: () => import('@frens/contract/members').then(({ RegisterBody }) => RegisterBody),
    body: ({ navigationState: _carried, ...typed }) => ({
      ...typed,
      ...(inviteCode === null ? {} : { inviteCode }),
    }),
    check: ({ password, confirmPassword }) =>
      password === confirmPassword
        ? {}
        : { confirmPassword: { key: 'mf-auth:signUp.passwordsDiffer', values: {} } },
    action,
    draft: 'sign-up',
    step: step === 'account' ? { fields: accountFields, onDone: goOn } : undefined,
    // Where it can be mended.
    onRefused(error, found) {
      if (isAccountTaken(error) || accountFields.some((field) => found[field])) startOver();
      return undefined;
    },
  });
  const { values, set } = form;
  useEffect(() => {
    if (navigationState === '' || navigationState === values.navigationState) return;
    if (email) set('email', email);
    if (connectionType) set('connectionType', connectionType);
    set('navigationState', navigationState);
    // Once for what the page was opened with.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return { ...form, isTaken: isAccountTaken(action.error) && form.failure !== null, step, goBack };
}

function isAccountTaken(error: Error | null): boolean {
  return error instanceof ApiError && error.code === errorCodes.accountExists;
}
