import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { createConnection, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { BSON, MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AnyDocument, ensureBuilt, startDatabase, temporaryFolder } from './testing/database.ts';

// Limits of what a client can make the server hold. The server runs in a separate process, so that its memory can be measured.

const command = fileURLToPath(new URL('../bin/embedded-mongo.js', import.meta.url));
const dataDir = temporaryFolder();
let server: ChildProcess;
let client: MongoClient;
let socketPath: string;

beforeAll(async () => {
  ensureBuilt();
  const stdio: ['ignore', 'pipe', 'inherit'] = ['ignore', 'pipe', 'inherit'];
  // A small young generation, so that garbage hardly counts.
  const args = ['--max-semi-space-size=1', command, '--data', dataDir];
  const started = spawn(process.execPath, args, { stdio });
  server = started;
  const [uri]: unknown[] = await once(createInterface({ input: started.stdout }), 'line');
  socketPath = decodeURIComponent(new URL(String(uri)).host);
  client = await new MongoClient(String(uri)).connect();
  const docs = Array.from({ length: 1000 }, (_, n) => ({ _id: n, n, text: 'x'.repeat(1000) }));
  await client.db('limits').collection<AnyDocument>('items').insertMany(docs);
});
afterAll(async () => {
  await client.close();
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await ended;
  rmSync(dataDir, { recursive: true, force: true });
});

/** The process's own memory, without mapped pages of the data file. */
function memory(): number {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
  return Number(/RssAnon:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
}

/** The peak memory growth of a piece of work, measured until it is stable. */
async function growth(work: () => Promise<void>): Promise<number> {
  const before = memory();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, memory());
  }, 10);
  await work().finally(() => clearInterval(timer));
  return Math.max(most, memory()) - before;
}

const megabytes = (bytes: number): number => Math.round(bytes / 1_048_576);

async function connect(): Promise<Socket> {
  const socket = createConnection(socketPath);
  await once(socket, 'connect');
  return socket;
}

/** A command in wire format. */
function messageOf(body: BSON.Document): Buffer {
  const bytes = BSON.serialize(body);
  const head = Buffer.alloc(21);
  head.writeInt32LE(head.length + bytes.length, 0);
  head.writeInt32LE(2013, 12);
  return Buffer.concat([head, bytes]);
}

