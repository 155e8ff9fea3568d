import os from 'node:os';
import path from 'node:path';
import { requireBrowser } from './find-browser.js';
import { rootDir } from './setup.js';
import { check, fail, finish, note, stories, tool, vitest } from './test-runner.js';

// `npm test`: sets up what is missing and runs every check. Ends with one line, `N passed, N failed`.
const began = performance.now();
/** Whether there is a browser. To install one, in a clean clone, is mostly waiting: it happens beside what needs none. */
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
 * For the programs in Go, the linter's types and the compiler: one processor, because each lane has one, and no garbage collection before
 * a third of the memory is full, because they end before it is worth its time. At 4 GB it took the linter a third of its time.
 */
const goEnv = { GOMAXPROCS: '1', GOGC: 'off', GOMEMLIMIT: `${Math.floor(os.totalmem() / 3)}B` };

/** Takes the jobs in their order, so many at a time, each as soon as another has ended. */
async function inLanes(lanes, jobs) {
  const waiting = [...jobs];
  const lane = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) await job();
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

let built = false;
// The tests of the servers take as long as everything else, so they have two workers, which share what compiles their files and the
// database. One more program than there are cores, because each often waits: for a database, a clock, a page. What has one worker comes
// first, so that whatever comes last keeps both cores busy.
await inLanes(2, [
  async () => {
    // It bundles the server, which those tests start.
    const env = { TYPES_CHECKED_BESIDE: 'true' };
    built = await check('build', process.execPath, [path.join(rootDir, 'scripts/build.js')], { env });
    await vitest('node', ['--project', 'node', '--maxWorkers', '2']);
  },
  // The linter would check types, too (`--type-check`), in twice the memory.
  () => check('lint', tool('oxlint'), ['--type-aware', '--deny-warnings', '.'], { env: goEnv }),
  () => check('types', process.execPath, [path.join(rootDir, 'scripts/typecheck.js')], { env: goEnv }),
  () => check('format', tool('biome'), ['check', '--linter-enabled=false', '.']),
  async () => (await hasBrowser) && stories(),
  () => vitest('dom', ['--project', 'dom', '--project', 'components', '--maxWorkers', '2']),
]);
// Alone: it drives two browsers and two sites at a time, and measures how long pages wait.
if (built && (await hasBrowser)) await vitest('e2e', ['--project', 'e2e']);
else
  console.log(
    `The browser tests did not run, because ${built ? 'there is no browser' : 'the site could not be built'}.`,
  );
finish('seconds, two parts at a time');
