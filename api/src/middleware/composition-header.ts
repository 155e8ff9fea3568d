import { compositionFor, readCanaryBucket } from '@frens/compose/server';
import type { Shown } from '@frens/compose/store';
import { compositionHeader } from '@frens/contract/client';
import type Koa from 'koa';
import { second } from '../clock.ts';
import { cacheWithTtl } from '../ttl-cache.ts';

/** How long the live composition is cached, in milliseconds: pages learn of a new one with their next call anyway. */
const patience = second;

/**
 * Sends the live composition's id with every answer of the API, failures included, so that stale tabs learn of changes.
 *
 * @param read reads what visitors see; null before anything is published
 */
export function setCompositionHeader(read: () => Promise<Shown | null>): Koa.Middleware {
  // Pages and /readyz report a store that cannot be read; calls do not need it.
  const known = cacheWithTtl(patience, () => read().catch(() => null));
  return async function setCompositionHeader(ctx, next) {
    if (ctx.path.startsWith('/api/')) {
      const shown = await known();
      if (shown) ctx.set(compositionHeader, compositionFor(shown, readCanaryBucket(ctx)));
    }
    await next();
  };
}
