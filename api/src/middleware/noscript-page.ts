import type { IncomingMessage } from 'node:http';
import { escapeHtml, noscriptAddress, type Site, sendHtml } from '@frens/compose/server';
import type Koa from 'koa';
import type { RequestState } from '../state.ts';
import type { ErrorReport } from './respond-error.ts';

// What forms and searches of pages without scripts share: the call that one stands for, and the page that says what came of it.

type Context = Koa.ParameterizedContext<RequestState>;

/** Says what an error is, in the reader's language. */
export type ReportError = (thrown: unknown, ctx: Context) => ErrorReport;

/** Sends pages, and knows which are for members. */
export type NoscriptSite = Koa.Middleware & Partial<Pick<Site, 'isForMembers'>>;

export interface NoscriptOptions {
  site: NoscriptSite;
  report: ReportError;
  /** Counts a page, and refuses one too many. */
  limit(ctx: Context): void;
}

/**
 * Sends a request on, within the process, as a call of the API. Its answer stands in the context.
 *
 * @returns how it went, with the sentence of a refusal and those of single fields
 */
export async function forwardToCall(
  ctx: Context,
  next: Koa.Next,
  call: string,
  report: ReportError,
): Promise<{ status: number; refusal: string | null; fields?: ErrorReport['fields'] }> {
  const { method, url } = ctx;
  if (method === 'HEAD') ctx.method = 'GET';
  ctx.url = call;
  try {
    await next();
    return { status: 200, refusal: null };
  } catch (thrown) {
    const { status, message, retryAfter, fields } = report(thrown, ctx);
    if (retryAfter !== undefined) ctx.set('Retry-After', String(retryAfter));
    return { status, refusal: message, fields };
  } finally {
    ctx.method = method;
    ctx.url = url;
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
  await sendHtml(ctx, fill(html));
}

/** The rendered page of the request's address, whatever was asked of it, as text. */
async function readPage(ctx: Context, site: Koa.Middleware): Promise<string> {
  const { method, url } = ctx;
  const { headers }: IncomingMessage = ctx.req;
  const before = { ...headers };
  Object.assign(headers, { 'accept-encoding': 'identity', 'if-none-match': undefined });
  ctx.method = 'GET';
  ctx.url = noscriptAddress(ctx.path, ctx.querystring);
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

/** Says at each field of a form what is wrong with it, in the markup that the page has for that. */
export function markFields(html: string, form: string, fields: ErrorReport['fields']): string {
  let marked = form;
  for (const [name, text] of Object.entries(fields)) {
    const [control = '', id] =
      new RegExp(`<(?:input|select)(?=[^>]* name="${name}")[^>]*? id="([^"]*)"[^>]*>`).exec(marked) ?? [];
    if (id === undefined) continue;
    const described = / aria-describedby="([^"]*)"/.exec(control)?.[1] ?? '';
    const said = `<div id="${id}-error">${inAnswer(html, 'field', text)}</div>`;
    marked = marked
      .replace(control, () =>
        control
          .replace(/ aria-describedby="[^"]*"/, '')
          .replace(
            / name=/,
            () => ` aria-invalid="true" aria-describedby="${`${id}-error ${described}`.trim()}" name=`,
          ),
      )
      .replace(new RegExp(`<label [^>]*for="${id}"[^]*?</label>`), (label) => label + said);
  }
  return marked;
}

/** A sentence in the markup that the page has for it (`NoscriptAnswers` of mf-auth). That of a whole form gets the focus, wherever it stands. */
export function inAnswer(html: string, kind: 'alert' | 'status' | 'field', text: string): string {
  const plain = kind === 'field' ? '…' : `<p role="${kind}"><strong>…</strong></p>`;
  const [, markup = plain] =
    new RegExp(`<noscript data-answer="${kind}"><div hidden="">([^]*?)</div></noscript>`).exec(html) ?? [];
  const said = markup.replace('…', () => escapeHtml(text));
  return kind === 'field' ? said : said.replace(/^<\w+/, (tag) => `${tag} tabindex="-1" autofocus`);
}

function mark(element: string, word: string, isChosen: boolean): string {
  return element.replace(` ${word}=""`, '').replace(/\/?>$/, (end) => (isChosen ? ` ${word}=""${end}` : end));
}
