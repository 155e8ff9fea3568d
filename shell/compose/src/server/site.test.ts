import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Koa from 'koa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appendHistory } from '../append-history.ts';
import { Composition, RemoteDescriptor } from '../model/composition.ts';
import { integrityOf } from '../store/integrity.ts';
import { SiteStore } from '../store/site-store.ts';
import { exampleSite } from '../testing/example-site.ts';
import { goLive } from '../testing/go-live.ts';
import { hostHeaders } from '../testing/host-headers.ts';
import { serve } from '../testing/serve.ts';
import { readLivePages } from './live-pages.ts';
import type { SharedPage } from './page-share.ts';
import { createPreviews } from './preview-pages.ts';
import { createSite } from './site.ts';

let dir = '';
let server: Awaited<ReturnType<typeof serve>>;
/** What pages are about, by their addresses. */
const about = new Map<string, SharedPage | 'missing'>();

const hashOf = (text: string) => integrityOf(Buffer.from(text));
/** Hashes as if every file held its own name. */
const hashes = (...files: string[]) => Object.fromEntries(files.map((file) => [file, hashOf(file)]));

const html =
  '<!--hints--><!--script-policy--><script>theme()</script><script defer src="/shell/1/main.abc.js"></script>' +
  '<html lang="en"><title>{{site}}</title><meta name="description" content="All." /><meta property="og:title" content="{{site}}" />' +
  '<meta property="og:description" content="All." /><script defer></script><!--page-data--></head><div id="root"></div>';
const composition = (version: string): Composition => ({
  host: {
    version: '1',
    base: '/shell/1/',
    files: {
      routes: { '/': ['landing.1.js'], '/v2': ['chrome-v2.1.js'] },
      texts: { en: ['texts-en.1.js'], es: ['texts-es.1.js'] },
      first: [],
      federation: ['federation.1.js'],
      remoteTexts: { en: ['remote-en.1.js'], es: ['remote-es.1.js'] },
    },
    integrity: {
      ...hashes(
        'main.abc.js',
        'landing.1.js',
        'chrome-v2.1.js',
        'texts-en.1.js',
        'texts-es.1.js',
        'federation.1.js',
        'remote-en.1.js',
        'remote-es.1.js',
      ),
      'index.html': hashOf(html),
    },
  },
  apps: {
    'mf-quiz': {
      versions: [
        {
          version,
          mf: `mf_quiz_${version}`,
          base: `/remotes/mf-quiz/${version}/`,
          integrity: hashes(
            'remoteEntry.1.js',
            'exposed.1.js',
            'quiz.1.js',
            'quiz.1.css',
            'en.1.js',
            'es.1.js',
          ),
          files: {
            entry: 'remoteEntry.1.js',
            exposed: ['exposed.1.js'],
            routes: { '/vibe-quiz': ['quiz.1.js', 'quiz.1.css'], '/auth': [] },
            texts: { en: ['en.1.js'], es: ['es.1.js'] },
          },
          descriptor: RemoteDescriptor.parse({
            name: 'mf-quiz',
            platform: 1,
            area: { en: '</script><script>alert(1)</script>', es: 'El test' },
            paths: [
              { path: '/vibe-quiz', access: 'public' },
              {
                path: '/door',
                access: 'public',
                share: {
                  title: { en: 'Your "{{product}}"', es: 'Tu oso' },
                  description: { en: 'Come in to {{site}}.', es: 'Entra.' },
                },
              },
              { path: '/auth', access: 'public', secrets: ['token'], firstCall: '/api/home?a=1&b=2' },
              { path: '/somebody/:name', access: 'member' },
            ],
          }),
        },
      ],
    },
  },
});

