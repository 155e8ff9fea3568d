import Koa from 'koa';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { RemoteDescriptor } from '../model/composition.ts';
import { promote } from '../promote.ts';
import { renderFile } from '../store/rendered-pages.ts';
import { serve } from '../testing/serve.ts';
import { type StoreOfVersions, storeOfVersions } from '../testing/store-of-versions.ts';
import { createSite } from './site.ts';

// Pages with a list whose address says what it is searched for.

let versions: StoreOfVersions;
let server: Awaited<ReturnType<typeof serve>>;
const readPublic = vi.fn(async (calls: readonly string[]) =>
  Object.fromEntries(calls.map((call) => [call, { body: 'tea', link: null }])),
);

const template = `<!doctype html><html lang="en"><head><!--hints--><!--script-policy--><title>{{site}}</title>
<meta name="description" content="All." /></head><body><div id="root"></div><noscript id="needs-scripts">Scripts</noscript><!--page-data--></body></html>`;
const shellBuild = `
  exports.provided = {};
  exports.renderPage = async ({ query, answers }) => {
    for (const name of ['q', 'sort', 'for']) new URLSearchParams(query).has(name);
    const html = '<h1>' + Object.keys(answers ?? { Loading: 1 }).join().replaceAll('&', '&amp;') + '</h1>';
    return { query, html, calls: ['/api/songs?limit=2&sort=new'], data: answers && [[['songs', query], 'tea']], title: '', description: '', failures: [] };
  };`;

beforeAll(async () => {
  versions = await storeOfVersions();
  const descriptor = RemoteDescriptor.parse({
    name: 'mf-quiz',
    platform: 1,
    area: { en: 'Songs', es: 'Canciones' },
    paths: [{ path: '/songs', access: 'public', search: ['q', 'sort'] }],
  });
  const files = { entry: 'entry.js', exposed: [], routes: { '/songs': [] }, texts: { en: [], es: [] } };
  const made = [
    await versions.shell('1', ['useSession'], { 'index.html': template, [renderFile]: shellBuild }),
    await versions.remote('mf-quiz', '1', { files, descriptor }, { [renderFile]: '' }),
  ];
  const { store } = versions;
  await promote({ store, environment: 'live', author: { who: 'ada', why: null } }, { versions: made }, {});
  const app = new Koa();
  const hasSession = (ctx: Koa.Context) => ctx.cookies.get('session') !== undefined;
  app.use(
    createSite({
      store,
      brand: { site: 'Bears', product: 'C' },
      origin: 'https://bears.example',
      hasSession,
      readPublic: (ctx, calls) => (hasSession(ctx) ? null : readPublic(calls)),
    }),
  );
  server = await serve(app.callback());
});
afterAll(async () => {
  await server.close();
  await versions.remove();
});

const get = async (target: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(server.url + target, { headers: { accept: 'text/html', ...headers } });
  return answer.text();
};

it('renders what a visitor searches for, with what its call finds', async () => {
  const html = await get('/songs?sort=old&q=%20tea+%3C%22&utm_source=letter&lang=en');
  expect(html).toContain(
    '<div id="root" data-query="?q=tea+%3C%22&#38;sort=old"><h1>/api/songs?limit=2&amp;sort=old&amp;q=tea+%3C%22</h1>',
  );
  expect(html).toContain('id="public-data">[[["songs","q=tea+%3C%22&sort=old"],"tea"]]');
  readPublic.mockClear();
  expect(await get('/songs?q=tea+%3C%22&sort=old')).toBe(html);
  expect(readPublic.mock.calls).toEqual([[['/api/songs?limit=2&sort=old&q=tea+%3C%22']]]);
});

it('sends the page without a search where it is empty', async () => {
  expect(await get('/songs?q=+&sort=')).toBe(await get('/songs'));
});

it('leaves it to browsers for who may be a member, in a preview, or where the address says more', async () => {
  readPublic.mockClear();
  for (const [query, cookie] of [
    ['q=tea', 'session=1'],
    ['q=tea&compose=x', ''],
    ['q=tea&for=circle', ''],
  ])
    expect(await get(`/songs?${query}`, cookie ? { cookie } : {}), query).toContain('<div id="root"></div>');
  expect(readPublic).not.toHaveBeenCalled();
});
