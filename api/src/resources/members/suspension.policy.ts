import { errorCodes } from '@frens/contract/errors';
import type { Config } from '../../config.ts';
import { type AppError, forbidden } from '../../errors.ts';
import type { Suspension, User } from './user.model.ts';

/** The suspension in force at `now`, or null. It ends exactly at `until`, even when the job that lifts it runs later. */
export function suspensionOf({ suspended }: Pick<User, 'suspended'>, now: Date): Suspension | null {
  if (!suspended || (suspended.until && suspended.until <= now)) return null;
  return suspended;
}

/** The error for every call of a suspended member: reason, end (null: until moderators restore them) and contact. */
export function accountSuspended(
  { contact }: Pick<Config, 'contact'>,
  { reason, until }: Suspension,
): AppError {
  return forbidden(errorCodes.accountSuspended, { reason, until: until?.toISOString() ?? null, contact });
}
