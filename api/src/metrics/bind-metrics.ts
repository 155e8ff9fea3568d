import { createHash, timingSafeEqual } from 'node:crypto';
import type { Router } from '@koa/router';
import type Koa from 'koa';
import { type Config, isLoopback } from '../config.ts';
import { notFound } from '../errors.ts';
import { isForwarded, peerOf } from '../forwarding.ts';
import type { RequestState } from '../state.ts';
import type { Metrics } from './metrics.ts';

/**
 * `/metrics`, as Prometheus reads it: with METRICS_TOKEN for whoever brings it, without for this machine alone. For
 * everybody else there is no such page.
 */
export function bindMetrics(router: Router<RequestState>, { registry }: Metrics, config: Config): void {
  router.get('/metrics', async (ctx) => {
    ctx.state.route = 'GET /metrics';
    if (!mayRead(ctx, config)) throw notFound();
    ctx.set('Cache-Control', 'no-store');
    ctx.type = registry.contentType;
    ctx.body = await registry.metrics();
  });
}

/** Notes how long every answer took. */
export function noteAnswers(metrics: Metrics): Koa.Middleware<RequestState> {
  return async function noteAnswers(ctx, next) {
    const startedAt = performance.now();
    try {
      await next();
    } finally {
      metrics.noteAnswer(ctx.state.route ?? 'unknown', ctx.status, performance.now() - startedAt);
    }
  };
}

function mayRead(ctx: Koa.Context, config: Config): boolean {
  const { metricsToken } = config;
  if (metricsToken !== null) return isSame(ctx.get('Authorization'), `Bearer ${metricsToken}`);
  // What a proxy of this machine hands on comes from elsewhere.
  return !isForwarded(ctx) && isLoopback(peerOf(ctx, config));
}

/** Compares in a time that tells nothing of what is right. */
function isSame(given: string, expected: string): boolean {
  const [one, other] = [given, expected].map((text) => createHash('sha256').update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}
