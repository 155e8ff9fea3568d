import { limits } from '@frens/contract/limits';
import { type Clock, isIn, minute, startedWithin } from '../../clock.ts';
import type { Session } from './session.model.ts';

/** Whether somebody has just shown who they are, so that a sensitive change needs no password (D14). */
export function isFreshSignIn(clock: Clock, { createdAt }: Pick<Session, 'createdAt'>): boolean {
  return isIn(createdAt, startedWithin(clock, limits.freshSignInMinutes * minute));
}
