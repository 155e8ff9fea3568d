import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from './testing/test-app.ts';

let app: TestApp;
let host: string;
beforeAll(async () => {
  app = await startTestApp({
    trustedProxyHops: 1,
    admission: { atWork: 1, perMember: 1, queued: 2, waitMs: 5_000 },
  });
  host = new URL(app.url).host;
});
afterAll(() => app.close());

/** How many members' calls have started; each hangs until `letGo`. */
let begun = 0;
let letGo: () => void;
beforeEach(() => {
  begun = 0;
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  const { db } = app.services.db.connection;
  if (!db) throw new Error('The database is not connected.');
  const send = db.command.bind(db);
  vi.spyOn(db, 'command').mockImplementation((command, ...options) => {
    if (command['aggregate'] !== 'sessions') return send(command, ...options);
    begun += 1;
    return gate.then(() => ({ cursor: { id: 0, firstBatch: [] } }));
  });
  return () => {
    letGo();
    vi.restoreAllMocks();
  };
});

let networks = 0;
/** A call with a session, each from its own network. */
const call = (headers: Record<string, string> = {}) =>
  app.visitor().send('GET', '/api/circles', {
    headers: { Cookie: 'sid=x', 'X-Forwarded-For': `203.0.113.${(networks += 1)}`, ...headers },
  });

const raw = (count: number, path = '/api/circles') =>
  `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nCookie: sid=y\r\nX-Forwarded-For: 198.51.100.1\r\n\r\n`.repeat(
    count,
  );

async function open(): Promise<Socket> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  return socket;
}

const until = async (isSo: () => boolean) => {
  for (let waited = 0; !isSo(); waited += 1) {
    if (waited > 2_000) throw new Error('It did not come to that.');
    await setTimeout(2);
  }
};

describe('an overloaded server (D78)', () => {
  it('queues requests, and refuses further ones with a message and Retry-After, except probes and files', async () => {
    const working = call();
    await until(() => begun === 1);
    const more = [1, 2, 3].map(() => call({ 'Accept-Language': 'es' }));
    const refused = await Promise.race(more);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('Retry-After')).toBe('10');
    expect(await refused.json()).toMatchObject({
      code: 'busy',
      message: 'Hay mucha gente aquí en este momento. Inténtalo de nuevo en unos segundos.',
    });
    // Skips all middleware, because refusals must be cheap, and is complete nevertheless.
    expect(refused.headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(refused.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    expect(app.logged.filter(({ status }) => status === 503)).toMatchObject([{ route: 'unknown' }]);
    const page = await app.visitor().send('GET', '/groups', { headers: { Accept: 'text/html' } });
    expect([page.status, page.headers.get('Content-Type')]).toEqual([503, 'text/html; charset=utf-8']);
    expect(await page.text()).toMatch(/content="10">[^]*<p>It’s busy here right now\./);
    for (const path of ['/healthz', '/readyz', '/shell/1/none.js'])
      expect((await app.visitor().send('GET', path)).status, path).not.toBe(503);
    letGo();
    const answers = await Promise.all([working, ...more]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    const lines = app.logged.filter(({ route, status }) => route === 'GET /api/circles' && status === 200);
    expect(lines.map(({ waitedMs }) => Number(waitedMs) > 0)).toEqual([false, true, true]);
  });

  it('gives a subscriber’s networks one queue, so that others come before its second request', async () => {
    const working = call();
    await until(() => begun === 1);
    const ofOne = [1, 2].map((n) => call({ 'X-Forwarded-For': `2001:db8:1:${n}::1` }));
    await setTimeout(50);
    const another = call();
    expect((await Promise.race(ofOne)).status).toBe(503);
    letGo();
    const answers = await Promise.all([working, another, ...ofOne]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  });

  it('starts nothing for a closed connection, however much was sent on it', async () => {
    const socket = await open();
    socket.write(raw(2));
    await until(() => begun === 1);
    const other = call();
    socket.destroy();
    const gone = () => app.logged.filter(({ status }) => status === 408).length;
    await until(() => gone() === 1);
    letGo();
    expect((await other).status).toBe(200);
    // The first one was aborted at its next step.
    await until(() => gone() === 2);
    expect(begun).toBe(2);
  });

  it('answers pipelined requests in order', async () => {
    const socket = await open();
    let text = '';
    socket.on('data', (chunk) => (text += String(chunk)));
    socket.write(raw(5));
    await until(() => begun === 1);
    letGo();
    await until(() => (text.match(/HTTP\/1\.1/g) ?? []).length === 5);
    expect(text.match(/HTTP\/1\.1 \d+/g)?.map((line) => line.slice(9))).toEqual([
      '200',
      '200',
      '200',
      '503',
      '503',
    ]);
    socket.destroy();
  });

  it('keeps no place for a body that has not arrived', async () => {
    const socket = await open();
    const head = `Host: ${host}\r\nX-Forwarded-For: 198.51.100.2\r\nContent-Type: application/json\r\nContent-Length: 20`;
    socket.write(`POST /api/login HTTP/1.1\r\n${head}\r\n\r\n{`);
    await setTimeout(20);
    letGo();
    expect((await call()).status).toBe(200);
    socket.destroy();
  });
});
