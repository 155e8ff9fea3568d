import type Koa from 'koa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveApp } from '../testing/serve-app.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

// Lists as browsers read them that run no script.

let app: TestApp;
let served: Awaited<ReturnType<typeof serveApp>>;

const page =
  '<body><input name="q" value=""/><noscript data-results=""><p>None.</p><a rel="next" href="?">More</a></noscript></body>';
const site: Koa.Middleware = async (ctx, next) => {
  if (ctx.path.startsWith('/api/')) return next();
  ctx.type = 'html';
  ctx.body = Buffer.from(page);
};

beforeAll(async () => {
  app = await startTestApp();
  const owner = await app.member();
  for (const name of ['Moss & <friends>', 'Sauna']) {
    app.clock.advance(1000);
    await owner.call('POST /api/circles', { body: { name, description: 'Slow walks' } });
  }
  served = await serveApp({ ...app.services, site });
});
afterAll(async () => {
  await served.close();
  await app.close();
});

const read = async (address: string) => {
  const answer = await fetch(served.url + address, { headers: { Accept: 'text/html' } });
  return { status: answer.status, headers: answer.headers, html: await answer.text() };
};

it('lists what was searched for as links, and says what was typed', async () => {
  const { status, headers, html } = await read('/groups?scripts=none&q=moss+%26');
  expect([status, headers.get('cache-control'), headers.get('link')]).toEqual([200, 'no-store', null]);
  expect(headers.get('content-type')).toContain('text/html');
  expect(html).toMatch(
    /<input name="q" value="moss &#38;"\/><noscript><ul><li><p><a href="\/groups\/[0-9a-f]{24}"><bdi>Moss &#38; &#60;friends&#62;<\/bdi><\/a>/,
  );
  expect(html).not.toContain('Sauna');
});

it('leads to the next page, and says where nothing is', async () => {
  const { html } = await read('/groups?scripts=none&q=walks&limit=1');
  const [, next = ''] = /<a rel="next" href="([^"]*)">More<\/a><\/noscript>/.exec(html) ?? [];
  const last = await read(next.replaceAll('&#38;', '&'));
  expect(html + last.html).toMatch(/>Sauna<[^]*>Moss /);
  expect(last.html).toContain('value="walks"');
  expect(last.html).not.toContain('>More<');
  expect((await read('/panda?scripts=none&q=nobody')).html).toContain('<p>None.</p>');
});

it('says in the page what is refused', async () => {
  const { status, html } = await read(`/groups?scripts=none&q=${'a'.repeat(2000)}`);
  expect(status).toBe(400);
  expect(html).toMatch(/<p role="alert">[^<]+<\/p>/);
});

it('leaves pages of others alone', async () => {
  for (const address of ['/groups', '/meetups?scripts=none']) expect((await read(address)).html).toBe(page);
});
