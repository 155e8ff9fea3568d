import type Koa from 'koa';
import type { Logger } from 'pino';
import { isLoopback } from '../config.ts';

/**
 * For a server that trusts no proxy: says once that one seems to stand in front of it on this machine. Everybody is a
 * caller on this machine then, and no limit of a network counts them (D49).
 */
export function tellOfProxy(log: Logger): Koa.Middleware {
  let isTold = false;
  return (ctx, next) => {
    if (!isTold && ctx.req.headers['x-forwarded-for'] && isLoopback(ctx.req.socket.remoteAddress ?? '')) {
      isTold = true;
      log.warn(
        'A request from this machine carries X-Forwarded-For, and TRUSTED_PROXY_HOPS is 0: if a proxy stands in front, no limit counts whoever comes through it. Set TRUSTED_PROXY_HOPS.',
      );
    }
    return next();
  };
}
