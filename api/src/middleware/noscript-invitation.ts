import { isNoscript } from '@frens/compose/server';
import type { Invitation } from '@frens/contract';
import { escapeHtml } from '@frens/contract/escape-html';
import type Koa from 'koa';
import type { RequestState } from '../state.ts';
import { isSignInPage, type NoscriptOptions, sendFilledPage } from './noscript-page.ts';

/** Where the rendered page says each kind of greeting (`InvitationNote` of mf-auth). */
const greetings = /<noscript data-filled="(named|open|over)"><div hidden="">([^]*?)<\/div><\/noscript>/g;

/**
 * Greets an invited visitor without scripts with the inviter's name (D45). The greeting is optional, as with scripts: without it, the form
 * still sends the code.
 *
 * @param readInvitation reads what a signed-out visitor sees of an invitation
 * @param noteFailure receives the error of a read that failed
 */
export function createGreetInvited(
  readInvitation: (code: string) => Promise<Invitation>,
  noteFailure: (thrown: unknown, ctx: Koa.ParameterizedContext<RequestState>) => void,
): NoscriptOptions['greetInvited'] {
  return async function greetInvited(ctx, html) {
    const code = new URLSearchParams(ctx.querystring).get('invite');
    if (!code) return html;
    const invitation = await readInvitation(code).catch((thrown: unknown) => {
      noteFailure(thrown, ctx);
      return null;
    });
    const kind = invitation && (invitation.isOpen ? (invitation.inviter ? 'named' : 'open') : 'over');
    return html.replaceAll(greetings, (_whole, one: string, greeting: string) =>
      one === kind
        ? `<noscript>${greeting.replaceAll('…', () => escapeHtml(invitation?.inviter?.name ?? ''))}</noscript>`
        : '',
    );
  };
}

/** Answers an invited visitor without scripts with the page that greets them. No cache keeps it. */
export function answerNoscriptInvitations({
  site,
  limit,
  greetInvited,
}: NoscriptOptions): Koa.Middleware<RequestState> {
  return async function answerNoscriptInvitations(ctx, next) {
    if (!new URLSearchParams(ctx.querystring).get('invite') || !isNoscript(ctx) || !isSignInPage(ctx))
      return next();
    limit(ctx);
    return sendFilledPage(ctx, site, 200, (html) => greetInvited(ctx, html));
  };
}
