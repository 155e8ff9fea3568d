import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RemoteVersion } from '@frens/contract/composition';
import type { StatsCompilation } from '@rspack/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkRemoteBudgets, checkShellBudgets, refuseMocks } from './budgets.ts';
import { filesRecord } from './record-files.js';

let outputPath: string;

beforeAll(() => {
  outputPath = mkdtempSync(path.join(tmpdir(), 'budgets-'));
});
afterAll(() => rmSync(outputPath, { recursive: true, force: true }));
const said: string[] = [];
const say = (line: string) => void said.push(line);

/** Writes a file of the build that no compression makes smaller. */
function write(name: string, bytes: number): string {
  writeFileSync(path.join(outputPath, name), randomBytes(bytes).toString('latin1'), 'latin1');
  return name;
}

/** A remote's version with files of these sizes, in bytes: a page asks for its own and for one that it shares with another. */
const checkRemote = (gzip: { entry?: number; exposed?: number; screen?: number; shared?: number }) =>
  checkRemoteBudgets(
    // True because these are the parts of the record that the checks read.
    {
      descriptor: { name: 'mf-quiz' },
      files: {
        entry: 'entry',
        exposed: ['exposed'],
        routes: { '/quiz': ['screen', 'shared', 'exposed'], '/v2/dashboard': ['screen', 'shared'] },
        texts: { en: [], es: [] },
      },
      sizes: Object.fromEntries(
        Object.entries({ entry: 5_000, exposed: 5_000, screen: 15_000, shared: 5_000, ...gzip }).map(
          ([name, bytes]) => [name, { bytes: 2 * bytes, gzip: bytes }],
        ),
      ),
    } as unknown as RemoteVersion,
    say,
  );

/** The shell's build with files of these sizes, in bytes. */
function buildShell({ scripts = 100_000, styles = 5_000, federation = 15_000 }): StatsCompilation {
  write('main.js', scripts);
  write('main.css', styles);
  write('federation.js', federation);
  writeFileSync(
    path.join(outputPath, filesRecord),
    JSON.stringify({ groups: { federation: ['federation.js'] } }),
  );
  const assets = [{ name: 'main.js' }, { name: 'main.css' }];
  // True for the same reason.
  return { outputPath, assets, entrypoints: { main: { assets } } } as unknown as StatsCompilation;
}

it('lets builds within their budgets pass, and says what each part costs', async () => {
  checkRemote({});
  await checkShellBudgets(buildShell({}), say);
  expect(said).toHaveLength(6);
  expect(said[0]).toMatch(/^ {2}mf-quiz: entry 5\.\d kB of 9 kB gzip$/);
});

it.each([
  ['entry 15.0 kB of 9 kB gzip: over budget. Its files: entry', { entry: 15_000 }],
  ['page /quiz 36.0 kB of 35 kB gzip: over budget. Its files: exposed, screen, shared', { screen: 26_000 }],
  [
    'page /v2/dashboard 41.0 kB of 40 kB gzip: over budget. Its files: exposed, screen, shared',
    { screen: 31_000 },
  ],
])('fails a remote whose %s', (reason, sizes) => {
  expect(() => checkRemote(sizes)).toThrow(reason);
});

it.each([
  ['scripts of the first page', { scripts: 161_000 }],
  ['federation runtime', { federation: 25_000 }],
  ['styles of the first page', { styles: 10_000 }],
])('fails a shell whose %s are over their budget', async (part, sizes) => {
  await expect(checkShellBudgets(buildShell(sizes), say)).rejects.toThrow(
    new RegExp(`shell: ${part} .*over budget`),
  );
});

it('fails a build that would bring the mocks to members', async () => {
  const screen = write('screen.js', 100);
  // True for the same reason.
  const report = { outputPath, assets: [{ name: screen }] } as unknown as StatsCompilation;
  await refuseMocks('mf-quiz', report);
  writeFileSync(path.join(outputPath, screen), 'navigator.serviceWorker.register("/mockServiceWorker.js")');
  await expect(refuseMocks('mf-quiz', report)).rejects.toThrow('mf-quiz: screen.js contains the mock mode');
});
