import { compositionHeader } from '@frens/contract/client';
import type Koa from 'koa';
import { second } from '../clock.ts';
import { freshFor } from '../fresh-for.ts';

/** How long what is live is taken to be the same, in milliseconds: pages learn of another one by their next call anyway. */
const patience = second;

/**
 * Names on every answer of the API what is live, failures included, so that pages which were opened before learn of it.
 *
 * @param read reads the id of the live composition; null before anything is published
 */
export function nameComposition(read: () => Promise<string | null>): Koa.Middleware {
  // A store that cannot be read takes the pages, and /readyz says so; calls need nothing of it.
  const known = freshFor(patience, () => read().catch(() => null));
  return async function nameComposition(ctx, next) {
    if (ctx.path.startsWith('/api/')) {
      const id = await known();
      if (id !== null) ctx.set(compositionHeader, id);
    }
    await next();
  };
}
