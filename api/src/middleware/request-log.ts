import { randomUUID } from 'node:crypto';
import { compositionHeader } from '@frens/contract/client';
import { languages } from '@frens/contract/messages';
import type Koa from 'koa';
import type { Logger } from 'pino';
import type { RequestState } from '../state.ts';

/** An id, and nothing else that a caller might want to stand in the log. */
const composition = /^[0-9a-f]{16}$/;
/** What asks every second and says nothing new when all is well. */
const probes = /^GET \/(healthz|readyz|metrics)$/;

/** Names every request, finds the caller's language, and logs one line per answer: no bodies, addresses or tokens (D54). */
export function requestLog(log: Logger): Koa.Middleware<RequestState> {
  return async function requestLog(ctx, next) {
    const startedAt = performance.now();
    const { state } = ctx;
    state.requestId = randomUUID();
    state.language = languages.find((language) => language === ctx.acceptsLanguages(...languages)) ?? 'en';
    ctx.set('X-Request-Id', state.requestId);
    try {
      await next();
    } finally {
      const isProbe = probes.test(state.route ?? '') && ctx.status < 500;
      log[isProbe ? 'debug' : 'info']({
        requestId: state.requestId,
        memberId: state.caller ? String(state.caller.user._id) : undefined,
        method: ctx.method,
        // The name of the call or the pattern of the page, never the address: it may carry what people typed.
        route: state.route ?? 'unknown',
        status: ctx.status,
        ms: Math.round(performance.now() - startedAt),
        // For a place at work, of these milliseconds.
        waitedMs: state.waitedMs ? Math.round(state.waitedMs) : undefined,
        // Of a page, the one it shows; of a call, the one that the page which makes it was made from.
        composition: state.composition ?? composition.exec(ctx.get(compositionHeader))?.[0],
      });
    }
  };
}
