import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { requireBrowser } from './find-browser.js';
import { giveUp, requireInstall, requireNode, rootDir } from './setup.js';
import { typePrograms } from './type-programs.js';

// `npm test`: sets up what is missing and runs every check. Ends with one line, `N passed, N failed`.

/** How long each part took, in seconds, in the order of their ends. Setting up is long in a clean clone alone. */
const took = { 'set up': 0 };
const secondsSince = (started) => Math.round((performance.now() - started) / 100) / 10;

const began = performance.now();
requireNode();
requireInstall();
const browser = await requireBrowser().catch((error) => giveUp(error.message));
took['set up'] = secondsSince(began);

const reports = mkdtempSync(path.join(tmpdir(), 'frens-test-'));
const env = { ...process.env, CHROME_PATH: browser, FORCE_COLOR: process.env.FORCE_COLOR ?? '0' };
const npx = (tool) => path.join(rootDir, 'node_modules', '.bin', tool);
const total = { passed: 0, failed: 0 };
/** What failed, told once more at the end: the output of the parts is long. */
const failures = [];

/**
 * For the type checker and the linter's, which are written in Go: one processor each, because each lane has one, and what several of them
 * share they would find out several times; and no garbage collection, because they end before it is worth its third of their time.
 */
const goEnv = { GOMAXPROCS: '1', GOGC: 'off' };

/** Runs a program; its output goes to the terminal when it ends, so that two side by side stay readable. */
function run(name, command, args, { minutes = 25, show = 'always', moreEnv = {} } = {}) {
  const started = performance.now();
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(command, args, {
      cwd: rootDir,
      env: { ...env, ...moreEnv },
      timeout: minutes * 60_000,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const collect = (chunk) => {
      output += chunk;
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', (error) => {
      output += String(error);
    });
    child.on('close', (code) => {
      took[name] = secondsSince(started);
      console.log(`\n── ${name}: ${code === 0 ? 'ok' : 'FAILED'} in ${took[name]} s`);
      if (show === 'always' || code !== 0) console.log(output.trimEnd());
      resolve({ ok: code === 0, output });
    });
  });
}

function count({ passed, failed }) {
  total.passed += passed;
  total.failed += failed;
}

const lastLines = (output, lines = 15) => output.trimEnd().split('\n').slice(-lines).join('\n');

/** A check without tests of its own counts as one. */
async function check(name, command, args, moreEnv) {
  const { ok, output } = await run(name, command, args, { show: 'failed', moreEnv });
  count({ passed: Number(ok), failed: Number(!ok) });
  if (!ok) failures.push(`${name}\n${lastLines(output)}`);
  return ok;
}

/** Counts the tests of a vitest run from its report. A run that ends badly without a failed test counts as one failure. */
async function vitest(name, ...args) {
  const report = path.join(reports, `${name}.json`);
  const { ok, output } = await run(
    name,
    npx('vitest'),
    ['run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    { minutes: 40 },
  );
  let passed = 0;
  let failed = 0;
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
    passed = numPassedTests;
    failed = numFailedTests;
    failures.push(...failuresIn(testResults));
  } catch (error) {
    console.log(`No report of ${name}: ${error.message}`);
  }
  count({ passed, failed: ok ? failed : Math.max(failed, 1) });
  // A file that does not load, or an error that no test caught.
  if (!ok && failed === 0) failures.push(`${name}\n${lastLines(output, 40)}`);
}

/** Each failed test of a report by file and name, with the beginning of its error. */
function failuresIn(testResults) {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(
        ({ fullName, failureMessages }) =>
          `${path.relative(rootDir, name)}: ${fullName}\n${failureMessages.join('\n').split('\n').slice(0, 15).join('\n')}`,
      ),
  );
}

/** Counts the stories from the closing line of their runner. */
async function stories() {
  const built = await check('stories: build', 'npm', ['run', 'build-storybook', '-w', 'design-system']);
  if (!built) return;
  const { ok, output } = await run('stories', 'npm', ['run', 'test-stories', '-w', 'design-system']);
  const [, passed = 0, failed = 0] = output.match(/(\d+) passed, (\d+) failed/) ?? [];
  count({ passed: Number(passed), failed: ok ? Number(failed) : Math.max(Number(failed), 1) });
  if (!ok)
    failures.push(`stories\n${output.match(/^FAIL .*\n(?: {5}.*\n)*/gm)?.join('') ?? lastLines(output)}`);
}

/** Takes the jobs in their order, so many at a time, each as soon as another has ended. */
async function inLanes(lanes, jobs) {
  const waiting = [...jobs];
  const lane = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) await job();
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** What is checked as one program, because its files see the same globals. */
async function types() {
  for (const { name, args } of typePrograms) await check(`types: ${name}`, npx('tsc'), args, goEnv);
}

const built = await check('build', process.execPath, [path.join(rootDir, 'scripts/build.js')]);
// The tests of the servers take as long as everything else, so they have two workers, which share what compiles their files and the
// database. One more program than there are cores, because each often waits: for a database, a clock, a page. The longest come first.
await inLanes(2, [
  () => vitest('node', '--project', 'node', '--maxWorkers', '2'),
  () => vitest('dom', '--project', 'dom', '--project', 'components'),
  stories,
  () => check('lint', npx('oxlint'), ['--type-aware', '--deny-warnings', '.'], goEnv),
  types,
  () => check('format', npx('biome'), ['check', '--linter-enabled=false', '.']),
]);
// Alone: it drives two browsers and two sites at a time, and measures how long pages wait.
if (built) await vitest('e2e', '--project', 'e2e');
else console.log('The browser tests did not run, because the site could not be built.');

rmSync(reports, { recursive: true, force: true });
for (const failure of failures) console.log(`\n── failed: ${failure}`);
console.log('\n── seconds, two parts at a time:');
for (const [part, seconds] of Object.entries(took)) console.log(`${seconds.toFixed(1).padStart(7)} ${part}`);
console.log(`${secondsSince(began).toFixed(1).padStart(7)} in all`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
