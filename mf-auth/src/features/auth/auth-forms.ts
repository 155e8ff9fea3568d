import { authDrafts } from '@frens/contract/choices';
import { errorCodes } from '@frens/contract/errors';
import { ApiError, type Form, useForm } from '@frens/platform';
import type { OnPendingDeletion } from './account-deletion.ts';
import { useLogin, useSignUp } from './auth.queries.ts';
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
 * The sign-up form, with an invitation code (D45). The draft survives a reload, except passwords (D63); the landing page's form fills it in
 * (D51).
 */
export function useSignUpForm(inviteCode: string | null): SignUp {
  const action = useSignUp();
  const { step, goOn, goBack, startOver } = useSignUpStep();
  const form = useForm({
    initial: emptySignUp,
    rules: () => import('@frens/contract/members').then(({ RegisterBody }) => RegisterBody),
    body: (typed) => ({ ...typed, ...(inviteCode === null ? {} : { inviteCode }) }),
    check: ({ password, confirmPassword }) =>
      password === confirmPassword
        ? {}
        : { confirmPassword: { key: 'mf-auth:signUp.passwordsDiffer', values: {} } },
    action,
    draft: authDrafts.signUp,
    step: step === 'account' ? { fields: accountFields, onDone: goOn } : undefined,
    // Returns to the step that has the invalid field.
    onRefused(error, found) {
      if (isAccountTaken(error) || accountFields.some((field) => found[field])) startOver();
      return undefined;
    },
  });
  return { ...form, isTaken: isAccountTaken(action.error) && form.failure !== null, step, goBack };
}

function isAccountTaken(error: Error | null): boolean {
  return error instanceof ApiError && error.code === errorCodes.accountExists;
}
