import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Koa from 'koa';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Composition, RemoteDescriptor, type RemoteVersion } from '../model/composition.ts';
import { integrityOf } from '../store/integrity.ts';
import { SiteStore } from '../store/site-store.ts';
import { exampleSite } from '../testing/example-site.ts';
import { goLive } from '../testing/go-live.ts';
import { hostHeaders } from '../testing/host-headers.ts';
import { serve } from '../testing/serve.ts';
import { fillPage } from './fill-page.ts';
import { inlineScriptSources, runsByHash } from './page-policy.ts';
import { createSite } from './site.ts';

const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';
const safari =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15';
const html =
  '<head><meta charset="utf-8"><!--hints--><!--script-policy--><script>theme()</script><!--page-data-->' +
  '<script defer src="/shell/1/main.js"></script><link href="/shell/1/main.css" rel="stylesheet"></head>';

const hashOf = (text: string) => integrityOf(Buffer.from(text));
/** As many scripts as five large remotes would have, and a style each. */
const many = Array.from({ length: 60 }, (_, number) => `late-${number}.js`);
const files = ['entry.js', 'exposed.js', 'quiz.css', ...many];

let dir = '';
let store: SiteStore;
let server: Awaited<ReturnType<typeof serve>>;
const remoteOrigins = ['https://cdn.example', 'https://cdn.bears.example:8443'];

const remote = (name: string, version: string, changes: Partial<RemoteVersion> = {}): RemoteVersion => ({
  version,
  mf: `${name}_${version}`,
  base: `/remotes/${name}/${version}/`,
  integrity: Object.fromEntries(files.map((file) => [file, hashOf(`${name} ${version} ${file}`)])),
  files: {
    entry: 'entry.js',
    exposed: ['exposed.js'],
    routes: { '/quiz': ['quiz.css'] },
    texts: { en: [], es: [] },
  },
  descriptor: RemoteDescriptor.parse({
    name,
    platform: 1,
    area: { en: name, es: name },
    paths: [{ path: `/${name.replace('mf-', '')}`, access: 'public' }],
  }),
  ...changes,
});

const site = (...versions: [RemoteVersion, ...RemoteVersion[]]): Composition => ({
  host: {
    version: '1',
    base: '/shell/1/',
    integrity: { 'index.html': hashOf(html), 'main.js': hashOf('main'), 'main.css': hashOf('style') },
  },
  apps: {
    'mf-quiz': { versions },
    'mf-panda': { versions: [remote('mf-panda', '2'), remote('mf-panda', '1')] },
  },
});

/** A page as a browser gets it. */
async function open(userAgent = chrome, target = '/quiz') {
  const answer = await fetch(server.url + target, {
    headers: { accept: 'text/html', 'user-agent': userAgent },
  });
  const text = await answer.text();
  const [, inPage = ''] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(text) ?? [];
  return { answer, text, inPage, policy: answer.headers.get('content-security-policy') ?? '' };
}

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'frens-policy-'));
  const build = path.join(dir, 'build');
  await mkdir(build);
  await writeFile(path.join(build, 'index.html'), html);
  store = new SiteStore(path.join(dir, 'store'), exampleSite);
  await store.publish('shell/1/', build, site(remote('mf-quiz', '1')).host);
  const app = new Koa({ env: 'test' });
  app.silent = true;
  app.use((ctx, next) => {
    ctx.set(hostHeaders);
    ctx.cookies.secure = true;
    return next();
  });
  app.use(
    createSite({
      store,
      brand: { site: 'Bears', product: 'Bear' },
      origin: 'https://bears.example',
      remoteOrigins,
    }),
  );
  server = await serve(app.callback());
});
beforeEach(async () => {
  await goLive(store, site(remote('mf-quiz', '2'), remote('mf-quiz', '1')));
});
afterAll(async () => {
  await server.close();
  await rm(dir, { recursive: true });
});

