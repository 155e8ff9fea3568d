import path from 'node:path';
import { rspack } from '@rspack/core';
import { RspackDevServer } from '@rspack/dev-server';
import { mockWorkerMiddleware, standaloneConfig } from '../rspack.base.js';
import { createDevTools, quietly } from './dev/dev-tools.js';
import { requireInstall, requireNode } from './setup.js';

// `npm run dev -w mf-quiz`: one remote alone, on mocked answers. npm starts it in the remote's folder.
requireNode();
requireInstall();
const dir = process.cwd();
const port = Number(process.env.PORT ?? 3000);

const compiler = rspack(standaloneConfig(dir));
const tools = createDevTools(compiler);

const server = new RspackDevServer(
  {
    ...quietly,
    port,
    // Also for addresses that end like a file, as names of members may.
    historyApiFallback: { disableDotRule: true },
    setupMiddlewares: (middlewares, devServer) => [
      tools.middleware(devServer),
      mockWorkerMiddleware,
      ...middlewares,
    ],
  },
  compiler,
);
await server.start();
console.log(`\n${path.basename(dir)} alone, with mocked answers: http://localhost:${port}
Stop it with Ctrl-C (process ${process.pid})\n`);
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    tools.close();
    void server.stop().then(() => process.exit(0));
  });
}
