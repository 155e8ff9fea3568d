import { createHash } from 'node:crypto';
import Koa from 'koa';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { RemoteDescriptor } from '../model/composition.ts';
import { renderedMark } from '../model/rendered-mark.ts';
import { promote } from '../promote.ts';
import { renderFile } from '../store/rendered-pages.ts';
import { serve } from '../testing/serve.ts';
import { type StoreOfVersions, storeOfVersions } from '../testing/store-of-versions.ts';
import { compressText } from './compress-text.ts';
import { type PageReader, readLivePages } from './live-pages.ts';
import { createPageCache } from './page-cache.ts';
import { createPageHtml, createQueryPages, withFrame } from './page-html.ts';
import { createSite } from './site.ts';

// From a build that renders to what a browser gets.

let versions: StoreOfVersions;
let server: Awaited<ReturnType<typeof serve>>;
/** What everybody may see. */
let list: string[] | null = null;

const template = `<!doctype html><html lang="en"><head><!--hints--><!--script-policy--><script>first()</script><title>{{site}}</title>
<meta name="description" content="All." /></head><body><div id="root"></div><noscript id="needs-scripts">Scripts</noscript><!--page-data--></body></html>`;
const shellBuild = `
  const whole = '<noscript data-whole=""><a href="?scripts=none&amp;lang=es">es</a></noscript><a href="/join">a</a><a href="/join?invite=&amp;tab=b">b</a><a href="/quiz">';
  exports.provided = {};
  exports.renderPage = async (page, remote) => ({
    query: page.query, html: page.pathname === '/join' ? '<h1>Join ' + page.query + '</h1>' + (page.query.endsWith('tab=d') ? whole : '') + (page.query === 'invite=&tab=d' ? '<noscript data-filled=""></noscript>' : '') : remote ? remote.say(page) : '<h1>Home</h1>', calls: remote && page.pathname !== '/join' ? ['/api/list'] : undefined, data: page.answers && [[['list'], page.answers['/api/list'].body]], title: page.language === 'es' ? 'Inicio' : 'Ho"me', description: 'Of "all"', failures: [],
  });`;
const quizBuild = `
  exports.say = ({ pathname, language, brand, answers }) => ['a', 'next', 'q', 'tab'].some((name) => new URLSearchParams().has(name)) ||
    (pathname === '/results' ? '<noscript data-needs-scripts=""></noscript>' : '') + '<h1 class="mf-quiz-title" style="--a:&quot;1&quot;">' + (language === 'es' ? 'El test de ' : 'The quiz of ') + brand.site + '</h1>' + (answers ? answers['/api/list'].body.map((one) => '<p>' + one.replace('<', '&lt;') + '</p>').join('') : '');`;
const styles = '@font-face{font-family:B;src:local(A)}.mf-quiz-title{color:red}';
const fonts = '@font-face{font-family:A;src:url(/a.woff2)}';

beforeAll(async () => {
  versions = await storeOfVersions();
  const shell = await versions.shell('1', ['useSession'], {
    'index.html': template,
    [renderFile]: shellBuild,
  });
  const files = {
    entry: 'entry.js',
    exposed: ['exposed.js', 'exposed.css'],
    routes: { '/quiz': [], '/results': [], '/join': [], '/v2/door': [] },
    texts: { en: [], es: [] },
  };
  const descriptor = RemoteDescriptor.parse({
    name: 'mf-quiz',
    platform: 1,
    area: { en: 'Quiz', es: 'Test' },
    paths: [
      { path: '/quiz', access: 'public' },
      { path: '/results', access: 'member' },
      { path: '/v2/door', access: 'public', secrets: ['key'] },
      { path: '/join', access: 'public', queries: ['tab=b', 'tab=d', 'invite=', 'invite=&tab=d'] },
    ],
  });
  const quiz = await versions.remote(
    'mf-quiz',
    '1',
    { files, descriptor },
    { [renderFile]: quizBuild, 'exposed.css': fonts + styles },
  );
  const { store } = versions;
  await promote(
    { store, environment: 'live', author: { who: 'ada', why: null } },
    { versions: [shell, quiz] },
    {},
  );
  const app = new Koa();
  app.use(
    createSite({
      store,
      brand: { site: 'A & B', product: 'C' },
      origin: 'https://bears.example',
      sharePicture: async () => Buffer.from('a picture'),
      hasSession: (ctx) => ctx.cookies.get('session') !== undefined,
      readPublic: async () => list && { '/api/list': { body: list, link: null } },
    }),
  );
  server = await serve(app.callback());
});
afterAll(async () => {
  await server.close();
  await versions.remove();
});

