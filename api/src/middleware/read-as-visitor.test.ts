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
