import { errorCodes } from '@frens/contract/errors';
import { ApiError, type Form, useForm } from '@frens/platform';
import { useEffect } from 'react';
import type { OnPendingDeletion } from './account-deletion.ts';
import { useLogin, useSignUp } from './auth.queries.ts';
import type { NavigationState } from './navigation-state.ts';
import { type SignUpStep, useSignUpStep } from './use-sign-up-step.ts';

/** Values of the login form, as typed. */
export interface LoginFields {
  username: string;
  password: string;
}

/** Values of the sign-up form, as typed. */
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
  /** Values last passed from the landing page's form. Newer ones override an older draft. */
  navigationState: string;
}

/** Form and step. `isTaken`: username or address is taken, without telling which (D7), until the member changes one. */
export type SignUp = Form<SignUpFields> & { isTaken: boolean; step: SignUpStep; goBack: () => void };

/** Fields of the first step; the second is about the person. */
const accountFields = ['username', 'email', 'password', 'confirmPassword'] as const;

const emptyLogin: LoginFields = { username: '', password: '' };

/** Initial values: age and connection type are preselected, the rest is empty (spec section 5, D5). */
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
export function useLoginForm(onPendingDeletion: OnPendingDeletion) {
  return useForm({
    initial: emptyLogin,
    rules: () => import('@frens/contract/sessions').then(({ LoginBody }) => LoginBody),
    action: useLogin(onPendingDeletion),
  });
}

/**
 * The sign-up form, prefilled from the landing page (D51), with an invitation code (D45). The draft survives a reload, except
 * passwords (D63).
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
    // Returns to the step that has the invalid field.
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
    // Runs once, with the values that the page was opened with.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return { ...form, isTaken: isAccountTaken(action.error) && form.failure !== null, step, goBack };
}

function isAccountTaken(error: Error | null): boolean {
  return error instanceof ApiError && error.code === errorCodes.accountExists;
}
