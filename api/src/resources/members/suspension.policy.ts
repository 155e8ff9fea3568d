import { errorCodes } from '@frens/contract/errors';
import type { Config } from '../../config.ts';
import { type AppError, forbidden } from '../../errors.ts';
import type { Suspension, User } from './user.model.ts';

/** What keeps a member away at a time, or null. Its end counts from the minute, before the queue has lifted it. */
export function suspensionOf({ suspended }: Pick<User, 'suspended'>, now: Date): Suspension | null {
  if (!suspended || (suspended.until && suspended.until <= now)) return null;
  return suspended;
}

/** What a suspended member is told, whatever they ask for: why, until when (null: until they are restored), and whom to answer. */
export function accountSuspended(
  { contact }: Pick<Config, 'contact'>,
  { reason, until }: Suspension,
): AppError {
  return forbidden(errorCodes.accountSuspended, { reason, until: until?.toISOString() ?? null, contact });
}
