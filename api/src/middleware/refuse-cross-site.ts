import { errorCodes } from '@frens/contract/errors';
import type Koa from 'koa';
import { isLoopback } from '../config.ts';
import { forbidden } from '../errors.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** CSRF protection: refuses writes from another site's page (D53). */
export function rejectCrossSite({ publicUrl }: { publicUrl: URL }): Koa.Middleware {
  return async function rejectCrossSite(ctx, next) {
    if (!safeMethods.has(ctx.method)) {
      const fetchSite = ctx.get('Sec-Fetch-Site');
      const origin = ctx.get('Origin');
      if (
        fetchSite === 'cross-site' ||
        fetchSite === 'same-site' ||
        // A page without a referrer (its address may contain a secret) sends `Origin: null`.
        (origin !== '' && !(origin === 'null' && fetchSite === 'same-origin') && !isOurs(origin, ctx.host))
      ) {
        throw forbidden(errorCodes.crossSite);
      }
    }
    await next();
  };

  function isOurs(origin: string, host: string): boolean {
    if (origin === publicUrl.origin) return true;
    // Development only, with any port and loopback name: browsers do not let another site's page send this Host.
    if (!URL.canParse(origin)) return false;
    const from = new URL(origin);
    return isLoopback(publicUrl.hostname) && isLoopback(from.hostname) && from.host === host;
  }
}