describe('the script policy', () => {
  it('lists the hashes of all scripts of live versions and fallbacks', async () => {
    const { inPage, text } = await open();
    const sources = inPage.replace('script-src ', '').split(' ');
    const [inline = '', ...hashes] = sources;
    expect(inline).toMatch(/^'sha256-/);
    const versions = ['mf-quiz 2', 'mf-quiz 1', 'mf-panda 2', 'mf-panda 1'];
    const scripts = files.filter((file) => file.endsWith('.js'));
    const wanted = versions.flatMap((version) => scripts.map((file) => hashOf(`${version} ${file}`)));
    expect(hashes.sort()).toEqual([hashOf('main'), ...wanted].map((hash) => `'${hash}'`).sort());
    // Nothing stands before it but hints, which run nothing and say what they fetch.
    const [before = ''] = text.split('<meta http-equiv');
    expect(before.match(/integrity="/g)).toHaveLength(2);
    // Those of remotes follow the content: the page's own calls do not queue behind them.
    expect(text.match(/ rel="preload"[^>]*integrity="/g)).toHaveLength(5);
    expect(
      before.replaceAll(/<link rel="preload" as="\w+" href="[^"]+" integrity="[^"]+" crossorigin>/g, ''),
    ).toBe('<head><meta charset="utf-8">');
  });

  it('is not in the headers, which stay below 4 kB', async () => {
    const { answer, inPage, policy } = await open();
    expect(inPage.length).toBeGreaterThan(13_000);
    const bytes = Array.from(answer.headers, ([name, value]) => `${name}: ${value}\r\n`).join('').length;
    expect(bytes).toBeLessThan(4_000);
    expect(policy).toContain("script-src 'self' https://cdn.example https://cdn.bears.example:8443 'sha256-");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types default");
    expect(policy + inPage).not.toMatch(/unsafe|\*|nonce|strict-dynamic/);
    expect(answer.headers.get('integrity-policy')).toBe('blocked-destinations=(script)');
  });

  it('falls back to origins and Integrity-Policy for browsers without hashes of external scripts', async () => {
    const { answer, inPage, policy } = await open(safari);
    expect(inPage).toBe('');
    expect(policy).toContain("script-src 'self'");
    expect(answer.headers.get('integrity-policy')).toBe('blocked-destinations=(script)');
    expect(answer.headers.get('vary')).toContain('User-Agent');
    expect(answer.headers.get('etag')).not.toBe((await open()).answer.headers.get('etag'));
  });

  it('adds integrity to the files in the HTML', async () => {
    const { text } = await open();
    expect(text).toContain(`src="/shell/1/main.js" integrity="${hashOf('main')}" crossorigin>`);
    expect(text).toContain(`rel="stylesheet" integrity="${hashOf('style')}" crossorigin>`);
    expect(text).toContain(`entry.js" integrity="${hashOf('mf-quiz 2 entry.js')}" crossorigin>`);
  });
});

describe('a remote whose files are modules', () => {
  const imports = (text: string) => /<script type="importmap">([^<]*)<\/script>/.exec(text)?.[1] ?? null;

  it.each([
    ['hashes', chrome],
    ['hosts', safari],
  ])(
    'has their integrity in an import map before the data, which a policy of %s allows by its hash',
    async (_kind, browser) => {
      expect(imports((await open(browser)).text)).toBeNull();
      const own = remote('mf-quiz', '2');
      await goLive(
        store,
        site({ ...own, files: own.files && { ...own.files, imports: ['late-1.js'], isModule: true } }),
      );
      const { text, inPage, policy } = await open(browser);
      const map = imports(text) ?? '';
      expect(Object.keys(JSON.parse(map).integrity)).toEqual(
        files.filter((file) => file.endsWith('.js')).map((file) => `/remotes/mf-quiz/2/${file}`),
      );
      expect(JSON.parse(map).integrity['/remotes/mf-quiz/2/entry.js']).toBe(hashOf('mf-quiz 2 entry.js'));
      const source = `'${hashOf(map)}'`;
      expect(policy).toContain(source);
      expect(inPage).toContain(browser === chrome ? source : '');
      expect(text.indexOf('importmap')).toBeLessThan(text.indexOf('id="page"'));
      expect(text).toContain('href="/remotes/mf-quiz/2/late-1.js" integrity="');
    },
  );
});

describe('a version that may not be loaded', () => {
  it.each<[string, Partial<RemoteVersion>]>([
    ['lies on another origin', { base: 'https://evil.example/mf-quiz/3/' }],
    [
      'names a file that is not listed',
      { files: { entry: 'entry.js', exposed: ['evil.js'], routes: {}, texts: { en: [], es: [] } } },
    ],
  ])('that %s gets neither hash nor hint, and its fallback gets both', async (_case, changes) => {
    await goLive(store, site(remote('mf-quiz', '3', changes), remote('mf-quiz', '2')));
    const { text, inPage } = await open();
    expect(text).not.toContain(hashOf('mf-quiz 3 entry.js'));
    expect(inPage).toContain(hashOf('mf-quiz 2 entry.js'));
    const hints = Array.from(text.matchAll(/rel="preload"[^>]* href="([^"]+)"/g), ([, href]) => href);
    const shell = ['/shell/1/main.js', '/shell/1/main.css'];
    const quiz = ['entry.js', 'exposed.js', 'quiz.css'].map((file) => `/remotes/mf-quiz/2/${file}`);
    expect(hints).toEqual([...shell, ...quiz]);
  });

  it('may be loaded from an origin that the operator has named', async () => {
    await goLive(store, site(remote('mf-quiz', '3', { base: 'https://cdn.example/mf-quiz/3/' })));
    const { text } = await open();
    expect(text).toContain('href="https://cdn.example/mf-quiz/3/entry.js" integrity="');
    expect(text).toContain('"remoteOrigins":["https://cdn.example",');
  });
});

it('refuses to serve HTML that was changed since it was published', async () => {
  const file = store.file('shell/1/index.html');
  await writeFile(file, `${html}<script>evil()</script>`);
  await goLive(store, site(remote('mf-quiz', '7')));
  const { answer, text } = await open();
  expect([answer.status, text]).toEqual([500, 'Internal Server Error']);
  await writeFile(file, html);
});

it("lists only those names of the platform that the page's shell lacks", () => {
  const platform = { version: '1.0.0', names: ['Button', 'Toast'] };
  const built = {
    platform: { version: '1.0.0', names: ['Button', 'Sheet'], properties: ['--hue'] },
    routes: [],
    hasSignedInHook: false,
    links: [],
    calls: [],
  };
  const { host, apps } = site(remote('mf-quiz', '2', { built }));
  const page = (offers: typeof platform | undefined) =>
    fillPage(html, {
      brand: { site: 'Bears', product: 'Bear' },
      composition: { host: { ...host, platform: offers }, apps },
    });
  expect(page(platform)).toContain('"names":["Sheet"]}');
  expect(page(undefined)).toContain('"names":["Button","Sheet"]');
});

it('is in the language of its frame, and names the one of its page', () => {
  const fill = (language: string, chosen: string) =>
    fillPage(
      `<html lang="en">${html}`,
      { brand: { site: 'Bears', product: 'Bear' }, composition: site(remote('mf-quiz', '2')) },
      { language, chosen, files: [], hashes: new Map(), policy: '', imports: '' },
    );
  expect(fill('en', 'fr')).toContain('<html lang="en" data-language="fr">');
  expect(fill('es', 'es')).toContain('<html lang="es">');
});

it.each([
  [chrome, true],
  [chrome.replace('Chrome/156', 'HeadlessChrome/156'), true],
  [chrome.replace('Chrome/156', 'Chrome/119'), false],
  [`${chrome} Edg/156.0.0.0`, true],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', true],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:115.0) Gecko/20100101 Firefox/115.0', false],
  [safari, false],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/156.0 Mobile Safari/604.1',
    false,
  ],
  ['', false],
])('detects browsers that support hashes of external scripts: %s', (userAgent, known) => {
  expect(runsByHash(userAgent)).toBe(known);
});

describe('the inline script', () => {
  it('is allowed by its hash, and no other inline script is', async () => {
    const html = await readFile(new URL('../../../public/index.html', import.meta.url), 'utf8');
    const [, code = ''] = html.match(/<script>([^]*?)<\/script>/) ?? [];
    expect(code).toContain('localStorage');
    const hash = createHash('sha256').update(code).digest('base64');
    expect(inlineScriptSources(html)).toEqual([`'sha256-${hash}'`]);
    expect(
      inlineScriptSources('<script src="/x.js"></script><script type="application/json">1</script>'),
    ).toEqual([]);
  });
});
