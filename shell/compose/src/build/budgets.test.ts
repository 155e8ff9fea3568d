import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { StatsCompilation } from '@rspack/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { MadeVersion } from '../built-version.ts';
import { checkBudgets, refuseMocks } from './budgets.ts';

let outputPath: string;

beforeAll(() => {
  outputPath = mkdtempSync(path.join(tmpdir(), 'budgets-'));
});
afterAll(() => rmSync(outputPath, { recursive: true, force: true }));
const said: string[] = [];
const say = (line: string) => void said.push(line);

const sizesOf = (gzip: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(gzip).map(([name, bytes]) => [name, { bytes: 2 * bytes, gzip: bytes }]));

/** A remote with files of these sizes, in bytes: a page asks for its own and for one that it shares with another. */
function remote(gzip: { entry?: number; exposed?: number; screen?: number; shared?: number }) {
  const record = {
    version: '1',
    descriptor: { name: 'mf-quiz' },
    files: {
      entry: 'entry',
      exposed: ['exposed'],
      routes: { '/quiz': ['screen', 'shared', 'exposed'], '/v2/dashboard': ['screen', 'shared'] },
      texts: { en: [], es: [] },
    },
    sizes: sizesOf({ entry: 5_000, exposed: 5_000, screen: 15_000, shared: 5_000, ...gzip }),
  };
  // True because these are the parts of the record that the checks read.
  return { name: 'mf-quiz', isShell: false, record } as unknown as MadeVersion;
}

/** The shell with files of these sizes, in bytes. */
function shell({ scripts = 100_000, styles = 5_000, federation = 15_000 }): MadeVersion {
  const record = {
    version: '1',
    files: { first: ['main.js', 'main.css'], federation: ['federation.js'] },
    sizes: sizesOf({ 'main.js': scripts, 'main.css': styles, 'federation.js': federation }),
  };
  // True for the same reason.
  return { name: 'shell', isShell: true, record } as unknown as MadeVersion;
}

it('lets builds within their budgets pass, and says what each part costs', () => {
  checkBudgets(remote({}), null, say);
  checkBudgets(shell({}), null, say);
  expect(said).toHaveLength(6);
  expect(said[0]).toBe('  mf-quiz: entry 5.0 kB of 9 kB gzip');
});

it('says how each part changed since the older version', () => {
  said.length = 0;
  checkBudgets(shell({ scripts: 101_500 }), shell({ federation: 15_020 }).record, say);
  expect(said).toEqual([
    '  shell, compared with 1:',
    '  shell: scripts of the first page 101.5 kB of 160 kB gzip, +1.5 kB',
    '  shell: federation runtime 15.0 kB of 20 kB gzip, −20 B',
    '  shell: styles of the first page 5.0 kB of 9 kB gzip, ±0',
  ]);
});

it.each([
  ['entry 15.0 kB of 9 kB gzip: over budget. Its files: entry', { entry: 15_000 }],
  ['page /quiz 36.0 kB of 35 kB gzip: over budget. Its files: exposed, screen, shared', { screen: 26_000 }],
  [
    'page /v2/dashboard 41.0 kB of 40 kB gzip: over budget. Its files: exposed, screen, shared',
    { screen: 31_000 },
  ],
])('fails a remote whose %s', (reason, sizes) => {
  expect(() => checkBudgets(remote(sizes), null, say)).toThrow(reason);
});

it.each([
  ['scripts of the first page', { scripts: 161_000 }],
  ['federation runtime', { federation: 25_000 }],
  ['styles of the first page', { styles: 10_000 }],
])('fails a shell whose %s are over their budget', (part, sizes) => {
  expect(() => checkBudgets(shell(sizes), null, say)).toThrow(
    new RegExp(`shell cannot be published:\n {2}${part} .*over budget`),
  );
});

it('fails a build that would bring the mocks to members', async () => {
  const screen = 'screen.js';
  writeFileSync(path.join(outputPath, screen), 'export {}');
  // True for the same reason.
  const report = { outputPath, assets: [{ name: screen }] } as unknown as StatsCompilation;
  await refuseMocks('mf-quiz', report);
  writeFileSync(path.join(outputPath, screen), 'navigator.serviceWorker.register("/mockServiceWorker.js")');
  await expect(refuseMocks('mf-quiz', report)).rejects.toThrow('mf-quiz: screen.js contains the mock mode');
});
