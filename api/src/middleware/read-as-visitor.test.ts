import type Koa from 'koa';
import { expect, it } from 'vitest';
import type { RequestState } from '../state.ts';
import { serveApp } from '../testing/serve-app.ts';
import { startTestApp } from '../testing/test-app.ts';

it('asks calls for a page as somebody of whom nothing is known, and not at all where somebody is', async () => {
  const app = await startTestApp();
  const site: Koa.Middleware<RequestState> = async (ctx) => {
    const read = async (call: string) => (await ctx.state.readAsVisitor?.([call], 'es')) ?? null;
    ctx.body = {
      list: await read('/api/circles?limit=1'),
      own: await read('/api/wallet'),
      no: await read('/api/x'),
    };
  };
  const served = await serveApp({ ...app.services, site });
  const read = async (cookie = '') => (await fetch(`${served.url}/groups`, { headers: { cookie } })).json();
  try {
    const owner = await app.member();
    for (const name of ['Moss', 'Sauna'])
      await owner.call('POST /api/circles', { body: { name, description: 'Slow walks' } });
    const call = '/api/circles?limit=1';
    const answer = await fetch(served.url + call);
    const link = answer.headers.get('link');
    expect(link).toContain('rel="next"');
    expect(await read()).toEqual({
      list: { [call]: { body: await answer.json(), link } },
      own: null,
      no: null,
    });
    expect(await read('sid=somebody')).toEqual({ list: null, own: null, no: null });
  } finally {
    await served.close();
    await app.close();
  }
});

it('takes no call of a visitor for a page', async () => {
  const app = await startTestApp({ limitFactor: 0.01, trustedProxyHops: 1 });
  const site: Koa.Middleware<RequestState> = async (ctx) => {
    const calls = Array.from({ length: 4 }, (_, index) => `/api/circles?limit=${index + 1}`);
    ctx.body = (await ctx.state.readAsVisitor?.(calls, 'en')) ?? {};
  };
  const served = await serveApp({ ...app.services, site });
  const headers = { 'x-forwarded-for': '192.0.2.7' };
  try {
    const page = await fetch(`${served.url}/groups`, { headers });
    expect((await page.text()).match(/"link"/g)).toHaveLength(4);
    const call = await fetch(`${served.url}/api/circles`, { headers });
    expect([
      call.status,
      call.headers.get('ratelimit-limit'),
      call.headers.get('ratelimit-remaining'),
    ]).toEqual([200, '3', '2']);
    expect(app.logged.filter(({ security }) => security === 'limit_hit')).toEqual([]);
  } finally {
    await served.close();
    await app.close();
  }
});
