import type Koa from 'koa';

/** Headers in which proxies name the client. */
export const forwardingHeaders = ['X-Forwarded-For', 'Forwarded'] as const;

/** Whether a request claims to be forwarded. */
export const isForwarded = (ctx: Koa.Context): boolean =>
  forwardingHeaders.some((header) => ctx.get(header) !== '');
