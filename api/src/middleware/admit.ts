import { hash } from 'node:crypto';
import type Koa from 'koa';
import type { AppError } from '../errors.ts';
import { subscriberOf } from '../rate-limits/network.ts';
import { requestContext } from '../request-context.ts';
import type { RequestState } from '../state.ts';
import type { Admission } from './admission.ts';
import type { Party } from './fair-queue.ts';
import { isNoscriptForm } from './noscript-forms.ts';
import { awaitBody, awaitForm } from './read-body.ts';

/** Paths that bypass admission control: health, metrics and published files. */
const exemptPaths = /^\/(?:(?:healthz|readyz|metrics)$|(?:shell|remotes)\/)/;

/** Paths of signing in and up, by which signed-out members become known. */
const signInPaths = /^\/(?:(?:api\/)?(?:login|register|auth)(?:\/|$)|v2\/auth$)/;

/** Size of the session cache, which attributes a request to its member before the database is queried. */
const knownSessions = 10_000;

interface Admit {
  /** The refusal of a request while the queue is full (`Admission.isFull`), before any other work; null if it may queue. */
  refusalOf(ctx: Koa.Context, readNetwork: (ctx: Koa.Context) => string | null): AppError | null;
  /** Admits a bounded number of requests. A request takes its place after its body has arrived, so slow clients hold none. */
  admit: Koa.Middleware<RequestState>;
}

/**
 * Admits a bounded number of requests, and refuses those that would queue too long (D78).
 *
 * @param sessionOf reads the session token of a request
 */
export function createAdmit(
  admission: Admission,
  sessionOf: (ctx: Koa.Context) => string | undefined,
): Admit {
  const members = new Map<string, string>();

  function remember(session: string, memberId: string): void {
    members.delete(session);
    members.set(session, memberId);
    const [oldest] = members.keys();
    if (members.size > knownSessions && oldest !== undefined) members.delete(oldest);
  }

  function hashSession(ctx: Koa.Context): string | null {
    const token = sessionOf(ctx);
    return token === undefined ? null : hash('sha256', token, 'base64url');
  }

  /** Unknown callers share their network's party. It is unbounded: many members share a network, and after a restart none is known. */
  function partyOf({ method, path }: Koa.Context, network: string | null, session: string | null): Party {
    const member = session === null ? undefined : members.get(session);
    if (member !== undefined) return { key: member, class: 'member' };
    const isSignIn = method === 'POST' && signInPaths.test(path);
    // Clients on this machine have no network and share one party.
    const from = network === null ? 'here' : subscriberOf(network);
    return isSignIn
      ? { key: `sign-in from ${from}`, class: 'sign-in' }
      : { key: `network ${from}`, class: 'stranger' };
  }

  return {
    refusalOf(ctx, readNetwork) {
      if (exemptPaths.test(ctx.path)) return null;
      return admission.refusalOf(partyOf(ctx, readNetwork(ctx), hashSession(ctx)));
    },
    async admit(ctx, next) {
      const context = requestContext();
      if (!context || exemptPaths.test(ctx.path)) return next();
      if (ctx.path.startsWith('/api/')) await awaitBody(ctx);
      else if (isNoscriptForm(ctx)) await awaitForm(ctx);
      const session = hashSession(ctx);
      const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
      const place = await admission.enter(partyOf(ctx, ctx.state.network, session), context.signal, isRead);
      context.place = place;
      ctx.state.waitedMs = place.waitedMs;
      try {
        await next();
      } finally {
        place.leave();
        const { caller } = ctx.state;
        if (session !== null && caller) remember(session, String(caller.user._id));
        // The session has ended: its requests must not use up the places of its former member.
        else if (session !== null && caller === null) members.delete(session);
      }
      return undefined;
    },
  };
}
