import { hash, timingSafeEqual } from 'node:crypto';
import type { Router } from '@koa/router';
import type Koa from 'koa';
import { type Config, isLoopback } from '../config.ts';
import { notFound } from '../errors.ts';
import { isForwarded, peerOf } from '../forwarding.ts';
import type { RequestState } from '../state.ts';
import type { Metrics } from './metrics.ts';

/**
 * Binds `/metrics` in the Prometheus format. Requires METRICS_TOKEN if it is set, else a client on this machine; all others get a
 * 404.
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

/** Records the duration of every response. */
export function recordResponses(metrics: Metrics): Koa.Middleware<RequestState> {
  return async function recordResponses(ctx, next) {
    const startedAt = performance.now();
    try {
      await next();
    } finally {
      metrics.recordResponse(ctx.state.route ?? 'unknown', ctx.status, performance.now() - startedAt);
    }
  };
}

function mayRead(ctx: Koa.Context, config: Config): boolean {
  const { metricsToken } = config;
  if (metricsToken !== null) return isSameSecret(ctx.get('Authorization'), `Bearer ${metricsToken}`);
  // A forwarded request comes from outside this machine.
  return !isForwarded(ctx) && isLoopback(peerOf(ctx, config));
}

/** Compares two secrets in constant time. */
function isSameSecret(given: string, expected: string): boolean {
  const [one, other] = [given, expected].map((text) => hash('sha256', text, 'buffer'));
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}
