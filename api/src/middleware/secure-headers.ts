import type Koa from 'koa';
import type { Config } from '../config.ts';

/**
 * What every answer says, whatever it is and however it ends (D1, D53): nothing of it is stored, sniffed, framed or
 * used by another site. Pages and files say more, or less strictly, where they are served.
 */
export function secureHeadersOf({ publicUrl }: Pick<Config, 'publicUrl'>): Record<string, string> {
  return {
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    // By the address members use: what stands between them and us may speak plain http to us.
    ...(publicUrl.protocol === 'https:' && {
      'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
    }),
  };
}

/** Sets them before anything else has a say, and by the address members use whether cookies go over https alone. */
export function secureHeaders(config: Pick<Config, 'publicUrl'>): Koa.Middleware {
  const headers = secureHeadersOf(config);
  return async function secureHeaders(ctx, next) {
    ctx.set(headers);
    ctx.cookies.secure = config.publicUrl.protocol === 'https:';
    await next();
  };
}
