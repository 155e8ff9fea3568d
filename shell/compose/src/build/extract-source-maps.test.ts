import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { takeMaps } from './extract-source-maps.ts';

let dist = '';
beforeEach(async () => {
  dist = await mkdtemp(path.join(tmpdir(), 'frens-maps-'));
});
afterEach(() => rm(dist, { recursive: true }));

it('removes source maps from a build, and keeps the content of own sources only', async () => {
  await writeFile(path.join(dist, 'main.js'), 'run()');
  const map = {
    version: 3,
    file: 'main.js',
    sources: [
      'mf-quiz/src/remote.tsx',
      'node_modules/x/index.js',
      'mf-quiz/webpack/runtime/global',
      '%7B(/home/ada)',
    ],
    sourcesContent: ['ours', 'theirs', 'made', 'from /home/ada'],
    names: [],
    mappings: 'AAAA',
  };
  await writeFile(path.join(dist, 'main.js.map'), JSON.stringify(map));
  const maps = await takeMaps(dist);
  expect(await readdir(dist)).toEqual(['main.js']);
  expect(maps['main.js']).toEqual({ ...map, sourcesContent: ['ours', null, null, null] });
});
