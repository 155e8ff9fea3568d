import { limits } from '@frens/contract/limits';
import { type Clock, isIn, minute, startedWithin } from '../../clock.ts';
import type { Session } from './session.model.ts';

/** Whether the sign-in is recent enough for a sensitive change without the password (D14). */
export function isFreshSignIn(clock: Clock, { createdAt }: Pick<Session, 'createdAt'>): boolean {
  return isIn(createdAt, startedWithin(clock, limits.freshSignInMinutes * minute));
}
