import { type Endpoint, parseKey } from './endpoint.ts';
import type { Refusal } from './errors.ts';

/**
 * Refusals of any call: by the site's state, limits, malformed requests or concurrent changes.
 * A status alone means the first one with that status.
 */
export const commonRefusals = [
  '400 invalid',
  '401 session_ended',
  '403 forbidden',
  '403 account_suspended',
  '404 not_found',
  '405 method_not_allowed',
  '408 request_timeout',
  '409 conflict',
  '409 client_too_old',
  '409 request_running',
  '413 too_large',
  '429 too_many_requests',
  '429 unconfirmed_limit',
  '500 internal',
  '503 unavailable',
  '503 busy',
  '503 storage_full',
  '503 storage_failed',
] as const satisfies readonly Refusal[];

/** A call's refusals by its declaration: its own rules, its access and its input. */
export function declaredRefusals(key: string, definition: Endpoint): Refusal[] {
  const { access = 'member', whileSuspended, query, body, upload, ignoresBody } = definition;
  const { invalidCodes = {}, refuses = [] } = definition;
  const isWrite = parseKey(key).method !== 'GET';
  const isKeyed = key.startsWith('POST ') && access !== 'public' && body !== undefined;
  const implied: ReadonlyArray<readonly [Refusal, boolean]> = [
    ['400 invalid', Boolean((query && !definition.answer) ?? body ?? upload) || (isWrite && !ignoresBody)],
    ['401 signed_out', access !== 'public'],
    ['403 account_suspended', access !== 'public' && !whileSuspended],
    ['403 profile_incomplete', access === 'complete'],
    ['403 cross_site_request', isWrite],
    ['415 unsupported_media_type', isWrite && !ignoresBody],
    ['422 idempotency_key_reused', isKeyed],
  ];
  const codes = Object.values(invalidCodes).map((code): Refusal => `400 ${code}`);
  return [
    ...new Set([...refuses, ...codes, ...implied.flatMap(([refusal, holds]) => (holds ? [refusal] : []))]),
  ];
}
