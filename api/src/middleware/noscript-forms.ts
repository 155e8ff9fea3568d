import { withChoices } from '@frens/compose/server';
import { connectionTypeOf } from '@frens/contract/choices';
import { errorCodes } from '@frens/contract/errors';
import { nextPathOf } from '@frens/contract/site-path';
import type Koa from 'koa';
import { AppError, forbidden } from '../errors.ts';
import type { RequestState } from '../state.ts';
import {
  fillFields,
  forwardToCall,
  markFields,
  type NoscriptOptions,
  renderMessage,
  sendFilledPage,
  signInPages,
} from './noscript-page.ts';
import { noscriptHome, noscriptList } from './noscript-searches.ts';
import { provideBody, readForm } from './read-body.ts';
import type { ErrorReport } from './respond-error.ts';

/**
 * The forms, recognised by exactly their fields: the call, which takes them all but a `mark`, parameters from the page's address, and the target
 * after success.
 */
const forms = [
  {
    call: '/api/register',
    fields: ['username', 'email', 'password', 'name', 'age', 'connectionType', 'gender', 'lookingFor'],
    ofAddress: ['inviteCode'],
    // The notice there says what comes next.
    leadsTo: `${noscriptHome}#joined`,
  },
  { call: '/api/login', fields: ['username', 'password'], ofAddress: [], leadsTo: noscriptHome },
  { call: '/api/auth/magic-link', fields: ['email'], ofAddress: ['inviteCode', 'next'], leadsTo: null },
  {
    call: '/api/auth/password/forgot',
    fields: ['email', 'purpose'],
    mark: 'purpose',
    ofAddress: [],
    leadsTo: null,
  },
  { call: '/api/logout', fields: ['signOut'], ofAddress: [], leadsTo: '/' },
] as const satisfies {
  call: string;
  fields: string[];
  mark?: string;
  ofAddress: ('inviteCode' | 'next')[];
  leadsTo: string | null;
}[];

/** First steps of signing up, sent without their scripts, with the message of the page that answers with the whole form. */
const firstSteps = [
  { fields: ['username', 'email', 'password', 'confirmPassword'], kind: 'whole' },
  // On the landing page.
  { fields: ['vibe', 'wish', 'email'], kind: null },
] as const;

export const isNoscriptForm = (ctx: Koa.Context): boolean =>
  ctx.method === 'POST' &&
  signInPages.test(ctx.path) &&
  Boolean(ctx.is('urlencoded')) &&
  Boolean(ctx.accepts('html'));

/**
 * Handles forms of rendered pages without scripts: signing in, up and out, and requesting a link. A form posted to its page's address is
 * forwarded in process to the call that the script would make, with the same limits, validation and texts. The response is a 303 or the
 * page with the error and the typed values, but never a password. Calls themselves still accept only JSON (D1).
 */
export function answerNoscriptForms({
  site,
  report,
  limit,
  greetInvited,
}: NoscriptOptions): Koa.Middleware<RequestState> {
  return async function answerNoscriptForms(ctx, goOn) {
    if (!isNoscriptForm(ctx)) return goOn();
    limit(ctx);
    // Without a known origin this could be login CSRF: signing the visitor in to the attacker's account.
    if (ctx.get('Origin') === '' && ctx.get('Sec-Fetch-Site') !== 'same-origin')
      throw forbidden(errorCodes.crossSite);
    const sent = await readForm(ctx);
    const step = firstSteps.find(({ fields }) => hasExactly(sent.keys(), fields));
    if (step) {
      const wish = Object.entries(connectionTypeOf).find(([name]) => name === sent.get('wish'));
      if (wish) sent.set('connectionType', wish[1]);
      return sendFilledPage(ctx, site, 200, (html) =>
        greetInvited(
          ctx,
          withAnswer(html, step.kind ? renderMessage(html, step.kind, '') : '', {}, forms[0].fields, sent),
        ),
      );
    }
    const form = forms.find(({ fields }) => hasExactly(sent.keys(), fields));
    if (!form) throw new AppError(400, errorCodes.invalid);
    const mark = 'mark' in form ? form.mark : undefined;
    const address = new URLSearchParams(ctx.querystring);
    const next = nextPathOf(address.get('next'));
    const added = { inviteCode: address.get('invite') ?? undefined, next: next ?? undefined };
    provideBody(
      ctx.req,
      Object.fromEntries([
        ...form.fields.filter((name) => name !== mark).map((name) => [name, sent.get(name)]),
        ...form.ofAddress.map((name) => [name, added[name]]),
      ]),
    );
    const { status, refusal, fields = {} } = await forwardToCall(ctx, goOn, form.call, report);
    if (refusal === null && form.leadsTo !== null) {
      // A page of members says itself that it needs scripts, which may have come by then.
      ctx.status = 303;
      ctx.redirect(withChoices(noscriptList(next ?? form.leadsTo), ctx));
      return undefined;
    }
    const text = refusal ?? messageOf(ctx.body);
    return sendFilledPage(ctx, site, status, (html) =>
      greetInvited(
        ctx,
        withAnswer(
          html,
          renderMessage(html, status < 400 ? 'status' : 'alert', text),
          fields,
          form.fields,
          sent,
        ),
      ),
    );
  };
}

function hasExactly(names: Iterable<string>, fields: readonly string[]): boolean {
  const all = new Set(names);
  return all.size === fields.length && fields.every((name) => all.has(name));
}

/** Inserts the message before its form, and the typed values into it, but never a password. */
function withAnswer(
  html: string,
  message: string,
  fieldErrors: ErrorReport['fields'],
  fields: readonly string[],
  sent: URLSearchParams,
): string {
  const isOf = (form: string) =>
    hasExactly(
      Array.from(form.matchAll(/ name="([^"]*)"/g), ([, name = '']) => name),
      fields,
    );
  const form = html.match(/<form\b[^]*?<\/form>/g)?.find(isOf);
  if (!form) return html.replace('<body>', (body) => body + message);
  const typed = fields
    .filter((name) => name !== 'password' && sent.has(name))
    .map((name) => [name, sent.get(name) ?? ''] as const);
  return html.replace(form, () => message + markFields(html, fillFields(form, typed), fieldErrors));
}

function messageOf(body: unknown): string {
  return typeof body === 'object' && body !== null && 'message' in body ? String(body.message) : '';
}
