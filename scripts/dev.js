import path from 'node:path';
import { rspack } from '@rspack/core';
import { RspackDevServer } from '@rspack/dev-server';
import { tsImport } from 'tsx/esm/api';
import { hostConfig, mockWorkerMiddleware, remoteConfig } from '../rspack.base.js';
import { buildDatabase } from './build-servers.js';
import { requireInstall, requireNode, rootDir } from './setup.js';

// `npm run dev`: shell and all remotes with hot reload, and the API, in one process on one port.
// `npm run dev:mock`: the same without an API; the browser answers every call.
//
// The bundler is loaded by plain Node and only our own TypeScript through tsx: rspack writes some of its functions into the page as
// text, and tsx's compiler would have put calls into them that no page knows.
requireNode();
requireInstall();
const { devComposition, devPage, remoteNames, startApi } = await tsImport('./dev-site.ts', import.meta.url);

const mock = process.argv.includes('--mock');
const port = Number(process.env.PORT ?? 3000);
const compiler = rspack([
  hostConfig(path.join(rootDir, 'shell'), { dev: true, mock }),
  ...remoteNames.map((name) => remoteConfig(path.join(rootDir, name), { dev: true })),
]);
if (!mock) buildDatabase();
const api = mock ? null : await startApi();

const server = new RspackDevServer(
  {
    port,
    host: 'localhost',
    hot: true,
    liveReload: false,
    static: false,
    client: { overlay: false },
    setupMiddlewares(middlewares, devServer) {
      const page = {
        name: 'page',
        middleware(request, response, next) {
          const { pathname } = new URL(request.url, 'http://localhost');
          response.setHeader('Cache-Control', 'no-store');
          if (pathname === '/composition.json') {
            response.setHeader('Content-Type', 'application/json');
            response.end(JSON.stringify(devComposition()));
          } else if (/\.\w+$/.test(pathname) && !request.headers.accept?.includes('text/html')) {
            // A file that is not there; names of members may end like one of a file.
            next();
          } else {
            const files = devServer.middleware.context.outputFileSystem;
            response.setHeader('Content-Type', 'text/html; charset=utf-8');
            response.end(devPage(String(files.readFileSync(path.join(rootDir, 'shell/dist/index.html')))));
          }
        },
      };
      return [api ? { name: 'api', middleware: api.middleware } : mockWorkerMiddleware, ...middlewares, page];
    },
  },
  compiler,
);
await server.start();
const mocked = mock
  ? ' with mocked answers; add ?scenario=empty to the address, or another (any other word lists them)'
  : '';
console.log(`\nhttp://localhost:${port}${mocked}`);

async function stop() {
  await server.stop();
  await api?.close();
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void stop());
