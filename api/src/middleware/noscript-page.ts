import type { IncomingMessage } from 'node:http';
import { noscriptAddress, sendHtml } from '@frens/compose/server';
import { integrityOf } from '@frens/compose/store';
import { escapeHtml } from '@frens/contract/escape-html';
import type Koa from 'koa';
import type { RequestState } from '../state.ts';
import type { ErrorReport } from './respond-error.ts';

// Shared by forms and searches without scripts: forwarding to a call, and rendering its result into the page.

type Context = Koa.ParameterizedContext<RequestState>;

/** Describes an error in the reader's language. */
export type ReportError = (thrown: unknown, ctx: Context) => ErrorReport;

export interface NoscriptOptions {
  site: Koa.Middleware;
  report: ReportError;
  /** Counts a page against its limit, and refuses it beyond that. */
  limit(ctx: Context): void;
  /** Fills the greeting of the request's invitation into a page. */
  greetInvited(ctx: Context, html: string): Promise<string>;
}

/** The pages for signing in and up, in both frames. Forms on any page are posted there. */
export const signInPages = /^(\/v2)?\/auth$/;

/** Whether a browser reads such a page. */
export const isSignInPage = (ctx: Koa.Context): boolean =>
  signInPages.test(ctx.path) && ['GET', 'HEAD'].includes(ctx.method) && Boolean(ctx.accepts('html'));

/**
 * Forwards a request in process to an API call, whose result ends up in the context.
 *
 * @returns the status, with the message of a refusal and those of its fields
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

/** Responds with the rendered page of the request's address after modifying its HTML, as browsers without scripts show it. */
export async function sendFilledPage(
  ctx: Context,
  site: Koa.Middleware,
  status: number,
  fill: (html: string) => string | Promise<string>,
): Promise<void> {
  const html = await fill(await readPage(ctx, site));
  ctx.status = status;
  ctx.set('Cache-Control', 'no-store');
  ctx.type = 'html';
  await sendHtml(ctx, showWithoutScripts(ctx, html));
}

/**
 * Makes a page look the same in browsers that lack scripts and in those whose scripts were lost: shows the content of `noscript` and applies
 * the styles for it. Scripts are removed, because if they ran after all, they would re-render the page.
 */
function showWithoutScripts(ctx: Context, html: string): string {
  let policy = ctx.response.get('Content-Security-Policy');
  const page = html
    .replaceAll(/<script\b[^]*?<\/script>|<link rel="preload" as="script"[^>]*>/g, '')
    .replaceAll(/(<style>)([^]*?)(?=<\/style>)/g, (_whole, tag: string, styles: string) => {
      const applied = styles.replaceAll(/\(scripting:\s*none\)/g, 'all');
      policy = policy.replace(integrityOf(styles), () => integrityOf(applied));
      return tag + applied;
    })
    .replace(/<body[^]*/, (body) => body.replaceAll(/(<\/?)noscript\b/g, '$1span'));
  if (policy) ctx.set('Content-Security-Policy', policy);
  return page;
}

/** Renders the page of the request's address as text, regardless of method and cache headers. */
async function readPage(ctx: Context, site: Koa.Middleware): Promise<string> {
  const { method, url } = ctx;
  const { headers }: IncomingMessage = ctx.req;
  const originalHeaders = { ...headers };
  Object.assign(headers, { 'accept-encoding': 'identity', 'if-none-match': undefined });
  ctx.method = 'GET';
  ctx.url = noscriptAddress(ctx.path, ctx.querystring);
  try {
    await site(ctx, async () => {});
    return String(ctx.body);
  } finally {
    ctx.method = method;
    ctx.url = url;
    Object.assign(headers, originalHeaders);
    for (const name of ['ETag', 'Content-Encoding', 'Content-Length', 'Link']) ctx.remove(name);
  }
}

/** Fills values into the fields of a form or a whole page. */
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

/** Marks invalid fields with their messages, in the page's own markup. */
export function markFields(html: string, form: string, fields: ErrorReport['fields']): string {
  let marked = form;
  for (const [name, text] of Object.entries(fields)) {
    const [control = '', id] =
      new RegExp(`<(?:input|select)(?=[^>]* name="${name}")[^>]*? id="([^"]*)"[^>]*>`).exec(marked) ?? [];
    if (id === undefined) continue;
    const described = / aria-describedby="([^"]*)"/.exec(control)?.[1] ?? '';
    const message = `<div id="${id}-error">${renderMessage(html, 'field', text)}</div>`;
    marked = marked
      .replace(control, () =>
        control
          .replace(/ aria-describedby="[^"]*"/, '')
          .replace(
            / name=/,
            () => ` aria-invalid="true" aria-describedby="${`${id}-error ${described}`.trim()}" name=`,
          ),
      )
      .replace(new RegExp(`<label [^>]*for="${id}"[^]*?</label>`), (label) => label + message);
  }
  return marked;
}

/** Puts a message into the page's markup for it (`NoscriptAnswers` of mf-auth). A whole form's message gets the focus. */
export function renderMessage(
  html: string,
  kind: 'alert' | 'status' | 'field' | 'whole',
  text: string,
): string {
  const plain = kind === 'field' ? '…' : kind === 'whole' ? '' : `<p role="${kind}"><strong>…</strong></p>`;
  const [, markup = plain] =
    new RegExp(`<noscript data-answer="${kind}"><div hidden="">([^]*?)</div></noscript>`).exec(html) ?? [];
  const message = markup.replace('…', () => escapeHtml(text));
  return kind === 'field' ? message : message.replace(/^<\w+/, (tag) => `${tag} tabindex="-1" autofocus`);
}

function mark(element: string, word: string, isChosen: boolean): string {
  return element.replace(` ${word}=""`, '').replace(/\/?>$/, (end) => (isChosen ? ` ${word}=""${end}` : end));
}
