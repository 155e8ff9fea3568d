import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rootDir } from './setup.js';

/** A program that reports when it starts and when it is stopped. */
const program = `
import { onStop } from ${JSON.stringify(pathToFileURL(path.join(rootDir, 'scripts/setup.js')).href)};
const life = setInterval(() => {}, 1_000);
onStop(() => { console.log('stopped'); clearInterval(life); });
console.log('runs');`;
const node = [process.execPath, '--input-type=module', '-e'];

it.skipIf(process.platform === 'win32').each([
  ['a signal', ['-c', 'exec "$@"']],
  // As with npm: a shell gets the signal and exits without passing it on.
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

describe('before an install', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'not-installed-'));
  const bin = path.join(folder, 'bin');
  const write = (file, packages) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), JSON.stringify({ packages }));
  };
  const run = (...args) => {
    const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
    const { status, stdout, stderr } = spawnSync(node[0], args, { cwd: folder, encoding: 'utf8', env });
    return [status, `${stdout}${stderr}`.replace(/\nNode\.js v.*/s, '')];
  };
  const installed = (packages) =>
    Object.fromEntries(Object.entries(packages).map(([name, has]) => [`node_modules/${name}`, has]));
  const required = { version: '1.0.0', integrity: 'sha512-a' };
  const tool = { ...required, dev: true };

  beforeAll(() => {
    for (const file of ['setup.js', 'ready.js'])
      cpSync(path.join(rootDir, 'scripts', file), path.join(folder, 'scripts', file));
    mkdirSync(bin);
    writeFileSync(path.join(bin, 'npm'), '#!/bin/sh\necho "npm $*"; exit 1\n', { mode: 0o755 });
    writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
    mkdirSync(path.join(folder, 'own'));
    writeFileSync(path.join(folder, 'own/package.json'), '{}');
    writeFileSync(path.join(folder, 'program.js'), "import 'a';");
    writeFileSync(
      path.join(folder, 'image.js'),
      "import { requireInstall } from './scripts/setup.js'; requireInstall({ dev: false }); console.log('runs');",
    );
    write('package-lock.json', {
      '': {},
      ...installed({ a: required, b: tool, c: { ...required, optional: true } }),
      own: { version: '0.1.0' },
      'node_modules/own': { resolved: 'own', link: true },
    });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.skipIf(process.platform === 'win32').each([
    ['nothing', null],
    ['another version', { a: { ...required, version: '0.9.0' }, b: tool }],
    ['another package of that version', { a: { ...required, integrity: 'sha512-b' }, b: tool }],
    ['nothing for development', { a: required }],
  ])('installs before it runs a program where %s is installed', (_what, packages) => {
    if (packages) write('node_modules/.package-lock.json', installed(packages));
    const [status, said] = run('--import', './scripts/ready.js', 'program.js');
    expect(status).toBe(1);
    expect(said).toContain('npm ci --include=dev');
    expect(said).toContain('The dependencies could not be installed');
    expect(said).not.toContain('ERR_MODULE_NOT_FOUND');
  });

  it('installs nothing where all is installed, whoever did it', () => {
    write('node_modules/.package-lock.json', installed({ a: required, b: tool }));
    expect(run('scripts/ready.js')).toEqual([0, '']);
    // A new workspace only needs its link.
    expect(readFileSync(path.join(folder, 'node_modules/own/package.json'), 'utf8')).toBe('{}');
  });

  it('runs the built site without what is for development alone', () => {
    write('node_modules/.package-lock.json', installed({ a: required }));
    expect(run('image.js')).toEqual([0, 'runs\n']);
  });

  it('has one sentence where compose is run', () => {
    cpSync(path.join(rootDir, 'shell/compose/bin'), path.join(folder, 'compose'), {
      recursive: true,
    });
    expect(run('compose/compose.js', 'status')).toEqual([1, 'Install the packages first: npm ci\n']);
  });

  it('prepares every program of the root and of the remotes', () => {
    for (const file of ['package.json', 'mf-quiz/package.json']) {
      const { scripts } = JSON.parse(readFileSync(path.join(rootDir, file), 'utf8'));
      const unprepared = Object.values(scripts).filter(
        (script) =>
          script.startsWith('node ') && !/\/ready\.js |api-command|compose\.js|test-ten/.test(script),
      );
      expect(unprepared).toEqual([]);
    }
  });
});
