import type Koa from 'koa';
import { invalidField } from '../errors.ts';

/**
 * Refuses targets that are no address, such as `http://[bad/`: reading their path or query would throw further in. So is
 * one whose request names no host, which HTTP/1.1 asks for, or two: what stands before us may have gone by the other.
 */
export function rejectMalformedTarget(): Koa.Middleware {
  return async function rejectMalformedTarget(ctx, next) {
    const hosts = ctx.req.headersDistinct.host?.length ?? 0;
    const hasHost = hosts === 1 || (hosts === 0 && ctx.req.httpVersion !== '1.1');
    if (!hasHost || pathOf(ctx) === null) throw invalidField('target', 'validation.target');
    await next();
  };
}

/** The path of a request; null when its target is no address. */
export function pathOf(ctx: Koa.Context): string | null {
  try {
    return ctx.path;
  } catch {
    return null; // Koa leaves the parser's error to its caller; the one thing it says is that there is no path.
  }
}
