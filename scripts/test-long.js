import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { buildApi } from './build-servers.js';
import { giveUp, requireInstall, requireNode, rootDir } from './setup.js';

// `npm run test:long`: the long forms of tests whose short forms `npm test` runs. One list; each suite is bounded in time.
// `npm run test:long -- crashes` runs those whose name contains the word.
requireNode();
requireInstall();
buildApi();

/** What is tested, with which files of which project or by which command, for how long at most, and what makes it long. */
const all = [
  {
    name: 'api: contention, 100 at once in two processes on one database',
    project: 'long',
    files: ['api/src/contention.long.test.ts'],
    minutes: 15,
  },
  {
    name: 'api: erasing a member with 20,000 backers and friends, killed and begun again',
    files: ['api/src/resources/erasure/erase-killed.test.ts'],
    minutes: 60,
    env: { ERASE_BACKERS: '20000' },
  },
  {
    name: 'api: 10,000 sequences of stakes, withdrawals and joins against the rules alone',
    files: ['api/src/resources/stakes/ledger-model.test.ts'],
    minutes: 30,
    env: { LEDGER_SEQUENCES: '10000' },
  },
  {
    name: 'api: 10,000 sequences of joining, inviting, naming, banning and changing the type in a circle against the rules alone',
    files: ['api/src/resources/circles/circle-model.test.ts'],
    minutes: 120,
    env: { CIRCLE_SEQUENCES: '10000' },
  },
  {
    name: 'api: 10,000 sequences of asking, answering, ending and blocking between two members against the rules alone',
    files: ['api/src/resources/connections/connection-model.test.ts'],
    minutes: 60,
    env: { CONNECTION_SEQUENCES: '10000' },
  },
  {
    name: 'api: 10,000 sequences of introducing the same two, answering and blocking against the rules alone',
    files: ['api/src/resources/matches/match-model.test.ts'],
    minutes: 60,
    env: { INTRODUCTION_SEQUENCES: '10000' },
  },
  {
    name: 'api: 10,000 random orders of sending, using and ending links and sessions against the rules alone',
    files: ['api/src/resources/auth/links-model.test.ts'],
    minutes: 60,
    env: { LINK_ORDERS: '10000' },
  },
  {
    name: 'api: every limit of the contract, sent three times as many at once',
    files: ['api/src/rate-limits/rate-limits.test.ts'],
    minutes: 15,
    env: { LIMITS_LONG: '1' },
  },
  {
    name: 'api: 500 random communities, in which nobody hears of what is hidden from them',
    files: ['api/src/non-interference.test.ts'],
    minutes: 60,
    env: { COMMUNITIES: '500' },
  },
  {
    name: 'docs: README.md, every command but the tests in a copy of the repository',
    project: 'long',
    files: ['scripts/readme.long.test.ts'],
    minutes: 20,
  },
  {
    name: 'docs: operating.md, every command that this machine can run, beside a running site',
    project: 'long',
    files: ['scripts/operating-guide.long.test.ts'],
    minutes: 20,
  },
  {
    name: 'docs: the files for deployment and an export, served by nginx and Caddy and read by systemd (apt-get install nginx-light caddy)',
    project: 'long',
    files: ['scripts/deploy-files.long.test.ts'],
    minutes: 5,
  },
  {
    name: 'docs: shipping-a-remote.md, followed line by line in a copy of the repository beside a running site',
    project: 'long',
    files: ['scripts/shipping-guide.long.test.ts'],
    minutes: 10,
  },
  {
    name: 'stories: every state of every screen in both views (npm run build-storybook -w design-system before)',
    command: ['npm', 'run', 'test-stories', '-w', 'design-system'],
    minutes: 25,
    env: { STORIES_LONG: '1' },
  },
  // All of e2e/, after npm run build: `npm test` looks at each promise once, these everywhere (docs/decisions/0235).
  {
    name: 'browser: every screen and state in both themes at both widths, in both frames, and what moves on each while it loads',
    project: 'e2e',
    files: ['e2e/screens'],
    minutes: 30,
    env: { BROWSER_LONG: '1' },
  },
  {
    name: 'browser: every journey, in every window and language, with the code of every page lost',
    project: 'e2e',
    files: ['e2e/journeys'],
    minutes: 60,
    env: { BROWSER_LONG: '1' },
  },
  {
    name: 'browser: every way in which a remote can fail, be tampered with, be tried, taken off and published',
    project: 'e2e',
    files: ['e2e/composition'],
    minutes: 40,
    env: { BROWSER_LONG: '1' },
  },
  {
    name: 'browser: the development servers, and what they say of every mistake',
    project: 'e2e',
    files: ['e2e/development'],
    minutes: 20,
    env: { BROWSER_LONG: '1' },
  },
  {
    name: 'browsers: the built site in Firefox and WebKit, after npm run build (apt-get install --no-install-recommends firefox-esr webkit2gtk-driver xvfb)',
    project: 'long',
    files: ['e2e/composition/other-browsers.long.test.ts'],
    minutes: 15,
  },
  {
    name: 'embedded-mongo: mongosh, which is installed for this run alone',
    project: 'long',
    files: ['api/embedded-mongo/test/mongosh.long.test.ts'],
    minutes: 5,
  },
  ...['22', '24'].map((version) => ({
    name: `node ${version}: the tests of the servers`,
    command: [
      'node',
      'scripts/on-node.js',
      version,
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      'node',
    ],
    minutes: 15,
  })),
  {
    name: 'embedded-mongo: 400 rounds of 3 processes over one lock',
    files: ['api/embedded-mongo/test/privacy.test.ts'],
    minutes: 15,
    env: { LOCK_ROUNDS: '400' },
  },
  {
    name: 'embedded-mongo: 200 crashes by kill -9',
    files: ['api/embedded-mongo/test/durability.test.ts'],
    minutes: 60,
    env: { CRASH_ROUNDS: '200' },
  },
  {
    name: 'embedded-mongo: 50,000 sequences against a model',
    files: ['api/embedded-mongo/test/model.test.ts'],
    minutes: 120,
    env: { MODEL_SEQUENCES: '50000' },
  },
];

const [wanted = ''] = process.argv.slice(2);
const suites = all.filter(({ name }) => name.includes(wanted));
if (suites.length === 0) giveUp(`No suite is named like "${wanted}".`);

let failed = 0;
const vitest = path.join(rootDir, 'node_modules', '.bin', 'vitest');
for (const { name, project = 'node', files, minutes, env, command } of suites) {
  console.log(`\n── ${name}`);
  const [program, ...args] = command ?? [vitest, 'run', '--project', project, ...files];
  const { status } = spawnSync(program, args, {
    cwd: rootDir,
    stdio: 'inherit',
    env: { ...process.env, ...env },
    timeout: minutes * 60_000,
  });
  if (status !== 0) failed++;
}
console.log(`\n${suites.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
