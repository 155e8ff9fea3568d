import { limits } from '@frens/contract/limits';
import { day, second } from '../../clock.ts';
import { tooMany } from '../../errors.ts';
import type { CallServices } from '../../services.ts';
import type { Caller } from '../../state.ts';
import { keyOf } from './user.model.ts';

/** A new address is sent a mail, so that a member could write to strangers through it: so many a day, and no more. */
export async function limitNewAddresses(
  { limiter }: CallServices,
  { user }: Caller,
  email: string | undefined,
): Promise<void> {
  if (email === undefined || keyOf(email) === user.emailKey) return;
  const { newPerDay } = limits.addressMails;
  const counter = { name: 'new address', who: String(user._id), points: newPerDay, seconds: day / second };
  const { passed, resetMs } = await limiter.count(counter);
  if (!passed) throw tooMany(resetMs / second);
}
