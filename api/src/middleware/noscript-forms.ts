import { errorCodes } from '@frens/contract/errors';
import { nextPathOf } from '@frens/contract/site-path';
import type Koa from 'koa';
import { AppError, forbidden } from '../errors.ts';
import type { RequestState } from '../state.ts';
import {
  fillFields,
  forwardToCall,
  inAnswer,
  markFields,
  type NoscriptOptions,
  sendFilledPage,
} from './noscript-page.ts';
import { provideBody, readForm } from './read-body.ts';
import type { ErrorReport } from './respond-error.ts';

/** Pages whose forms browsers may send by themselves: signing in and up, in both frames; the frame's form for signing out goes there, too. */
const formPages = /^(\/v2)?\/auth$/;

/** A form of these pages, told by its fields, the call that it stands for, what the page's address adds to it, and where it leads unless that says so. */
const forms = [
  {
    call: '/api/register',
    fields: ['username', 'email', 'password', 'name', 'age', 'connectionType', 'gender', 'lookingFor'],
    ofAddress: ['inviteCode'],
    leadsTo: '/groups',
  },
  { call: '/api/login', fields: ['username', 'password'], ofAddress: [], leadsTo: '/groups' },
  { call: '/api/auth/magic-link', fields: ['email'], ofAddress: ['inviteCode', 'next'], leadsTo: null },
  { call: '/api/logout', fields: ['signOut'], ofAddress: [], leadsTo: '/' },
] as const;

export const isNoscriptForm = (ctx: Koa.Context): boolean =>
  ctx.method === 'POST' &&
  formPages.test(ctx.path) &&
  Boolean(ctx.is('urlencoded')) &&
  Boolean(ctx.accepts('html'));

/**
 * Forms of rendered pages without scripts: signing in, up and out, and asking for a link. A form that a browser posts to the page's address is sent on,
 * within the process, as the call that the page's script would make: limits, validation and texts are those of the call. Answered by 303, or
 * by the page with what went wrong and what was typed, but never a password. Calls themselves still take JSON alone (D1).
 */
export function answerNoscriptForms({ site, report, limit }: NoscriptOptions): Koa.Middleware<RequestState> {
  return async function answerNoscriptForms(ctx, goOn) {
    if (!isNoscriptForm(ctx)) return goOn();
    limit(ctx);
    // Of a form without a sender nobody knows whose it is: signing somebody in to another account is an attack, too.
    if (ctx.get('Origin') === '' && ctx.get('Sec-Fetch-Site') !== 'same-origin')
      throw forbidden(errorCodes.crossSite);
    const sent = await readForm(ctx);
    const form = forms.find(({ fields }) => fields.every((name) => sent.has(name)));
    if (!form) throw new AppError(400, errorCodes.invalid);
    const address = new URLSearchParams(ctx.querystring);
    const next = nextPathOf(address.get('next'));
    const added = { inviteCode: address.get('invite') ?? undefined, next: next ?? undefined };
    provideBody(
      ctx.req,
      Object.fromEntries([
        ...form.fields.map((name) => [name, sent.get(name)]),
        ...form.ofAddress.map((name) => [name, added[name]]),
      ]),
    );
    const { status, refusal, fields = {} } = await forwardToCall(ctx, goOn, form.call, report);
    if (refusal === null && form.leadsTo !== null) {
      // Members' pages need scripts: whoever has none is led to what can be read.
      const isReadable = next !== null && !(await site.isForMembers?.(ctx, pathOf(next)));
      ctx.status = 303;
      ctx.redirect(isReadable ? next : form.leadsTo);
      return undefined;
    }
    const text = refusal ?? messageOf(ctx.body);
    return sendFilledPage(ctx, site, status, (html) =>
      withAnswer(withoutScripts(html), { status, text, fields }, form.fields, sent),
    );
  };
}

const pathOf = (next: string) => new URL(next, 'https://site.invalid').pathname;

/** Scripts that come after all would take the page over as they render it, and drop the answer; so nothing is fetched for them either. */
const withoutScripts = (html: string) =>
  html.replaceAll(/<script\b[^]*?<\/script>|<link rel="preload" as="script"[^>]*>/g, '');

/** Puts what came of a form before it, and what was typed into it, but never a password. */
function withAnswer(
  html: string,
  { status, text, fields: misfits }: { status: number; text: string; fields: ErrorReport['fields'] },
  fields: readonly string[],
  sent: URLSearchParams,
): string {
  const said = inAnswer(html, status < 400 ? 'status' : 'alert', text);
  const isOf = (form: string) => {
    const names = new Set(Array.from(form.matchAll(/ name="([^"]*)"/g), ([, name]) => name));
    return names.size === fields.length && fields.every((name) => names.has(name));
  };
  const form = html.match(/<form\b[^]*?<\/form>/g)?.find(isOf);
  if (!form) return html.replace('<body>', (body) => body + said);
  const typed = fields
    .filter((name) => name !== 'password')
    .map((name) => [name, sent.get(name) ?? ''] as const);
  return html.replace(form, () => said + markFields(html, fillFields(form, typed), misfits));
}

function messageOf(body: unknown): string {
  return typeof body === 'object' && body !== null && 'message' in body ? String(body.message) : '';
}
