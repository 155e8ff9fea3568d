import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type AppOptions, createApp, listenerOf } from '../app.ts';

/** Serves an app on a free port, for tests of what it is put together from: a site, metrics, publishing. */
export async function serveApp(options: AppOptions): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(listenerOf(createApp(options)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // True because the server listens on a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
