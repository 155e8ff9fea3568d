import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverLimits } from './limits.ts';
import { serveApp } from './testing/serve-app.ts';
import { createTestClient, startTestApp, type TestApp } from './testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const login = { username: 'nobody', password: 'nothing' };

describe('every response', () => {
  it('has a request id, is not cached, and carries the security headers (D1, D53)', async () => {
    for (const path of ['/api/circles', '/api/user', '/api/nothing', '/healthz']) {
      const { headers } = await app.visitor().send('GET', path);
      expect(headers.get('X-Request-Id'), path).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers.get('Cache-Control'), path).toBe('no-store');
      expect(headers.get('X-Content-Type-Options'), path).toBe('nosniff');
      expect(headers.get('Content-Security-Policy'), path).toContain("default-src 'none'");
      expect(headers.get('Cross-Origin-Resource-Policy'), path).toBe('same-origin');
      expect(headers.get('Access-Control-Allow-Origin'), path).toBeNull();
      expect(headers.get('X-Powered-By'), path).toBeNull();
    }
  });

  it('reports errors in one envelope with the request id, in the caller’s language (D2)', async () => {
    const response = await app
      .visitor()
      .send('GET', '/api/user', { headers: { 'Accept-Language': 'tlh, es;q=0.5' } });
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({
      code: 'signed_out',
      message: 'Inicia sesión primero.',
      requestId: response.headers.get('X-Request-Id'),
    });
    const other = await app.visitor().send('GET', '/api/user', { headers: { 'Accept-Language': 'tlh' } });
    expect(await other.json()).toMatchObject({ message: 'Please sign in first.' });
  });
});

describe('addresses and methods (D1)', () => {
  it('returns 404 for unknown addresses and 405 with Allow for unknown methods', async () => {
    const visitor = app.visitor();
    for (const path of [
      '/api',
      '/api/',
      '/api/nothing',
      '/api/users/1/2',
      '/media/x',
      '/somewhere',
      '/api/%E0%A4%A',
    ]) {
      expect((await visitor.send('GET', path)).status, path).toBe(404);
    }
    const wrong = await visitor.send('DELETE', '/api/circles');
    expect(wrong.status).toBe(405);
    expect(wrong.headers.get('Allow')).toBe('GET, HEAD, POST');
    expect(await wrong.json()).toMatchObject({ code: 'method_not_allowed' });
    expect((await visitor.send('OPTIONS', '/api/circles')).status).toBe(405);
    expect((await visitor.send('HEAD', '/api/circles')).status).toBe(200);
  });
});

describe('responses', () => {
  it('are compressed as the client accepts, unless they are small', async () => {
    const demo = await app.member();
    await demo.call('PATCH /api/users/:id', { params: { id: demo.id }, body: { bio: 'Tea. '.repeat(200) } });
    const encodingOf = async (path: string, accepted: string) => {
      const { headers } = await demo.send('GET', path, { headers: { 'Accept-Encoding': accepted } });
      expect(headers.get('Vary')).toContain('Accept-Encoding');
      return headers.get('Content-Encoding');
    };
    expect(await encodingOf('/api/notification-settings', 'gzip, br')).toBeNull();
    expect(await encodingOf('/api/user', 'gzip, br')).toBe('br');
    expect(await encodingOf('/api/user', 'gzip')).toBe('gzip');
    expect(await encodingOf('/api/user', 'br;q=0.1, gzip')).toBe('gzip');
    expect(await encodingOf('/api/user', 'br;q=0, *;q=0.5')).toBe('gzip');
    expect(await encodingOf('/api/user', 'br;q=0.5, identity')).toBeNull();
    expect(await encodingOf('/api/user', 'identity')).toBeNull();
    expect(await (await demo.send('GET', '/api/user')).json()).toHaveProperty('bio');
  });
});

