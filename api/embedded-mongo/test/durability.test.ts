import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startEmbeddedMongo } from 'embedded-mongo';
import { open } from 'lmdb';
import { type Collection, MongoClient, MongoServerError } from 'mongodb';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type AnyDocument, ensureBuilt, temporaryFolder } from './testing/database.ts';

const command = fileURLToPath(new URL('../bin/embedded-mongo.js', import.meta.url));
const rounds = process.env.LONG ? 100 : 1;

const folders: string[] = [];
const mounts: string[] = [];
const processes = new Set<ChildProcess>();
beforeAll(ensureBuilt);
afterEach(() => {
  for (const child of processes) child.kill('SIGKILL');
  processes.clear();
  for (const folder of mounts.splice(0)) execFileSync('umount', ['--lazy', folder]);
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Mounts a small disk on a folder, or resizes the one there. */
function mountDisk(folder: string, megabytes: number): string {
  const size = `size=${megabytes}m`;
  const isMounted = mounts.includes(folder);
  execFileSync(
    'mount',
    isMounted ? ['-o', `remount,${size}`, folder] : ['-t', 'tmpfs', '-o', size, 'none', folder],
    {
      stdio: 'ignore',
    },
  );
  return folder;
}

/** Whether tests may mount a disk on this machine. */
const canMount = (() => {
  const folder = temporaryFolder();
  try {
    mountDisk(folder, 1);
    execFileSync('umount', [folder]);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
})();

function newFolder(): string {
  const folder = temporaryFolder();
  folders.push(folder);
  return folder;
}

/** Starts the command in a separate process; resolves with the printed URI. */
async function startProcess(args: string[], shell?: string): Promise<{ child: ChildProcess; uri: string }> {
  const child = shell
    ? spawn('sh', ['-c', shell, 'sh', process.execPath, command, ...args], {
        stdio: ['ignore', 'pipe', 'pipe'],
      })
    : spawn(process.execPath, [command, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  processes.add(child);
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const uri = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${errors}`)));
  });
  return { child, uri };
}

async function kill(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await ended;
  processes.delete(child);
}

interface Acknowledged {
  readonly inserts: Set<number>;
  readonly pairs: Set<number>;
  readonly counters: number[];
}

/**
 * Writes until the server dies, and records only acknowledged writes. Returns unexpected errors, so that no rejection is unhandled at the
 * moment of the crash.
 */
async function writeUntilDeath(
  client: MongoClient,
  acknowledged: Acknowledged,
  first: number,
): Promise<unknown> {
  const at = (name: string): Collection<AnyDocument> => client.db('crash').collection<AnyDocument>(name);
  let next = first;
  const untilDeath = async (write: () => Promise<void>): Promise<void> => {
    try {
      for (;;) await write();
    } catch (error) {
      if (error instanceof MongoServerError && !error.hasErrorLabel('TransientTransactionError')) throw error;
    }
  };
  const insert = untilDeath.bind(undefined, async () => {
    const n = next++;
    await at('inserts').insertOne({
      _id: n,
      group: n % 7,
      tags: [n % 3, `t${n % 5}`],
      text: 'x'.repeat(n % 3000),
    });
    acknowledged.inserts.add(n);
  });
  const pair = untilDeath.bind(undefined, async () => {
    const n = next++;
    const session = client.startSession();
    try {
      session.startTransaction();
      await at('left').insertOne({ _id: n, n }, { session });
      await at('right').insertOne({ _id: n, n }, { session });
      await session.commitTransaction();
      acknowledged.pairs.add(n);
    } finally {
      await session.endSession();
    }
  });
  const counter = (id: number) =>
    untilDeath(async () => {
      await at('counters').updateOne(
        { _id: id },
        { $inc: { n: 1 } as never, $set: { even: (acknowledged.counters[id] ?? 0) % 2 === 1 } },
        { upsert: true },
      );
      acknowledged.counters[id] = (acknowledged.counters[id] ?? 0) + 1;
    });
  const writers = [insert(), insert(), insert(), insert(), pair(), pair(), counter(0), counter(1)];
  const ends = await Promise.allSettled(writers);
  await client.close();
  return ends.find((end) => end.status === 'rejected')?.reason;
}

/** Resolves after this many more acknowledged writes of each kind, however slow the machine is. */
async function acknowledgedMore({ inserts, pairs }: Acknowledged, count: number): Promise<void> {
  const [insertsBefore, pairsBefore] = [inserts.size, pairs.size];
  const isEnough = (): boolean => inserts.size >= insertsBefore + count && pairs.size > pairsBefore;
  await expect.poll(isEnough, { interval: 1, timeout: 60_000 }).toBe(true);
}

/** A client with short timeouts for a dead server. */
const connectToDie = (uri: string): Promise<MongoClient> =>
  new MongoClient(uri, { retryWrites: false, serverSelectionTimeoutMS: 2000 }).connect();

async function prepare(uri: string): Promise<void> {
  const client = await new MongoClient(uri).connect();
  const db = client.db('crash');
  await db
    .collection('inserts')
    .createIndexes([{ key: { group: 1, _id: -1 } }, { key: { tags: 1 } }, { key: { text: 1 } }]);
  await db.collection('left').createIndex({ n: 1 }, { unique: true });
  for (const name of ['right', 'counters']) await db.createCollection(name);
  await client.close();
}

async function checkAfterCrash(uri: string, acknowledged: Acknowledged): Promise<void> {
  const client = await new MongoClient(uri).connect();
  const at = (name: string): Collection<AnyDocument> => client.db('crash').collection<AnyDocument>(name);
  const ids = async (name: string): Promise<Set<unknown>> =>
    new Set(
      (
        await at(name)
          .find({}, { projection: { _id: 1 } })
          .toArray()
      ).map((doc) => doc._id),
    );
  const inserted = await ids('inserts');
  expect(
    [...acknowledged.inserts].filter((n) => !inserted.has(n)),
    'lost inserts',
  ).toEqual([]);
  const [left, right] = [await ids('left'), await ids('right')];
  expect(
    [...acknowledged.pairs].filter((n) => !left.has(n)),
    'lost transactions',
  ).toEqual([]);
  expect([...left].map(String).sort(), 'half transactions').toEqual([...right].map(String).sort());
  for (const [id, n] of acknowledged.counters.entries()) {
    const found = Number((await at('counters').findOne({ _id: id }))?.n ?? 0);
    // The last write may have been committed without being acknowledged.
    expect([n, n + 1]).toContain(found);
    acknowledged.counters[id] = found;
  }
  for (const name of ['inserts', 'left', 'right', 'counters']) {
    const scanned = (
      await at(name)
        .find({}, { hint: { $natural: 1 } })
        .toArray()
    ).map((doc) => String(doc._id));
    for (const index of await at(name).indexes()) {
      const found = (await at(name).find({}, { hint: index.name }).toArray()).map((doc) => String(doc._id));
      expect(found.sort(), `${name} by ${index.name}`).toEqual(scanned.sort());
    }
  }
  await client.close();
}

describe('kill -9', () => {
  test(`${rounds} crashes at random moments lose nothing that was acknowledged and leave nothing half done`, {
    timeout: 60_000 + rounds * 60_000,
  }, async () => {
    let inserts = 0;
    let pairs = 0;
    for (let first = 0; first < rounds; first += 10) {
      // A fresh folder from time to time, so that reading everything stays fast.
      const data = newFolder();
      const acknowledged: Acknowledged = { inserts: new Set(), pairs: new Set(), counters: [0, 0] };
      for (let round = 0; round < Math.min(10, rounds - first); round++) {
        const { child, uri } = await startProcess(['--data', data]);
        await (round === 0 ? prepare(uri) : checkAfterCrash(uri, acknowledged));
        const client = await connectToDie(uri);
        const writing = writeUntilDeath(client, acknowledged, (round + 1) * 1_000_000);
        await acknowledgedMore(acknowledged, 1 + Math.floor(Math.random() * 50));
        await kill(child, 'SIGKILL');
        expect(await writing).toBeUndefined();
      }
      const last = await startProcess(['--data', data]);
      await checkAfterCrash(last.uri, acknowledged);
      await kill(last.child, 'SIGTERM');
      inserts += acknowledged.inserts.size;
      pairs += acknowledged.pairs.size;
    }
    expect(inserts).toBeGreaterThan(rounds);
    expect(pairs).toBeGreaterThan(0);
  });

  test.runIf(process.env.LONG)(
    'an index build that was cut short is finished after the next start',
    {
      timeout: 120_000,
    },
    async () => {
      const data = newFolder();
      const first = await startProcess(['--data', data]);
      const client = await connectToDie(first.uri);
      const items = client.db('crash').collection<AnyDocument>('items');
      for (let n = 0; n < 15_000; n += 5000)
        await items.insertMany(Array.from({ length: 5000 }, (_, i) => ({ _id: n + i, a: n + i })));
      const building = items.createIndex({ a: 1 }).catch(() => 'cut short');
      await expect
        .poll(async () => (await client.db('crash').command({ collStats: 'items' })).indexBuilds.length, {
          interval: 1,
        })
        .toBeGreaterThan(0);
      await kill(first.child, 'SIGKILL');
      expect(await building).toBe('cut short');
      await client.close();
      const again = await startProcess(['--data', data]);
      const later = await new MongoClient(again.uri).connect();
      const found = later.db('crash').collection('items');
      // Rebuilding the index beside other work may take longer than a poll's usual second on a busy machine.
      await expect
        .poll(async () => (await found.indexes()).map((index) => index.name), { timeout: 60_000 })
        .toContain('a_1');
      expect(await found.countDocuments({ a: { $gte: 0 } }, { hint: 'a_1' })).toBe(15_000);
      await later.close();
      await kill(again.child, 'SIGTERM');
    },
  );
});

describe('the data folder', () => {
  test('a second process on the same folder gets an error in one sentence', async () => {
    const data = newFolder();
    const { child } = await startProcess(['--data', data]);
    await expect(startEmbeddedMongo({ dataDir: data })).rejects.toThrow(
      `The data folder ${data} is already in use by process ${child.pid}; stop it or choose another folder.`,
    );
    await kill(child, 'SIGTERM');
    const db = await startEmbeddedMongo({ dataDir: data });
    await db.close();
  });

  test('is opened by a preloaded thread after another server has closed it', async () => {
    const dataDir = newFolder();
    const older = await startEmbeddedMongo({ dataDir });
    const refused = startEmbeddedMongo({ dataDir, beforeOpen: () => Promise.reject(new Error('not yet')) });
    await expect(refused).rejects.toThrow('not yet');
    const newer = await startEmbeddedMongo({ dataDir, beforeOpen: () => older.close() });
    await newer.close();
  });

  test('data of another format is refused', async () => {
    const data = newFolder();
    await (await startEmbeddedMongo({ dataDir: data })).close();
    const file = open<Buffer, Buffer>({
      path: join(data, 'embedded-mongo.mdb'),
      keyEncoding: 'binary',
      encoding: 'binary',
    });
    await file.put(Buffer.alloc(6), Buffer.from('{"format":3}'));
    await file.close();
    await expect(startEmbeddedMongo({ dataDir: data })).rejects.toThrow(
      'has format 3, which needs a newer embedded-mongo',
    );
  });

  // In long runs only: the database is frozen, and filling a disk takes seconds. Mounts a small disk if the machine allows it; otherwise a
  // limit on file sizes makes the system refuse to extend the file.
  test.skipIf(!process.env.LONG || process.platform === 'win32')(
    `a full disk (${canMount ? 'a tmpfs of 24 MB' : 'by ulimit -f, as nothing can be mounted here'}) fails the write with 14031, harms nothing, and is over when there is room`,
    { timeout: 120_000 },
    async () => {
      const data = newFolder();
      if (canMount) mounts.push(mountDisk(data, 24));
      const { child, uri } = await startProcess(
        ['--data', data],
        canMount ? undefined : 'trap \'\' XFSZ; ulimit -f 16384; exec "$@"',
      );
      const client = await new MongoClient(uri).connect();
      const items = client.db('full').collection<AnyDocument>('items');
      await items.createIndex({ n: 1 });
      let n = 0;
      const fill = async (): Promise<void> => {
        for (; n < 5000; n++) await items.insertOne({ _id: n, n, text: 'x'.repeat(50_000) });
      };
      await expect(fill()).rejects.toMatchObject({ code: 14031 });
      expect(n).toBeGreaterThan(100);
      expect(await items.countDocuments({}, { hint: { $natural: 1 } })).toBe(n);
      expect(await items.countDocuments({ n: { $gte: 0 } })).toBe(n);
      await expect(
        items.insertMany(Array.from({ length: 10 }, (_, i) => ({ _id: n + i, text: 'x'.repeat(50_000) }))),
      ).rejects.toMatchObject({ code: 14031 });
      expect(await items.findOne({ _id: 0 })).toMatchObject({ n: 0 });
      if (canMount) {
        mountDisk(data, 48);
        await items.insertOne({ _id: n, n: n++, text: 'x'.repeat(50_000) });
      }
      await client.close();
      await kill(child, 'SIGTERM');
      const again = await startProcess(['--data', data]);
      const later = await new MongoClient(again.uri).connect();
      const found = later.db('full').collection<AnyDocument>('items');
      expect(await found.countDocuments({ n: { $gte: 0 } })).toBe(n);
      await found.insertOne({ _id: 'room', text: 'x'.repeat(50_000) });
      await later.close();
      await kill(again.child, 'SIGTERM');
    },
  );

  test.skipIf(!process.env.LONG || !canMount)(
    'an index whose build a full disk cut short is built when it is asked for again',
    { timeout: 120_000 },
    async () => {
      const data = newFolder();
      mounts.push(mountDisk(data, 24));
      const { child, uri } = await startProcess(['--data', data]);
      const client = await new MongoClient(uri).connect();
      const items = client.db('full').collection<AnyDocument>('items');
      for (let n = 0; n < 8000; n += 200)
        await items.insertMany(
          Array.from({ length: 200 }, (_, i) => ({ _id: n + i, text: `${n + i} ${'x'.repeat(900)}` })),
        );
      await expect(items.createIndex({ text: 1 })).rejects.toMatchObject({ code: 14031 });
      expect((await client.db('full').command({ collStats: 'items' })).indexBuilds).toEqual(['text_1']);
      mountDisk(data, 96);
      await items.createIndex({ text: 1 });
      expect(await items.countDocuments({ text: { $gte: '' } }, { hint: 'text_1' })).toBe(8000);
      await client.close();
      await kill(child, 'SIGTERM');
    },
  );

  test.runIf(process.env.LONG)('a backup taken while serving is a whole database', async () => {
    const data = newFolder();
    const copy = newFolder();
    const db = await startEmbeddedMongo({ dataDir: data });
    const client = await new MongoClient(db.uri).connect();
    const pairs = client.db('b').collection<AnyDocument>('pairs');
    const stop = new AbortController();
    const writing = (async () => {
      for (let n = 0; !stop.signal.aborted; n++)
        await pairs.insertMany([
          { _id: `l${n}`, n },
          { _id: `r${n}`, n },
        ]);
    })();
    await expect.poll(() => pairs.countDocuments()).toBeGreaterThan(10);
    await promisify(execFile)(process.execPath, [command, 'backup', '--data', data, '--to', copy]);
    stop.abort();
    await writing;
    await client.close();
    await db.close();
    expect(statSync(join(copy, 'embedded-mongo.mdb')).size).toBeGreaterThan(4096);
    const restored = await startEmbeddedMongo({ dataDir: copy });
    const reader = await new MongoClient(restored.uri).connect();
    const docs = await reader.db('b').collection<AnyDocument>('pairs').find().toArray();
    expect(docs.length).toBeGreaterThanOrEqual(10);
    expect(docs.filter((doc) => String(doc._id).startsWith('l')).length).toBe(
      docs.filter((doc) => String(doc._id).startsWith('r')).length,
    );
    await reader.close();
    await restored.close();
  });
});

describe('listening', () => {
  test('on a Unix socket', async () => {
    const data = newFolder();
    const socketPath = join(data, 'db.sock');
    const db = await startEmbeddedMongo({ dataDir: data, socketPath });
    const client = await new MongoClient(db.uri).connect();
    await client.db('s').collection('x').insertOne({ a: 1 });
    const session = client.startSession();
    await session.withTransaction(() => client.db('s').collection('x').insertOne({ a: 2 }, { session }));
    await session.endSession();
    expect(await client.db('s').collection('x').countDocuments()).toBe(2);
    await client.close();
    await db.close();
  });

  test('only on the loopback interface, on the requested port', async () => {
    const data = newFolder();
    const { child, uri } = await startProcess(['--port', '0', '--data', data]);
    const port = Number(new URL(uri).port);
    const listening = readFileSync('/proc/net/tcp', 'utf8')
      .split('\n')
      .filter((line) => line.includes(`:${port.toString(16).toUpperCase().padStart(4, '0')} 00000000:0000`));
    expect(listening.map((line) => line.trim().split(/\s+/)[1]?.split(':')[0])).toEqual(['0100007F']);
    await kill(child, 'SIGTERM');
  });
});

test('a process that fails under writes ends, and does not wait for its own lock', async () => {
  const program = `
    import { startEmbeddedMongo } from 'embedded-mongo';
    import { MongoClient } from 'mongodb';
    const { uri } = await startEmbeddedMongo({ dataDir: process.argv[1] });
    const items = (await new MongoClient(uri).connect()).db('test').collection('items');
    setTimeout(() => process.exit(1), 300 + Math.random() * 100);
    await Promise.all(Array.from({ length: 20 }, async () => { for (;;) await items.insertOne({ text: 'x'.repeat(5_000) }); }));
  `;
  for (let round = 0; round < (process.env.LONG ? 20 : 1); round += 1) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', program, newFolder()], {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    processes.add(child);
    const hanging = setTimeout(() => child.kill('SIGTERM'), 20_000);
    const [code, signal] = await once(child, 'exit');
    clearTimeout(hanging);
    expect([code, signal]).toEqual([null, 'SIGKILL']);
  }
}, 120_000);
