import v8 from 'node:v8';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/longest-first.ts';

// One runner for every level. The `node` project tests servers and pure code; `dom` and `components` test React in happy-dom;
// `e2e` drives the built site in a real browser; scripts/test.js starts it after the build. Timeouts detect hangs, not slowness:
// a busy machine is five times slower (docs/decisions/0232).
const patient = { poll: { timeout: 20_000 } };
// Tests render their own builds, isolated if the system supports it.
process.env.RENDER_UNISOLATED ??= 'true';
// `npm test` skips `*.long.*` files, `npm run test:long` (LONG=1) includes them.
const exclude = ['**/node_modules/**', ...(process.env.LONG ? [] : ['**/*.long.*'])];

// For worker threads, which run page tests: with the default young generation an eighth of their time is garbage collection.
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
          // Each file stops what it starts and has its own database, so files do not affect each other.
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
          // Importing all screens of a remote takes more than ten seconds on a busy machine.
          hookTimeout: 60_000,
          expect: patient,
          pool: 'threads',
          include: ['{shell/{src,platform,members,compose/src/browser},mf-*}/**/*.test.{ts,tsx}'],
          exclude,
          // Each file gets its own platform and resets other module state itself.
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
          // Components have no module state, so files share a page: a third of the time.
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
          // Each file has its own site and often waits for it. The files of a worker share its browser, where each closes what it opens,
          // and the modules that drive it. One worker more than there are cores, because each waits a quarter of its time.
          isolate: false,
          maxWorkers: 3,
          // Vitest requires a separate group for a project with a different `maxWorkers`.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
