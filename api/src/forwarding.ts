import type Koa from 'koa';

/** The headers in which proxies say whom they ask for. */
export const forwardingHeaders = ['X-Forwarded-For', 'Forwarded'] as const;

/** Whether somebody asks for somebody else, or says so. */
export const isForwarded = (ctx: Koa.Context): boolean =>
  forwardingHeaders.some((header) => ctx.get(header) !== '');
