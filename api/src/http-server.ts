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

/** Time limits for slow callers, so that none holds a connection for ever. JSON bodies have less, see `readBody`. */
export const serverTimeouts = {
  /** All headers of a request. */
  headersMs: 10 * second,
  /** A whole request; uploads are the longest. */
  requestMs: 120 * second,
  /** Keep-alive: longer than proxies keep theirs, so that none sends into a closed connection. */
  idleMs: 65 * second,
  /** Idle time of a connection whose peer does not read. */
  stillMs: 120 * second,
  /** Time for the rest of an unread body. */
  restMs: 30 * second,
};

/** Creates Node's server with our limits. It does not listen yet. */
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
      // How often Node checks its time limits; 30 s by default.
      connectionsCheckingInterval: Math.min(second, headersMs / 2),
      // Refused by the application, where every response has its headers.
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

/** Closes connections whose body goes on long after the request was answered; Node would accept it for as long as an upload. */
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

/** Statuses for Node's parse errors; anything else is 400. */
const statusOfFault: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Answers requests that never reach the application, with the headers of every response. */
function refuseUnread(server: Server, headers: Readonly<Record<string, string>>): void {
  const underWay = new WeakMap<Duplex, ServerResponse>();
  const noBody = { ...headers, 'Content-Length': '0', Connection: 'close' };
  server.on('request', (request, response) => underWay.set(request.socket, response));
  server.on('checkExpectation', (_request, response) => response.writeHead(417, noBody).end());
  server.on('clientError', (fault: NodeJS.ErrnoException, socket) => {
    const response = underWay.get(socket);
    // Half a response has been sent: nothing more can be said.
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
