import { generalLimits } from '@frens/contract/call-limits';
import type Koa from 'koa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveApp } from '../testing/serve-app.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

// Lists as browsers without scripts read them.

let app: TestApp;
let served: Awaited<ReturnType<typeof serveApp>>;

const page =
  '<body><input type="hidden" name="scripts" value="none"/><input name="q" value=""/><noscript data-results=""><p>None.</p><a rel="next" href="?">More</a></noscript><p><noscript data-found=""><span hidden="" data-count="1">One</span><span hidden="" data-count="24">24</span><span hidden="" data-count="more">24+</span></noscript></p></body>';
/** Addresses whose page was sent. */
const sent: string[] = [];
const site: Koa.Middleware = async (ctx, next) => {
  if (ctx.path.startsWith('/api/')) return next();
  sent.push(ctx.url);
  ctx.type = 'html';
  ctx.body = Buffer.from(page);
};

beforeAll(async () => {
  app = await startTestApp();
  const owners = await Promise.all([app.member(), app.member()]);
  const others = Array.from({ length: 23 }, (_, at) => `Other ${at}`);
  for (const [at, name] of ['Moss & <friends>', ...others, 'Sauna'].entries()) {
    app.clock.advance(1000);
    await owners[at % 2]?.call('POST /api/circles', { body: { name, description: 'Slow walks' } });
  }
  served = await serveApp({ ...app.services, site });
});
afterAll(async () => {
  await served.close();
  await app.close();
});

const read = async (address: string, from = served, headers: Record<string, string> = {}) => {
  const answer = await fetch(from.url + address, { headers: { Accept: 'text/html', ...headers } });
  return { status: answer.status, headers: answer.headers, html: await answer.text() };
};

it('lists results as links, and keeps the typed text', async () => {
  const { status, headers, html } = await read('/groups?scripts=none&q=moss+%26');
  expect([status, headers.get('cache-control'), headers.get('link')]).toEqual([200, 'no-store', null]);
  expect(headers.get('content-type')).toContain('text/html');
  expect(html).toMatch(
    /<input name="q" value="moss &#38;"\/><span><ul><li><p><a href="\/groups\/[0-9a-f]{24}"><bdi>Moss &#38; &#60;friends&#62;<\/bdi><\/a>/,
  );
  expect(html).not.toContain('Sauna');
  expect(html).toContain('<p><span>One</span></p>');
});

it('answers HEAD with the same headers', async () => {
  const ask = async (method: string) => {
    const answer = await fetch(`${served.url}/groups?scripts=none`, {
      method,
      headers: { Accept: 'text/html' },
    });
    await answer.text();
    return ['cache-control', 'content-length', 'etag', 'link'].map((name) => answer.headers.get(name));
  };
  expect(await ask('HEAD')).toEqual(await ask('GET'));
});

it('links to the next page, and says when there are no results', async () => {
  const { html } = await read('/groups?scripts=none&q=walks');
  const [, next = ''] = /<a rel="next" href="([^"]*)">More<\/a><\/span>/.exec(html) ?? [];
  const last = await read(next.replaceAll('&#38;', '&'));
  expect(html + last.html).toMatch(/>Sauna<[^]*>Moss /);
  expect(last.html).toContain('value="walks"');
  expect(last.html).not.toContain('>More<');
  expect([html, last.html].map((one) => /<p><span>([^<]*)<\/span><\/p><\/body>/.exec(one)?.[1])).toEqual([
    '24+',
    '',
  ]);
  expect((await read('/panda?scripts=none&q=nobody')).html).toContain('<p>None.</p>');
});

it('shows a refusal in the page', async () => {
  const { status, html } = await read(`/groups?scripts=none&q=${'a'.repeat(2000)}`);
  expect(status).toBe(400);
  expect(html).toMatch(/<p role="alert">[^<]+<\/p>/);
});

it('keeps language and preview in the next page and the next search', async () => {
  const { html } = await read('/groups?scripts=none&q=walks&lang=es&compose=mf-quiz%401&next=x');
  expect(sent.at(-1)).toMatch(/^\/groups\?.*&lang=es&compose=mf-quiz%401/);
  expect(html).toContain(
    'name="scripts" value="none"/><input type="hidden" name="lang" value="es"/><input type="hidden" name="compose" value="mf-quiz@1"/>',
  );
  expect(html).toMatch(
    /href="\/groups\?[^"]*cursor=[^"]*&#38;lang=es&#38;compose=mf-quiz%401&#38;scripts=none"/,
  );
});

it('counts as a page, and refuses beyond the limit', async () => {
  const config = { ...app.services.config, limitFactor: 0.01, trustedProxyHops: 1 };
  const strict = await serveApp({ ...app.services, config, site });
  sent.length = 0;
  const statuses: number[] = [];
  const encodings: unknown[] = [];
  const refusals: string[] = [];
  for (let asked = 0; asked < generalLimits.pages.points / 100; asked += 1) {
    const { status, headers, html } = await read('/groups?scripts=none', strict, {
      'X-Forwarded-For': '5.5.5.5',
    });
    statuses.push(status);
    if (status === 200) encodings.push(headers.get('content-encoding'));
    else refusals.push(html);
  }
  expect(statuses).toEqual([200, 200, 200, ...statuses.slice(3).fill(429)]);
  expect(encodings).toEqual(['gzip', 'gzip', 'gzip']);
  for (const html of refusals) expect(html).toContain('http-equiv="refresh"');
  expect(sent).toHaveLength(3);
  expect((await read('/meetups', strict, { 'X-Forwarded-For': '5.5.5.5' })).status).toBe(429);
  await strict.close();
});

it('leaves other pages alone', async () => {
  for (const address of ['/groups', '/meetups?scripts=none']) expect((await read(address)).html).toBe(page);
});
