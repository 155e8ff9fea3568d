import type { Logger } from 'pino';
import type { RequestState } from './state.ts';

/** Security events of accounts and limits, for detecting attacks (D54). */
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

/** Logs a moderation act with ids only, in addition to the record in the database (D54). */
export function logAct(log: Logger, { who, act, about }: { who: string; act: string; about: string }): void {
  log.info({ security: 'moderated', who, act, about });
}

/** Logs a security event with ids only. A replay logs nothing, because the first request has. */
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
