import type { Shown } from '@frens/compose/store/history-entry';
import { compositionHeader } from '@frens/contract/client';
import type Koa from 'koa';
import { second } from '../clock.ts';
import { freshFor } from '../fresh-for.ts';
import { partOf, shownTo } from './visitor-part.ts';

/** How long what is live is taken to be the same, in milliseconds: pages learn of another one by their next call anyway. */
const patience = second;

/**
 * Names on every answer of the API what is live, failures included, so that pages which were opened before learn of it.
 *
 * @param read reads what visitors see; null before anything is published
 */
export function nameComposition(read: () => Promise<Shown | null>): Koa.Middleware {
  // A store that cannot be read takes the pages, and /readyz says so; calls need nothing of it.
  const known = freshFor(patience, () => read().catch(() => null));
  return async function nameComposition(ctx, next) {
    if (ctx.path.startsWith('/api/')) {
      const shown = await known();
      if (shown) ctx.set(compositionHeader, shownTo(shown, partOf(ctx)));
    }
    await next();
  };
}
