import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import Koa from 'koa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp, listenerOf } from './app.ts';
import { unavailable } from './errors.ts';
import { createHttpServer, serverTimeouts } from './http-server.ts';
import { errorFields } from './log.ts';
import { bodyWithinMs, readBody } from './middleware/read-body.ts';
import { requestLog } from './middleware/request-log.ts';
import { createErrorWriter, respondError } from './middleware/respond-error.ts';
import { secureHeadersOf } from './middleware/secure-headers.ts';
import type { RequestState } from './state.ts';
import { createTestClient, startTestApp, type TestApp } from './testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Sends raw bytes and returns everything received until the connection closes. */
async function sendBytes(bytes: string, url = app.url): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += String(chunk);
  });
  socket.write(bytes);
  await once(socket, 'close');
  return answer;
}

/** Starts a server on a free port and returns the port. */
async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Safe: the server listens on a port.
  return (server.address() as AddressInfo).port;
}

/** Log lines at level error and above. */
const errorLines = () => app.logged.filter((line) => Number(line.level) >= 50);

describe('malformed requests', () => {
  it.each([
    ['400', 'GET / HTTP/1.1\r\nHost: x\r\nBad Header\r\n\r\n'],
    ['400', 'no http at all\r\n\r\n'],
    ['417', 'GET / HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n\r\n'],
    ['431', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(70_000)}\r\n\r\n`],
  ])('rejected by Node itself get %s with the headers of every response', async (status, bytes) => {
    const answer = await sendBytes(bytes);
    const [head = '', body] = answer.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    for (const [name, value] of Object.entries(secureHeadersOf(app.services.config)))
      expect(head).toContain(`${name}: ${value}`);
    expect(head).toContain('Content-Length: 0');
    expect(head).toContain('Connection: close');
    expect(body).toBe('');
  });

  it.each([
    ['without a host', ''],
    ['with two hosts', 'Host: localhost\r\nHost: evil.example\r\n'],
    ['with a list of hosts', 'Host: localhost, evil.example\r\n'],
    ['with two words for a host', 'Host: localhost evil.example\r\n'],
    ['with a name before its host', 'Host: evil.example@localhost\r\n'],
    ['with one host twice', 'Host: localhost\r\nhost: localhost\r\n'],
  ])('%s get 400 with the headers of every response', async (_what, hosts) => {
    const answer = await sendBytes(`GET /api/user HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(answer).toContain('X-Content-Type-Options: nosniff');
  });

  it.each(['http://[bad/', 'http://[bad/api/user', 'http://', '//[', '\\\\bad'])(
    'to %s get 400, never 500',
    async (target) => {
      const answer = await sendBytes(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 (400|404) /);
      expect(errorLines()).toEqual([]);
    },
  );

  it.each([
    ['cut off', 'Content-Length: 90\r\n\r\n{"password":"typed-secret"'],
    ['with a chunk that is none', 'Transfer-Encoding: chunked\r\n\r\nzz typed-secret\r\n'],
    ['with two lengths', 'Content-Length: 5\r\nContent-Length: 6\r\n\r\n{"typed-secret":1}'],
    ['that are no JSON', 'Content-Length: 13\r\n\r\n{typed-secret'],
  ])('%s leave neither an error line nor their content in the log', async (_what, rest) => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    const head = 'POST /api/login HTTP/1.1\r\nHost: x\r\nCookie: sid=cookie-secret\r\n';
    socket.write(`${head}Content-Type: application/json\r\n${rest}`);
    socket.end();
    let answer = '';
    socket.on('data', (chunk) => {
      answer += String(chunk);
    });
    await once(socket, 'close');
    expect(answer).toMatch(/^(HTTP\/1\.1 400 |$)/);
    expect((await app.visitor().send('GET', '/healthz')).status).toBe(200);
    expect(errorLines()).toEqual([]);
    expect(JSON.stringify(app.logged)).not.toMatch(/typed-secret|cookie-secret|rawPacket/);
  });

  it('get an explanation of what is wrong with the body', async () => {
    const messageOf = async (rawBody: string) => {
      const headers = { 'Content-Type': 'application/json' };
      const response = await app.visitor().send('POST', '/api/login', { rawBody, headers });
      expect(response.status).toBe(400);
      return JSON.stringify(await response.json());
    };
    expect(await messageOf(`${'['.repeat(9)}${']'.repeat(9)}`)).toContain('8 levels');
    expect(await messageOf(JSON.stringify(Array.from({ length: 201 }, () => 1)))).toContain('200 values');
    expect(await messageOf('{"username":"abc\\ud800","password":"x"}')).toContain('broken character');
    expect(await messageOf('{"a\\udc00":1}')).toContain('broken character');
  });

  it('with the body null are not treated as an empty object', async () => {
    const member = await app.member();
    const headers = { 'Content-Type': 'application/json' };
    for (const path of ['/api/privacy-settings', `/api/users/${member.id}`]) {
      const response = await member.send('PATCH', path, { rawBody: 'null', headers });
      expect(response.status, path).toBe(400);
    }
  });

  it.each(['0x10', '1e1', ' 5', '5.0', '-1', '0', '201', ''])('with limit=%s get 400', async (limit) => {
    const response = await app.visitor().send('GET', `/api/circles?limit=${encodeURIComponent(limit)}`);
    expect(response.status).toBe(400);
  });
});