const get = (target: string, headers: Record<string, string> = {}) =>
  fetch(server.url + target, {
    headers: { accept: 'text/html', 'cache-control': 'max-age=0', ...headers },
  });
const sourceOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

it('sends a rendered page with inline styles, which the policy allows by hash', async () => {
  const answer = await get('/quiz');
  const html = await answer.text();
  expect(html).toContain('">The quiz of A &#38; B</h1></div>');
  expect(html).toMatch(new RegExp(`<html [^>]* ${renderedMark}>`));
  expect(html).toContain(`<style id="fonts" media="not all">${fonts}</style><script>`);
  expect(html).toContain(`<style>${styles}</style></head>`);
  const policy = answer.headers.get('content-security-policy');
  expect(policy).toContain(
    `style-src 'self' ${sourceOf(styles)} ${sourceOf(fonts)} 'unsafe-hashes' ${sourceOf('--a:"1"')};`,
  );
  expect(html).toContain('<title>Ho&#34;me · A &#38; B</title>');
  const home = await (await get('/')).text();
  expect(home).toContain('<title>Ho&#34;me</title>');
  expect(home).toContain('content="Of &#34;all&#34;"');
});

it('makes it once: later readers read only the live pointer from the store', async () => {
  await (await get('/quiz?tab=a')).text();
  const read = vi.spyOn(versions.store.files, 'read');
  await (await get('/quiz')).text();
  expect(read.mock.calls.flat().filter((file) => !/^(live\.json|history\/)/.test(file))).toEqual([]);
  read.mockRestore();
});

it('makes only what many read as small as it gets, and keeps it whatever else is asked for', async () => {
  const { store } = versions;
  const brand = { site: 'A & B', product: 'C' };
  const live = await readLivePages(store, (await store.liveId('live')) ?? '', {
    brand,
    origin: 'https://bears.example',
    remoteOrigins: [],
    hasDevPages: false,
    caches: { many: createPageCache(), few: createPageCache(0) },
  });
  const page = live.find('/quiz', 'en');
  const plain = { language: 'en', byHash: true, isPlain: true };
  const read = (reader: PageReader) => live.html(page, reader);
  const few = await Promise.all(
    [{ hasSession: true }, { isPlain: false }].map((variant) => read({ ...plain, ...variant })),
  );
  const fast = await Promise.all(few.map(({ body }) => body('br')));
  const first = await read(plain);
  const small = await compressText(first.identity, 'br', { br: 11, gzip: 9 });
  expect(await first.body('br')).not.toEqual(small);
  // Pages are compressed one after the other: those from before would be done by now.
  await vi.waitUntil(async () => (await first.body('br')).equals(small), 20_000);
  expect(await Promise.all(few.map(({ body }) => body('br')))).toEqual(fast);
  expect(await read(plain)).toBe(first);
  // The same bytes are compressed once.
  const same = await read({ ...plain, isWithoutScripts: true });
  expect([same === first, same.etag, await same.body('br')]).toEqual([false, first.etag, small]);
});

it("sends it in the reader's language, the same to everybody but for whether they may be members", async () => {
  const spanish = await get('/quiz', { cookie: 'language=es' });
  expect(await spanish.text()).toContain('El test de A &#38; B');
  expect(spanish.headers.get('vary')).toContain('Accept-Language, Cookie');
  const visitor = await get('/quiz');
  const member = await get('/quiz', { cookie: 'session=somebody' });
  const html = await member.text();
  expect(html).toContain(' data-session ');
  expect(html.replace(' data-session', '')).toBe(await visitor.text());
  expect(await (await get('/quiz', { cookie: 'session=else' })).text()).toBe(html);
  expect([visitor, member].map(({ headers }) => headers.get('cache-control'))).toEqual([
    'no-cache',
    'private, no-cache',
  ]);
  const again = await get('/quiz', { 'if-none-match': visitor.headers.get('etag') ?? '' });
  expect(again.status).toBe(304);
});

