import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { rootDir } from './setup.js';

// Runs the parts of `npm test` and `npm run test:long`, and summarises the results.

const began = performance.now();
const secondsSince = (started) => Math.round((performance.now() - started) / 100) / 10;
/** Seconds per part, in order of completion. */
const took = new Map();
/** Seconds per test file, and of the stories. */
export const fileSeconds = new Map();
const total = { passed: 0, failed: 0 };
/** Failures, repeated at the end, because the output is long. */
const failures = [];
/** Tests that were skipped, for instance on machines without a required program. */
const skipped = [];
const reports = mkdtempSync(path.join(tmpdir(), 'frens-test-'));

/** Path of an installed command. */
export const tool = (name) => path.join(rootDir, 'node_modules/.bin', name);

/** Records the duration of a step that is no test part. */
export function note(name, started) {
  took.set(name, secondsSince(started));
}

/** Counts a missing prerequisite as a failure and prints it at once. */
export function fail(name, text) {
  console.log(`\n── ${name}: FAILED\n${text}`);
  count({ passed: 0, failed: 1 });
  failures.push(`${name}\n${text}`);
}

/**
 * Runs a program and prints its output when it ends, so that parallel outputs do not mix.
 *
 * @param show `failed` hides the output of successful runs
 */
async function run(name, command, args, { minutes = 25, show = 'always', env = {} } = {}) {
  const started = performance.now();
  const { code, output } = await new Promise((resolve) => {
    let output = '';
    const child = spawn(command, args, {
      cwd: rootDir,
      env: { FORCE_COLOR: '0', RENDER_UNISOLATED: 'true', ...process.env, ...env },
      // Its own process group, so that its child processes end with it.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const group = -Number(child.pid);
    const timer = setTimeout(() => {
      output += `\nIt did not end within ${minutes} minutes.\n`;
      process.kill(group, 'SIGKILL');
    }, minutes * 60_000);
    const end = () => {
      process.kill(group, 'SIGTERM');
      process.exit(1);
    };
    process.on('SIGINT', end).on('SIGTERM', end);
    const collect = (chunk) => {
      output += chunk;
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', (error) => resolve({ code: 1, output: String(error) }));
    child.on('close', (code) => {
      clearTimeout(timer);
      process.off('SIGINT', end).off('SIGTERM', end);
      resolve({ code, output });
    });
  });
  note(name, started);
  console.log(`\n── ${name}: ${code === 0 ? 'ok' : 'FAILED'} in ${took.get(name)} s`);
  if (show === 'always' || code !== 0) console.log(output.trimEnd());
  return { ok: code === 0, output };
}

function count({ passed, failed }) {
  total.passed += passed;
  total.failed += failed;
}

const firstLines = (text) => text.split('\n').slice(0, 15).join('\n');
const lastLines = (output, lines = 15) => output.trimEnd().split('\n').slice(-lines).join('\n');

/** Runs a check without tests of its own, which counts as one test. */
export async function check(name, command, args, options) {
  const { ok, output } = await run(name, command, args, { show: 'failed', ...options });
  count({ passed: Number(ok), failed: Number(!ok) });
  if (!ok) failures.push(`${name}\n${lastLines(output)}`);
  return ok;
}

/** Runs vitest and counts tests from its report. A failed run without a failed test counts as one failure. */
export async function vitest(name, args, options) {
  const report = path.join(
    reports,
    `${took.size}-${args.join(' ').replaceAll(/\W+/g, '-').slice(0, 100)}.json`,
  );
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { ok, output } = await run(name, tool('vitest'), ['run', ...args, ...reporters], options);
  let passed = 0;
  let failed = 0;
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
    passed = numPassedTests;
    failed = numFailedTests;
    for (const { name, startTime, endTime } of testResults) {
      const file = path.relative(rootDir, name);
      fileSeconds.set(file, (fileSeconds.get(file) ?? 0) + Math.ceil((endTime - startTime) / 1000));
    }
    failures.push(...failuresIn(testResults));
    skipped.push(...skippedIn(testResults));
  } catch (error) {
    console.log(`No report of ${name}: ${error.message}`);
  }
  count({ passed, failed: ok ? failed : Math.max(failed, 1) });
  // A file failed to load, or an error occurred outside of tests.
  if (!ok && failed === 0) failures.push(`${name}\n${lastLines(output, 40)}`);
}

/** Failed tests of a report: file, name and the first lines of the error. */
function failuresIn(testResults) {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(
        ({ fullName, failureMessages }) =>
          `${path.relative(rootDir, name)}: ${fullName}\n${failureMessages.map(firstLines).join('\n')}`,
      ),
  );
}

/** Skipped tests of a report: file and name. */
function skippedIn(testResults) {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'skipped')
      .map(({ fullName }) => `${path.relative(rootDir, name)}: ${fullName}`),
  );
}

/** Builds Storybook, runs the story tests and counts them from the runner's last line. */
export async function stories(options) {
  // Minifying takes longer than it saves here.
  const env = { UNMINIFIED: 'true' };
  const built = await check('stories: build', 'npm', ['run', 'build-storybook', '-w', 'design-system'], {
    env,
  });
  if (!built) return;
  const { ok, output } = await run('stories', 'npm', ['run', 'test-stories', '-w', 'design-system'], options);
  fileSeconds.set('stories', Math.round(took.get('stories')));
  const [, passed = 0, failed = 0] = output.match(/(\d+) passed, (\d+) failed/) ?? [];
  count({ passed: Number(passed), failed: ok ? Number(failed) : Math.max(Number(failed), 1) });
  if (!ok)
    failures.push(`stories\n${output.match(/^FAIL .*\n(?: {5}.*\n)*/gm)?.join('') ?? lastLines(output)}`);
}

/**
 * Prints failures, the duration of each part and, in the last line, the totals; exits accordingly.
 *
 * @param heading heading of the durations
 * @param tellSkipped whether to list skipped tests
 */
export function finish(heading, tellSkipped = false) {
  rmSync(reports, { recursive: true, force: true });
  if (tellSkipped) for (const one of skipped) console.log(`── skipped: ${one}`);
  for (const failure of failures) console.log(`\n── failed: ${failure}`);
  console.log(`\n── ${heading}:`);
  for (const [part, seconds] of took) console.log(`${seconds.toFixed(1).padStart(7)} ${part}`);
  console.log(`${secondsSince(began).toFixed(1).padStart(7)} in all`);
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
}
