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

/** Timeouts for slow clients, so that none holds a connection for ever. `readBody` is stricter for JSON bodies. */
export const serverTimeouts = {
  /** All headers of a request. */
  headersMs: 10 * second,
  /** A whole request; uploads are the longest. */
  requestMs: 120 * second,
  /** Keep-alive: longer than the proxies' own, so that no proxy sends into a closed connection. */
  idleMs: 65 * second,
  /** Idle time of a connection whose client does not read. */
  stillMs: 120 * second,
  /** Time for the rest of a body that nobody reads. */
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
      // The application refuses these requests, with the headers of every response.
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

/** Closes connections whose body continues long after the response; Node would allow it as long as an upload. */
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

/** HTTP status for each of Node's parse errors; any other gets 400. */
const statusOfFault: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Answers requests that never reach the application, with the security headers of every response. */
function refuseUnread(server: Server, headers: Readonly<Record<string, string>>): void {
  const underWay = new WeakMap<Duplex, ServerResponse>();
  const noBody = { ...headers, 'Content-Length': '0', Connection: 'close' };
  server.on('request', (request, response) => underWay.set(request.socket, response));
  server.on('checkExpectation', (_request, response) => response.writeHead(417, noBody).end());
  server.on('clientError', (fault: NodeJS.ErrnoException, socket) => {
    const response = underWay.get(socket);
    // Half a response is out: nothing more can be sent.
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
