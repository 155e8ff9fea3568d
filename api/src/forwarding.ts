import type Koa from 'koa';
import type { Config } from './config.ts';

/** Headers in which proxies report the client's address. */
export const forwardingHeaders = ['X-Forwarded-For', 'Forwarded'] as const;

/** Whether a request carries a forwarding header. */
export const isForwarded = (ctx: Koa.Context): boolean =>
  forwardingHeaders.some((header) => ctx.get(header) !== '');

/** The address of the connection's peer. Every client of a Unix socket is on this machine. */
export const peerOf = (ctx: Koa.Context, { socketPath }: Pick<Config, 'socketPath'>): string =>
  socketPath === null ? (ctx.req.socket.remoteAddress ?? '') : '127.0.0.1';
