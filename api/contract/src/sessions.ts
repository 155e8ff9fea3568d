import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, Time } from './fields.ts';
import { limits } from './limits.ts';
import { SelfUser } from './members.ts';

/** Confirms that an account pending deletion is to be kept (D46). */
export const KeepAccount = z.boolean({ error: 'validation.switch' }).optional();

export const LoginBody = z.object({
  /** A username or an e-mail address (D8). */
  username: z
    .string({ error: 'validation.login.username' })
    .trim()
    .min(1, 'validation.login.username')
    .max(limits.email.max, 'validation.login.username'),
  password: z
    .string({ error: 'validation.login.password' })
    .min(1, 'validation.login.password')
    .max(1024, 'validation.login.password'),
  keepAccount: KeepAccount,
});

/** A session of the member (D11). */
export const SignedInPlace = z.object({
  id: Id,
  createdAt: Time,
  /** Rounded to five minutes. */
  lastSeenAt: Time,
  /** From the user agent; null if unknown. */
  browser: z.object({ name: z.string(), system: z.string().nullable() }).nullable(),
  /** The current session. */
  current: z.boolean(),
});

export const sessionEndpoints = {
  'POST /api/login': endpoint({
    access: 'public',
    body: LoginBody,
    response: SelfUser,
    refuses: ['401 invalid_credentials', '403 account_ending'],
  }),
  'POST /api/logout': endpoint({
    access: 'public',
    response: z.object({ success: z.literal(true) }),
  }),
  'GET /api/sessions': endpoint({ response: z.array(SignedInPlace) }),
  /** Ends a session, also the current one. */
  'DELETE /api/sessions/:id': endpoint({ status: 204, refuses: ['404 not_found'] }),
  'POST /api/sessions/revoke-others': endpoint({ status: 204 }),
};

export type SignedInPlace = z.output<typeof SignedInPlace>;
