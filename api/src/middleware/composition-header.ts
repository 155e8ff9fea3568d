import { compositionFor, readCanaryBucket } from '@frens/compose/server';
import type { Shown } from '@frens/compose/store';
import { compositionHeader } from '@frens/contract/client';
import type Koa from 'koa';
import { second } from '../clock.ts';
import { cacheWithTtl } from '../ttl-cache.ts';

/** How long the live composition is cached, in milliseconds; pages see a new one in the header of their next call. */
const patience = second;

/**
 * Sends the live composition's id in every API response, errors included, so that stale tabs notice a new version.
 *
 * @param read reads the live composition; null before anything is published
 */
export function setCompositionHeader(read: () => Promise<Shown | null>): Koa.Middleware {
  // Pages and /readyz report an unreadable store; API calls work without it.
  const known = cacheWithTtl(patience, () => read().catch(() => null));
  return async function setCompositionHeader(ctx, next) {
    if (ctx.path.startsWith('/api/')) {
      const shown = await known();
      if (shown) ctx.set(compositionHeader, compositionFor(shown, readCanaryBucket(ctx)));
    }
    await next();
  };
}
