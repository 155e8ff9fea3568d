import type Koa from 'koa';

/** Headers of every answer that is data, not a page (D1, D53). */
export function apiHeaders({ secure }: { secure: boolean }): Koa.Middleware {
  return async function apiHeaders(ctx, next) {
    ctx.set({
      'Cache-Control': 'no-store',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    });
    if (secure) ctx.set('Strict-Transport-Security', 'max-age=63072000; includeSubDomains');
    await next();
  };
}
