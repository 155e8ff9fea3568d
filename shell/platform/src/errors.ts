import { ApiError } from '@frens/contract/errors';
import { i18n } from './i18n.ts';

/** Text for toasts marked "with message" in the specification: `<status>: <message>` (D2). */
export function errorText(error: unknown): string {
  if (error instanceof ApiError && error.status === 0) return i18n.t('shell:error.network');
  return error instanceof Error ? error.message : i18n.t('shell:error.unknown');
}

/** Text for toasts marked "server message": the server's sentence alone (D2). */
export function serverText(error: unknown): string {
  if (error instanceof ApiError && error.status !== 0 && error.serverMessage) return error.serverMessage;
  return errorText(error);
}
