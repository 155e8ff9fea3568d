import type { IncomingMessage } from 'node:http';
import { noscriptQuery } from '@frens/compose/server';
import type Koa from 'koa';
import { escapeHtml } from '../escape-html.ts';
import type { RequestState } from '../state.ts';
import type { ErrorReport } from './respond-error.ts';

// What forms and searches of pages without scripts share: the call that one stands for, and the page that says what came of it.

type Context = Koa.ParameterizedContext<RequestState>;

/** Says what an error is, in the reader's language. */
export type ReportError = (thrown: unknown, ctx: Context) => ErrorReport;

/**
 * Sends a request on, within the process, as a call of the API. Its answer stands in the context.
 *
 * @returns how it went, with the sentence of a refusal
 */
export async function forwardToCall(
  ctx: Context,
  next: Koa.Next,
  call: string,
  report: ReportError,
): Promise<{ status: number; refusal: string | null }> {
  const address = ctx.url;
  ctx.url = call;
  try {
    await next();
    return { status: 200, refusal: null };
  } catch (thrown) {
    const { status, message, retryAfter } = report(thrown, ctx);
    if (retryAfter !== undefined) ctx.set('Retry-After', String(retryAfter));
    return { status, refusal: message };
  } finally {
    ctx.url = address;
  }
}

/** Answers by the rendered page of the request's address, with something put into it. */
export async function sendFilledPage(
  ctx: Context,
  site: Koa.Middleware,
  status: number,
  fill: (html: string) => string,
): Promise<void> {
  const html = await readPage(ctx, site);
  ctx.status = status;
  ctx.set('Cache-Control', 'no-store');
  ctx.type = 'html';
  ctx.body = fill(html);
}

/** The rendered page of the request's address, whatever was asked of it, as text. */
async function readPage(ctx: Context, site: Koa.Middleware): Promise<string> {
  const { method, url } = ctx;
  const { headers }: IncomingMessage = ctx.req;
  const before = { ...headers };
  Object.assign(headers, { 'accept-encoding': 'identity', 'if-none-match': undefined });
  ctx.method = 'GET';
  ctx.url = `${ctx.path}?${noscriptQuery}`;
  try {
    await site(ctx, async () => {});
    return String(ctx.body);
  } finally {
    ctx.method = method;
    ctx.url = url;
    Object.assign(headers, before);
    for (const name of ['ETag', 'Content-Encoding', 'Content-Length', 'Link']) ctx.remove(name);
  }
}

/** Puts texts into the fields of a form, or of a whole page. */
export function fillFields(html: string, values: Iterable<readonly [name: string, value: string]>): string {
  let filled = html;
  for (const [name, value] of values) {
    const text = escapeHtml(value);
    const isChosen = (element: string) => element.includes(` value="${text}"`);
    filled = filled
      .replace(new RegExp(`<select [^>]*name="${name}"[^]*?</select>`), (select) =>
        select.replaceAll(/<option [^>]*>/g, (option) => mark(option, 'selected', isChosen(option))),
      )
      .replaceAll(new RegExp(`<input [^>]*name="${name}"[^>]*>`, 'g'), (input) =>
        input.includes(' type="radio"')
          ? mark(input, 'checked', isChosen(input))
          : input.replace(/ value="[^"]*"/, () => ` value="${text}"`),
      );
  }
  return filled;
}

function mark(element: string, word: string, isChosen: boolean): string {
  return element.replace(` ${word}=""`, '').replace(/\/?>$/, (end) => (isChosen ? ` ${word}=""${end}` : end));
}
