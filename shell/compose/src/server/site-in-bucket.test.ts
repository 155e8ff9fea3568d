import { mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import Koa from 'koa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { integrityOf } from '../store/integrity.ts';
import { openStore } from '../store/open-store.ts';
import { shellPath } from '../store/site-store.ts';
import { exampleSite } from '../testing/example-site.ts';
import { goLive } from '../testing/go-live.ts';
import { kindsOfStores, type StorePlace } from '../testing/kinds-of-stores.ts';
import { serve } from '../testing/serve.ts';
import { createSite } from './site.ts';

let place: StorePlace;
let server: Awaited<ReturnType<typeof serve>>;

beforeAll(async () => {
  place = await kindsOfStores['a bucket']();
  const store = await openStore(place.address, exampleSite);
  const html = '<head><!--page-data--></head>';
  const dist = await mkdtemp(path.join(place.dir, 'build-'));
  const script = Buffer.from('"1"');
  await writeFile(path.join(dist, 'index.html'), html);
  await writeFile(path.join(dist, 'main.js'), script);
  await writeFile(path.join(dist, 'main.js.br'), brotliCompressSync(script));
  const host = {
    version: '1',
    base: '/shell/1/',
    integrity: { 'index.html': integrityOf(Buffer.from(html)) },
  };
  await store.publish(shellPath('1'), dist, host);
  await goLive(store, { host, apps: {} });
  const app = new Koa();
  app.use(createSite({ store, brand: { site: 'Bears', product: 'Bear' }, origin: 'https://bears.example' }));
  server = await serve(app.callback());
});
afterAll(async () => {
  await server.close();
  await place.remove();
});

it('serves its pages from a bucket', async () => {
  const answer = await fetch(`${server.url}/`, { headers: { accept: 'text/html' } });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('id="page"');
});

it.each([
  ['br', '"1"'],
  ['identity', '"1"'],
])(
  'serves its files from a bucket, for good and as small as the browser takes them: %s',
  async (encoding, text) => {
    const answer = await fetch(`${server.url}/shell/1/main.js`, { headers: { 'accept-encoding': encoding } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-encoding')).toBe(encoding === 'br' ? 'br' : null);
    expect(answer.headers.get('content-type')).toMatch(/javascript/);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(await answer.text()).toBe(text);
  },
);

it.each([
  '/shell/1/none.js',
  '/shell/..%2flive.json',
  '/remotes/%2e%2e/live.json',
  '/shell/%',
  '/shell/1//main.js',
])('serves nothing else of the bucket: %s', async (target) => {
  const answer = await fetch(server.url + target, { headers: { accept: 'text/css' } });
  expect(answer.status).toBe(404);
  expect(answer.headers.get('cache-control') ?? '').not.toMatch(/immutable/);
});
