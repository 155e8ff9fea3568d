import type { FieldProblem } from '@frens/contract/validation';

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
}

/** What does not fit, by field: a key to be said in the language of the moment, or the server's own sentence. */
export type Problems<Fields> = { [Field in keyof Fields]?: FieldProblem | string };

export const emptyLogin: LoginFields = { username: '', password: '' };

/** The form as it opens: an age and a connection type are chosen, all else is asked (spec section 5, D5). */
export const emptySignUp: SignUpFields = {
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
