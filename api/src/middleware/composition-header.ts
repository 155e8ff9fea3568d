import type { Shown } from '@frens/compose/store/history-entry';
import { compositionHeader } from '@frens/contract/client';
import type Koa from 'koa';
import { second } from '../clock.ts';
import { cacheWithTtl } from '../ttl-cache.ts';
import { partOf, shownTo } from './canary-bucket.ts';

/** How long what is live is taken to be the same, in milliseconds: pages learn of another one by their next call anyway. */
const patience = second;

/**
 * Names on every answer of the API what is live, failures included, so that pages which were opened before learn of it.
 *
 * @param read reads what visitors see; null before anything is published
 */
export function setCompositionHeader(read: () => Promise<Shown | null>): Koa.Middleware {
  // A store that cannot be read takes the pages, and /readyz says so; calls need nothing of it.
  const known = cacheWithTtl(patience, () => read().catch(() => null));
  return async function setCompositionHeader(ctx, next) {
    if (ctx.path.startsWith('/api/')) {
      const shown = await known();
      if (shown) ctx.set(compositionHeader, shownTo(shown, partOf(ctx)));
    }
    await next();
  };
}
