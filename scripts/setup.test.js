import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { rootDir } from './setup.js';

/** A program that says so when it runs and when it is stopped. */
const program = `
import { onStop } from ${JSON.stringify(pathToFileURL(path.join(rootDir, 'scripts/setup.js')).href)};
const life = setInterval(() => {}, 1_000);
onStop(() => { console.log('stopped'); clearInterval(life); });
console.log('runs');`;
const node = [process.execPath, '--input-type=module', '-e'];

it.skipIf(process.platform === 'win32').each([
  ['a signal', ['-c', 'exec "$@"']],
  // As npm does: what gets the signal is a shell, which ends without telling anybody.
  ['the end of the shell that started it', ['-c', '"$@"; true']],
])('stops a program at %s', async (_what, shell) => {
  const child = spawn('sh', [...shell, 'sh', ...node, program]);
  let said = '';
  child.stdout.on('data', (chunk) => (said += chunk));
  const closed = once(child.stdout, 'close');
  await expect.poll(() => said).toContain('runs');
  child.kill('SIGTERM');
  await closed;
  expect(said).toBe('runs\nstopped\n');
});

it.each(['#', '%', '?'])('refuses a repository whose path has %s in it, by one sentence', (character) => {
  const folder = mkdtempSync(path.join(tmpdir(), `path${character}`));
  try {
    cpSync(path.join(rootDir, 'scripts/setup.js'), path.join(folder, 'scripts/setup.mjs'));
    const setup = pathToFileURL(path.join(folder, 'scripts/setup.mjs')).href;
    const code = `(await import(${JSON.stringify(setup)})).requireNode()`;
    const { status, stderr } = spawnSync(node[0], [...node.slice(1), code], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([
      1,
      `Move the repository to a path without "${character}": ${folder}\n`,
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
