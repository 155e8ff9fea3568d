import type Koa from 'koa';
import { invalidField } from '../errors.ts';

/**
 * Refuses malformed request targets such as `http://[bad/`, whose path or query would throw later. Also refuses requests with no
 * `Host`, which HTTP/1.1 requires, or with two: a proxy may have used the other one.
 */
export function rejectMalformedTarget(): Koa.Middleware {
  return async function rejectMalformedTarget(ctx, next) {
    const hosts = ctx.req.headersDistinct.host?.length ?? 0;
    const hasHost = hosts === 1 || (hosts === 0 && ctx.req.httpVersion !== '1.1');
    if (!hasHost || pathOf(ctx) === null) throw invalidField('target', 'validation.target');
    await next();
  };
}

/** The path of a request; null when its target is malformed. */
export function pathOf(ctx: Koa.Context): string | null {
  try {
    return ctx.path;
  } catch {
    return null; // Koa leaves the parser's error to its caller; the one thing it says is that there is no path.
  }
}
