import Koa from 'koa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RemoteDescriptor } from '../model/composition.ts';
import { promote } from '../promote.ts';
import { renderFile } from '../store/rendered-pages.ts';
import { serve } from '../testing/serve.ts';
import { type StoreOfVersions, storeOfVersions } from '../testing/store-of-versions.ts';
import { createSite } from './site.ts';

// Pages about a single item, whose address anybody may write and whose words are a member's.

let versions: StoreOfVersions;
let server: Awaited<ReturnType<typeof serve>>;
const waiting = { now: 0, most: 0 };

const template = `<!doctype html><html lang="en"><head><!--hints--><!--script-policy--><title>{{site}}</title>
<meta name="description" content="All." /></head><body><div id="root"></div><noscript id="needs-scripts">Scripts</noscript><!--page-data--></body></html>`;
const shellBuild = `
  exports.provided = {};
  exports.renderPage = async ({ pathname, query, answers }, remote) => {
    const call = '/api/items/' + pathname.split('/').pop();
    const name = !answers ? 'Loading' : answers[call] ? answers[call].body.name : 'Not found';
    const html = '<h1>' + name.replace('<', '&lt;') + '</h1>';
    return { query, html, calls: remote ? [call] : undefined, data: answers && [[['item'], name]], title: answers ? name : '', description: '', failures: [] };
  };`;

beforeAll(async () => {
  versions = await storeOfVersions();
  const descriptor = RemoteDescriptor.parse({
    name: 'mf-quiz',
    platform: 1,
    area: { en: 'Quiz', es: 'Test' },
    paths: [{ path: '/quiz/:id', access: 'public' }],
  });
  const files = { entry: 'entry.js', exposed: [], routes: { '/quiz/:id': [] }, texts: { en: [], es: [] } };
  const made = [
    await versions.shell('1', ['useSession'], { 'index.html': template, [renderFile]: shellBuild }),
    await versions.remote('mf-quiz', '1', { files, descriptor }, { [renderFile]: '' }),
  ];
  const { store } = versions;
  await promote({ store, environment: 'live', author: { who: 'ada', why: null } }, { versions: made }, {});
  const app = new Koa();
  app.use(
    createSite({
      store,
      brand: { site: 'Bears', product: 'C' },
      origin: 'https://bears.example',
      readPublic: async (_ctx, [call = '']) => ({
        [call]: call.endsWith('/one') ? { body: { name: 'Tea <3 Any-Parameter' }, link: null } : null,
      }),
      async aside(wait) {
        waiting.now += 1;
        waiting.most = Math.max(waiting.most, waiting.now);
        return wait.finally(() => {
          waiting.now -= 1;
        });
      },
    }),
  );
  server = await serve(app.callback());
});
afterAll(async () => {
  await server.close();
  await versions.remove();
});

const get = async (target: string) => {
  const answer = await fetch(server.url + target, { headers: { accept: 'text/html' } });
  return { status: answer.status, html: await answer.text() };
};

it('renders whatever words a member chose, for which few wait and aside from other requests', async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => get('/quiz/one?scripts=none')));
  const rendered = answers.filter(({ html }) => html.includes('<h1>Tea &lt;3 Any-Parameter</h1>'));
  expect(rendered.length).toBe(20);
  expect(rendered[0]?.html).toContain('<title>Tea &#60;3 Any-Parameter · Bears</title>');
  expect(waiting).toEqual({ now: 0, most: 20 });
  // Those who did not wait look again.
  for (const { html } of answers)
    expect(html.includes('http-equiv="refresh" content="2"')).toBe(!html.includes('<h1>Tea'));
});

it.each(['one.', '%20', '%zz', 'a'.repeat(65), 'one./', 'two'])(
  'answers with the not-found page at /quiz/%s, and never reloads it without scripts',
  async (part) => {
    const { status, html } = await get(`/quiz/${part}?scripts=none`);
    expect(status).toBe(404);
    expect(html).toContain('<h1>Not found</h1>');
    expect(html).not.toContain('http-equiv="refresh"');
    expect(await get(`/quiz/${part}`)).toEqual({ status, html });
  },
);
