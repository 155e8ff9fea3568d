import type { Logger } from 'pino';
import type { RequestState } from './state.ts';

/** What is told of accounts and limits, for those who look for attacks (D54). */
type SecurityEvent =
  | 'sign_in'
  | 'sign_in_failed'
  | 'signed_out'
  | 'wrong_password'
  | 'password_changed'
  | 'password_reset'
  | 'password_removed'
  | 'exported'
  | 'email_confirmed'
  | 'address_freed'
  | 'email_changed'
  | 'email_restored'
  | 'email_change_asked'
  | 'email_change_refused'
  | 'email_change_cancelled'
  | 'account_ended'
  | 'account_kept'
  | 'sessions_ended'
  | 'limit_hit';

/** Writes down what a moderator did, beside the log of acts that the database keeps (D54): about whom or what by id alone. */
export function logAct(log: Logger, { who, act, about }: { who: string; act: string; about: string }): void {
  log.info({ security: 'moderated', who, act, about });
}

/**
 * Writes a security event down: who by id, never by name or address. A repeated request did nothing, and the first one has
 * told of what it did.
 */
export function logSecurity(
  { log }: { log: Logger },
  { state }: { state: RequestState },
  event: SecurityEvent,
  memberId = state.caller?.user._id,
): void {
  const { requestId, route, isReplay } = state;
  if (isReplay) return;
  log.info({ security: event, requestId, route, memberId: memberId && String(memberId) });
}
