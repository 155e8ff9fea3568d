import { logSecurity } from '../../security-log.ts';
import type { Services } from '../../services.ts';
import type { ApiContext } from '../../state.ts';
import type { User } from '../members/user.model.ts';
import { readTrustedDevice } from './device-cookie.ts';
import { tryPassword } from './login-throttle.ts';

/**
 * Verifies the current password sent with a request; null when none was sent or none is set. Counts as a sign-in attempt, and logs a
 * wrong one as a security event (D8, D54). Call this before a transaction: hashing is slow, and would hold it open.
 *
 * @throws 429 past the limit of attempts
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
