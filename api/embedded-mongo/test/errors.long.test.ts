import { connect, type Socket } from 'node:net';
import { BSON, Long, MongoServerError } from 'mongodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AnyDocument, startDatabase, type TestDatabase } from './testing/database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await startDatabase({ cursorTimeoutMs: 200 });
});
afterAll(() => db.stop());

const database = () => db.client.db('errors');
const items = () => database().collection<AnyDocument>('items');
beforeEach(() => database().dropDatabase());

async function failure(promise: Promise<unknown>): Promise<{ code: unknown; codeName: unknown }> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(MongoServerError);
  const { code, codeName } = error as MongoServerError;
  return { code, codeName };
}

describe('commands', () => {
  test.each<[object, number, string]>([
    [{ nonsense: 1 }, 59, 'CommandNotFound'],
    [{ insert: 'items' }, 40414, 'Location40414'],
    [{ insert: 'items', documents: [] }, 16, 'InvalidLength'],
    [{ insert: 'items', documents: 'x' }, 14, 'TypeMismatch'],
    [{ insert: '', documents: [{}] }, 73, 'InvalidNamespace'],
    [{ insert: 'a$b', documents: [{}] }, 73, 'InvalidNamespace'],
    [{ find: 'items', filter: 1 }, 14, 'TypeMismatch'],
    [{ find: 'items', skip: -1 }, 51024, 'Location51024'],
    [{ find: 'items', sort: { a: 2 } }, 15975, 'Location15975'],
    [{ find: 'items', projection: 1 }, 14, 'TypeMismatch'],
    [{ find: 'items', collation: {}, hint: 'none' }, 2, 'BadValue'],
    [{ aggregate: 'items', pipeline: [] }, 9, 'FailedToParse'],
    [{ aggregate: 'items', pipeline: {}, cursor: {} }, 14, 'TypeMismatch'],
    [{ delete: 'items', deletes: [{ q: {}, limit: 5 }] }, 9, 'FailedToParse'],
    [{ findAndModify: 'items', query: {} }, 9, 'FailedToParse'],
    [{ findAndModify: 'items', remove: true, new: true }, 9, 'FailedToParse'],
    [{ listIndexes: 'none' }, 26, 'NamespaceNotFound'],
    [{ create: 'capped', capped: true, size: 1000 }, 2, 'BadValue'],
    [{ create: 'view', viewOn: 'items', pipeline: [] }, 2, 'BadValue'],
    [{ explain: { nonsense: 1 } }, 59, 'CommandNotFound'],
    [{ commitTransaction: 1 }, 13, 'Unauthorized'],
  ])('%j', async (command, code, codeName) => {
    const reply = await database()
      .command(command)
      .then(
        (ok) => ({ code: ok.writeErrors?.[0]?.code, codeName }),
        (error: MongoServerError) => error,
      );
    expect(reply).toMatchObject({ code, codeName });
  });

  test('creating an existing collection with other options returns code 48', async () => {
    await database().createCollection('items', { collation: { locale: 'en', strength: 2 } });
    await database().createCollection('items', { collation: { locale: 'en', strength: 2 } });
    expect(await failure(database().createCollection('items'))).toEqual({
      code: 48,
      codeName: 'NamespaceExists',
    });
  });

  test('listCollections, listDatabases, stats and drop', async () => {
    await items().insertOne({ _id: 1 });
    expect(await database().listCollections({ name: 'items' }).toArray()).toMatchObject([
      { name: 'items', type: 'collection', info: { readOnly: false }, idIndex: { name: '_id_' } },
    ]);
    expect((await db.client.db().admin().listDatabases()).databases.map((one) => one.name)).toContain(
      'errors',
    );
    expect(await database().command({ collStats: 'items' })).toMatchObject({ count: 1, nindexes: 1 });
    expect(await database().stats()).toMatchObject({ objects: 1, collections: 1 });
    expect(await items().drop()).toBe(true);
    expect(await database().listCollections().toArray()).toEqual([]);
    expect(await db.client.db('admin').command({ serverStatus: 1 })).toMatchObject({
      ok: 1,
      storageEngine: { name: 'lmdb' },
    });
    expect(await db.client.db('admin').command({ buildInfo: 1 })).toMatchObject({ version: '7.0.0' });
  });

  test('concurrent inserts and drops leave a consistent collection', async () => {
    await Promise.all(
      Array.from({ length: 60 }, (_, n) => (n % 6 === 5 ? items().drop() : items().insertOne({ _id: n }))),
    );
    await items().insertOne({ _id: 'last' });
    const byIndex = await items().countDocuments({}, { hint: '_id_' });
    expect(byIndex).toBe(await items().countDocuments({}, { hint: { $natural: 1 } }));
    await db.restart();
    expect(await items().countDocuments({}, { hint: { $natural: 1 } })).toBe(byIndex);
  });

  test('an unacknowledged write is executed, and the next command sees it', async () => {
    await items().insertOne({ _id: 1 }, { writeConcern: { w: 0 } });
    await expect.poll(() => items().countDocuments()).toBe(1);
  });

  test('an idle cursor is closed, unless it has noCursorTimeout', async () => {
    await items().insertMany(Array.from({ length: 10 }, (_, n) => ({ _id: n })));
    const open = (extra: object) => database().command({ find: 'items', batchSize: 1, ...extra });
    const [short, kept] = [await open({}), await open({ noCursorTimeout: true })];
    const more = (id: unknown) =>
      database().command({ getMore: Long.fromString(String(id)), collection: 'items' });
    // Each attempt restarts the idle timeout, so polls are rare.
    await expect
      .poll(() => failure(more(short.cursor.id)), { interval: 1600, timeout: 15_000 })
      .toEqual({ code: 43, codeName: 'CursorNotFound' });
    expect((await more(kept.cursor.id)).cursor.nextBatch).toHaveLength(9);
  });

  test('a long scan yields to other commands, and finishes in time', async () => {
    await items().insertMany(Array.from({ length: 20_000 }, (_, n) => ({ _id: n, text: 'x'.repeat(200) })));
    const ping = () => db.client.db('admin').command({ ping: 1 });
    // Connects first, so that only the ping itself is timed.
    await Promise.all([ping(), ping(), ping()]);
    const scan = items()
      .find({ text: { $not: /x/ } })
      .toArray();
    const finished: string[] = [];
    const note = (what: string) => () => void finished.push(what);
    const others = [1, 2].map(() => ping().then(note('ping')));
    await Promise.all([scan.then(note('scan')), ...others]);
    expect(finished).toEqual(['ping', 'ping', 'scan']);
    expect(await scan).toEqual([]);
  });
});

