import os from 'node:os';
import path from 'node:path';
import { requireBrowser } from './find-browser.js';
import { rootDir } from './setup.js';
import { check, fail, finish, note, stories, tool, vitest } from './test-runner.js';

// `npm test`: installs what is missing and runs every check. Ends with one line, `N passed, N failed`.
const began = performance.now();
/** Whether a browser is available. Installing one in a clean clone is mostly waiting, so it runs in parallel with other checks. */
const hasBrowser = requireBrowser().then(
  (file) => {
    process.env.CHROME_PATH = file;
    note('browser', began);
    return true;
  },
  (error) => {
    fail('browser', error.message);
    return false;
  },
);

/**
 * Environment for Go programs (the linter's type-check and the compiler): one processor each, because lanes run in parallel, and no garbage
 * collection below a third of the memory, because they are short-lived. At 4 GB, collection took a third of the linter's time.
 */
const goEnv = { GOMAXPROCS: '1', GOGC: 'off', GOMEMLIMIT: `${Math.floor(os.totalmem() / 3)}B` };

/** Runs jobs in order with limited concurrency. */
async function inLanes(lanes, jobs) {
  const waiting = [...jobs];
  const lane = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) await job();
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

let built = false;
// The server tests take as long as everything else, so they get two workers, which share compiled files and the database. One process more
// than there are cores, because each often waits for a database, a timer or a page. Jobs with one worker come first, so that the last ones
// keep both cores busy.
await inLanes(2, [
  async () => {
    // It bundles the server that these tests start.
    const env = { TYPES_CHECKED_BESIDE: 'true' };
    built = await check('build', process.execPath, [path.join(rootDir, 'scripts/build.js')], { env });
    await vitest('node', ['--project', 'node', '--maxWorkers', '2']);
  },
  // The linter could check types as well (`--type-check`), with twice the memory.
  () => check('lint', tool('oxlint'), ['--type-aware', '--deny-warnings', '.'], { env: goEnv }),
  () => check('types', process.execPath, [path.join(rootDir, 'scripts/typecheck.js')], { env: goEnv }),
  () => check('format', tool('biome'), ['check', '--linter-enabled=false', '.']),
  async () => (await hasBrowser) && stories(),
  () => vitest('dom', ['--project', 'dom', '--project', 'components', '--maxWorkers', '2']),
]);
// Runs alone: it drives two browsers and two sites at a time, and measures waiting times.
if (built && (await hasBrowser)) await vitest('e2e', ['--project', 'e2e']);
else
  console.log(
    `The browser tests did not run, because ${built ? 'there is no browser' : 'the site could not be built'}.`,
  );
finish('seconds, two parts at a time');
