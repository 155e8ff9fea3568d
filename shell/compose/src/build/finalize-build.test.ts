import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { finalizeBuild } from './finalize-build.ts';
import { readBuiltRemote } from './read-built-remote.ts';
import { federationName, hashPlaceholder } from './remote-build.js';

let dir = '';
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'frens-seal-'));
});
afterEach(() => rm(dir, { recursive: true }));

let builds = 0;
async function build(code: string, more: Record<string, string> = {}): Promise<string> {
  builds += 1;
  const dist = path.join(dir, String(builds));
  await mkdir(dist);
  for (const [name, text] of Object.entries({ 'main.js': code, ...more }))
    await writeFile(path.join(dist, name), text);
  return dist;
}

it('gives equal builds the same version, regardless of files for other tools', async () => {
  const first = await finalizeBuild(await build('run()', { 'mf-stats.json': '1' }), '0.1.0', {});
  const second = await finalizeBuild(await build('run()', { 'mf-stats.json': '2' }), '0.1.0', {});
  expect(first).toBe(second);
  expect(first).toMatch(/^0\.1\.0-[0-9a-f]{10}$/);
});

it('changes the version with code, files and facts', async () => {
  const versions = [
    await finalizeBuild(await build('run()'), '0.1.0', {}),
    await finalizeBuild(await build('walk()'), '0.1.0', {}),
    await finalizeBuild(await build('run()', { 'b.js': '' }), '0.1.0', {}),
    await finalizeBuild(await build('run()'), '0.1.0', { area: 'x' }),
    await finalizeBuild(await build('run()'), '0.2.0', {}),
  ];
  expect(new Set(versions).size).toBe(5);
});

it('replaces the placeholder by the version', async () => {
  const dist = await build(`chunks_${federationName('mf-quiz', `0.1.0-${hashPlaceholder}`)}=[]`);
  const version = await finalizeBuild(dist, '0.1.0', {});
  expect(await readFile(path.join(dist, 'main.js'), 'utf8')).toBe(
    `chunks_${federationName('mf-quiz', version)}=[]`,
  );
});

it('reads the pages that a built remote declares, and their chunks', async () => {
  const code = `"use strict";(globalThis.rspackChunkmf_x||=[]).push([[9],{7(e,t,n){n.r(t);var r=n(418);
    let o=(0,r.defineRemote)({name:"mf-x",contract:1,routes:[{path:"/x",Component:(0,r.lazyScreen)(()=>n.e(5))}],
    locales:{en:()=>n.e(1).then(n.t.bind(n,2,19)),es:()=>Promise.all([n.e(3),n.e(4)])},onSignedIn:r.keep});n.d(t,{},{remote:o})}}]);`;
  const dist = await build(code);
  expect(await readBuiltRemote(dist, ['main.js'], ['en', 'es'])).toEqual({
    routes: { '/x': ['5'] },
    texts: { en: ['1'], es: ['3', '4'] },
    hasSignedInHook: true,
  });
  await expect(readBuiltRemote(await build('let unrelated = 1;'), ['main.js'], ['en', 'es'])).rejects.toThrow(
    'exports no `remote`',
  );
});
