import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Folder } from './folder.ts';

// What a program leaves that cannot go on, as where a disk is full, and one that is ended in the middle.

const day = 24 * 60 * 60 * 1_000;
const folder = 'remotes/mf-quiz/1/';
const whole = ['remotes/mf-quiz/1/main.js', 'remotes/mf-quiz/1/version.json'];
let dir: string;
let files: Folder;
const publish = (to: string) =>
  files.publish(to, path.join(dir, 'build'), { name: 'version.json', text: '{}' });

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'frens-folder-'));
  await mkdir(path.join(dir, 'build'));
  await writeFile(path.join(dir, 'build/main.js'), '1');
  files = new Folder(path.join(dir, 'store'));
  await publish(folder);
});
afterEach(() => rm(dir, { recursive: true }));

describe('a failed write leaves nothing', () => {
  // Everything goes well until the file system takes the name.
  const name = 'x'.repeat(300);
  it.each<[string, () => Promise<unknown>]>([
    ['a mended file', () => files.mend(folder + name, Buffer.from('1'))],
    ['a step', () => files.create(name, '{}')],
    ['a publication', () => publish(`${name}/`)],
  ])('%s', async (_what, work) => {
    await expect(work()).rejects.toMatchObject({ code: 'ENAMETOOLONG' });
    expect(await files.filesIn('')).toEqual(whole);
  });
});

it('leaves nothing in a version if it is killed during a repair, and sweeps leftovers after a day', async () => {
  const program = `
    import { Folder } from ${JSON.stringify(path.join(import.meta.dirname, 'folder.ts'))};
    const content = Buffer.alloc(20_000_000, '1');
    console.log('begins');
    for (;;) await new Folder(${JSON.stringify(files.dir)}).mend('${folder}main.js', content);
  `;
  for (const wait of [20, 35, 50]) {
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program]);
    await once(child.stdout, 'data');
    await new Promise((resolve) => setTimeout(resolve, wait));
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  expect(await files.filesIn('remotes')).toEqual(whole.map((file) => file.replace('remotes/', '')));
  const left = (await files.filesIn('')).filter((file) => !whole.includes(file));
  await files.sweep([], 'version.json', Date.now() - day);
  expect(await files.filesIn('')).toEqual([...left, ...whole]);
  await files.sweep([], 'version.json', Date.now() + day);
  expect(await files.filesIn('')).toEqual(whole);
});
