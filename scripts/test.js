import os from 'node:os';
import path from 'node:path';
import { requireBrowser } from './find-browser.js';
import { giveUp, rootDir } from './setup.js';
import { check, finish, note, stories, tool, vitest } from './test-runner.js';

// `npm test`: sets up what is missing and runs every check. Ends with one line, `N passed, N failed`.
const began = performance.now();
process.env.CHROME_PATH = await requireBrowser().catch((error) => giveUp(error.message));
// Long in a clean clone alone.
note('set up', began);

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

const built = await check('build', process.execPath, [path.join(rootDir, 'scripts/build.js')]);
// The tests of the servers take as long as everything else, so they have two workers, which share what compiles their files and the
// database. One more program than there are cores, because each often waits: for a database, a clock, a page. The longest come first.
await inLanes(2, [
  () => vitest('node', ['--project', 'node', '--maxWorkers', '2']),
  () => vitest('dom', ['--project', 'dom', '--project', 'components']),
  stories,
  // The linter would check types, too (`--type-check`), in twice the memory.
  () => check('lint', tool('oxlint'), ['--type-aware', '--deny-warnings', '.'], { env: goEnv }),
  () => check('types', process.execPath, [path.join(rootDir, 'scripts/typecheck.js')], { env: goEnv }),
  () => check('format', tool('biome'), ['check', '--linter-enabled=false', '.']),
]);
// Alone: it drives two browsers and two sites at a time, and measures how long pages wait.
if (built) await vitest('e2e', ['--project', 'e2e']);
else console.log('The browser tests did not run, because the site could not be built.');
finish('seconds, two parts at a time');
