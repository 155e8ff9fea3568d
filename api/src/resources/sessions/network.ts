import { isIPv6 } from 'node:net';
import type Koa from 'koa';
import { isLoopback } from '../../config.ts';

/** The network a request comes from: IPv4 /32, IPv6 /64. Null for direct callers on this machine (D49). */
export function networkOf(ctx: Koa.Context, trustedProxyHops: number): string | null {
  const direct = ctx.req.socket.remoteAddress ?? '';
  const forwarded = ctx
    .get('X-Forwarded-For')
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean);
  // Each trusted proxy adds the address it saw at the end; what stands before those is hearsay.
  const address = trustedProxyHops > 0 ? (forwarded.at(-trustedProxyHops) ?? direct) : direct;
  if (trustedProxyHops === 0 && isLoopback(address)) return null;
  return prefixOf(address);
}

function prefixOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? [];
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups = [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
