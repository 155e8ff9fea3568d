import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { requireBrowser } from './find-browser.js';
import { giveUp, rootDir } from './setup.js';
import { check, finish, stories, vitest } from './test-runner.js';

// `npm run test:long`: the long forms of tests whose short forms `npm test` runs, and those that it leaves out. Ends by itself, with one line,
// `N passed, N failed`. Each part ends within nine minutes: `npm run test:long -- 3-5` runs those of these numbers, `npm run test:long -- circles`
// the files whose path contains the word, and `npm run test:long -- --list` only lists the parts.
const options = { minutes: 9, env: { LONG: '1' } };

const words = process.argv.slice(2);
const isList = words.includes('--list');
const [wanted = ''] = words.filter((one) => one !== '--list');
const [, first, last = first] = /^(\d+)(?:-(\d+))?$/.exec(wanted) ?? [];
const word = first ? '' : wanted;

const tests = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: rootDir,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(test|e2e)\.[jt]sx?$/.test(file) && file.includes(word));
/** Browser tests all run: what they look at is chosen in what they share. */
const isBrowserTest = (file) => file.includes('.e2e.');
/** Whether another file differs in a long run: it is named so or asks for the variable. */
const isLongRun = (file) =>
  file.includes('.long.') || readFileSync(path.join(rootDir, file), 'utf8').includes('process.env.LONG');

/** Parts of at most so many files. These are dealt out in turn, because neighbours are alike: two Storybooks, two models. */
function partsOf(project, files, size) {
  const count = Math.ceil(files.length / size);
  return Array.from({ length: count }, (_, index) => {
    const some = files.filter((_file, at) => at % count === index);
    return {
      project,
      says: some.join(' '),
      run: (name) => vitest(name, ['--project', project, ...some], options),
    };
  });
}

const ofPages = tests.filter((file) => /^(mf-|shell\/(?!compose)).*\.test\./.test(file) && isLongRun(file));
const ofServers = tests.filter((file) => !isBrowserTest(file) && !ofPages.includes(file) && isLongRun(file));
/** Those that install and build in a copy of the repository keep the machine busy by themselves. */
const isOfRepository = (file) => file.startsWith('scripts/');
const parts = [
  // One for each core: a model of 10,000 sequences takes minutes.
  ...partsOf(
    'node',
    ofServers.filter((file) => !isOfRepository(file)),
    2,
  ),
  ...partsOf('node', ofServers.filter(isOfRepository), 1),
  ...partsOf('dom', ofPages, 100),
  ...('stories'.includes(word) ? [{ project: 'stories', says: 'stories', run: () => stories(options) }] : []),
  ...partsOf('e2e', tests.filter(isBrowserTest), 6),
];
const chosen = first ? parts.slice(Number(first) - 1, Number(last)) : parts;
if (chosen.length === 0) giveUp(`No part has the number or a file named like "${wanted}".`);

/** Seconds that each part took when it last ran here, by its files. */
const secondsFile = path.join(rootDir, '.cache/long-seconds.json');
const lastSeconds = existsSync(secondsFile) ? JSON.parse(readFileSync(secondsFile, 'utf8')) : {};

for (const [index, { says }] of parts.entries()) {
  const estimate = says in lastSeconds ? `${lastSeconds[says]} s` : '?';
  console.log(`${String(index + 1).padStart(3)} ${estimate.padStart(5)} ${says}`);
}
if (isList) process.exit(0);

process.env.CHROME_PATH = await requireBrowser().catch((error) => giveUp(error.message));
// Browsers open what is built, and guides are followed in a copy of it.
if (chosen.some(({ project }) => project === 'e2e' || project === 'node'))
  await check('build', process.execPath, [path.join(rootDir, 'scripts/build.js')]);
mkdirSync(path.dirname(secondsFile), { recursive: true });
for (const part of chosen) {
  const started = performance.now();
  await part.run(`part ${parts.indexOf(part) + 1}: ${part.project}`);
  lastSeconds[part.says] = Math.round((performance.now() - started) / 1000);
  writeFileSync(secondsFile, JSON.stringify(lastSeconds));
}
finish('seconds', true);
