import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Koa from 'koa';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { finishAssets } from '../build/built-assets.ts';
import { RemoteDescriptor } from '../model/composition.ts';
import { remotePath, SiteStore, versionFile } from '../store/site-store.ts';
import { publishEmptySite } from '../testing/empty-site.ts';
import { exampleSite } from '../testing/example-site.ts';
import { serve } from '../testing/serve.ts';
import { createSite } from './site.ts';

// Pages for developers name every published version, so they are there only where the server is told so.
let dir: string;
let store: SiteStore;
const servers = new Map<boolean, Awaited<ReturnType<typeof serve>>>();

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'frens-dev-pages-'));
  store = new SiteStore(await publishEmptySite(dir), exampleSite);
  await publish(store, '1.0.0', 1_000);
  await publish(store, '2.0.0', 2_000);
  // As a publication leaves it that was ended in the middle.
  await rm(store.file(remotePath('mf-quiz', '2.0.0')), { recursive: true });
  await publish(store, '3.0.0', 3_000);
  for (const hasDevPages of [true, false]) {
    const app = new Koa();
    app.use(
      createSite({
        store,
        brand: { site: 'Bears', product: 'Bear' },
        origin: 'https://bears.example',
        hasDevPages,
      }),
    );
    servers.set(hasDevPages, await serve(app.callback()));
  }
});
afterAll(async () => {
  for (const server of servers.values()) await server.close();
  await rm(dir, { recursive: true });
});

async function publish(store: SiteStore, version: string, at: number): Promise<void> {
  const dist = await mkdtemp(path.join(dir, 'build-'));
  await writeFile(path.join(dist, 'entry.js'), `"${version}"`);
  const descriptor = RemoteDescriptor.parse({
    name: 'mf-quiz',
    platform: 1,
    area: { en: 'Quiz', es: 'Quiz' },
    paths: [{ path: '/quiz', access: 'public' }],
  });
  const target = remotePath('mf-quiz', version);
  const record = { version, mf: 'mf_quiz', base: `/${target}`, descriptor, ...(await finishAssets(dist)) };
  await store.publish(target, dist, record);
  await utimes(store.file(target + versionFile), at, at);
}

const get = (hasDevPages: boolean, address: string, accept = 'text/html') =>
  fetch(servers.get(hasDevPages)?.url + address, { headers: { accept } });

describe('pages for developers', () => {
  it('exist if the server enables them, which the page data says', async () => {
    const page = await get(true, '/dev/composition');
    expect(page.status).toBe(200);
    const html = await page.text();
    expect(html).toContain('"hasDevPages":true');
    // Its head asks nothing of the server, in whose place a scenario may answer.
    expect(html).not.toContain('data-composition');
  });

  it('list completely published versions, newest first', async () => {
    const answer = await get(true, '/dev/versions.json', 'application/json');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toEqual({
      'mf-quiz': [
        { version: '3.0.0', at: new Date(3_000_000).toISOString() },
        { version: '1.0.0', at: new Date(1_000_000).toISOString() },
      ],
    });
  });

  it('cache when versions were published, but not which exist', async () => {
    const versions = async () => {
      const answer = await get(true, '/dev/versions.json', 'application/json');
      const told = (await answer.json()) as Record<string, { version: string }[]>;
      return told['mf-quiz']?.map(({ version }) => version);
    };
    await versions();
    const asked = vi.spyOn(store.files, 'writtenAt');
    await publish(store, '4.0.0', 4_000);
    expect(await versions()).toEqual(['4.0.0', '3.0.0', '1.0.0']);
    expect(await versions()).toEqual(['4.0.0', '3.0.0', '1.0.0']);
    expect(asked.mock.calls).toEqual([[remotePath('mf-quiz', '4.0.0') + versionFile]]);
    await rm(store.file(remotePath('mf-quiz', '4.0.0')), { recursive: true });
    expect(await versions()).toEqual(['3.0.0', '1.0.0']);
    // Published again it is a new one.
    await publish(store, '4.0.0', 2_000);
    expect(await versions()).toEqual(['3.0.0', '4.0.0', '1.0.0']);
    asked.mockRestore();
    await rm(store.file(remotePath('mf-quiz', '4.0.0')), { recursive: true });
  });

  it('include receipts of published versions, in which nothing runs', async () => {
    await store.files.replace('receipts/mf-quiz/3.0.0.html', '<style>p{}</style><p>mf-quiz@3.0.0');
    const receipt = await get(true, '/dev/receipts/mf-quiz/3.0.0');
    expect(await receipt.text()).toContain('mf-quiz@3.0.0');
    expect(receipt.headers.get('content-security-policy')).toMatch(
      /^default-src 'none';.* style-src 'sha256-[A-Za-z0-9+/]{43}='; img-src data:$/,
    );
    await store.files.replace('receipts/mf-quiz/3.0.0.pictures.html', '<img alt="">');
    expect(await (await get(true, '/dev/receipts/mf-quiz/3.0.0.pictures')).text()).toContain('<img');
    for (const path of ['mf-quiz/9.0.0', 'mf-quiz/..%2F..%2Flive', 'MF-quiz/3.0.0'])
      expect((await get(true, `/dev/receipts/${path}`)).status).toBe(404);
    expect((await get(false, '/dev/receipts/mf-quiz/3.0.0')).status).toBe(404);
  });

  it('include the Storybook in the store, which frames itself and runs only its own scripts', async () => {
    await store.files.replace(
      'storybook/index.html',
      '<script>a()</script><script type="module">b()</script>',
    );
    await store.files.replace('storybook/mockServiceWorker.js', 'c()');
    const moved = await fetch(`${servers.get(true)?.url}/dev/storybook?path=/story/a--b`, {
      redirect: 'manual',
    });
    expect(moved.headers.get('location')).toBe('/dev/storybook/?path=/story/a--b');

    const page = await get(true, '/dev/storybook/?path=/story/a--b');
    expect(page.headers.get('content-type')).toContain('text/html');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/script-src 'self' 'sha256-[^']+' 'sha256-[^']+';/);
    expect(policy).toContain("frame-ancestors 'self'");
    const again = await fetch(`${servers.get(true)?.url}/dev/storybook/`, {
      headers: { 'if-none-match': page.headers.get('etag') ?? '', 'cache-control': 'max-age=0' },
    });
    expect(again.status).toBe(304);

    const worker = await get(true, '/dev/storybook/mockServiceWorker.js', '*/*');
    expect(worker.headers.get('content-type')).toContain('javascript');
    // Without it a worker answers for its own folder alone.
    expect(worker.headers.has('service-worker-allowed')).toBe(false);
    for (const file of ['no.js', '..%2Fhistory', '%'])
      expect((await get(true, `/dev/storybook/${file}`)).status).toBe(404);
    expect((await get(false, '/dev/storybook/')).status).toBe(404);
    // Another page of the site, of which there is none.
    expect(await (await get(true, '/dev/storybooks')).text()).toContain('hasDevPages');
  });

  it('do not exist on other sites', async () => {
    const page = await get(false, '/dev/composition');
    expect(page.status).toBe(404);
    expect(await page.text()).not.toContain('hasDevPages');
    expect((await get(false, '/dev/versions.json', 'application/json')).status).toBe(404);
  });
});
