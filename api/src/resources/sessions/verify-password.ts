import { logSecurity } from '../../security-log.ts';
import type { Services } from '../../services.ts';
import type { ApiContext } from '../../state.ts';
import type { User } from '../members/user.model.ts';
import { readTrustedDevice } from './device-cookie.ts';
import { tryPassword } from './login-throttle.ts';

/**
 * Whether the password that came with a request is its member's; null when none came or none is set. Counted as a try to sign in, and a
 * wrong one is told as a security event (D8, D54). To be asked before a transaction: hashing is slow and would hold it open.
 */
export async function verifyPassword(
  services: Services,
  ctx: ApiContext,
  { _id, passwordHash }: User,
  password: string | undefined,
): Promise<boolean | null> {
  if (password === undefined || passwordHash === null) return null;
  const check = () => services.passwords.verify(passwordHash, password);
  const device = await readTrustedDevice(services, ctx, String(_id));
  const isRight = await tryPassword(services, String(_id), ctx.state.network, check, device);
  if (!isRight) logSecurity(services, ctx, 'wrong_password');
  return isRight;
}
