import type Koa from 'koa';
import type { Config } from './config.ts';

/** Headers in which proxies name the client. */
export const forwardingHeaders = ['X-Forwarded-For', 'Forwarded'] as const;

/** Whether a request claims to be forwarded. */
export const isForwarded = (ctx: Koa.Context): boolean =>
  forwardingHeaders.some((header) => ctx.get(header) !== '');

/** The address that a connection comes from. Behind a Unix socket everybody is on this machine. */
export const peerOf = (ctx: Koa.Context, { socketPath }: Pick<Config, 'socketPath'>): string =>
  socketPath === null ? (ctx.req.socket.remoteAddress ?? '') : '127.0.0.1';
