import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { rspack } from '@rspack/core';
import { RspackDevServer } from '@rspack/dev-server';
import { register } from 'tsx/esm/api';
import { panelConfig, standaloneConfig } from '../rspack.base.js';
import { againstSite, readSite } from './dev/against-site.js';
import { createDevTools, quietly } from './dev/dev-tools.js';
import { panelPage } from './dev/panel-page.js';
import { describeCommit, onStop, requirePort } from './setup.js';

// `npm run dev -w mf-quiz`: runs one remote alone, on mocks, or with `-- --against https://site --as NAME` on the API of a site. npm
// starts it in the remote's folder.
const dir = process.cwd();
const port = Number(process.env.PORT ?? 3000);
await requirePort(port);

// After the bundler, as in dev.js.
register();
const { mockAnswers } = await import('./dev/mock-answers.ts');

const { against, member } = readWords();
const site = against && (await againstSite(against, member).catch(giveUp));
const { paths } = JSON.parse(readFileSync(path.join(dir, 'remote.json'), 'utf8'));
const remotes = [{ name: path.basename(dir), paths: paths.map((page) => page.path) }];
const compiler = rspack([
  standaloneConfig(dir, { against: against?.origin }),
  panelConfig(remotes, { commit: describeCommit(), against: against?.origin }),
]);
const tools = createDevTools(compiler);

const server = new RspackDevServer(
  {
    ...quietly,
    port,
    // With a member's session, no other machine may connect.
    ...(against ? { host: 'localhost' } : {}),
    // Also for paths that look like file names, as usernames may.
    historyApiFallback: { disableDotRule: true },
    setupMiddlewares: (middlewares, devServer) => [
      tools.middleware(devServer),
      panelPage(devServer),
      site ?? mockAnswers({ hasApi: false }),
      ...middlewares,
    ],
  },
  compiler,
);
await server.start();
// The first path without parameters can be opened directly.
const first = paths.find((page) => !page.path.includes(':'))?.path ?? '';
console.log(`\n${path.basename(dir)} alone, with ${against ? `the answers of ${against.origin}` : 'mocked answers'}: http://localhost:${port}${first}
Stop it with Ctrl-C (process ${process.pid})\n`);
onStop(() => {
  tools.close();
  void server.stop().then(() => process.exit(0));
});

/** Parses the arguments: the site, and the member to sign in as. */
function readWords() {
  try {
    const { values } = parseArgs({ options: { against: { type: 'string' }, as: { type: 'string' } } });
    if (values.against === undefined) {
      if (values.as === undefined) return { against: null, member: null };
      throw new Error('--as says who is signed in at a site: name it with --against https://site.example.');
    }
    const password = process.env.AGAINST_PASSWORD ?? '';
    if (values.as !== undefined && password === '')
      throw new Error(`Set AGAINST_PASSWORD to the password of ${values.as}.`);
    const member = values.as === undefined ? null : { username: values.as, password };
    return { against: readSite(values.against), member };
  } catch (error) {
    return giveUp(error);
  }
}

function giveUp(error) {
  console.error(error.message);
  process.exit(1);
}