it("sends a member's page to readers with a session, and leaves it to browsers for others", async () => {
  const cookie = 'session=somebody';
  const member = await get('/results', { cookie });
  const html = await member.text();
  expect(html).toContain('">The quiz of A &#38; B</h1></div>');
  // Without scripts there is nothing to read, and nowhere to be led to: it says so in its place.
  expect(html.match(/<noscript[^]*?<\/noscript>/g)).toEqual([
    '<noscript data-needs-scripts="">Scripts</noscript>',
  ]);
  expect(html).not.toContain('http-equiv');
  expect(member.headers.get('cache-control')).toBe('private, no-cache');
  expect(member.headers.get('vary')).toContain('Cookie');
  expect(await (await get('/results', { cookie: 'session=else' })).text()).toBe(html);
  const etag = member.headers.get('etag') ?? '';
  expect((await get('/results', { cookie, 'if-none-match': etag })).status).toBe(304);
  expect(await (await get('/results?scripts=none', { cookie })).text()).toBe(html);
  const others: [string, string][] = [
    ['/results', 'a=b'],
    ['/results?scripts=none', 'a=b'],
    ['/results?a=1', cookie],
  ];
  for (const [address, sent] of others) {
    const answer = await get(address, { cookie: sent, 'if-none-match': etag });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    const plain = await answer.text();
    expect(plain).toContain('<div id="root"></div>');
    // A member's browser without scripts is led to the page in its frame.
    expect(plain.includes('http-equiv="refresh"')).toBe(sent === cookie);
    // Words of a member's page go to members alone.
    expect(plain).toContain(`<title>Ho&#34;me${sent === cookie ? ' · A &#38; B' : ''}</title>`);
  }
  // The template has the site's words in one language.
  expect(await (await get('/results', { cookie: 'a=b; language=es' })).text()).toContain('<title>Inicio<');
});

it('leads whoever may be a member on from the sign-in page without scripts, but never with a secret', async () => {
  const url = async (address: string, cookie: string) =>
    /content="0; url=([^"]*)"/.exec(await (await get(address, { cookie })).text())?.[1];
  expect(await url('/v2/door', 'session=any')).toBe('?scripts=none');
  expect(await url('/v2/door?next=%2Fquiz', 'session=any')).toBe('?next=%2Fquiz&#38;scripts=none');
  for (const [address, cookie] of [
    ['/v2/door', 'a=b'],
    ['/v2/door?key=secret', 'session=any'],
    ['/v2/door?scripts=none', 'session=any'],
    ['/join', 'session=any'],
  ] as const)
    expect(await url(address, cookie), address).toBeUndefined();
});

it('includes public data once rendered with them, and never outdated ones', async () => {
  const read = async () => {
    const answer = await get('/quiz');
    return { html: await answer.text(), etag: answer.headers.get('etag') ?? '' };
  };
  const empty = await read();
  list = ['{{Site}} </script>'];
  // Nobody waits for it.
  expect(await read()).toEqual(empty);
  const filled = await vi.waitUntil(async () => {
    const now = await read();
    return now.etag !== empty.etag && now;
  }, 20_000);
  expect(filled.html).toContain('The quiz of A & B</h1><p>{{Site}} &lt;/script></p>');
  expect(filled.html).toContain(
    '<script type="application/json" id="public-data">[[["list"],["{{Site}} \\u003c/script>"]]]</script>',
  );
  expect(filled.html).toContain('<title>Ho&#34;me · A &#38; B</title>');
  expect((await get('/quiz', { 'if-none-match': filled.etag })).status).toBe(304);
  expect(await (await get('/quiz', { cookie: 'language=es' })).text()).not.toContain('public-data');
  list = ['Moss'];
  expect((await read()).html).not.toContain('{{Site}}');
  list = null;
  expect(await read()).toEqual(empty);
});

it('redirects browsers without scripts with the whole query', async () => {
  for (const query of ['next=%2Fgroups&tab=register', 'q=%22%3E%3Cb'])
    expect(await (await get(`/quiz?${query}`)).text()).toContain(
      `<meta http-equiv="refresh" content="0; url=?${query.replaceAll('&', '&#38;')}&#38;scripts=none">`,
    );
  const url = async (address: string) =>
    /content="0; url=([^"]*)"/.exec(await (await get(address)).text())?.[1];
  // A choice that would be taken before the other one; an address written in another way has no rendered page.
  expect(await url('/quiz?scripts=x&a=1')).toBe('?a=1&#38;scripts=none');
  expect(await url('/quiz/?scripts=none&a=1')).toBe('/quiz?a=1&#38;scripts=none');
  const [one, other] = await Promise.all([get('/quiz?a=1'), get('/quiz?a=2')]);
  expect(one.headers.get('etag')).not.toBe(other.headers.get('etag'));
});

