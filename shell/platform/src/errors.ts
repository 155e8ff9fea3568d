import { ApiError, errorCodes } from '@frens/contract/errors';
import { i18n, place } from './current-platform.ts';
import { textOf } from './i18n.ts';

/** A failure detected by the page itself; its message is shown to the reader. */
export class ToldError extends Error {}

/** Text for toasts marked "with message" in the specification: `<status>: <message>` (D2). */
export function errorText(error: unknown): string {
  const sentence = serverText(error);
  return error instanceof ApiError && error.status !== 0 ? `${error.status}: ${sentence}` : sentence;
}

/**
 * Text for toasts marked "server message": the server's sentence alone (D2). Responses of other servers, such as a proxy's
 * page, are never shown: `fallback` or a sentence for the status replaces them (D62).
 */
export function serverText(error: unknown, fallback?: string): string {
  if (error instanceof ToldError) return error.message;
  // Lazy code is loaded over the same network.
  const isLost =
    error instanceof ApiError ? error.status === 0 : (error as Error | null)?.name === 'ChunkLoadError';
  if (isLost) return i18n.t(navigator.onLine ? 'shell:error.network' : 'shell:error.offline');
  if (!(error instanceof ApiError)) return i18n.t('shell:error.unknown');
  const isTooOften = error.code === errorCodes.tooManyRequests;
  if (isTooOften && error.retryAfter !== null) return waitText(error.retryAfter);
  if (error.isOurs) return error.serverMessage;
  if (fallback !== undefined) return fallback;
  return textOf([`shell:error.status.${error.status}`, `shell:error.status.${groupOf(error.status)}`]);
}

/** Details of a failure for its investigation: the failed request, the shown remote and its version. Empty when unknown. */
export function detailsOf(error: unknown, where = place()): string {
  const request = error instanceof ApiError ? error.requestId : null;
  return [request, where].filter(Boolean).join(' · ');
}

/** The wait, in a readable unit. */
function waitText(seconds: number): string {
  if (seconds <= 20) return i18n.t('shell:error.tooOften.seconds');
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 90) return i18n.t('shell:error.tooOften.minutes', { count: minutes });
  return i18n.t('shell:error.tooOften.hours', { count: Math.ceil(minutes / 60) });
}

/** Whether retrying the unchanged request may succeed. */
export function mayPass(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500 || error.status === 429;
}

function groupOf(status: number): string {
  return status >= 500 ? 'server' : status >= 400 ? 'request' : 'unreadable';
}
