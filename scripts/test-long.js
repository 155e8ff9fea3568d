import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { requireBrowser } from './find-browser.js';
import { giveUp, rootDir } from './setup.js';
import { check, fileSeconds, finish, stories, vitest } from './test-runner.js';

// `npm run test:long`: the tests that `npm test` shortens or skips. Ends with one line, `N passed, N failed`. Runs in parts of at most nine
// minutes: `npm run test:long -- 3-5` runs parts by number, `npm run test:long -- circles` files by path; `--list` lists the parts, and
// `--record` stores the duration of files, which balances future parts.
const options = { minutes: 9, env: { LONG: '1' } };

const words = process.argv.slice(2);
const isList = words.includes('--list');
const isRecording = words.includes('--record');
const [wanted = ''] = words.filter((one) => !one.startsWith('--'));
const [, first, last = first] = /^(\d+)(?:-(\d+))?$/.exec(wanted) ?? [];
const word = first ? '' : wanted;

const tests = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: rootDir,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(test|e2e)\.[jt]sx?$/.test(file) && file.includes(word));
/** All browser tests have a long form, by the cases that they share. */
const isBrowserTest = (file) => file.includes('.e2e.');
const has = (file, text) => readFileSync(path.join(rootDir, file), 'utf8').includes(text);
/** Whether another file has a long form: by its name, by reading the variable, or by shared repetitions. */
const isLongRun = (file) => file.includes('.long.') || has(file, 'process.env.LONG') || isShared(file);
/** A randomised test whose repetitions are split over several parts. */
const isShared = (file) => has(file, '/repetitions.ts');

/** Recorded seconds per file; a new one counts as a minute. */
const secondsFile = path.join(import.meta.dirname, 'long-seconds.json');
const seconds = JSON.parse(readFileSync(secondsFile, 'utf8'));
const secondsOf = (file) => seconds[file] ?? 60;

/** Target duration of a part, in seconds: a busy machine takes twice as long and still stays within nine minutes. */
const aim = 240;

/**
 * Distributes files over parts of similar duration, longest first. This also separates neighbours, which compete for the same resources.
 *
 * @param workers number of files running in parallel
 */
function partsOf(project, files, workers) {
  const sum = (some) => some.reduce((total, file) => total + secondsOf(file), 0);
  const parts = Array.from({ length: Math.ceil(sum(files) / workers / aim) }, () => []);
  for (const file of files.toSorted((a, b) => secondsOf(b) - secondsOf(a)))
    parts.reduce((least, one) => (sum(one) < sum(least) ? one : least)).push(file);
  return parts.map((some) => ({
    project,
    says: some.join(' '),
    estimate: Math.round(Math.max(secondsOf(some[0]), sum(some) / workers)),
    run: (name) => vitest(name, ['--project', project, '--maxWorkers', String(workers), ...some], options),
  }));
}

/** Parts that each run all of these files with a share of their repetitions, which are randomised. */
function sharedParts(files) {
  const all = files.reduce((total, file) => total + secondsOf(file), 0) / 2;
  const count = Math.ceil(all / aim);
  return Array.from({ length: count }, (_, index) => {
    const LONG_SHARE = `${index + 1}/${count}`;
    return {
      project: 'node',
      says: `${files.join(' ')} ${LONG_SHARE}`,
      estimate: Math.round(all / count),
      run: (name) =>
        vitest(name, ['--project', 'node', '--maxWorkers', '2', ...files], {
          ...options,
          env: { ...options.env, LONG_SHARE },
        }),
    };
  });
}

const ofPages = tests.filter((file) => /^(mf-|shell\/(?!compose)).*\.test\./.test(file) && isLongRun(file));
const ofServers = tests.filter((file) => !isBrowserTest(file) && !ofPages.includes(file) && isLongRun(file));
/** Tests that need the whole machine: those that install and build a copy of the repository, and the one that compares loads. */
const runsAlone = (file) => file.startsWith('scripts/') || file.includes('overload');
const parts = [
  // One file per core.
  ...sharedParts(ofServers.filter(isShared)),
  ...partsOf(
    'node',
    ofServers.filter((file) => !runsAlone(file) && !isShared(file)),
    2,
  ),
  ...partsOf('node', ofServers.filter(runsAlone), 1),
  ...partsOf('dom', ofPages, 2),
  ...('stories'.includes(word)
    ? [{ project: 'stories', says: 'stories', estimate: secondsOf('stories'), run: () => stories(options) }]
    : []),
  // The maximum in vitest.config.ts.
  ...partsOf('e2e', tests.filter(isBrowserTest), 3),
];
const chosen = first ? parts.slice(Number(first) - 1, Number(last)) : parts;
if (chosen.length === 0) giveUp(`No part has the number or a file named like "${wanted}".`);

for (const [index, { says, estimate }] of parts.entries())
  console.log(`${String(index + 1).padStart(3)} ${String(estimate).padStart(4)} s ${says}`);
if (isList) process.exit(0);

process.env.CHROME_PATH = await requireBrowser().catch((error) => giveUp(error.message));
// Browser tests need the build, and guide tests a copy of it.
if (chosen.some(({ project }) => project === 'e2e' || project === 'node'))
  await check('build', process.execPath, [path.join(rootDir, 'scripts/build.js')]);
for (const part of chosen) await part.run(`part ${parts.indexOf(part) + 1}: ${part.project}`);
if (isRecording) {
  // Durations of shared files are complete only after a run of all parts.
  const told = [...fileSeconds].filter(([file]) => !first || file === 'stories' || !isShared(file));
  const known = { ...seconds, ...Object.fromEntries(told) };
  const files = Object.keys(known).filter(
    (file) => file === 'stories' || existsSync(path.join(rootDir, file)),
  );
  const table = Object.fromEntries(files.sort().map((file) => [file, known[file]]));
  writeFileSync(secondsFile, `${JSON.stringify(table, null, 2)}\n`);
}
finish('seconds', true);
