import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hashPlaceholder, remoteOptions } from './build/remote-build.js';
import { takeUpload } from './over-site/receive-upload.ts';
import { promote } from './promote.ts';
import { readDist } from './read-dist.ts';
import { type StoreOfVersions, storeOfVersions } from './testing/store-of-versions.ts';

let dir: string;
let dist: string;
const { federation, base } = remoteOptions('mf-songs', '1.2.0', ['react']);
const assets = (...sync: string[]) => ({ sync, async: [] });

/** What a bundler of ES modules writes. */
const files: Record<string, string> = {
  'remoteEntry.js': 'import{a}from"./parts/a.js";import "./parts/b.js";export const init=a;',
  'parts/a.js': 'import{b}from"./b.js";export const a=b;',
  'parts/b.js': `export const b="${base}";import("./late-${hashPlaceholder}.js")`,
  [`parts/late-${hashPlaceholder}.js`]: 'export {}',
  '.vite/manifest.json': '{}',
  'parts/remote.js': 'export const remote={routes:[{path:"/songs"}]};fetch("GET /api/user")',
  'parts/remote.js.map':
    '{"version":3,"sources":["src/remote.tsx"],"sourcesContent":["1"],"names":[],"mappings":""}',
  'parts/remote.css': 'a{color:red}',
  'mf-manifest.json': JSON.stringify({
    name: federation.name,
    metaData: { remoteEntry: { name: 'remoteEntry.js', path: '', type: 'module' } },
    exposes: [
      { path: './remote', assets: { js: assets('parts/remote.js'), css: assets('parts/remote.css') } },
    ],
  }),
};
const descriptor = {
  name: 'mf-songs',
  platform: 1,
  area: { en: 'Songs', es: 'Canciones' },
  paths: [{ path: '/songs', access: 'public' }],
};

async function write(name: string, text: string): Promise<void> {
  await mkdir(path.dirname(path.join(dist, name)), { recursive: true });
  await writeFile(path.join(dist, name), text);
}

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'frens-federated-'));
  dist = path.join(dir, 'dist');
  for (const [name, text] of Object.entries(files)) await write(name, text);
  await writeFile(path.join(dir, 'remote.json'), JSON.stringify(descriptor));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

it("creates a version from another tool's build, and leaves the folder unchanged", async () => {
  const before = await readdir(dist, { recursive: true });
  const { record, files: sent, maps } = await readDist(dist, 'live');
  expect(record.version).toMatch(/^1\.2\.0-[0-9a-f]{10}$/);
  expect(record.base).toBe(`/remotes/mf-songs/${record.version}/`);
  expect(record.mf).toBe(`mf_songs_${record.version.replace(/\W/g, '_')}`);
  expect(record.files).toEqual({
    entry: 'remoteEntry.js',
    isModule: true,
    imports: ['parts/a.js', 'parts/b.js'],
    exposed: ['parts/remote.js', 'parts/remote.css'],
    routes: { '/songs': [] },
    texts: {},
  });
  expect(record.built).toMatchObject({
    routes: ['/songs'],
    hasSignedInHook: false,
    calls: ['GET /api/user'],
  });
  expect(Buffer.from(sent['parts/b.js'] ?? '', 'base64').toString()).toContain(record.base);
  const late = `parts/late-${record.version.split('-')[1]}.js`;
  expect(Object.keys(sent)).toEqual(expect.arrayContaining([late]));
  expect(Buffer.from(sent['parts/b.js'] ?? '', 'base64').toString()).toContain(path.basename(late));
  expect(Object.keys(maps ?? {})).toEqual(['parts/remote.js']);
  expect(Object.keys(sent).filter((file) => /\.(map|br|gz)$|^\./.test(file))).toEqual([]);
  expect(await readdir(dist, { recursive: true })).toEqual(before);
  expect(await readFile(path.join(dist, 'parts/b.js'), 'utf8')).toContain(hashPlaceholder);
});

it('gives equal builds the same version, and different builds different ones', async () => {
  const { version } = (await readDist(dist, 'live')).record;
  await cp(dist, path.join(dir, 'again/dist'), { recursive: true });
  await cp(path.join(dir, 'remote.json'), path.join(dir, 'again/remote.json'));
  expect((await readDist(path.join(dir, 'again/dist'), 'live')).record.version).toBe(version);
  await write('parts/remote.css', 'a{color:blue}');
  expect((await readDist(dist, 'live')).record.version).not.toBe(version);
});

it.each([
  ['no descriptor', () => rm(path.join(dir, 'remote.json')), /no remote\.json/],
  [
    'a descriptor with a mistake',
    () => writeFile(path.join(dir, 'remote.json'), JSON.stringify({ ...descriptor, area: 1 })),
    /remote\.json:1: area/,
  ],
  [
    'a container of its own name',
    () => write('mf-manifest.json', (files['mf-manifest.json'] ?? '').replace(federation.name, 'songs')),
    /container of mf-songs is called songs/,
  ],
  [
    'nothing exposed as ./remote',
    () => write('mf-manifest.json', (files['mf-manifest.json'] ?? '').replace('./remote', './other')),
    /exposes no "\.\/remote"/,
  ],
  ['no manifest that is one', () => write('mf-manifest.json', '{}'), /no manifest of a remote:\n {2}name/],
])('refuses a build with %s', async (_what, change, reason) => {
  await change();
  await expect(readDist(dist, 'live')).rejects.toThrow(reason);
});

it('passes the same gate as other versions', async () => {
  const versions: StoreOfVersions = await storeOfVersions();
  try {
    const target = { store: versions.store, environment: 'live', author: { who: 'ada', why: null } };
    await promote(target, { versions: [await versions.shell('1')] }, {});
    await write('parts/remote.js', 'export const remote={routes:[]};location.href="/gone"');
    await expect(takeUpload(versions.store, await readDist(dist, 'live'))).rejects.toThrow(
      /has the path \/songs without a route\n.*leads to \/gone/,
    );
    await write('parts/remote.js', files['parts/remote.js'] ?? '');
    await writeFile(path.join(dir, 'remote.json'), JSON.stringify({ ...descriptor, area: { en: 'Songs' } }));
    await expect(takeUpload(versions.store, await readDist(dist, 'live'))).rejects.toThrow(
      /has a wrong remote\.json:\n +area\.es/,
    );
    await writeFile(path.join(dir, 'remote.json'), JSON.stringify(descriptor));
    const receipt = await takeUpload(versions.store, await readDist(dist, 'live'));
    expect(receipt).toMatchObject({ name: 'mf-songs', pages: ['/songs'] });
    expect(receipt.budgets[0]).toMatchObject({ part: 'entry', limit: 35_000 });
  } finally {
    await versions.remove();
  }
});
