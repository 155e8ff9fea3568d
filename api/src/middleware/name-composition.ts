import { compositionHeader } from '@frens/contract/client';
import type Koa from 'koa';
import { second } from '../clock.ts';

/** How long what is live is taken to be the same, in milliseconds: pages learn of another one by their next call anyway. */
const freshFor = second;

/**
 * Names on every answer of the API what is live, failures included, so that pages which were opened before learn of it.
 *
 * @param read reads the id of the live composition; null before anything is published
 */
export function nameComposition(read: () => Promise<string | null>): Koa.Middleware {
  let known: Promise<string | null> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  return async function nameComposition(ctx, next) {
    if (ctx.path.startsWith('/api/')) {
      if (!known || performance.now() - readAt > freshFor) {
        readAt = performance.now();
        // A store that cannot be read takes the pages, and /readyz says so; calls need nothing of it.
        known = read().catch(() => null);
      }
      const id = await known;
      if (id !== null) ctx.set(compositionHeader, id);
    }
    await next();
  };
}
