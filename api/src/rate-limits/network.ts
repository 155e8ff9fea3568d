import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type Koa from 'koa';
import type { Logger } from 'pino';
import { type Config, isLoopback } from '../config.ts';
import { forwardingHeaders, isForwarded, peerOf } from '../forwarding.ts';
import type { RequestState } from '../state.ts';

interface NetworkReader {
  /** Returns a request's network. */
  read(ctx: Koa.Context): string | null;
  /** Stores every request's network in its state. */
  middleware: Koa.Middleware<RequestState>;
  /** Mismatches between this server's and its proxies' configuration, as sentences. */
  warnings(): string[];
}

/**
 * Determines a request's network: IPv4 /32, IPv6 /64; null for direct clients on this machine (D49). Each trusted proxy appends its
 * client's address to the configured header. Earlier parts can be forged, so an empty part counts as a position. An unreadable address
 * falls back to the peer's and is logged once, because all visitors then share one limit.
 */
export function createNetworkReader(
  {
    trustedProxyHops: hops,
    trustedProxyHeader: header,
    socketPath,
  }: Pick<Config, 'trustedProxyHops' | 'trustedProxyHeader' | 'socketPath'>,
  log: Logger,
): NetworkReader {
  const warnings = new Set<string>();
  const [other] = forwardingHeaders.filter((name) => name !== header);
  function warn(sentence: string, facts = {}): void {
    if (warnings.has(sentence)) return;
    warnings.add(sentence);
    log.warn(facts, sentence);
  }

  function addressOf(ctx: Koa.Context, peer: string): string | null {
    if (hops === 0) {
      if (!isLoopback(peer)) return peer;
      if (isForwarded(ctx))
        warn(
          `A request from this machine carries ${forwardingHeaders.join(' or ')}, and TRUSTED_PROXY_HOPS is 0: if a proxy stands in front, no limit counts whoever comes through it. Set TRUSTED_PROXY_HOPS.`,
        );
      return null;
    }
    const list = ctx.headers[header.toLowerCase()]?.toString();
    if (list === undefined) {
      if (other && ctx.get(other) !== '')
        warn(
          `A request carries ${other} and no ${header}: whoever comes through that proxy counts as one network. Set TRUSTED_PROXY_HEADER.`,
        );
      return peer;
    }
    const parts = header === 'Forwarded' ? lastElements(list, hops) : list.split(',').slice(-hops);
    const claim = parts[0]?.trim() ?? '';
    const address = readAddress(header === 'Forwarded' ? forOf(claim) : claim);
    if (address === null)
      // Logs only the form, because the log must contain no addresses (D54).
      warn(`An address in ${header} could not be read: whoever comes like that counts as one network.`, {
        form: claim.slice(0, 80).replace(/[\da-f]/gi, 'x'),
      });
    return address ?? peer;
  }

  function read(ctx: Koa.Context): string | null {
    const address = addressOf(ctx, peerOf(ctx, { socketPath }));
    return address === null ? null : networkOf(address);
  }

  return {
    read,
    async middleware(ctx, next) {
      ctx.state.network = read(ctx);
      await next();
    },
    warnings: () => [...warnings],
  };
}

function networkOf(text: string): string {
  const [bare = ''] = text.split('%');
  if (!isIP(bare)) return bare;
  const address = ipaddr.process(bare);
  return address.kind() === 'ipv4' ? address.toString() : prefixOf(address, 64);
}

function prefixOf(address: ReturnType<typeof ipaddr.process>, bits: number): string {
  const prefix = address.toByteArray().map((byte, index) => (index < bits / 8 ? byte : 0));
  return `${ipaddr.fromByteArray(prefix).toString()}/${bits}`;
}

/**
 * The network of a whole subscriber: IPv6 /48, because a line has 256 networks and a rented server up to 65,536. For counting people:
 * one must not count as many.
 */
export function subscriberOf(network: string): string {
  const [address = ''] = network.split('/');
  return isIP(address) === 6 ? prefixOf(ipaddr.parse(address), 48) : network;
}

/** The last elements of a `Forwarded` header (RFC 7239). Parses backwards, so that an unclosed quote in a forged part has no effect. */
function lastElements(list: string, count: number): string[] {
  const parts = list.split(',');
  const elements: string[] = [];
  while (parts.length > 0 && elements.length < count) {
    let element = parts.pop() ?? '';
    while (parts.length > 0 && isQuoteOpen(element)) element = `${parts.pop()},${element}`;
    elements.unshift(element);
  }
  return elements;
}

const isQuoteOpen = (text: string) => (text.replaceAll(/\\./g, '').match(/"/g)?.length ?? 0) % 2 === 1;

/** The value of `for` in a `Forwarded` element; empty when missing or malformed. */
function forOf(element: string): string {
  let named = '';
  const pairs = /\s*([\w-]+)=("(?:[^"\\]|\\.)*"|[^\s;"]*)\s*(?:;|$)/y;
  while (pairs.lastIndex < element.length) {
    const [, name, value] = pairs.exec(element) ?? [];
    if (name === undefined || value === undefined) return '';
    if (name.toLowerCase() === 'for') named = value;
  }
  return named;
}

/** Parses an address: bare, with a port, in brackets or quotes; null for `unknown`, names and malformed text. */
function readAddress(part: string): string | null {
  const bare = part.replace(/^"(.*)"$/, '$1');
  const [, bracketed] = /^\[(.*)\](?::\d*)?$/.exec(bare) ?? [];
  const candidates = bracketed === undefined ? [bare, bare.replace(/:\d+$/, '')] : [bracketed];
  return candidates.find((text) => isIP(text) !== 0) ?? null;
}