/** A number, once it has been stable for half a second. */
async function settled(read: () => number): Promise<number> {
  for (let before = -1; ; ) {
    const now = read();
    if (now === before) return now;
    before = now;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

const ping = async (): Promise<unknown> => (await client.db('admin').command({ ping: 1 })).ok;
const linux = process.platform === 'linux';

describe.runIf(linux)('the memory of the server', () => {
  test('stays bounded under 40,000 finds whose replies are not read', { timeout: 60_000 }, async () => {
    const find = messageOf({ find: 'items', batchSize: 100, $db: 'limits' });
    const socket = await connect();
    socket.pause();
    const grown = await growth(async () => {
      for (let n = 0; n < 40_000; n += 1000) socket.write(Buffer.concat(Array(1000).fill(find)));
      // The server stops reading, so the rest waits on the client's side.
      expect(await settled(() => socket.writableLength)).toBeGreaterThan(find.length * 30_000);
      expect(await ping()).toBe(1);
    });
    socket.destroy();
    expect(megabytes(grown)).toBeLessThan(40);
  });

  test('stays bounded under twenty incomplete messages of 48 MB, which time out', {
    timeout: 60_000,
  }, async () => {
    const start = Buffer.alloc(24_000_000);
    start.writeInt32LE(48_000_000, 0);
    start.writeInt32LE(2013, 12);
    const sockets: Socket[] = [];
    const grown = await growth(async () => {
      for (let n = 0; n < 20; n++) sockets.push(await connect());
      for (const socket of sockets) socket.on('error', () => undefined).write(start);
      await settled(() => sockets.reduce((sum, { writableLength }) => sum + writableLength, 0));
      expect(await ping()).toBe(1);
    });
    for (const socket of sockets) socket.destroy();
    // Two messages are held; the others wait unread.
    expect(megabytes(grown)).toBeLessThan(140);
  });

  test('grows by 10 kB at most for each of 5,000 open cursors', { timeout: 120_000 }, async () => {
    const items = client.db('limits').collection<AnyDocument>('items');
    await items.createIndex({ n: 1 });
    const open = async (count: number): Promise<void> => {
      const find = { find: 'items', filter: { n: { $gte: 0 } }, batchSize: 20 };
      for (let n = 0; n < count; n += 100)
        await Promise.all(Array.from({ length: 100 }, () => client.db('limits').command(find)));
    };
    await open(200);
    const grown = await growth(() => open(5000));
    expect(grown / 5000).toBeLessThan(10_000);
  });
});

test('a stalled message closes its connection, and releases waiting ones', async () => {
  const db = await startDatabase({ messageTimeoutMs: 300, maxMessageBytes: 48_000_000 });
  const path = decodeURIComponent(new URL(db.uri).host);
  const stuck = createConnection(path);
  const start = Buffer.alloc(100_000);
  start.writeInt32LE(48_000_000, 0);
  const closed = once(stuck, 'close');
  stuck.on('error', () => undefined).write(start);
  const text = 'x'.repeat(1_000_000);
  const { insertedId } = await db.client.db('l').collection('l').insertOne({ text });
  await closed;
  expect(await db.client.db('l').collection('l').countDocuments({ _id: insertedId })).toBe(1);
  await db.stop();
});

test('a message with invalid section sizes closes its connection', async () => {
  const db = await startDatabase();
  for (const size of [-1, -5, 0, 4]) {
    const socket = createConnection(decodeURIComponent(new URL(db.uri).host));
    const closed = once(socket, 'close');
    const message = Buffer.alloc(25);
    message.writeInt32LE(message.length, 0);
    message.writeInt32LE(2013, 12);
    message.writeUInt8(1, 20);
    message.writeInt32LE(size, 21);
    socket.on('error', () => undefined).write(message);
    await closed;
  }
  expect(await db.client.db('l').command({ ping: 1 })).toMatchObject({ ok: 1 });
  await db.stop();
});

test('cursors, their memory, sessions and connections are limited', async () => {
  const db = await startDatabase({
    maxCursors: 2,
    maxCursorBytes: 50_000,
    maxSessions: 20,
    maxConnections: 50,
  });
  const items = db.client.db('l').collection<AnyDocument>('l');
  await items.insertMany(Array.from({ length: 300 }, (_, n) => ({ n, text: 'x'.repeat(1000) })));
  const find = () => db.client.db('l').command({ find: 'l', batchSize: 10 });
  const { cursor } = await find();
  await find();
  await expect(find()).rejects.toMatchObject({ code: 146, codeName: 'ExceededMemoryLimit' });
  await db.client.db('l').command({ killCursors: 'l', cursors: [cursor.id] });
  // A cursor holds its large filter.
  const filter = { n: { $in: Array.from({ length: 1000 }, (_, n) => n) } };
  const held = db.client.db('l').command({ find: 'l', filter, batchSize: 10 });
  await expect(held).rejects.toMatchObject({ code: 146 });
  await find();
  await db.client.db('l').command({ killCursors: 'l', cursors: [cursor.id] });
  // An aggregation cannot resume at a position, so the cursor holds its remaining results.
  const group = [{ $group: { _id: '$_id', text: { $first: '$text' } } }];
  const aggregate = (pipeline: BSON.Document[]) =>
    db.client.db('l').command({ aggregate: 'l', pipeline, cursor: { batchSize: 10 } });
  await expect(aggregate(group)).rejects.toMatchObject({ code: 146 });
  expect(await items.aggregate([...group, { $limit: 20 }], { batchSize: 30 }).toArray()).toHaveLength(20);
  const sessions = Array.from({ length: 30 }, () => db.client.startSession());
  const uses = await Promise.allSettled(sessions.map((session) => items.findOne({}, { session })));
  const refused = uses.flatMap((use) => (use.status === 'rejected' ? [use.reason.code] : []));
  expect(new Set(refused)).toEqual(new Set([261]));
  await Promise.all(sessions.map((session) => session.endSession()));
  const path = decodeURIComponent(new URL(db.uri).host);
  const sockets = Array.from({ length: 60 }, () => createConnection(path).on('error', () => undefined));
  await Promise.any(sockets.map((socket) => once(socket, 'close')));
  for (const socket of sockets) socket.destroy();
  await db.stop();
});

test('a cursor resumes at its position despite changes, and fails when its index or collection is dropped', async () => {
  const db = await startDatabase();
  const items = db.client.db('l').collection<AnyDocument>('l');
  await items.insertMany(Array.from({ length: 40 }, (_, n) => ({ _id: n, n: 40 - n, tags: [n, n + 1] })));
  await items.createIndexes([{ key: { n: 1 } }, { key: { tags: 1 } }]);
  const read = async (
    filter: BSON.Document,
    sort: Record<string, 1 | -1>,
    between: (at: number) => unknown,
  ) => {
    const found: unknown[] = [];
    for await (const doc of items.find(filter, { sort, batchSize: 7 })) {
      found.push(doc._id);
      await between(found.length);
    }
    return found;
  };
  const all = Array.from({ length: 40 }, (_, n) => n);
  const nothing = (): void => undefined;
  expect(await read({}, {}, nothing)).toEqual(all);
  expect(await read({ n: { $gt: 0 } }, { n: -1 }, nothing)).toEqual(all);
  expect(await read({ n: { $gt: 0 } }, { n: 1 }, nothing)).toEqual(all.toReversed());
  // Documents with several keys are returned once; those sorted in memory in order.
  expect((await read({ tags: { $gte: 0 } }, {}, nothing)).sort((a, b) => Number(a) - Number(b))).toEqual(all);
  expect(await read({}, { 'tags.0': -1 }, nothing)).toEqual(all.toReversed());
  const inserted = await read({ n: { $gt: 0 } }, { n: 1 }, (at) => {
    if (at === 3)
      return items.insertMany([
        { _id: 'behind', n: 0.5 },
        { _id: 'ahead', n: 39.5 },
      ]);
    return at === 10 ? items.deleteOne({ _id: 20 }) : undefined;
  });
  expect(inserted).toEqual([...all.toReversed().slice(0, 39), 'ahead', 0].filter((id) => id !== 20));
  const index = read({ n: { $gt: 0 } }, { n: 1 }, (at) => (at === 1 ? items.dropIndex('n_1') : undefined));
  await expect(index).rejects.toMatchObject({ code: 175 });
  expect(await db.client.db('l').collection('never').find().toArray()).toEqual([]);
  await db.stop();
});
