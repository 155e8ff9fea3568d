import { watch } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { rspack } from '@rspack/core';
import { RspackDevServer } from '@rspack/dev-server';
import { register } from 'tsx/esm/api';
import { hostConfig, panelConfig, remoteConfig } from '../rspack.base.js';
import { buildDatabase } from './build-servers.js';
import { createDevTools, quietly } from './dev/dev-tools.js';
import { panelPage } from './dev/panel-page.js';
import { describeCommit, giveUp, onStop, requirePort, rootDir } from './setup.js';

// `npm run dev`: shell and all remotes with hot reload, and the API, in one process on one port.
// `npm run dev:mock`: without an API; mocks answer every call, inside the testers' panel (unless `-- --no-panel`). In `npm run dev`,
// mocks answer only tabs that have chosen a scenario.
const usage = `npm run dev: the site with its API; npm run dev:mock: with mocked answers alone, in the testers' panel.
  npm run dev:mock -- --no-panel    without the panel
  PORT=3100 npm run dev             at another port than 3000
docs/qa.md says which states there are.`;
const { mock, hasPanel } = readOptions();

// Plain Node must load the bundler before tsx registers: rspack injects some of its functions into pages as source text, and tsx would
// have added calls to helpers that pages lack.
register();
const { devComposition, devPage, panelRemotes, readDescriptors, remoteNames, startApi } = await import(
  './dev-site.ts'
);
const { mockAnswers } = await import('./dev/mock-answers.ts');

const noPage = '<!doctype html><head><meta http-equiv="refresh" content="3"></head>';
const port = Number(process.env.PORT ?? 3000);
await requirePort(port);
const compiler = rspack([
  hostConfig(path.join(rootDir, 'shell'), { dev: true }),
  ...remoteNames.map((name) => remoteConfig(path.join(rootDir, name), { dev: true })),
  ...(hasPanel ? [panelConfig(panelRemotes(), { commit: describeCommit() })] : []),
]);
const tools = createDevTools(compiler);
const lookAtDescriptors = () => tools.problems.set('descriptor', readDescriptors());
lookAtDescriptors();
// Watches folders, because editors replace files instead of writing them.
const watchers = remoteNames.map((name) =>
  watch(path.join(rootDir, name), (_event, file) => file === 'remote.json' && lookAtDescriptors()),
);
if (!mock) buildDatabase();
const api = mock ? null : await startApi();

const server = new RspackDevServer(
  {
    ...quietly,
    port,
    liveReload: false,
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
            // A missing file; usernames may look like file names, so navigations are excluded above.
            next();
          } else {
            const files = devServer.middleware.context.outputFileSystem;
            response.setHeader('Content-Type', 'text/html; charset=utf-8');
            const file = path.join(rootDir, 'shell/dist/index.html');
            // Before the shell's first compilation, a placeholder page retries.
            response.end(devPage(files.existsSync(file) ? String(files.readFileSync(file)) : noPage));
          }
        },
      };
      const answers = [
        mockAnswers({ hasApi: api !== null }),
        api && { name: 'api', middleware: api.middleware },
      ];
      return [
        tools.middleware(devServer),
        ...(hasPanel ? [panelPage(devServer)] : []),
        ...answers.filter(Boolean),
        ...middlewares,
        page,
      ];
    },
  },
  compiler,
);
await server.start();
const mocked = mock
  ? ' with mocked answers; add ?scenario=empty to the address, or another (any other word lists them)'
  : '';
const lines = [
  `http://localhost:${port}${mocked}`,
  ...(api?.lines ?? []),
  `Remotes: ${remoteNames.join(', ')}`,
  `Stop it with Ctrl-C (process ${process.pid})`,
];
console.log(`\n${lines.join('\n')}\n`);

function readOptions() {
  try {
    const flag = { type: 'boolean' };
    const { values } = parseArgs({
      options: { mock: flag, 'no-panel': flag, help: { ...flag, short: 'h' } },
    });
    if (!values.help) return { mock: values.mock, hasPanel: values.mock && !values['no-panel'] };
    console.log(usage);
    return process.exit(0);
  } catch (error) {
    return giveUp(`${error.message}\n\n${usage}`);
  }
}

async function stop() {
  for (const watcher of watchers) watcher.close();
  tools.close();
  await server.stop();
  await api?.close();
  process.exit(0);
}
onStop(() => void stop());
