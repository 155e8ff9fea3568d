import { type ErrorEnvelope, errorCodes } from '@frens/contract/errors';
import { escapeHtml } from '@frens/contract/escape-html';
import { messageText, messageValues } from '@frens/contract/messages';
import type Koa from 'koa';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { isDatabaseAway, isDuplicateKey } from '../database/database-errors.ts';
import {
  AppError,
  conflict,
  type DiskRefusal,
  diskRefusalOf,
  storageRefused,
  unavailable,
} from '../errors.ts';
import { errorFields } from '../log.ts';
import type { RequestState } from '../state.ts';
import { secureHeadersOf } from './secure-headers.ts';

type WriteError = (ctx: Koa.ParameterizedContext<RequestState>, error: AppError) => void;

/** Creates the writer of error responses: the error envelope (D2), or for page requests a short page that may reload itself. */
export function createErrorWriter(
  config: Pick<Config, 'publicUrl' | 'brand'>,
  isPage: (pathname: string) => boolean,
): WriteError {
  const headers = secureHeadersOf(config);
  return (ctx, error) => {
    const { requestId, language } = ctx.state;
    // Headers of the intended response, such as long caching, no longer apply.
    ctx.set(headers);
    for (const name of ['ETag', 'Last-Modified', 'Link']) ctx.remove(name);
    ctx.status = error.status;
    const { retryAfter } = error.facts;
    if (retryAfter !== undefined) ctx.set('Retry-After', String(retryAfter));
    const envelope = envelopeOf(error, requestId, { language, locale: localeOf(ctx, language) });
    const isShown = isPage(ctx.originalUrl.replace(/\?.*/s, '')) && ctx.accepts('json', 'html') === 'html';
    if (isShown) ctx.type = 'html';
    ctx.body = isShown ? shortPage(config, envelope.message, { language, retryAfter }) : envelope;
  };
}

/** Turns any error into the error envelope (D2): an AppError as it is, any other into a neutral 500. */
export function respondError(
  log: Logger,
  writeError: WriteError,
  onDiskRefusal: (refusal: DiskRefusal) => void = () => {},
): Koa.Middleware<RequestState> {
  return async function respondError(ctx, next) {
    try {
      await next();
    } catch (thrown) {
      const error = logFault(log, ctx, thrown);
      if (error.code === errorCodes.storageFull || error.code === errorCodes.storageFailed)
        onDiskRefusal(error.code);
      writeError(ctx, error);
    }
  };
}

/** Logs faults of the server or its dependencies. @returns the error to send */
export function logFault(
  log: Logger,
  { state: { requestId, route } }: Koa.ParameterizedContext<RequestState>,
  thrown: unknown,
): AppError {
  const error = toAppError(thrown);
  if (error.status === 500) {
    log.error({ requestId, route, err: error.facts.cause ?? thrown }, error.message);
  } else if (error.status > 500 && error.code !== errorCodes.busy) {
    // A dependency is down: the stack would not help.
    const { type, code, message } = errorFields(error.facts.cause ?? thrown);
    log.warn({ requestId, route, reason: { type, code, message } }, error.message);
  }
  return error;
}

/** An error response's content, in the reader's language. */
export interface ErrorReport {
  status: number;
  message: string;
  /** Seconds. */
  retryAfter: number | undefined;
  /** Messages of invalid fields. */
  fields: Readonly<Record<string, string>>;
}

/**
 * Describes an error for a form submitted without scripts.
 *
 * @throws the error itself if it is the server's fault, or a rate-limited GET, which the browser can retry
 */
export function reportRefusal(thrown: unknown, ctx: Koa.ParameterizedContext<RequestState>): ErrorReport {
  const error = toAppError(thrown);
  if (error.status >= 500 || (error.status === 429 && ctx.method === 'GET')) throw thrown;
  const { requestId, language } = ctx.state;
  const { message, fields = {} } = envelopeOf(error, requestId, {
    language,
    locale: localeOf(ctx, language),
  });
  return { status: error.status, message, retryAfter: error.facts.retryAfter, fields };
}

function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (isDatabaseAway(thrown)) return unavailable(thrown);
  const refusal = diskRefusalOf(thrown);
  if (refusal) return storageRefused(refusal, thrown);
  // An unhandled race condition: nothing was written, and a retry sees the current state.
  if (isDuplicateKey(thrown)) return conflict(errorCodes.conflict, { cause: thrown });
  return new AppError(500, errorCodes.internal, { cause: thrown });
}

/** A short page with the message and a link home. It reloads itself when a retry is possible. */
function shortPage(
  { brand }: Pick<Config, 'brand'>,
  sentence: string,
  { language, retryAfter }: { language: RequestState['language']; retryAfter: number | undefined },
): string {
  const again = retryAfter === undefined ? '' : `<meta http-equiv="refresh" content="${retryAfter}">\n`;
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${again}<title>${escapeHtml(brand.site)}</title>
<h1><a href="/">${escapeHtml(brand.site)}</a></h1>
<p>${escapeHtml(sentence)}</p>
`;
}

/** The browser's locale if it matches the language and names a country; nothing else, because formats are cached by locale. */
function localeOf(ctx: Koa.Context, language: RequestState['language']): string | undefined {
  return ctx.acceptsLanguages().find((tag) => /^..-(?:[A-Z]{2}|419)$/.test(tag) && tag.startsWith(language));
}

/** Codes whose message is less specific than their field's message. */
const genericCodes = new Set<AppError['code']>([errorCodes.invalid, errorCodes.accountExists]);

function envelopeOf(
  { code, facts }: AppError,
  requestId: string,
  { language, locale }: { language: RequestState['language']; locale: string | undefined },
): ErrorEnvelope {
  const fields = facts.fields && sentences(facts.fields, language);
  const [only, ...more] = Object.values(fields ?? {});
  return {
    code,
    // The message of a single invalid field is more useful than "check the marked fields".
    message:
      genericCodes.has(code) && only !== undefined && more.length === 0
        ? only
        : messageText(language, `errors.${code}`, messageValues(facts.details), locale),
    ...(fields ? { fields } : {}),
    ...(facts.details ? { details: facts.details } : {}),
    requestId,
  };
}

function sentences(fields: NonNullable<AppError['facts']['fields']>, language: RequestState['language']) {
  return Object.fromEntries(
    Object.entries(fields).map(([field, { key, values }]) => [field, messageText(language, key, values)]),
  );
}
