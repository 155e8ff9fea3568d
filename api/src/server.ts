import type { Server } from 'node:http';
import { createApp, listenerOf } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { createHttpServer } from './http-server.ts';
import { createSite } from './site/site.ts';
import { isExpected, type StartedServices, startServices } from './start-services.ts';

// The only file that listens or exits.

/** How long answers under way may take after the signal to stop (D54). */
const patienceMs = 9_000;

class ListenError extends Error {
  override name = 'ListenError';
}

try {
  const config = readConfig(process.env);
  const started = await startServices(config);
  const site = createSite({ storeDir: config.siteStore, brand: config.brand });
  const server = createHttpServer(listenerOf(createApp({ ...started.services, site })), config);
  await listen(server, config);
  greet(config, started);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(server, started));
} catch (error) {
  // Expected problems get one sentence that says what to do; everything else its whole story.
  console.error(isExpected(error) || error instanceof ListenError ? error.message : error);
  process.exit(1);
}

function listen(server: Server, { host, port }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') {
        reject(
          new ListenError(`Port ${port} is taken. Choose another one, as in: PORT=${port + 1} npm start`),
        );
      } else if (error.code === 'EACCES') {
        reject(
          new ListenError(`Port ${port} may not be used by this account. Choose one above 1023 with PORT.`),
        );
      } else reject(error);
    });
    server.listen(port, host, resolve);
  });
}

function greet({ brand, publicUrl }: Config, { services, seeded, dataPlace }: StartedServices): void {
  const lines = [`${brand.site} is ready on ${publicUrl.origin}`];
  if (services.config.seedDemo) lines.push('Demo login: demo / bamboo-grove');
  if (seeded) lines.push(`An empty database was filled with ${seeded.counts.members} invented members.`);
  lines.push(`The data lies in ${dataPlace}`);
  // At once, so that whoever waits for it gets it whole.
  console.log(`\n${lines.join('\n')}\n`);
}

/** Stops accepting, lets answers under way finish, and closes the database. */
async function stop(server: Server, started: StartedServices): Promise<void> {
  const cutOff = setTimeout(() => server.closeAllConnections(), patienceMs);
  // Browsers keep connections open for a next request; after the last answer there is none.
  const hangUp = setInterval(() => server.closeIdleConnections(), 50);
  await new Promise<void>((resolve) => server.close(() => resolve()));
  clearInterval(hangUp);
  clearTimeout(cutOff);
  await started.close();
  process.exit(0);
}