describe('other spellings of an address', () => {
  it.each(['/API/user', '/api/User', '/api/user/', '/api//user', '/Healthz', '/api/%75ser/'])(
    '%s is not found, with every header',
    async (path) => {
      const member = await app.member();
      const response = await member.send('GET', path);
      expect(response.status).toBe(404);
      expect(response.headers.get('Cache-Control')).toBe('no-store');
      expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    },
  );

  it('an id in capitals is not found', async () => {
    const member = await app.member();
    const circle = await member.call('POST /api/circles', { body: { name: 'One spelling' } });
    const id = circle.id.replace(/[0-9a-f]$/, 'a');
    expect((await member.send('POST', `/api/circles/${id.toUpperCase()}/join`)).status).toBe(404);
  });

  it('POST / returns 405', async () => {
    const response = await app.visitor().send('POST', '/');
    expect(response.status).toBe(405);
    expect(response.headers.get('Allow')).toBe('GET, HEAD');
  });
});

describe('HSTS', () => {
  it.each([
    ['https://frens.example', 'max-age=63072000; includeSubDomains'],
    ['http://localhost:3000', null],
  ])('for %s is %s, whatever the proxy uses', async (publicUrl, expected) => {
    const config = { ...app.services.config, publicUrl: new URL(publicUrl) };
    const site = createApp({
      ...app.services,
      config,
      site: (ctx) => {
        ctx.body = 'page';
      },
    });
    const server = createHttpServer(listenerOf(site), config);
    const port = await listen(server);
    const client = createTestClient(`http://127.0.0.1:${port}`);
    for (const path of ['/', '/api/user', '/api/nothing', '/healthz']) {
      expect((await client.send('GET', path)).headers.get('Strict-Transport-Security'), path).toBe(expected);
    }
    server.closeAllConnections();
    server.close();
  });
});

