import { once } from 'node:events';
import { Agent, createServer, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';

export interface ReverseProxy {
  url: string;
  /** Errors that the proxy answered itself because no server did. */
  failures: string[];
  close(): void;
}

/**
 * Forwards each request to the first ready server, over keep-alive connections and without retries.
 *
 * @param backends local ports or Unix sockets
 */
export async function startReverseProxy(backends: ReadonlyArray<number | string>): Promise<ReverseProxy> {
  const agent = new Agent({ keepAlive: true });
  const failures: string[] = [];
  const addressOf = (backend: number | string | undefined) =>
    typeof backend === 'string' ? { socketPath: backend } : { host: 'localhost', port: backend };
  let [current] = backends;
  const isReady = (backend: number | string) =>
    new Promise<boolean>((resolve) => {
      const asked = sendRequest({ ...addressOf(backend), path: '/readyz', agent: false }, (answer) => {
        answer.resume();
        resolve(answer.statusCode === 200);
      });
      asked.on('error', () => resolve(false)).end();
    });
  async function find(): Promise<void> {
    for (const backend of backends) {
      if (!(await isReady(backend))) continue;
      current = backend;
      return;
    }
  }
  const ending = new AbortController();
  // Sequential: a late response must not override a newer one.
  async function watch(): Promise<void> {
    while (!ending.signal.aborted) {
      await find();
      await setTimeout(50);
    }
  }
  if (backends.length > 1) void watch();
  const server = createServer((request, response) => {
    const { url: path, method, headers } = request;
    const onward = sendRequest({ ...addressOf(current), path, method, headers, agent }, (answer) => {
      const { connection: _connection, 'keep-alive': _keepAlive, ...rest } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, rest);
      answer.pipe(response);
    });
    onward.on('error', (error) => {
      failures.push(`${method} ${path}: ${error.message}`);
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end(error.message);
    });
    request.pipe(onward);
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  // Safe: the server listens on a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    failures,
    close() {
      ending.abort();
      agent.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}
