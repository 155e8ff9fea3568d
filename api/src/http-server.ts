import {
  createServer,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { second } from './clock.ts';
import type { Config } from './config.ts';
import { secureHeadersOf } from './middleware/secure-headers.ts';

/** How long a caller may take, so that slow ones hold no connection for good. A JSON body has less, see `readBody`. */
export const serverTimeouts = {
  /** All headers of a request. */
  headersMs: 10 * second,
  /** A whole request; uploads are the longest. */
  requestMs: 120 * second,
  /** The next request on a connection: longer than proxies keep theirs, so that none sends into a closed one. */
  idleMs: 65 * second,
  /** How long nothing moves on a connection: whoever does not read what we send. */
  stillMs: 120 * second,
  /** The rest of a body that nobody reads, because the answer did not need it. */
  restMs: 30 * second,
};

/** Node's server with limits of ours. It does not listen yet. */
export function createHttpServer(
  listener: RequestListener,
  { maxConnections, publicUrl }: Pick<Config, 'maxConnections' | 'publicUrl'>,
  { headersMs, requestMs, idleMs, stillMs, restMs } = serverTimeouts,
): Server {
  const server = createServer(
    {
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      keepAliveTimeout: idleMs,
      // Node looks for late callers this often; by default only every 30 s.
      connectionsCheckingInterval: Math.min(second, headersMs / 2),
      // Refused where every answer has its headers.
      requireHostHeader: false,
    },
    listener,
  );
  server.maxConnections = maxConnections;
  server.timeout = stillMs;
  endUnreadBodies(server, restMs);
  refuseUnread(server, secureHeadersOf({ publicUrl }));
  return server;
}

/** Closes connections on which a body goes on long after its request was answered; Node itself would take it for as long as an upload. */
function endUnreadBodies(server: Server, restMs: number): void {
  server.on('request', (request, response) => {
    response.once('finish', () => {
      if (request.complete) return;
      const timer = setTimeout(() => {
        if (!request.complete) request.socket.destroy();
      }, restMs).unref();
      request.once('end', () => clearTimeout(timer));
    });
  });
}

/** What Node says of requests that it cannot read; anything else is 400. */
const statusOfFault: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Answers what never gets to the application, as Node would, but with the headers of every answer. */
function refuseUnread(server: Server, headers: Readonly<Record<string, string>>): void {
  const underWay = new WeakMap<Duplex, ServerResponse>();
  const noBody = { ...headers, 'Content-Length': '0', Connection: 'close' };
  server.on('request', (request, response) => underWay.set(request.socket, response));
  server.on('checkExpectation', (_request, response) => response.writeHead(417, noBody).end());
  server.on('clientError', (fault: NodeJS.ErrnoException, socket) => {
    const response = underWay.get(socket);
    // Half an answer is on its way: nothing more can be said.
    const isAnswering = response?.headersSent && !response.writableFinished;
    if (isAnswering || !socket.writable || fault.code === 'ECONNRESET') {
      socket.destroy(fault);
      return;
    }
    const status = statusOfFault[fault.code ?? ''] ?? 400;
    const lines = Object.entries(noBody).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`, () => socket.destroy());
  });
}
