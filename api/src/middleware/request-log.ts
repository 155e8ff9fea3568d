import { randomUUID } from 'node:crypto';
import { compositionHeader } from '@frens/contract/client';
import { languages } from '@frens/contract/languages';
import type Koa from 'koa';
import type { Logger } from 'pino';
import type { RequestState } from '../state.ts';
import { continueTrace, runInTrace } from '../trace.ts';

/** A composition id and nothing else: clients must not write free text into the log. */
const composition = /^[0-9a-f]{16}$/;
/** Health checks are frequent, so they are logged only when they fail. */
const probes = /^GET \/(healthz|readyz|metrics)$/;

/**
 * Assigns the request id, continues the client's trace, detects the language, and logs one line per response, without bodies, addresses
 * or tokens (D54).
 */
export function requestLog(log: Logger): Koa.Middleware<RequestState> {
  return function requestLog(ctx, next) {
    return runInTrace(continueTrace(ctx.get('traceparent')), () => serve(ctx, next));
  };

  async function serve(ctx: Koa.ParameterizedContext<RequestState>, next: Koa.Next): Promise<void> {
    const startedAt = performance.now();
    identify(ctx);
    try {
      await next();
    } finally {
      logAnswer(log, ctx, startedAt);
    }
  }
}

function identify(ctx: Koa.ParameterizedContext<RequestState>): void {
  const { state } = ctx;
  state.requestId = randomUUID();
  state.language = languages.find((language) => language === ctx.acceptsLanguages(...languages)) ?? 'en';
  ctx.set('X-Request-Id', state.requestId);
}

function logAnswer(log: Logger, ctx: Koa.ParameterizedContext<RequestState>, startedAt: number): void {
  const { state } = ctx;
  const isProbe = probes.test(state.route ?? '') && ctx.status < 500;
  log[isProbe ? 'debug' : 'info']({
    requestId: state.requestId,
    memberId: state.caller ? String(state.caller.user._id) : undefined,
    method: ctx.method,
    // The call's key or the page's pattern, never the URL, which may contain personal data.
    route: state.route ?? 'unknown',
    status: ctx.status,
    ms: Math.round(performance.now() - startedAt),
    // Milliseconds in the admission queue.
    waitedMs: state.waitedMs ? Math.round(state.waitedMs) : undefined,
    // For a page the composition that it shows; for a call that of the calling page.
    composition: state.composition ?? composition.exec(ctx.get(compositionHeader))?.[0],
  });
}

/** Answers and logs a request without Koa's middleware, because refusals under load must be cheap. */
export function answerAtOnce(
  log: Logger,
  ctx: Koa.ParameterizedContext<RequestState>,
  answer: (ctx: Koa.ParameterizedContext<RequestState>) => void,
): void {
  const startedAt = performance.now();
  identify(ctx);
  answer(ctx);
  const text = typeof ctx.body === 'string' ? ctx.body : JSON.stringify(ctx.body);
  ctx.length = Buffer.byteLength(text);
  ctx.res.end(ctx.method === 'HEAD' ? '' : text);
  runInTrace(continueTrace(ctx.get('traceparent')), () => logAnswer(log, ctx, startedAt));
}
