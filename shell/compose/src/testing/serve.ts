import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Serves requests on a free port of this machine, for tests. */
export async function serve(
  answer: (...request: Parameters<RequestListener>) => unknown,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((...request) => void answer(...request));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Safe: the server listens on a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
