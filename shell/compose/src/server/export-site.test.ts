import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { finishAssets } from '../build/built-assets.ts';
import { type Composition, RemoteDescriptor } from '../model/composition.ts';
import { remotePath, SiteStore } from '../store/site-store.ts';
import { publishEmptySite } from '../testing/empty-site.ts';
import { exampleSite } from '../testing/example-site.ts';
import { goLive } from '../testing/go-live.ts';
import { hostHeaders } from '../testing/host-headers.ts';
import { exportSite } from './export-site.ts';

let dir: string;
let store: SiteStore;
let folder: string;
const config = {
  brand: { site: 'Groves', product: 'Grove' },
  origin: 'https://groves.example',
  remoteOrigins: [],
  environment: 'live',
  headers: hostHeaders,
  sharePicture: async () => Buffer.from('a picture'),
};

// A shell of one page, and versions of mf-quiz with one page each.
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'frens-export-'));
  store = new SiteStore(await publishEmptySite(dir), exampleSite);
  folder = path.join(dir, 'export');
  await ship('1');
});
afterEach(() => rm(dir, { recursive: true, force: true }));

/** Publishes a version of mf-quiz and makes it live, before the one that was. */
async function ship(version: string) {
  const dist = await mkdtemp(path.join(dir, 'build-'));
  await writeFile(path.join(dist, 'entry.js'), `"${version}"`);
  const target = remotePath('mf-quiz', version);
  const area = { en: 'Quiz', es: 'Quiz' };
  const descriptor = RemoteDescriptor.parse({
    name: 'mf-quiz',
    platform: 1,
    area,
    paths: [
      { path: '/quiz', access: 'public' },
      { path: '/quiz/:lab', access: 'public', secrets: ['key'] },
    ],
  });
  const record = { version, mf: 'mf_quiz', base: `/${target}`, descriptor, ...(await finishAssets(dist)) };
  await store.publish(target, dist, record);
  const before = await store.composition((await store.liveId()) ?? '');
  const [standing] = before.apps['mf-quiz']?.versions ?? [];
  const versions: Composition['apps'][string]['versions'] = standing ? [record, standing] : [record];
  await goLive(store, { ...before, apps: { 'mf-quiz': { versions } } });
}
const exportIt = () => exportSite(store, config, folder);
const text = (file: string) => readFile(path.join(folder, file), 'utf8');
const names = async (below = '.') => (await readdir(path.join(folder, below))).sort();

it('exports the live files, a page per pattern, and a not-found page', async () => {
  const { pages, files } = await exportIt();
  expect(await names('remotes/mf-quiz/1')).toEqual(['entry.js', 'entry.js.br', 'entry.js.gz']);
  expect(files).toBe(3);
  const html = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.html'));
  expect(html.sort()).toEqual([
    '404.html',
    'about/_page.html',
    'backup.html',
    'index.html',
    'quiz.html',
    'quiz/_lab.html',
  ]);
  expect(pages).toBe(html.length);
  expect(await text('quiz.html')).toContain('"site":"Groves"');
  expect(JSON.parse(await text('composition.json')).apps['mf-quiz'].versions[0].version).toBe('1');
});

it("exports the server's headers and rewrites", async () => {
  await exportIt();
  const headers = await text('_headers');
  expect(headers).toMatch(/^\/shell\/\*\n {2}Cache-Control: public, max-age=31536000, immutable$/m);
  expect(headers).toMatch(/^\/quiz\n(?: {2}.*\n)*? {2}Content-Security-Policy: script-src 'self'/m);
  expect(headers).toMatch(/^\/quiz\/:lab\n(?: {2}.*\n)*? {2}Referrer-Policy: strict-origin$/m);
  expect(headers).toMatch(/^\/404\n(?: {2}.*\n)*? {2}Strict-Transport-Security: /m);
  expect(await text('_redirects')).toBe(
    '/about/:page /about/_page.html 200\n/quiz/:lab /quiz/_lab.html 200\n',
  );
  const nginx = await text('nginx.conf');
  expect(nginx).toContain('location = /quiz {');
  expect(nginx).toContain('location ~ ^/about/[^/]+$ {');
  // Nothing that a text brings ends a block or a line of it.
  expect(nginx.match(/[{}]$/gm)?.length).toBe(2 * (nginx.match(/^location /gm)?.length ?? 0));
});

it('updates a previous export, and keeps files that open pages may request', async () => {
  await exportIt();
  await ship('2');
  await exportIt();
  await ship('3');
  await exportIt();
  expect(await names('remotes/mf-quiz')).toEqual(['1', '2', '3']);
  expect(await text('quiz.html')).not.toContain('mf-quiz/1/');
  expect(await names()).not.toContainEqual(expect.stringContaining('.partial'));
});

it('refuses a folder with other content', async () => {
  await mkdir(folder);
  await writeFile(path.join(folder, 'diary.txt'), 'mine');
  await expect(exportIt()).rejects.toThrow('holds something that is no export of the site');
  expect(await names()).toEqual(['diary.txt']);
});

it('writes no page if a file was changed since it was published', async () => {
  await writeFile(store.file('remotes/mf-quiz/1/entry.js'), 'evil()');
  await expect(exportIt()).rejects.toThrow('remotes/mf-quiz/1/entry.js was changed since it was published');
  expect(await names()).not.toContain('index.html');
  await rm(store.file('history'), { recursive: true });
  await rm(store.file('live.json'));
  await expect(exportIt()).rejects.toThrow('Nothing is published for live');
});
