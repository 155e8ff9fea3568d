import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { StatsCompilation } from '@rspack/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkBudgets } from './budgets.ts';
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

/** A remote's build with files of these sizes, in bytes: a page asks for its own and for one that it shares with another. */
function buildRemote({ entry = 5_000, exposed = 5_000, screen = 15_000, shared = 5_000 }) {
  const files = [
    write('remoteEntry.1.js', entry),
    write('exposed.1.js', exposed),
    write('screen.js', screen),
    write('shared.js', shared),
  ];
  // True because these are the parts of the report that the checks read.
  const report = {
    outputPath,
    assets: files.map((name) => ({ name })),
    chunks: [{ names: ['exposed'], files: ['exposed.1.js'] }],
  } as unknown as StatsCompilation;
  return { report, routes: { '/quiz': ['screen.js', 'shared.js'], '/quiz/:lab': ['shared.js'] } };
}

/** Holds such a build to its budget. */
const checkRemote = ({ report, routes }: ReturnType<typeof buildRemote>) =>
  checkBudgets('mf-quiz', report, routes, say);

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
  await checkRemote(buildRemote({}));
  await checkBudgets('shell', buildShell({}), {}, say);
  expect(said).toHaveLength(6);
  expect(said[0]).toMatch(/^ {2}mf-quiz: entry 5\.\d kB of 9 kB gzip$/);
});

it.each([
  ['entry', { entry: 15_000 }],
  ['page /quiz', { screen: 21_000, shared: 10_000 }],
])('fails a remote whose %s is over its budget', async (part, sizes) => {
  await expect(checkRemote(buildRemote(sizes))).rejects.toThrow(new RegExp(`mf-quiz: ${part} .*over budget`));
});

it.each([
  ['scripts of the first page', { scripts: 161_000 }],
  ['federation runtime', { federation: 25_000 }],
  ['styles of the first page', { styles: 10_000 }],
])('fails a shell whose %s are over their budget', async (part, sizes) => {
  await expect(checkBudgets('shell', buildShell(sizes), {}, say)).rejects.toThrow(
    new RegExp(`shell: ${part} .*over budget`),
  );
});

it('fails a build that would bring the mocks to members', async () => {
  const remote = buildRemote({});
  writeFileSync(
    path.join(outputPath, 'screen.js'),
    'navigator.serviceWorker.register("/mockServiceWorker.js")',
  );
  await expect(checkRemote(remote)).rejects.toThrow('mf-quiz: screen.js contains the mock mode');
});