it('leads from the notice of lost scripts where browsers without any are led', async () => {
  const leading = '<noscript><meta http-equiv="refresh" content="0; url=?scripts=none"></noscript>';
  const links = '<a href="/quiz?scripts=none"></a><a href="/songs?scripts=none"></a>';
  const withQuery = createQueryPages(createPageCache());
  const made = createPageHtml(leading + links, []);
  const page = await withQuery(
    made,
    { address: '/quiz', secrets: [] },
    { path: '/quiz', querystring: 'a=%22' },
  );
  expect(page.identity.toString()).toContain(
    '<a href="/quiz?a=%22&#38;scripts=none"></a><a href="/songs?scripts=none"></a>',
  );
});

it('omits secrets, and caches a page per query', async () => {
  const leading = '<noscript><meta http-equiv="refresh" content="0; url=?scripts=none"></noscript>';
  const made = createPageHtml(leading, []);
  const withQuery = createQueryPages(createPageCache());
  const page = { address: '/quiz', secrets: ['key'] };
  const ask = (querystring: string) => withQuery(made, page, { path: '/quiz', querystring });
  // Only scripts spend a link: browsers without them stay, and read that it is unused.
  for (const query of ['key=secret&a=1', 'key=secret'])
    expect((await ask(query)).identity.toString()).toBe('');
  expect((await ask('a=2&scripts=x')).identity.toString()).toContain('url=?a=2&#38;scripts=none');
  const first = await ask('a=1');
  expect(await ask('a=1')).toBe(first);
  expect(await first.body('br')).toBe(await (await ask('a=1')).body('br'));
});

it('keeps the query in links of a page to itself, and shows browsers without scripts what is whole without them', async () => {
  for (const scripts of ['', '&scripts=none']) {
    const html = await (await get(`/join?tab=d&next=%2Fquiz%3Fa%3D1${scripts}`)).text();
    expect(html).toContain('<h1>Join tab=d</h1>');
    expect(Array.from(html.matchAll(/<a href="([^"]*)"/g), ([, href]) => href)).toEqual([
      '?tab=d&#38;next=%2Fquiz%3Fa%3D1&#38;scripts=none&#38;lang=es',
      '/join?next=%2Fquiz%3Fa%3D1',
      '/join?next=%2Fquiz%3Fa%3D1&#38;invite=&#38;tab=b',
      '/quiz',
    ]);
  }
});

it('lists every public page once per language for search engines', async () => {
  const origin = 'https://bears.example';
  expect(await (await get('/robots.txt', { accept: '*/*' })).text()).toContain(
    `Sitemap: ${origin}/sitemap.xml`,
  );
  const sitemap = await get('/sitemap.xml', { accept: '*/*' });
  expect(sitemap.headers.get('content-type')).toContain('xml');
  const pages = Array.from((await sitemap.text()).matchAll(/<loc>(.*?)<\/loc>/g), ([, page]) => page);
  expect(pages).toEqual([`${origin}/`, `${origin}/backup`, `${origin}/join`, `${origin}/quiz`]);
  const spanish = await (await get('/quiz?lang=es', { cookie: 'language=en' })).text();
  expect(spanish).toContain('El test de A &#38; B');
  expect(spanish).toContain(`<link rel="canonical" href="${origin}/quiz?lang=es">`);
  expect(await (await get('/quiz?lang=en')).text()).toContain(`<link rel="canonical" href="${origin}/quiz">`);
  expect(spanish).toContain(`hreflang="es" href="${origin}/quiz?lang=es">`);
  expect(spanish).toContain(`<meta property="og:image" content="${origin}/share.png">`);
  const nowhere = await get('/nowhere?utm_source=letter');
  expect([nowhere.status, await nowhere.text()]).toEqual([
    404,
    expect.stringContaining('<h1>Home</h1></div>'),
  ]);
  expect(await (await get('/nowhere')).text()).not.toContain('canonical');
  const picture = await get('/share.png', { accept: 'image/*' });
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(picture.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
});

it('sends it for any query that it does not read, such as campaign parameters', async () => {
  for (const [path, query] of [
    ['/', 'invite=abc'],
    ['/quiz', 'utm_source=letter&fbclid=1'],
  ]) {
    const plain = await get(`${path}`);
    const marked = await get(`${path}?${query}`);
    expect(marked.headers.get('etag')).toBe(plain.headers.get('etag'));
    expect(await marked.text()).toBe(await plain.text());
  }
  expect(await (await get('/quiz?gclid=1&lang=es')).text()).toContain('El test de A &#38; B');
});

it('sends the page that was rendered for a declared query, regardless of other parameters', async () => {
  const shown = async (query: string) =>
    /<div id="root"(?: data-query="([^"]*)"><h1>Join (.*?)<\/h1>)?/.exec(
      await (await get(`/join${query}`)).text(),
    );
  for (const [query, rendered] of [
    ['', ''],
    ['?next=%2Fquiz&lang=es', ''],
    ['?tab=b&next=%2Fquiz', 'tab=b'],
    ['?invite=k3Vd', 'invite='],
    ['?tab=d&invite=k3Vd', 'invite=&tab=d'],
  ] as const)
    expect(
      (await shown(query))?.slice(1).map((one) => one.replace('&#38;', '&')),
      query,
    ).toEqual([rendered && `?${rendered}`, rendered]);
  for (const query of ['?tab=c', '?tab=b&tab=b', '?tab=b&invite=k3Vd', '?invite=', '?tab=b&scripts=all'])
    expect((await shown(query))?.[1], query).toBeUndefined();
  // Browsers without scripts are led to the plain one, whose forms they send.
  expect(await (await get('/join?tab=b')).text()).toContain('content="0; url=?tab=b&#38;scripts=none"');
  expect(await (await get('/join?tab=b&scripts=none')).text()).toContain('data-query=""><h1>Join </h1>');
  // One that is whole without scripts is left only where the server fills something in.
  expect(await (await get('/join?tab=d')).text()).not.toContain('scripts=none">');
  expect(await (await get('/join?tab=d&invite=k3Vd')).text()).toContain('invite=k3Vd&#38;scripts=none">');
});