// A condition of our own makes fetch ask caches for nothing; browsers send it with `max-age=0`.
const get = (target: string, headers: Record<string, string> = {}) =>
  fetch(server.url + target, { headers: { accept: 'text/html', 'cache-control': 'max-age=0', ...headers } });

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'frens-site-'));
  const build = path.join(dir, 'build');
  await mkdir(build);
  await writeFile(path.join(build, 'index.html'), html);
  await writeFile(path.join(build, 'main.abc.js'), 'console.log(1)');
  const store = new SiteStore(path.join(dir, 'store'), exampleSite);
  await store.publish('shell/1/', build, { version: '1', base: '/shell/1/', integrity: {} });
  const map = { version: 3 as const, sources: ['a.ts'], sourcesContent: ['secret'], names: [], mappings: '' };
  await store.saveMaps('shell/1/', { 'main.abc.js': { ...map, file: 'main.abc.js' } });
  await goLive(store, composition('1'));
  const app = new Koa();
  app.use((ctx, next) => {
    ctx.set(hostHeaders);
    ctx.cookies.secure = true;
    return next();
  });
  app.use(
    createSite({
      store,
      brand: { site: 'Bears & Co', product: 'Bear' },
      origin: 'https://bears.example',
      sharedPage: async ({ path }) => about.get(path) ?? null,
    }),
  );
  server = await serve(app.callback());
});
afterAll(async () => {
  await server.close();
  await rm(dir, { recursive: true });
});

