import { randomUUID } from 'node:crypto';
import { languages } from '@frens/contract/messages';
import type Koa from 'koa';
import type { Logger } from 'pino';
import type { RequestState } from '../state.ts';

/** Names every request, finds the caller's language, and logs one line per answer: no bodies, addresses or tokens (D54). */
export function requestLog(log: Logger): Koa.Middleware<RequestState> {
  return async function requestLog(ctx, next) {
    const startedAt = performance.now();
    ctx.state.requestId = randomUUID();
    ctx.state.language =
      languages.find((language) => language === ctx.acceptsLanguages(...languages)) ?? 'en';
    ctx.set('X-Request-Id', ctx.state.requestId);
    try {
      await next();
    } finally {
      log.info({
        requestId: ctx.state.requestId,
        memberId: ctx.state.caller ? String(ctx.state.caller.user._id) : undefined,
        method: ctx.method,
        // The name of the call, never the address: a query may carry what people typed.
        route: ctx.state.route ?? (ctx.path.startsWith('/api/') ? 'unknown' : 'page'),
        status: ctx.status,
        ms: Math.round(performance.now() - startedAt),
      });
    }
  };
}