it('leaves pages to browsers that were rendered for another address', async () => {
  for (const target of ['/quiz?a=1', '/quiz?gclid=1&tab=b', '/quiz?compose=x', '/quiz/']) {
    const answer = await get(target);
    expect(await answer.text()).toContain('<div id="root"></div>');
    expect(answer.headers.get('content-security-policy')).toContain("style-src 'self';");
  }
});

it('does not serve the rendering build', async () => {
  expect((await get(`/remotes/mf-quiz/1/${renderFile}`)).status).toBe(404);
});

it('never mixes a page of one version with files of another during a promotion', async () => {
  const { store } = versions;
  const target = { store, environment: 'live', author: { who: 'ada', why: null } };
  const made = await Promise.all(
    ['2', '3', '4'].map((version) =>
      versions.remote(
        'mf-quiz',
        version,
        {},
        { [renderFile]: `exports.say = () => '<h1>Version ${version}</h1>';` },
      ),
    ),
  );
  const state = { isOver: false };
  const promotions = (async () => {
    for (const version of made) await promote(target, { versions: [version] }, {});
    state.isOver = true;
  })();
  const seen = new Set<string>();
  const least = process.env['LONG'] ? 1_000 : 100;
  for (let asked = 0; asked < least || !state.isOver; asked += 1) {
    const html = await (await get('/quiz')).text();
    const [, rendered = '1'] = /<h1>Version (\d)/.exec(html) ?? [];
    const [, named = ''] = /"apps":\{"mf-quiz":\{"versions":\[\{"version":"(\d)"/.exec(html) ?? [];
    expect(rendered).toBe(named);
    seen.add(rendered);
  }
  await promotions;
  expect(seen).toContain('4');
});

it('puts the notices of a page that browsers render between the bar and footer of a rendered one', () => {
  const notices = (needed: string, lost: string) =>
    `<noscript id="needs-scripts">${needed}</noscript><template id="fatal-error">${lost}<section lang="es">Perdido</section></template>`;
  const frame = (bar: string, page: string) =>
    `<header>${bar}</header><main id="main">${page}</main><footer>$&</footer>`;
  const [needed, lost] = ['<section lang="en">Needed</section>', '<section lang="en">Lost</section>'];
  const bar = '<noscript>Log in</noscript>';
  expect(withFrame(notices(needed, lost), frame(bar, 'Not found'), 'en')).toBe(
    notices(
      `<div lang="en">${frame('<span>Log in</span>', needed)}</div>`,
      `<div lang="en">${frame(bar, lost)}</div>`,
    ),
  );
});
