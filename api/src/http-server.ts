import { createServer, type RequestListener, type Server } from 'node:http';
import { second } from './clock.ts';
import type { Config } from './config.ts';

/** How long a caller may take, so that slow ones hold no connection for good. A JSON body has less, see `readBody`. */
export const serverTimeouts = {
  /** All headers of a request. */
  headersMs: 10 * second,
  /** A whole request; uploads are the longest. */
  requestMs: 120 * second,
  /** The next request on a connection: longer than proxies keep theirs, so that none sends into a closed one. */
  idleMs: 65 * second,
};

/** Node's server with limits of ours. It does not listen yet. */
export function createHttpServer(
  listener: RequestListener,
  { maxConnections }: Pick<Config, 'maxConnections'>,
  { headersMs, requestMs, idleMs } = serverTimeouts,
): Server {
  const server = createServer(
    {
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      keepAliveTimeout: idleMs,
      // Node looks for late callers this often; by default only every 30 s.
      connectionsCheckingInterval: Math.min(second, headersMs / 2),
    },
    listener,
  );
  server.maxConnections = maxConnections;
  return server;
}
