import type Koa from 'koa';
import type { Config } from '../config.ts';

/**
 * Security headers of every response, errors included (D1, D53): no caching, sniffing, framing or use by other sites. Pages and files
 * override some of them.
 */
export function secureHeadersOf({ publicUrl }: Pick<Config, 'publicUrl'>): Record<string, string> {
  return {
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    // Decided by the public address, because a proxy may use plain HTTP to reach this process.
    ...(publicUrl.protocol === 'https:' && {
      'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
    }),
  };
}

/** Sets the security headers, and marks cookies as secure if the public address uses HTTPS. */
export function secureHeaders(config: Pick<Config, 'publicUrl'>): Koa.Middleware {
  const headers = secureHeadersOf(config);
  return async function secureHeaders(ctx, next) {
    ctx.set(headers);
    ctx.cookies.secure = config.publicUrl.protocol === 'https:';
    await next();
  };
}
