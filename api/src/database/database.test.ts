import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedMongo } from 'embedded-mongo';
import mongoose from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../errors.ts';
import { createModels } from '../resources/models.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { startTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { DatabaseError, openDatabase } from './database.ts';

describe('transactions (D35)', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await startTestDatabase();
  });
  afterAll(() => database.close());

  it('are all or nothing', async () => {
    const { Account } = database.db.models;
    const failing = database.db.transaction(async (session) => {
      await Account.create([{ _id: 'wallet:a', balance: 1 }], { session });
      expect(await Account.findById('wallet:a', null, { session }).lean()).toMatchObject({ balance: 1 });
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await Account.findById('wallet:a').lean()).toBeNull();
  });

  it('run again when another one got in between', async () => {
    const { Account } = database.db.models;
    await Account.create({ _id: 'wallet:b', balance: 0 });
    let runs = 0;
    const add = () =>
      database.db.transaction(async (session) => {
        runs += 1;
        const account = await Account.findById('wallet:b', null, { session }).lean();
        await Account.updateOne({ _id: 'wallet:b' }, { balance: (account?.balance ?? 0) + 1 }, { session });
      });
    await Promise.all([add(), add(), add()]);
    expect((await Account.findById('wallet:b').lean())?.balance).toBe(3);
    expect(runs).toBeGreaterThanOrEqual(3);
  });

  it('give up after five tries with 503', async () => {
    let runs = 0;
    const hopeless = database.db.transaction(async () => {
      runs += 1;
      const conflict = new mongoose.mongo.MongoServerError({ message: 'write conflict', code: 112 });
      conflict.addErrorLabel('TransientTransactionError');
      throw conflict;
    });
    const error: unknown = await hopeless.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ status: 503, code: 'unavailable' });
    expect(runs).toBe(5);
  });
});

describe('openDatabase', () => {
  it('says in one sentence that nothing answers, and not the password', async () => {
    const error: unknown = await openDatabase('mongodb://ana:secret@127.0.0.1:1/frens', createModels).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(DatabaseError);
    expect(String(error)).toContain('127.0.0.1:1');
    expect(String(error)).not.toContain('secret');
  });
});

describe('a database that goes away (D54)', () => {
  let dataDir: string;
  let server: Awaited<ReturnType<typeof startEmbeddedMongo>>;
  let db: TestDatabase['db'];
  let app: TestApp;
  let port: number;

  beforeAll(async () => {
    // Always the embedded one: a server that MONGODB_URI names is not ours to stop.
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

  async function timed(run: () => Promise<Response>) {
    const startedAt = performance.now();
    const response = await run();
    return { response, seconds: (performance.now() - startedAt) / 1000 };
  }

  it('makes reads and writes 503 within two seconds, and comes back without a restart', async () => {
    const member = await app.member();
    await server.close();
    for (const run of [
      () => member.send('GET', '/api/circles'),
      () => member.send('POST', '/api/circles', { body: { name: 'Lost' } }),
      () => member.send('GET', '/readyz'),
    ]) {
      const { response, seconds } = await timed(run);
      expect(response.status).toBe(503);
      expect(response.headers.get('Retry-After')).toBe('2');
      expect(await response.json()).toMatchObject({ code: 'unavailable' });
      expect(seconds).toBeLessThan(2);
    }
    expect((await member.send('GET', '/healthz')).status).toBe(200);

    server = await startEmbeddedMongo({ dataDir, port });
    await expect
      .poll(async () => (await member.send('GET', '/readyz')).status, { timeout: 10_000 })
      .toBe(200);
    expect((await member.call('GET /api/user')).id).toBe(member.id);
  });

  it('counts as away when it takes connections and never answers', async () => {
    const member = await app.member();
    await server.close();
    const sockets = new Set<Socket>();
    const silent = createServer((socket) => sockets.add(socket));
    await new Promise<void>((resolve) => silent.listen(port, '127.0.0.1', resolve));
    const { response, seconds } = await timed(() => member.send('GET', '/api/user'));
    expect(response.status).toBe(503);
    expect(seconds).toBeLessThan(2);
    const closed = new Promise<void>((resolve) => silent.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    await closed;
    server = await startEmbeddedMongo({ dataDir, port });
    await expect
      .poll(async () => (await member.send('GET', '/readyz')).status, { timeout: 10_000 })
      .toBe(200);
  });
});