describe('the wire', () => {
  const open = async (): Promise<Socket> => {
    const socket = connect(decodeURIComponent(new URL(db.uri).host));
    await new Promise((resolve) => socket.once('connect', resolve));
    return socket;
  };
  const message = (body: object): Buffer => {
    const bytes = BSON.serialize(body);
    const head = Buffer.alloc(21);
    head.writeInt32LE(21 + bytes.length, 0);
    head.writeInt32LE(7, 4);
    head.writeInt32LE(2013, 12);
    return Buffer.concat([head, bytes]);
  };
  const reply = (socket: Socket): Promise<Buffer> => new Promise((resolve) => socket.once('data', resolve));

  test('a message that arrives a byte at a time is answered', async () => {
    const socket = await open();
    const answer = reply(socket);
    for (const byte of message({ ping: 1, $db: 'admin' })) socket.write(Buffer.from([byte]));
    expect(BSON.deserialize((await answer).subarray(21))).toEqual({ ok: 1 });
    socket.destroy();
  });

  test('invalid bytes close their connection and no other', async () => {
    const socket = await open();
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n'));
    await closed;
    expect(await db.client.db('admin').command({ ping: 1 })).toEqual(expect.objectContaining({ ok: 1 }));
  });

  test('a truncated document closes the connection', async () => {
    const socket = await open();
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const bad = message({ ping: 1, $db: 'admin' });
    bad.writeInt32LE(9_999, 21);
    socket.write(bad);
    expect(await closed).toBe(false);
  });
});
