import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { SelfUser } from './members.ts';

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
});

export const sessionEndpoints = {
  'POST /api/login': endpoint({ access: 'public', body: LoginBody, response: SelfUser }),
  'POST /api/logout': endpoint({
    access: 'public',
    response: z.object({ success: z.literal(true) }),
  }),
};
