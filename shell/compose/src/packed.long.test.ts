import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

// The packed engine in an empty folder, with nothing else of the repository.
const rootDir = path.resolve(import.meta.dirname, '../../..');
let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'frens-packed-'));
  const pack = await run(rootDir, process.execPath, 'scripts/pack.js', path.join(dir, 'packages'));
  const packed = pack.split('\n').filter((file) => /frens-compose-/.test(file));
  await writeFile(path.join(dir, 'package.json'), '{ "type": "module", "private": true }');
  await run(dir, 'npm', 'install', '--no-audit', '--no-fund', 'koa@3.3.0', ...packed);
}, 600_000);
afterAll(() => rm(dir, { recursive: true, force: true }));

async function run(cwd: string, command: string, ...words: string[]): Promise<string> {
  return (await promisify(execFile)(command, words, { cwd })).stdout;
}

it('serves a page from a folder store by the example of the README', async () => {
  const [, example = ''] =
    /```js\n([^]*?)```/.exec(await readFile(path.join(rootDir, 'shell/compose/README.md'), 'utf8')) ?? [];
  await writeFile(path.join(dir, 'serve.js'), example);
  await mkdir(path.join(dir, 'host'));
  await writeFile(path.join(dir, 'host/index.html'), '<title>{{site}}</title><!--hints--><!--page-data-->');
  const server = spawn(process.execPath, ['serve.js'], { cwd: dir, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const port = await new Promise<string>((resolve, reject) => {
      server.stdout.once('data', (text: Buffer) => resolve(text.toString().trim()));
      server.once('exit', (code) => reject(new Error(`The example ended with ${code}.`)));
    });
    const answer = await fetch(`http://127.0.0.1:${port}/`, { headers: { accept: 'text/html' } });
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(html).toContain('<title>Groves</title>');
    expect(html).toContain('"version":"1"');
  } finally {
    server.kill();
  }
});

it('has its command', async () => {
  await expect(run(dir, 'npx', 'frens-compose', 'status')).rejects.toThrow('Where is the store?');
});
