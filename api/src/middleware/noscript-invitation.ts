import { isNoscript } from '@frens/compose/server';
import type { Invitation } from '@frens/contract';
import { escapeHtml } from '@frens/contract/escape-html';
import type Koa from 'koa';
import type { RequestState } from '../state.ts';
import { forwardToCall, isSignInPage, type NoscriptOptions, sendFilledPage } from './noscript-page.ts';

/** Where the rendered page says each kind of greeting (`InvitationNote` of mf-auth). */
const greetings = /<noscript data-filled="(named|open|over)"><div hidden="">([^]*?)<\/div><\/noscript>/g;

/**
 * Greets an invited visitor without scripts with the inviter's name (D45): forwards the page's code in process to the call that the script would
 * make, with its limit and secrecy. No cache keeps the page. The greeting is optional, as with scripts: without it, the form still sends the code.
 *
 * @param noteFailure receives the error of a call that was refused for now or failed
 */
export function answerNoscriptInvitations(
  { site, report, limit }: NoscriptOptions,
  noteFailure: (thrown: unknown, ctx: Koa.ParameterizedContext<RequestState>) => void,
): Koa.Middleware<RequestState> {
  return async function answerNoscriptInvitations(ctx, next) {
    const code = new URLSearchParams(ctx.querystring).get('invite');
    if (!code || !isNoscript(ctx) || !isSignInPage(ctx)) return next();
    limit(ctx);
    const call = `/api/invitations/${encodeURIComponent(code)}`;
    const invitation = await forwardToCall(ctx, next, call, report).then(
      // Safe: the call has this response in the contract.
      ({ refusal }) => (refusal === null ? (ctx.body as Invitation) : null),
      (thrown) => {
        noteFailure(thrown, ctx);
        return null;
      },
    );
    const kind = invitation && (invitation.isOpen ? (invitation.inviter ? 'named' : 'open') : 'over');
    return sendFilledPage(ctx, site, 200, (html) =>
      html.replaceAll(greetings, (_whole, one: string, greeting: string) =>
        one === kind
          ? `<noscript>${greeting.replaceAll('…', () => escapeHtml(invitation?.inviter?.name ?? ''))}</noscript>`
          : '',
      ),
    );
  };
}
