import ipaddr from 'ipaddr.js';
import type Koa from 'koa';
import { isLoopback } from '../config.ts';

/**
 * The network a request comes from: IPv4 /32, IPv6 /64. Null for direct callers on this machine (D49). Koa has read the
 * address from the trusted hops (`app.maxIpsCount`).
 */
export function networkOf(ctx: Koa.Context): string | null {
  const direct = ctx.req.socket.remoteAddress ?? '';
  if (!ctx.app.proxy && isLoopback(direct)) return null;
  const claimed = ctx.ip.split('%')[0] ?? '';
  // What is no address counts as whoever sent it.
  const text = ipaddr.isValid(claimed) ? claimed : (direct.split('%')[0] ?? '');
  if (!ipaddr.isValid(text)) return text;
  const address = ipaddr.process(text);
  if (address.kind() === 'ipv4') return address.toString();
  const prefix = address.toByteArray().map((byte, index) => (index < 8 ? byte : 0));
  return `${ipaddr.fromByteArray(prefix).toString()}/64`;
}
