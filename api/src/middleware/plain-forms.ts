import type { IncomingMessage } from 'node:http';
import { errorCodes } from '@frens/contract/errors';
import { limits } from '@frens/contract/limits';
import { sitePathOf } from '@frens/contract/site-path';
import type Koa from 'koa';
import { AppError, forbidden } from '../errors.ts';
import { escapeHtml } from '../escape-html.ts';
import type { RequestState } from '../state.ts';
import { bodyWithinMs, collect, provideBody } from './read-body.ts';
import type { ErrorReport } from './respond-error.ts';

/** Pages whose forms browsers may send by themselves: the signing in, in both frames. */
const formPages = /^(\/v2)?\/auth$/;
const mostBytes = 10_000;

/** A form of these pages, told by its fields, and the call that it stands for. */
const forms = [
  { call: '/api/login', fields: ['username', 'password'], isSignIn: true },
  { call: '/api/auth/magic-link', fields: ['email'], isSignIn: false },
] as const;

/**
 * Forms of rendered pages without scripts: signing in, and asking for a link. A form that a browser posts to the page's address is sent on,
 * within the process, as the call that the page's script would make: limits, validation and texts are those of the call. Answered by 303, or
 * by the page with what went wrong and what was typed, but never a password. Calls themselves still take JSON alone (D1).
 *
 * @param site sends pages
 * @param report says what an error is, in the reader's language
 */
export function answerPlainForms(
  site: Koa.Middleware,
  report: (thrown: unknown, ctx: Koa.ParameterizedContext<RequestState>) => ErrorReport,
): Koa.Middleware<RequestState> {
  return async function answerPlainForms(ctx, next) {
    if (ctx.method !== 'POST' || !formPages.test(ctx.path) || !ctx.is('urlencoded')) return next();
    // Of a form without a sender nobody knows whose it is: signing somebody in to another account is an attack, too.
    if (ctx.get('Origin') === '' && ctx.get('Sec-Fetch-Site') !== 'same-origin')
      throw forbidden(errorCodes.crossSite);
    const sent = new URLSearchParams((await collect(ctx.req, bodyWithinMs, mostBytes)).toString());
    const form = forms.find(({ fields }) => fields.every((name) => sent.has(name)));
    if (!form) throw new AppError(400, errorCodes.invalid);
    const page = ctx.url;
    const wanted = sitePathOf(new URLSearchParams(ctx.querystring).get('next'));
    provideBody(ctx.req, Object.fromEntries(form.fields.map((name) => [name, sent.get(name)])));
    ctx.url = form.call;
    let said: { status: number; text: string };
    try {
      await next();
      if (form.isSignIn) {
        ctx.status = 303;
        ctx.redirect(wanted !== null && wanted.length <= limits.nextPath.max ? wanted : '/dashboard');
        return;
      }
      said = { status: 200, text: messageOf(ctx.body) };
    } catch (thrown) {
      const { status, message, retryAfter } = report(thrown, ctx);
      if (retryAfter !== undefined) ctx.set('Retry-After', String(retryAfter));
      said = { status, text: message };
    } finally {
      ctx.url = page;
    }
    const html = await pageOf(ctx, site);
    ctx.status = said.status;
    ctx.set('Cache-Control', 'no-store');
    ctx.type = 'html';
    ctx.body = withAnswer(html, said, form.fields, sent);
  };
}

/** The page as visitors get it. */
async function pageOf(ctx: Koa.ParameterizedContext<RequestState>, site: Koa.Middleware): Promise<string> {
  const { method } = ctx;
  const { headers }: IncomingMessage = ctx.req;
  const before = { ...headers };
  Object.assign(headers, { 'accept-encoding': 'identity', 'if-none-match': undefined });
  ctx.method = 'GET';
  ctx.url = ctx.path;
  try {
    await site(ctx, async () => {});
    return String(ctx.body);
  } finally {
    ctx.method = method;
    Object.assign(headers, before);
    for (const name of ['ETag', 'Content-Encoding', 'Content-Length']) ctx.remove(name);
  }
}

/** Puts what came of a form before it, and what was typed into it. */
function withAnswer(
  html: string,
  { status, text }: { status: number; text: string },
  fields: readonly string[],
  sent: URLSearchParams,
): string {
  const fieldOf = (name: string) => new RegExp(`(<input [^>]*name="${name}"[^>]* value=")(?=")`);
  const filled = fields
    .filter((name) => name !== 'password')
    .reduce(
      (page, name) =>
        page.replace(fieldOf(name), (_whole, start: string) => start + escapeHtml(sent.get(name) ?? '')),
      html,
    );
  const role = status < 400 ? 'status' : 'alert';
  const field = filled.indexOf(`name="${fields[0]}"`);
  const start = filled.lastIndexOf('<form', field);
  if (field < 0 || start < 0)
    return html.replace('<body>', () => `<body><p role="${role}">${escapeHtml(text)}</p>`);
  return `${filled.slice(0, start)}<p role="${role}"><strong>${escapeHtml(text)}</strong></p>${filled.slice(start)}`;
}

function messageOf(body: unknown): string {
  return typeof body === 'object' && body !== null && 'message' in body ? String(body.message) : '';
}
