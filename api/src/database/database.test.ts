import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedMongo } from 'embedded-mongo';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { second } from '../clock.ts';
import { startDeadline } from '../patience.ts';
import { createModels } from '../resources/models.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import type { TestDatabase } from '../testing/test-database.ts';
import { DatabaseError, openDatabase } from './database.ts';

describe('openDatabase', () => {
  it('reports an unreachable database in one sentence without the password', async () => {
    const error: unknown = await openDatabase('mongodb://ana:secret@127.0.0.1:1/frens', createModels).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(DatabaseError);
    expect(String(error)).toContain('127.0.0.1:1');
    expect(String(error)).not.toContain('secret');
  });
});

describe('an unreachable database (D54)', () => {
  let dataDir: string;
  let server: Awaited<ReturnType<typeof startEmbeddedMongo>>;
  let db: TestDatabase['db'];
  let app: TestApp;
  let port: number;

  beforeAll(async () => {
    // Always the embedded database, because a test must not stop the server of MONGODB_URI.
    dataDir = await mkdtemp(path.join(tmpdir(), 'frens-away-'));
    server = await startEmbeddedMongo({ dataDir, port: 0 });
    port = Number(new URL(server.uri).port);
    db = await openDatabase(server.uri, createModels);
    app = await startTestApp({}, { db, uri: server.uri, close: () => db.close() });
  });
  afterAll(async () => {
    await app.close();
    await server.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  /** Awaits a response within this many milliseconds, not counting this process's own delays on a busy machine (D78). */
  async function answerWithin(ms: number, answer: Promise<Response>): Promise<Response> {
    let stop = (): unknown => undefined;
    const late = new Promise<never>((_resolve, reject) => {
      stop = startDeadline(ms, () => reject(new Error(`There is no answer within ${ms} ms.`)));
    });
    return Promise.race([answer, late]).finally(stop);
  }

  it('counts as reachable while any command is answered', async () => {
    for (let count = 0; count < 20; count += 1) {
      // Between two heartbeats of the driver, which come twice a second.
      const askedAt = Date.now();
      await db.models.User.findOne();
      expect(db.heardAt()).toBeGreaterThanOrEqual(askedAt);
    }
  });

  it('makes reads and writes return 503 within two seconds, and recovers without a restart', async () => {
    const member = await app.member();
    await server.close();
    for (const run of [
      () => member.send('GET', '/api/circles'),
      () => member.send('POST', '/api/circles', { body: { name: 'Lost' } }),
      () => member.send('GET', '/readyz'),
    ]) {
      const response = await answerWithin(2 * second, run());
      expect(response.status).toBe(503);
      expect(response.headers.get('Retry-After')).toBe('2');
      expect(await response.json()).toMatchObject({ code: 'unavailable' });
    }
    expect((await member.send('GET', '/healthz')).status).toBe(200);

    server = await startEmbeddedMongo({ dataDir, port });
    await expect.poll(async () => (await member.send('GET', '/readyz')).status).toBe(200);
    expect((await member.call('GET /api/user')).id).toBe(member.id);
  });

  it.runIf(process.env.LONG)('is detected when it accepts connections and never responds', async () => {
    const member = await app.member();
    await server.close();
    const sockets = new Set<Socket>();
    const silent = createServer((socket) => sockets.add(socket));
    await new Promise<void>((resolve) => silent.listen(port, '127.0.0.1', resolve));
    const response = await answerWithin(5 * second, member.send('GET', '/api/user'));
    expect(response.status).toBe(503);
    const closed = new Promise<void>((resolve) => silent.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    await closed;
    server = await startEmbeddedMongo({ dataDir, port });
    await expect.poll(async () => (await member.send('GET', '/readyz')).status).toBe(200);
  });
});
