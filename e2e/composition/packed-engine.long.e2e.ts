import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { leaveBrowser, takeBrowser } from '../support/browser.ts';
import { rootDir } from '../support/site.ts';

// The packed engine in an empty folder, without the rest of the repository.
const libraries = ['koa@3.3.0', 'react@19.3.1', 'react-dom@19.3.1', '@rspack/core@2.3.2'];
let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'frens-packed-'));
  const pack = await run(rootDir, process.execPath, 'scripts/pack.js', path.join(dir, 'packages'));
  const packed = pack.split('\n').filter((file) => /frens-compose-/.test(file));
  await writeFile(path.join(dir, 'package.json'), '{ "type": "module", "private": true }');
  await run(dir, 'npm', 'install', '--no-audit', '--no-fund', ...libraries, ...packed);
}, 600_000);
afterAll(() => rm(dir, { recursive: true, force: true }));

/** Runs a program as a team would: without the variables by which federation plugins detect tests. */
async function run(cwd: string, command: string, ...words: string[]): Promise<string> {
  const { VITEST: _test, NODE_ENV: _mode, ...env } = process.env;
  return (await promisify(execFile)(command, words, { cwd, env })).stdout;
}

/** Writes the files of the README, each named in the sentence before it. */
async function writeFiles(): Promise<void> {
  const readme = await readFile(path.join(rootDir, 'shell/compose/README.md'), 'utf8');
  const guide = readme.slice(readme.indexOf('## A host and a remote'));
  const names = [
    ...guide.matchAll(/`((?:[\w-]+\/)*[\w.-]+\.(?:js|tsx|json|html))`(?= (?:is|says|builds|makes|what))/g),
  ];
  const files = [...guide.matchAll(/^```(?:js|json|html)\n([^]*?)^```/gm)];
  expect(names).toHaveLength(files.length);
  for (const [index, [, name = '']] of names.entries()) {
    await mkdir(path.dirname(path.join(dir, name)), { recursive: true });
    await writeFile(path.join(dir, name), files[index]?.[1] ?? '');
  }
}

it('composes the host and the remote of the README, which a browser shows', async () => {
  await writeFiles();
  await run(dir, process.execPath, 'build.js');
  const server = spawn(process.execPath, ['serve.js'], { cwd: dir, stdio: ['ignore', 'pipe', 'inherit'] });
  const browser = await takeBrowser();
  try {
    const port = await new Promise<string>((resolve, reject) => {
      server.stdout.once('data', (text: Buffer) => resolve(text.toString().trim()));
      server.once('exit', (code) => reject(new Error(`The example ended with ${code}.`)));
    });
    const publish = ['publish', '--from', 'songs/dist', '--store', 'store', '--promote'];
    expect(await run(dir, 'npx', 'frens-compose', ...publish)).toContain('songs: not there → 1.0.0-');
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${port}/songs`);
    expect(await page.title()).toBe('Groves');
    expect(await page.locator('html').getAttribute('lang')).toBe('es');
    await page.getByRole('button', { name: 'Cantada 0 veces' }).click();
    await page.getByRole('button', { name: 'Cantada 1 veces' }).waitFor();
  } finally {
    await leaveBrowser(browser);
    server.kill();
  }
});
