// The contract's rules with their library: fetched when a form is first touched, not with the page.
import { RegisterBody } from '@frens/contract/members';
import { LoginBody } from '@frens/contract/sessions';
import { type FieldProblem, fieldProblems } from '@frens/contract/validation';
import type { LoginFields, SignUpFields } from './form-fields.ts';

type Checked<Body> =
  | { body: Body; problems?: undefined }
  | { body?: undefined; problems: Record<string, FieldProblem> };

/** Fits what was typed to the login call, or says what does not fit. */
export function checkLogin(fields: LoginFields): Checked<LoginBody> {
  const { data, error } = LoginBody.safeParse(fields);
  return error ? { problems: inFull(fieldProblems(error.issues)) } : { body: data };
}

/** Fits what was typed to the registration call, or says everything that does not fit. */
export function checkSignUp(fields: SignUpFields): Checked<RegisterBody> {
  const { data, error } = RegisterBody.safeParse(fields);
  const problems = error ? inFull(fieldProblems(error.issues)) : {};
  if (fields.confirmPassword !== fields.password) {
    problems.confirmPassword = { key: 'mf-auth:signUp.passwordsDiffer', values: {} };
  }
  return data && !problems.confirmPassword ? { body: data } : { problems };
}

/** The contract's messages are keys of the namespace that carries its texts. */
function inFull(problems: Record<string, FieldProblem>): Record<string, FieldProblem> {
  return Object.fromEntries(
    Object.entries(problems).map(([field, { key, values }]) => [field, { key: `contract:${key}`, values }]),
  );
}

type LoginBody = ReturnType<typeof LoginBody.parse>;
type RegisterBody = ReturnType<typeof RegisterBody.parse>;
