import { choicesOf, isNoscript, withChoices } from '@frens/compose/server';
import { nextPathOf } from '@frens/contract/site-path';
import type Koa from 'koa';
import type { Services } from '../services.ts';
import type { ApiContext, Caller, RequestState } from '../state.ts';
import { isSignInPage } from './noscript-page.ts';
import { noscriptHome, noscriptList } from './noscript-searches.ts';

/** Parameters with which the sign-in page leads a member on. Others, such as the token of a mail's link, are for its screen. */
const leadingOn = ['next', 'tab', 'invite', 'scripts'];

/**
 * Redirects a member from the sign-in page's address for browsers without scripts to `?next=` or the circles. At its other addresses the page
 * leads on by itself (D6): a mail's link may wait in the tab, without a trace in the address (`shell/platform/src/secrets.ts`). Not with pages
 * for developers: a scenario may answer there instead of the API, which only the page's script knows.
 *
 * @param findCaller finds the member who sent the request
 * @param limit counts the page against its limit
 */
export function redirectSignedIn(
  services: Services,
  findCaller: (services: Services, ctx: Koa.Context) => Promise<Caller | null>,
  limit: (ctx: ApiContext) => void,
): Koa.Middleware<RequestState> {
  /** Without an answer of the database the page is sent. */
  const isMember = (ctx: Koa.Context) =>
    findCaller(services, ctx).then(
      (caller) => caller !== null,
      () => false,
    );
  return async function redirectSignedIn(ctx, goOn) {
    if (services.config.devPages || !isNoscript(ctx) || !isSignInPage(ctx)) return goOn();
    const asked = new URLSearchParams(ctx.querystring);
    // A member who forgot the password is mailed a link from there.
    const known = [...leadingOn, ...choicesOf(ctx.querystring).keys()];
    const isForScreen =
      asked.get('tab') === 'forgot' || [...asked.keys()].some((name) => !known.includes(name));
    if (isForScreen || !(await isMember(ctx))) return goOn();
    limit(ctx);
    const target = noscriptList(nextPathOf(asked.get('next')) ?? noscriptHome);
    ctx.state.route = `GET ${ctx.path}`;
    ctx.vary('Cookie');
    ctx.set('Cache-Control', 'no-store');
    ctx.status = 303;
    ctx.redirect(withChoices(target, ctx));
    return undefined;
  };
}
