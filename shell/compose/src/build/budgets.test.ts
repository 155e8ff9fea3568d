import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { StatsCompilation } from '@rspack/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MadeVersion } from '../built-version.ts';
import { exampleSite } from '../testing/example-site.ts';
import { checkBudgets, refuseMocks } from './budgets.ts';

let outputPath: string;

beforeAll(() => {
  outputPath = mkdtempSync(path.join(tmpdir(), 'budgets-'));
});
afterAll(() => rmSync(outputPath, { recursive: true, force: true }));
const said: string[] = [];
const say = (line: string) => void said.push(line);

const sizesOf = (packed: Readonly<Record<string, number>>) =>
  Object.fromEntries(
    Object.entries(packed).map(([name, bytes]) => [name, { bytes: 2 * bytes, gzip: bytes, brotli: bytes }]),
  );

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
  // Safe: these are the parts of the record that the checks read.
  return { name: 'mf-quiz', isShell: false, record } as unknown as MadeVersion;
}

/** The shell with files of these sizes, in bytes. */
function shell({ scripts = 100_000, styles = 5_000, federation = 14_000 }): MadeVersion {
  const record = {
    version: '1',
    files: {
      first: ['main.js', 'main.css'],
      texts: { en: ['texts.js'] },
      routes: { '/': ['main.js', 'landing.js', 'landing.css'] },
      federation: ['federation.js'],
      remoteTexts: { en: ['remote-texts.js'], es: ['others.js'] },
    },
    sizes: sizesOf({
      'main.js': scripts,
      'texts.js': 5_000,
      'landing.js': 5_000,
      'main.css': styles,
      'federation.js': federation,
      'remote-texts.js': 1_000,
    }),
  };
  // Safe for the same reason.
  return { name: 'shell', isShell: true, record } as unknown as MadeVersion;
}

it('accepts builds within their budgets, and prints the cost of each part', () => {
  checkBudgets(exampleSite, remote({}), null, say);
  checkBudgets(exampleSite, shell({}), null, say);
  expect(said).toHaveLength(7);
  expect(said[0]).toBe('  mf-quiz: entry 5.0 kB of 9 kB gzip');
});

it('prints the change of each part since the older version', () => {
  said.length = 0;
  checkBudgets(exampleSite, shell({ scripts: 101_500 }), shell({ federation: 14_020 }).record, say);
  expect(said).toEqual([
    '  shell, compared with 1:',
    '  shell: scripts of / until it can be used 111.5 kB of 122 kB brotli, +1.5 kB',
    '  shell: with those that come with a remote 126.5 kB of 150 kB brotli, +1.5 kB',
    '  shell: scripts for each page of a remote 121.5 kB of 144 kB brotli, +1.5 kB',
    '  shell: styles of the first page 5.0 kB of 9.1 kB gzip, ±0',
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
  expect(() => checkBudgets(exampleSite, remote(sizes), null, say)).toThrow(reason);
});

it.each([
  ['scripts of / until it can be used', { scripts: 135_000 }],
  ['with those that come with a remote', { federation: 62_000 }],
  ['scripts for each page of a remote', { federation: 38_500 }],
  ['styles of the first page', { styles: 10_000 }],
])('fails a shell whose %s are over their budget', (part, sizes) => {
  expect(() => checkBudgets(exampleSite, shell(sizes), null, say)).toThrow(
    new RegExp(`shell cannot be published:\n {2}${part} .*over budget`),
  );
});

describe('refuseMocks', () => {
  const [screen, shared, preview] = ['screen.js', 'shared.js', 'scenario.js'];
  const write = (file: string, code: string) => writeFileSync(path.join(outputPath, file), code);
  const groupOf = (...files: string[]) => ({ assets: files.map((name) => ({ name })) });
  // Safe for the same reason.
  const report = {
    assets: [screen, shared, preview].map((name) => ({ name })),
    namedChunkGroups: { main: groupOf(screen, shared), scenario: groupOf(shared, preview) },
  } as unknown as StatsCompilation;
  const check = () => refuseMocks(exampleSite, 'shell', { ...report, outputPath });

  beforeEach(() => {
    for (const file of [screen, shared]) write(file, 'export {}');
    write(preview, 'warn("[MSW] …")');
  });

  it('accepts mocks in files that only pages for developers load', async () => {
    await expect(check()).resolves.toBeUndefined();
  });

  it.each([
    [screen, 'navigator.serviceWorker.register("/mockServiceWorker.js")', 'the mock mode'],
    [screen, 'warn("[MSW] …")', 'the mocks'],
    [shared, 'warn("[MSW] …")', 'the mocks'],
    [preview, 'register("/mockServiceWorker.js")', 'the mock mode'],
  ])('fails a build whose %s has %s', async (file, code, what) => {
    write(file, code);
    await expect(check()).rejects.toThrow(`shell: ${file} contains ${what}.`);
  });
});
