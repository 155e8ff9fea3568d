import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readBuiltRemote } from './read-built-remote.ts';

it('names an await at the top level, as the bundler writes it', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'frens-built-'));
  // The shape that rspack gives a chunk whose module waits.
  const code =
    "(self['rspackChunkquiz']=self['rspackChunkquiz']||[]).push([['e'],{1:function(m,e,n){n.a(m,async function(d,r){r()},1)}}]);";
  await writeFile(path.join(dir, 'exposed.js'), code);
  await expect(readBuiltRemote(dir, ['exposed.js'], ['en', 'es'])).rejects.toMatchObject({
    kind: 'misfit',
    reasons: ['Error: an `await` stands at the top level of a module, and pages would wait for it'],
  });
  await rm(dir, { recursive: true });
});
