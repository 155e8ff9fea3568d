import path from 'node:path';
import { rspack } from '@rspack/core';
import { RspackDevServer } from '@rspack/dev-server';
import { mockWorkerMiddleware, standaloneConfig } from '../rspack.base.js';
import { requireInstall, requireNode } from './setup.js';

// `npm run dev -w mf-quiz`: one remote alone, on mocked answers. npm starts it in the remote's folder.
requireNode();
requireInstall();
const dir = process.cwd();
const port = Number(process.env.PORT ?? 3000);

const server = new RspackDevServer(
  {
    port,
    host: 'localhost',
    hot: true,
    static: false,
    // Also for addresses that end like a file, as names of members may.
    historyApiFallback: { disableDotRule: true },
    setupMiddlewares: (middlewares) => [mockWorkerMiddleware, ...middlewares],
  },
  rspack(standaloneConfig(dir)),
);
await server.start();
console.log(`\n${path.basename(dir)} alone, with mocked answers: http://localhost:${port}`);
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => void server.stop().then(() => process.exit(0)));
}
