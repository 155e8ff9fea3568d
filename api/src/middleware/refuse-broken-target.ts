import type Koa from 'koa';
import { invalidField } from '../errors.ts';

/**
 * Refuses malformed request targets such as `http://[bad/`, whose path or query would throw later. Also refuses a missing `Host` (which
 * HTTP/1.1 requires), a repeated one and a malformed one: a proxy may have interpreted it differently.
 */
export function rejectMalformedTarget(): Koa.Middleware {
  return async function rejectMalformedTarget(ctx, next) {
    const [host, ...others] = ctx.req.headersDistinct.host ?? [];
    const hasHost =
      host === undefined ? ctx.req.httpVersion !== '1.1' : others.length === 0 && hostForm.test(host);
    if (!hasHost || pathOf(ctx) === null) throw invalidField('target', 'validation.target');
    await next();
  };
}

/** A name, an IPv4 address or a bracketed IPv6 address, with an optional port; empty for targets without one (RFC 9112). */
const hostForm = /^(?:[\w.-]*|\[[\da-f:.]+\])(?::\d*)?$/i;

/** The path of a request; null when its target is malformed. */
export function pathOf(ctx: Koa.Context): string | null {
  try {
    return ctx.path;
  } catch {
    return null; // Koa passes on the URL parser's error, which means only that there is no path.
  }
}
