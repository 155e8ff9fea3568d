import { Router } from '@koa/router';
import Koa from 'koa';
import { expect, it } from 'vitest';
import { notFound } from '../errors.ts';
import { requestContext } from '../request-context.ts';
import type { ApiContext, RequestState } from '../state.ts';
import { serveApp } from '../testing/serve-app.ts';
import { startTestApp } from '../testing/test-app.ts';
import { createVisitorReader } from './read-as-visitor.ts';
import { logFault } from './respond-error.ts';

it('makes a page’s calls as an unknown visitor, and none for a signed-in member', async () => {
  const app = await startTestApp();
  const site: Koa.Middleware<RequestState> = async (ctx) => {
    const read = async (call: string) => (await ctx.state.readAsVisitor?.([call], 'es')) ?? null;
    ctx.body = {
      list: await read('/api/circles?limit=1'),
      own: await read('/api/wallet'),
      no: await read('/api/x'),
      gone: await read(`/api/circles/${'0'.repeat(24)}`),
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
      gone: { [`/api/circles/${'0'.repeat(24)}`]: null },
    });
    expect(await read('sid=somebody')).toEqual({ list: null, own: null, no: null, gone: null });
  } finally {
    await served.close();
    await app.close();
  }
});

it('counts the searches of a page against the visitor’s limit, and no other calls', async () => {
  const app = await startTestApp({ limitFactor: 0.01, trustedProxyHops: 1 });
  const site: Koa.Middleware<RequestState> = async (ctx) => {
    const calls = ctx.query.q
      ? [`/api/circles?q=${String(ctx.query.q)}`]
      : Array.from({ length: 4 }, (_, index) => `/api/circles?limit=${index + 1}`);
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
    const search = async (q: string) => (await fetch(`${served.url}/groups?q=${q}`, { headers })).json();
    for (const q of ['tea', 'bread']) expect(await search(q)).toHaveProperty([`/api/circles?q=${q}`]);
    expect(await search('cheese')).toEqual({});
  } finally {
    await served.close();
    await app.close();
  }
});

/** Makes calls to a router for a page. */
function readerOf(declare: (router: Router<RequestState>) => void) {
  const app = new Koa<RequestState>();
  const router = new Router<RequestState>();
  declare(router);
  const failures: unknown[] = [];
  const reader = createVisitorReader(app, router, (thrown) => failures.push(thrown));
  return { read: reader({ requestId: 'r1', network: null }), failures };
}

it('aborts a read with its page, and does not repeat it while it is still running', async () => {
  const signals: (AbortSignal | undefined)[] = [];
  let finish = () => {};
  const { read, failures } = readerOf((router) =>
    router.get('/slow', async (ctx) => {
      signals.push(requestContext()?.signal);
      await new Promise<void>((resolve) => (finish = resolve));
      ctx.body = [];
    }),
  );
  expect(await read(['/slow'], 'en')).toBeNull();
  expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
  const started = performance.now();
  expect(await read(['/slow'], 'en')).toBeNull();
  expect(performance.now() - started).toBeLessThan(250);
  expect(signals).toHaveLength(1);
  finish();
  await new Promise(setImmediate);
  const again = read(['/slow'], 'en');
  finish();
  expect(await again).toEqual({ '/slow': { body: [], link: null } });
  expect(failures).toEqual([]);
});

it('logs why a call fails, unless its page is gone', async () => {
  const fault = new Error('broken');
  const { read, failures } = readerOf((router) =>
    router
      .get('/broken', () => {
        throw fault;
      })
      .get('/late', async () => {
        const signal = requestContext()?.signal;
        await new Promise((resolve) => signal?.addEventListener('abort', resolve));
        signal?.throwIfAborted();
      }),
  );
  expect(await read(['/late'], 'en')).toBeNull();
  expect(failures).toEqual([]);
  expect(await read(['/broken'], 'en')).toBeNull();
  expect(failures).toEqual([fault]);
});

it('logs a server fault of a list, but no refusal', async () => {
  const logged: unknown[] = [];
  const log = {
    error: (...line: unknown[]) => logged.push(line),
    warn: (...line: unknown[]) => logged.push(line),
  };
  // Safe: nothing else of either is used.
  const tell = (thrown: unknown) =>
    logFault(log as never, { state: { requestId: 'r1' } } as ApiContext, thrown);
  tell(notFound());
  expect(logged).toEqual([]);
  const fault = new Error('broken');
  tell(fault);
  expect(logged).toMatchObject([[{ requestId: 'r1', err: fault }, expect.any(String)]]);
});
