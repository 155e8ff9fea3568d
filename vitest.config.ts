import v8 from 'node:v8';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/longest-first.ts';

// One runner for every level. Node projects test servers and pure code; `dom` and `components` test React in happy-dom;
// `e2e` drives the built site in a real browser and is started by scripts/test.js after the build. Times are bounds of what hangs, not of
// speed: a machine that does other work is five times slower (docs/decisions/0232).
const patient = { poll: { timeout: 20_000 } };
// Tests render builds of their own, isolated where the system can.
process.env.RENDER_UNISOLATED ??= 'true';
// `npm test` leaves out whole files of these names, `npm run test:long` (LONG=1) takes them too.
const exclude = ['**/node_modules/**', ...(process.env.LONG ? [] : ['**/*.long.*'])];

// Of threads, which tests of pages run in: with the usual young generation an eighth of their time is garbage collection.
for (const flag of ['--min-semi-space-size=16', '--max-semi-space-size=64']) v8.setFlagsFromString(flag);

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['{api,shell/compose}/**/*.test.{ts,js}', 'scripts/**/*.test.{ts,js}'],
          exclude: [...exclude, 'shell/compose/src/browser/**'],
          // What a file starts it ends, and each has a database of its own: nothing else is left to the next one.
          isolate: false,
          globalSetup: ['./scripts/build-servers.js', 'api/src/testing/test-server.ts'],
          setupFiles: ['./scripts/strict-console.ts', './api/src/testing/tell-server-errors.ts'],
          testTimeout: 120_000,
          expect: patient,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'dom',
          environment: 'happy-dom',
          testTimeout: 60_000,
          // Fetching all screens of a remote takes more than ten seconds on a busy machine.
          hookTimeout: 60_000,
          expect: patient,
          pool: 'threads',
          include: ['{shell/{src,platform,members,compose/src/browser},mf-*}/**/*.test.{ts,tsx}'],
          exclude,
          // Each file gets a platform of its own; what else is kept outside of components, it resets itself.
          isolate: false,
          setupFiles: ['./scripts/strict-console.ts', './shell/platform/src/testing/setup.ts'],
        },
      },
      {
        test: {
          name: 'components',
          environment: 'happy-dom',
          testTimeout: 60_000,
          expect: patient,
          pool: 'threads',
          // Components keep nothing outside themselves, so their files may share a page: a third of the time.
          isolate: false,
          setupFiles: ['./scripts/strict-console.ts'],
          include: ['design-system/**/*.test.{ts,tsx}'],
        },
      },
      {
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['e2e/**/*.e2e.ts'],
          exclude,
          globalSetup: 'e2e/support/fill-demo-folder.ts',
          testTimeout: 240_000,
          expect: patient,
          hookTimeout: 300_000,
          // Each file has a site of its own and often waits for it. The files of a worker share its browser, in which each opens and closes
          // what is its own, and the code that drives it. One worker more than there are cores, because each waits a quarter of its time.
          isolate: false,
          maxWorkers: 3,
          // Vitest asks for a number of their own for projects that differ in how many run at once.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