describe('slow clients', () => {
  it('are disconnected after the time for headers, or for the whole request', async () => {
    const timeouts = { ...serverTimeouts, headersMs: 300, requestMs: 600, idleMs: 200 };
    const server = createHttpServer(listenerOf(createApp(app.services)), app.services.config, timeouts);
    const port = await listen(server);
    const url = `http://127.0.0.1:${port}`;
    const answers = await Promise.all([
      sendBytes('GET /healthz HTTP/1.1\r\nHost: x\r\n', url),
      sendBytes(
        'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
        url,
      ),
      // Idle after a response.
      sendBytes('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n', url),
    ]);
    expect(answers[0]).toMatch(/^HTTP\/1\.1 408 /);
    expect(answers[0]).toContain('X-Content-Type-Options: nosniff');
    expect(answers[1]).toMatch(/^HTTP\/1\.1 408 |^$/);
    expect(answers[2]).toMatch(/^HTTP\/1\.1 200 /);
    expect(errorLines()).toEqual([]);
    server.closeAllConnections();
    server.close();
  });

  it('have 10 s for headers, 30 s for JSON, 120 s for an upload, and 65 s between requests', () => {
    const server = createHttpServer(() => undefined, { ...app.services.config, maxConnections: 1 });
    expect(server).toMatchObject({
      headersTimeout: 10_000,
      requestTimeout: 120_000,
      keepAliveTimeout: 65_000,
      timeout: 120_000,
    });
    expect(bodyWithinMs).toBe(30_000);
  });

  it('are disconnected when they do not read the response', async () => {
    const timeouts = { ...serverTimeouts, stillMs: 500 };
    const large = Buffer.alloc(1 << 20);
    const server = createHttpServer(
      (_request, response) => response.end(large),
      app.services.config,
      timeouts,
    );
    const port = await listen(server);
    const closed = new Promise<void>((resolve) =>
      server.once('connection', (socket) => socket.once('close', () => resolve())),
    );
    const socket = connect(port, '127.0.0.1').pause();
    socket.on('error', () => undefined);
    // More than the socket buffers hold.
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(50));
    await closed;
    // Before all requests are sent, let alone all responses read.
    expect(socket.bytesRead).toBeLessThan(50 * large.length);
    socket.destroy();
    server.close();
  });

  it('are disconnected when a body continues after the response', async () => {
    const timeouts = { ...serverTimeouts, restMs: 300 };
    const server = createHttpServer(listenerOf(createApp(app.services)), app.services.config, timeouts);
    const port = await listen(server);
    const answer = await sendBytes(
      'POST /api/nope HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{',
      `http://127.0.0.1:${port}`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    server.close();
  });

  it('with an incomplete body get a 408 and are disconnected', async () => {
    const koa = new Koa<RequestState>();
    koa.use(requestLog(app.services.log));
    koa.use(
      respondError(
        app.services.log,
        createErrorWriter(app.services.config, () => false),
      ),
    );
    koa.use(async (ctx) => {
      ctx.body = await readBody(ctx, 200);
    });
    const server = createHttpServer(listenerOf(koa), app.services.config);
    const port = await listen(server);
    const head = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{';
    const answer = await sendBytes(head, `http://127.0.0.1:${port}`);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toMatch(/^Connection: close/im);
    expect(answer).toContain('request_timeout');
    server.close();
  });

  it('are refused beyond the maximum of connections', async () => {
    const server = createHttpServer((_request, response) => response.end('here'), {
      ...app.services.config,
      maxConnections: 2,
    });
    const port = await listen(server);
    const held = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
    await Promise.all(held.map((socket) => once(socket, 'connect')));
    expect(
      await sendBytes('GET / HTTP/1.1\r\nHost: x\r\n\r\n', `http://127.0.0.1:${port}`).catch(() => ''),
    ).toBe('');
    for (const socket of held) socket.destroy();
    server.close();
  });
});

describe('an error in the log (D54)', () => {
  it('has its type and origin, and no data', () => {
    const cause = Object.assign(new SyntaxError('Unexpected token in "typed-secret"'), {
      rawPacket: Buffer.from('Cookie: sid=cookie-secret'),
      code: 'HPE_INVALID_CONSTANT',
    });
    const told = errorFields(new Error('what went wrong', { cause }));
    expect(told).toMatchObject({
      type: 'Error',
      message: 'what went wrong',
      cause: { type: 'SyntaxError', code: 'HPE_INVALID_CONSTANT' },
    });
    expect(told.at.length).toBeGreaterThan(0);
    expect(JSON.stringify(told)).not.toMatch(/secret|rawPacket/);
  });

  it('names the unreachable dependency for a 503', async () => {
    const koa = new Koa<RequestState>();
    koa.use(requestLog(app.services.log));
    koa.use(
      respondError(
        app.services.log,
        createErrorWriter(app.services.config, () => false),
      ),
    );
    koa.use(() => {
      throw unavailable(new Error('The queue of password hashes is full.'));
    });
    const server = createHttpServer(listenerOf(koa), app.services.config);
    const port = await listen(server);
    app.logged.length = 0;
    expect((await createTestClient(`http://127.0.0.1:${port}`).send('GET', '/')).status).toBe(503);
    expect(app.logged).toContainEqual(
      expect.objectContaining({
        reason: { type: 'Error', message: 'The queue of password hashes is full.' },
      }),
    );
    server.closeAllConnections();
    server.close();
  });
});
