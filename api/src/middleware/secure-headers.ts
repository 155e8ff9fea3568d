import type Koa from 'koa';
import type { Config } from '../config.ts';

/**
 * Security headers of every response, errors included (D1, D53): no storing, sniffing, framing or use by other sites. Pages and
 * files override some of them.
 */
export function secureHeadersOf({ publicUrl }: Pick<Config, 'publicUrl'>): Record<string, string> {
  return {
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    // By the public address: a proxy may speak plain http to this process.
    ...(publicUrl.protocol === 'https:' && {
      'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
    }),
  };
}

/** Sets the security headers first, and decides by the public address whether cookies are secure. */
export function secureHeaders(config: Pick<Config, 'publicUrl'>): Koa.Middleware {
  const headers = secureHeadersOf(config);
  return async function secureHeaders(ctx, next) {
    ctx.set(headers);
    ctx.cookies.secure = config.publicUrl.protocol === 'https:';
    await next();
  };
}
