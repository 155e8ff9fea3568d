import path from 'node:path';
import type { Composition } from '@frens/contract/composition';
import { type MultiCompiler, rspack } from '@rspack/core';
import { RspackDevServer } from '@rspack/dev-server';
import { fillPage } from '../api/src/site/site.ts';
import { hostConfig, mockWorkerFile, remoteConfig } from '../rspack.base.js';
import { startApi } from './dev-api.ts';
import { devComposition } from './dev-composition.ts';
import { remoteNames, rootDir } from './folders.ts';
import { shareRefreshRuntime } from './refresh-hook.ts';

// `npm run dev`: shell and all remotes with hot reload, and the API, in one process on one port.
// `npm run dev:mock`: the same without an API; the browser answers every call.
const mock = process.argv.includes('--mock');
const port = Number(process.env.PORT ?? 3000);
const brand = { site: process.env.SITE_NAME ?? 'Frens', product: process.env.PRODUCT_NAME ?? 'Fren' };

const compiler: MultiCompiler = rspack([
  hostConfig(path.join(rootDir, 'shell'), { dev: true, mock }),
  ...remoteNames.map((name) => remoteConfig(path.join(rootDir, name), { dev: true })),
]);
const api = mock ? null : await startApi();

const server = new RspackDevServer(
  {
    port,
    host: 'localhost',
    hot: true,
    liveReload: false,
    static: false,
    client: { overlay: false },
    headers: { 'Cache-Control': 'no-store' },
    setupMiddlewares(middlewares, devServer) {
      if (api) middlewares.unshift({ name: 'api', middleware: api.middleware });
      middlewares.push({
        name: 'page',
        middleware(request, response, next) {
          const { pathname } = new URL(request.url ?? '/', 'http://localhost');
          if (pathname === '/composition.json') {
            response.setHeader('Content-Type', 'application/json');
            response.end(JSON.stringify(devComposition()));
          } else if (mock && pathname === '/mockServiceWorker.js') {
            response.sendFile(mockWorkerFile);
          } else if (/\.\w+$/.test(pathname)) {
            next();
          } else {
            response.setHeader('Content-Type', 'text/html; charset=utf-8');
            response.end(page(devServer, devComposition()));
          }
        },
      });
      return middlewares;
    },
  },
  compiler,
);

function page(devServer: RspackDevServer, composition: Composition): string {
  const files = devServer.middleware?.context.outputFileSystem;
  // The bundler's in-memory file system answers a buffer when no encoding is named.
  const html = String(files?.readFileSync?.(path.join(rootDir, 'shell/dist/index.html')));
  return shareRefreshRuntime(fillPage(html, { brand, composition }));
}

await server.start();
console.log(
  `\n${brand.site} is being built on http://localhost:${port}${mock ? ' with mocked answers: add ?scenario=typical, empty or failing' : ''}`,
);

async function stop(): Promise<void> {
  await server.stop();
  await api?.close();
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void stop());