describe('request bodies (D1)', () => {
  const post = (rawBody: string | Uint8Array<ArrayBuffer>, type = 'application/json') =>
    app.visitor().send('POST', '/api/login', { rawBody, headers: { 'Content-Type': type } });

  it('must be JSON', async () => {
    const form = await post('username=a&password=b', 'application/x-www-form-urlencoded');
    expect(form.status).toBe(415);
    expect((await post(JSON.stringify(login), 'text/plain')).status).toBe(415);
    expect((await post(JSON.stringify(login), 'application/json; charset=utf-8')).status).toBe(401);
    const zipped = await app.visitor().send('POST', '/api/login', {
      body: login,
      headers: { 'Content-Encoding': 'gzip' },
    });
    expect(zipped.status).toBe(415);
  });

  it('must be well-formed UTF-8 JSON objects', async () => {
    for (const broken of ['{', '[]', '"text"', '5', 'null', new Uint8Array([0x22, 0xff, 0x22])]) {
      const response = await post(broken);
      expect(response.status, String(broken)).toBe(400);
      expect(await response.json()).toMatchObject({ code: 'invalid' });
    }
  });

  it('are at most 100 kB, with and without a declared length', async () => {
    const tooLong = JSON.stringify({ ...login, more: 'x'.repeat(serverLimits.body.bytes) });
    const declared = await post(tooLong);
    expect(declared.status).toBe(413);
    expect(await declared.json()).toMatchObject({ code: 'too_large' });
    const stream = new Blob([tooLong]).stream();
    const streamed = await fetch(`${app.url}/api/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: stream,
      // Node requires `duplex` for streams; its fetch types do not have it.
      duplex: 'half',
    }).then(
      (response) => response.status,
      // The server may close before everything is sent.
      () => 413,
    );
    expect(streamed).toBe(413);
  });

  it('nest at most 8 deep and hold at most 200 keys', async () => {
    const nested = (depth: number): unknown => (depth === 1 ? {} : { next: nested(depth - 1) });
    expect((await post(JSON.stringify({ ...login, more: nested(7) }))).status).toBe(401);
    expect((await post(JSON.stringify({ ...login, more: nested(9) }))).status).toBe(400);
    const wide = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`k${index}`, 1]));
    expect((await post(JSON.stringify({ ...login, ...wide }))).status).toBe(400);
    expect((await post(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)).status).toBe(400);
  });

  it('cannot change the prototype', async () => {
    const response = await post(
      '{"__proto__":{"username":"x"},"constructor":{"prototype":{}},"password":"x"}',
    );
    expect(response.status).toBe(400);
    expect(Object.hasOwn(Object.prototype, 'username')).toBe(false);
  });
});

describe('cross-site requests (D53)', () => {
  it.each([
    [{ Origin: 'https://elsewhere.example' }],
    [{ Origin: 'null' }],
    [{ Origin: 'http://localhost:1' }],
    [{ 'Sec-Fetch-Site': 'cross-site' }],
    [{ 'Sec-Fetch-Site': 'same-site' }],
  ])('must not write: %j', async (headers) => {
    const member = await app.member();
    const response = await member.send('POST', '/api/circles', { body: { name: 'Forged' }, headers });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: 'cross_site_request' });
    expect((await member.send('GET', '/api/user', { headers })).status).toBe(200);
  });

  it('may write from our own origin', async () => {
    const ours: Record<string, string>[] = [
      { Origin: app.url, 'Sec-Fetch-Site': 'same-origin' },
      { Origin: 'http://localhost:3000' },
    ];
    for (const headers of ours) {
      expect((await app.visitor().send('POST', '/api/logout', { headers })).status).toBe(200);
    }
  });
});

describe('the log (D54)', () => {
  it('has one line per request, and no bodies, addresses or tokens', async () => {
    const member = await app.member({ name: 'Secretive Person' });
    await member.send('GET', '/api/users?q=whom-i-look-for');
    await app
      .visitor()
      .send('POST', '/api/login', { body: { username: 'typed-name', password: 'typed-password' } });
    // Security events are logged beside the request lines.
    const lines = app.logged.filter((line) => 'status' in line).slice(-2);
    expect(lines[0]).toMatchObject({
      route: 'GET /api/users',
      status: 200,
      memberId: member.id,
      method: 'GET',
    });
    expect(lines[1]).toMatchObject({ route: 'POST /api/login', status: 401 });
    const everything = JSON.stringify(app.logged);
    for (const secret of [
      'whom-i-look-for',
      'typed-name',
      'typed-password',
      'Secretive',
      member.cookies.get('sid'),
    ]) {
      expect(everything).not.toContain(secret);
    }
  });
});

describe('health (D54)', () => {
  it('reports process and database', async () => {
    expect(await (await app.visitor().send('GET', '/healthz')).json()).toEqual({ status: 'ok' });
    const ready = await app.visitor().send('GET', '/readyz');
    expect(ready.status).toBe(200);
    expect(await ready.json()).toMatchObject({ status: 'ready', warnings: [] });
  });
});

describe('createApp', () => {
  it('passes everything outside the API to the site', async () => {
    const seen: string[] = [];
    const site = await serveApp({
      ...app.services,
      site: (ctx) => {
        seen.push(ctx.path);
        ctx.body = 'page';
      },
    });
    const client = createTestClient(site.url);
    expect(await (await client.send('GET', '/dashboard')).text()).toBe('page');
    expect((await client.send('GET', '/api/nothing')).status).toBe(404);
    expect((await client.send('GET', '/apiary')).status).toBe(200);
    expect(seen).toEqual(['/dashboard', '/apiary']);
    await site.close();
  });

  it('answers unexpected errors with a neutral 500 and logs the cause (D2)', async () => {
    const failing = await serveApp({
      ...app.services,
      site: () => {
        throw new Error('the inner detail');
      },
    });
    const client = createTestClient(failing.url);
    const response = await client.send('GET', '/dashboard');
    expect(response.status).toBe(500);
    const requestId = response.headers.get('X-Request-Id');
    expect(await response.json()).toEqual({
      code: 'internal',
      message: 'Something went wrong on our side. Please try again.',
      requestId,
    });
    const logged = app.logged.filter((line) => line.requestId === requestId);
    expect(logged.map((line) => line.level)).toEqual([50, 30]);
    expect(JSON.stringify(logged[0])).toContain('the inner detail');
    await failing.close();
  });

  it('survives a client that disconnects in the middle of a body', async () => {
    const { port } = new URL(app.url);
    const socket = connect(Number(port), '127.0.0.1');
    await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
    socket.write(
      'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"a',
    );
    socket.destroy();
    expect((await app.visitor().send('GET', '/healthz')).status).toBe(200);
  });
});
