import type Koa from 'koa';
import { invalidField } from '../errors.ts';

/**
 * Refuses malformed request targets such as `http://[bad/`, whose path or query would throw later. Also refuses requests with no
 * `Host`, which HTTP/1.1 requires, with two, or with something else than a host in it: a proxy may have read another one.
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

/** A name, an IPv4 address or an IPv6 address in brackets, and a port; empty for targets that name none (RFC 9112). */
const hostForm = /^(?:[\w.-]*|\[[\da-f:.]+\])(?::\d*)?$/i;

/** The path of a request; null when its target is malformed. */
export function pathOf(ctx: Koa.Context): string | null {
  try {
    return ctx.path;
  } catch {
    return null; // Koa leaves the parser's error to its caller; the one thing it says is that there is no path.
  }
}