describe('the site', () => {
  it('serves every page with the live composition and the site’s name in it', async () => {
    const page = await (await get('/vibe-quiz')).text();
    expect(page).toContain('<title>Bears &#38; Co</title>');
    const [, data = ''] = page.match(/id="page">(.*?)<\/script>/) ?? [];
    const { brand, composition: live, live: id } = JSON.parse(data);
    // Where the script in the head finds it, before the data has come.
    expect(/<html [^>]*data-composition="(\w+)"/.exec(page)?.[1]).toBe(id);
    expect(brand).toEqual({ site: 'Bears & Co', product: 'Bear' });
    const [{ files, integrity: _listed, ...version }] = live.apps['mf-quiz'].versions;
    expect(composition('1').apps['mf-quiz']?.versions[0]).toMatchObject(version);
    expect(files).toEqual({
      entry: 'remoteEntry.1.js',
      exposed: ['exposed.1.js'],
      routes: {},
      texts: {},
    });
  });

  it('leads from a frame that has no home to that of the site', async () => {
    for (const frame of ['/v2', '/v2/']) {
      const { status, headers } = await fetch(`${server.url}${frame}?lang=es`, {
        headers: { accept: 'text/html' },
        redirect: 'manual',
      });
      expect([status, headers.get('location')]).toEqual([308, '/?lang=es']);
    }
  });

  it("hints at every file that the page will request, in the reader's language", async () => {
    const hints = async (target: string, headers: Record<string, string>) => {
      const page = await (await get(target, headers)).text();
      // Before all that takes longer to come.
      expect(page).toMatch(/^(<link rel="preload"[^>]*>)+<script>/);
      const links = page.matchAll(
        /<link rel="preload" as="(\w+)" href="([^"]+)" integrity="([^"]+)" crossorigin>/g,
      );
      return Array.from(links, ([, as, href = '', integrity]) => {
        expect(integrity).toBe(hashOf(path.basename(href)));
        return `${as} ${href}`;
      });
    };
    // The script that needs the others is the longest, so it goes before them.
    const shell = 'script /shell/1/main.abc.js';
    expect(await hints('/vibe-quiz', { 'accept-language': 'es-MX,es;q=0.9,en;q=0.8' })).toEqual([
      shell,
      'script /shell/1/texts-es.1.js',
      'script /shell/1/federation.1.js',
      'script /shell/1/remote-es.1.js',
      'script /remotes/mf-quiz/1/remoteEntry.1.js',
      'script /remotes/mf-quiz/1/exposed.1.js',
      'script /remotes/mf-quiz/1/es.1.js',
      'script /remotes/mf-quiz/1/quiz.1.js',
      'style /remotes/mf-quiz/1/quiz.1.css',
    ]);
    const landing = [shell, 'script /shell/1/texts-en.1.js', 'script /shell/1/landing.1.js'];
    expect(await hints('/', { 'accept-language': 'es', cookie: 'language=en' })).toEqual(landing);
    expect(await hints('/', { 'accept-language': 'fr' })).toEqual(landing);
    expect(await hints('/nowhere', {})).toEqual([shell, 'script /shell/1/texts-en.1.js']);
  });

  it('previews published versions by name', async () => {
    const store = new SiteStore(path.join(dir, 'store'), exampleSite);
    const [live] = composition('1').apps['mf-quiz']?.versions ?? [];
    if (!live) throw new Error('mf-quiz is not live');
    const next = { ...live, version: '2.0.0-next', base: '/remotes/mf-quiz/2.0.0-next/' };
    await store.publish('remotes/mf-quiz/2.0.0-next/', path.join(dir, 'build'), next);
    const dataOf = async (target: string) => {
      const [, data = ''] = (await (await get(target)).text()).match(/id="page">(.*?)<\/script>/) ?? [];
      const { composition: shown, preview } = JSON.parse(data);
      return { bases: shown.apps['mf-quiz'].versions.map(({ base }: { base: string }) => base), preview };
    };
    const wanted = 'mf-quiz@2.0.0-next';
    expect(await dataOf(`/vibe-quiz?compose=${wanted}`)).toEqual({
      // Alone: a preview that fails must be seen to fail.
      bases: [next.base],
      preview: { wanted, isPublished: true },
    });
    expect(await dataOf('/vibe-quiz')).toEqual({ bases: [live.base], preview: undefined });
    expect(await dataOf('/vibe-quiz?compose=')).toEqual({ bases: [live.base], preview: undefined });
    for (const unknown of ['mf-quiz@9', 'mf-quiz@../1', 'https://evil.example/x.js', `${wanted},mf-quiz@9`]) {
      const address = `/vibe-quiz?compose=${encodeURIComponent(unknown)}`;
      expect(await dataOf(address)).toEqual({
        bases: [live.base],
        preview: { wanted: '', isPublished: false },
      });
    }
    const answer = await get(`/vibe-quiz?compose=${wanted}`);
    expect(answer.headers.get('x-robots-tag')).toBe('noindex');
    expect(await answer.text()).toContain('href="/remotes/mf-quiz/2.0.0-next/remoteEntry.1.js"');
    const read = await (await get(`/composition.json?compose=${wanted}`)).json();
    expect(read).toMatchObject({ apps: { 'mf-quiz': { versions: [{ version: '2.0.0-next' }] } } });

    // Pages are made for what is published, not for what an address says.
    const shown = await store.shown('live');
    const pages = await readLivePages(store, shown?.composition ?? '', {
      brand: { site: 'Bears & Co', product: 'Bear' },
      origin: 'https://bears.example',
      remoteOrigins: [],
      hasDevPages: false,
    });
    const previews = createPreviews(store);
    expect(await previews(pages, 'mf-quiz@9')).toBe(await previews(pages, 'mf-panda@1,anything'));
    const preview = await previews(pages, wanted);
    expect(preview).toBe(await previews(pages, `mf-quiz@9,${wanted},${wanted}`));
    // Nobody fills the memory with them.
    const reader = { language: 'en', byHash: true };
    const made = (of: typeof pages) => of.html(of.find('/', 'en'), reader);
    expect(await made(pages)).toBe(await made(pages));
    expect(await made(preview)).not.toBe(await made(preview));
  });

  it.each(['br', 'gzip'])('compresses the page with %s', async (encoding) => {
    const answer = await get('/', { 'accept-encoding': encoding });
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    expect(answer.headers.get('vary')).toContain('Accept-Encoding');
    expect(await answer.text()).toBe(await (await get('/', { 'accept-encoding': 'identity' })).text());
  });

  it('escapes the page data inside its script element', async () => {
    const page = await (await get('/')).text();
    // The shell's three and that of the data.
    expect(page.match(/<\/script>/g)).toHaveLength(4);
  });

  it('answers an unknown path with the same page and 404', async () => {
    const answer = await get('/nowhere');
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('id="page"');
  });

  it("puts the page's first call where the inline script reads it", async () => {
    expect(await (await get('/auth')).text()).toMatch(
      /<html [^>]*data-first-call="\/api\/home\?a=1&#38;b=2">/,
    );
    expect(await (await get('/')).text()).not.toContain('data-first-call');
  });

  it('names nothing but the origin as the referrer of pages whose address may have a secret', async () => {
    expect((await get('/auth?token=x')).headers.get('referrer-policy')).toBe('strict-origin');
    expect((await get('/')).headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
  });

  it('serves published files as immutable', async () => {
    const answer = await get('/shell/1/main.abc.js');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  it.each(['/', '/nowhere', '/shell/1/main.abc.js', '/shell/1/gone.js', '/shell/1/', '/composition.json'])(
    'sets the headers of every answer on %s too (D53)',
    async (target) => {
      const { headers } = await get(target);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.get('strict-transport-security')).toBe('max-age=63072000; includeSubDomains');
      expect(headers.get('referrer-policy')).not.toBeNull();
    },
  );

  it('distinguishes pages with a dot in their address from missing files', async () => {
    expect((await get('/somebody/ada.grove')).headers.get('content-type')).toMatch(/^text\/html/);
    expect((await get('/somebody/ada.grove')).status).toBe(200);
    const missing = await get('/ada.grove');
    expect([missing.status, await missing.text()]).toEqual([404, 'Not Found']);
  });

  it.each(['/shell/1/main.abc.js.map', '/maps/shell/1/maps.json', '/shell/%2e%2e/maps/shell/1/maps.json'])(
    'never serves a source map: %s',
    async (target) => {
      const answer = await get(target);
      expect([answer.status, await answer.text()]).toEqual([404, 'Not Found']);
    },
  );

  it.each(['gone.js', '', `${'n'.repeat(300)}.js`])(
    'keeps a missing file out of caches: %s',
    async (file) => {
      const answer = await get(`/remotes/mf-quiz/1/${file}`);
      expect(answer.status).toBe(404);
      expect(answer.headers.get('cache-control')).toBe('no-cache');
    },
  );

  it.each(['/shell/../live.json', '/remotes/%2e%2e/live.json', '/remotes/..%2flive.json'])(
    'serves nothing outside the published folders: %s',
    async (target) => {
      const answer = await get(target);
      expect(await answer.text()).not.toContain('"composition":"');
    },
  );

  it('shows the canary by bucket, and the live composition without cookies', async () => {
    const store = new SiteStore(path.join(dir, 'store'), exampleSite);
    const next = composition('2');
    const page = { path: '/tried', access: 'public', frame: 'full' } as const;
    next.apps['mf-quiz']?.versions[0].descriptor.paths.push({ ...page, secrets: [] });
    const tried = await store.saveComposition(next);
    const show = (share: number | null) =>
      appendHistory(store, 'live', { who: 'test', why: null }, async (head) => ({
        kind: 'canary',
        composition: head?.composition ?? '',
        canary: share === null ? null : { composition: tried, versions: ['mf-quiz@2'], share },
      }));
    await show(99);
    const sees = async (cookie?: string) => {
      const answer = await get('/vibe-quiz', cookie ? { cookie } : {});
      const version = /"mf":"mf_quiz_(\d)"/.exec(await answer.text())?.[1];
      const [given] = answer.headers.get('set-cookie')?.split('=') ?? [];
      return [version, given, answer.headers.get('cache-control')];
    };
    for (let load = 0; load < 8; load += 1) expect(await sees()).toEqual(['1', 'part', 'private, no-cache']);
    expect(await sees('part=98')).toEqual(['2', undefined, 'no-cache']);
    expect(await sees('part=99')).toEqual(['1', undefined, 'no-cache']);
    // Shared caches keep one for everybody.
    const sitemap = await get('/sitemap.xml', { accept: '*/*', cookie: 'part=98' });
    expect(await sitemap.text()).not.toContain('/tried');
    expect(sitemap.headers.get('cache-control')).toBe('public, max-age=3600');
    await show(null);
    expect(await sees()).toEqual(['1', undefined, 'no-cache']);
  });

  it('follows the live pointer without a restart, and answers 304 while it is unchanged', async () => {
    const first = await get('/');
    const etag = first.headers.get('etag') ?? '';
    // One for all encodings.
    expect(etag).toMatch(/^W\//);
    expect((await get('/', { 'if-none-match': etag })).status).toBe(304);
    const store = new SiteStore(path.join(dir, 'store'), exampleSite);
    await goLive(store, composition('2'));
    const second = await get('/', { 'if-none-match': etag });
    expect(second.status).toBe(200);
    expect(await second.text()).toContain('mf_quiz_2');
    const read = Composition.parse(await (await get('/composition.json')).json());
    // As much as a page reads of it: every open tab asks when something else goes live.
    const { files: _files, integrity, ...version } = read.apps['mf-quiz']?.versions[0] ?? {};
    expect(composition('2')).toMatchObject({
      host: { version: read.host.version },
      apps: { 'mf-quiz': { versions: [version] } },
    });
    expect(integrity).toEqual({});
  });
});

it("sets the page's own title and description in the requested language (D64)", async () => {
  const english = await get('/door');
  const text = await english.text();
  expect(text).toContain('<title>Your &#34;Bear&#34; · Bears &#38; Co</title>');
  expect(text).toContain('<meta name="description" content="Come in to Bears &#38; Co." />');
  expect(text).toContain('<meta property="og:title" content="Your &#34;Bear&#34; · Bears &#38; Co" />');
  expect(text).toContain('<meta property="og:description" content="Come in to Bears &#38; Co." />');
  expect(english.headers.get('vary')).toContain('Accept-Language');

  const spanish = await get('/door', { 'accept-language': 'es-MX, en;q=0.5' });
  expect(await spanish.text()).toContain('<title>Tu oso · Bears &#38; Co</title>');
  expect(spanish.headers.get('etag')).not.toBe(english.headers.get('etag'));
  expect(await (await get('/vibe-quiz')).text()).toContain('<title>Bears &#38; Co</title>');
});

it('describes the single item that a page is about, on that page only (D64)', async () => {
  about.set('/somebody/ada', {
    path: '/people/ada',
    title: 'Ada "</title><script>"',
    description: 'Tea & {{site}}',
  });
  about.set('/somebody/bo', { path: '/people/bo', title: '$& $1', description: '' });
  about.set('/somebody/nobody', 'missing');
  expect((await get('/somebody/nobody')).status).toBe(404);
  const ada = await get('/somebody/ada');
  const text = await ada.text();
  expect(text).toContain('<title>Ada &#34;&#60;/title&#62;&#60;script&#62;&#34; · Bears &#38; Co</title>');
  expect(text).toContain('<meta property="og:description" content="Tea &#38; {{site}}" />');
  expect(text).toContain('<link rel="canonical" href="https://bears.example/people/ada">');
  expect(text).toContain(
    '</div><noscript><h2 dir="auto">Ada &#34;&#60;/title&#62;&#60;script&#62;&#34;</h2><p dir="auto">Tea &#38; {{site}}</p>',
  );
  const bo = await (await get('/somebody/bo', { 'accept-encoding': 'br' })).text();
  expect(bo).toContain('<title>$&#38; $1 · Bears &#38; Co</title>');
  expect(bo).toContain('<meta name="description" content="All." />');
  expect(await (await get('/somebody/eve')).text()).toContain('<title>Bears &#38; Co</title>');
  const etag = ada.headers.get('etag') ?? '';
  expect((await get('/somebody/ada', { 'if-none-match': etag })).status).toBe(304);
  about.set('/somebody/ada', { path: '/people/ada', title: 'Ada L.', description: 'Tea' });
  expect((await get('/somebody/ada', { 'if-none-match': etag })).status).toBe(200);
});

it('redirects visitors from members’ pages to the sign-in, and never from the sign-in to itself', async () => {
  const site = createSite({
    store: new SiteStore(path.join(dir, 'store'), exampleSite),
    brand: { site: 'Bears & Co', product: 'Bear' },
    origin: 'https://bears.example',
    signInFor: (page) => `/somebody/porter?next=${encodeURIComponent(page)}`,
  });
  const redirecting = await serve(new Koa().use(site).callback());
  const open = async (target: string) => {
    const init = { redirect: 'manual', headers: { accept: 'text/html' } } as const;
    const { status, headers } = await fetch(redirecting.url + target, init);
    return [status, headers.get('location'), headers.get('cache-control')];
  };
  try {
    const isPrivate = 'private, no-cache';
    const to = '/somebody/porter?next=%2Fsomebody%2Fada%3Flang%3Des&lang=es';
    expect(await open('/somebody/ada?lang=es')).toEqual([303, to, isPrivate]);
    expect(await open('/somebody/porter?next=%2F')).toEqual([200, null, isPrivate]);
    expect(await open('/vibe-quiz')).toEqual([200, null, 'no-cache']);
  } finally {
    await redirecting.close();
  }
});
