import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { open } from 'lmdb';
import { type Collection, MongoClient } from 'mongodb';

// Compares the server with unavoidable costs: a `ping` through the same driver and pool, and lmdb's own rate of durable writes.
// `--docs 1000000` adds the large collection.

const { values } = parseArgs({
  options: { docs: { type: 'string', default: '100000' }, seconds: { type: 'string', default: '4' } },
});
const sizes = [10_000, Number(values.docs)];
const seconds = Number(values.seconds);
const root = fileURLToPath(new URL('..', import.meta.url));
const dataDir = mkdtempSync(join(tmpdir(), 'embedded-mongo-bench-'));

interface Item {
  _id: number;
  email: string;
  place: string;
  at: Date;
  text: string;
}
const makeItem = (n: number): Item => ({
  _id: n,
  email: `member${n}@example.org`,
  place: `place${n % 97}`,
  at: new Date(1_700_000_000_000 + n * 1000),
  text: 'x'.repeat(860),
});

interface Server {
  readonly process: ChildProcess;
  readonly uri: string;
  readonly startMs: number;
}

async function startServer(): Promise<Server> {
  const startedAt = performance.now();
  const child = spawn(
    process.execPath,
    [join(root, 'bin/embedded-mongo.js'), '--port', '0', '--data', dataDir],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const uri = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('exit', (code) => reject(new Error(`the server ended with code ${code}`)));
  });
  return { process: child, uri, startMs: performance.now() - startedAt };
}

/** Starts the server five times and keeps the last one running; returns the median start time. */
async function startFiveTimes(): Promise<Server> {
  const times: number[] = [];
  for (;;) {
    const started = await startServer();
    times.push(started.startMs);
    if (times.length === 5) return { ...started, startMs: times.sort((x, y) => x - y)[2] ?? Number.NaN };
    await stopServer(started);
  }
}

async function stopServer(server: Server): Promise<void> {
  const ended = new Promise((resolve) => server.process.once('exit', resolve));
  server.process.kill('SIGTERM');
  await ended;
}

/** The process's own memory, without mapped pages of the data file. */
function ownMemoryMb(pid: number): number {
  const match = /RssAnon:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Math.round(Number(match?.[1] ?? 0) / 1024);
}

async function watchMemory<T>(pid: number, work: () => Promise<T>): Promise<{ peakMb: number; ms: number }> {
  let peakMb = ownMemoryMb(pid);
  const timer = setInterval(() => {
    peakMb = Math.max(peakMb, ownMemoryMb(pid));
  }, 20);
  const startedAt = performance.now();
  await work();
  clearInterval(timer);
  return { peakMb, ms: performance.now() - startedAt };
}

type Probe = () => Promise<unknown>;

/** The number of warm-up rounds, and the minimum of measured ones. */
const roundsBefore = 3;
const fewestRounds = 20;

/**
 * Medians in microseconds. The probes alternate, so that other load affects all equally. Each round starts with another probe, so that
 * each follows every other equally often.
 */
async function measure(probes: Record<string, Probe>): Promise<Record<string, number>> {
  const times: Record<string, number[]> = Object.fromEntries(Object.keys(probes).map((name) => [name, []]));
  const end = performance.now() + seconds * 1000;
  for (let round = 0; round < roundsBefore + fewestRounds || performance.now() < end; round++) {
    const inTurn = Object.entries(probes);
    inTurn.push(...inTurn.splice(0, round % inTurn.length));
    if (round % 2 === 1) inTurn.reverse();
    for (const [name, probe] of inTurn) {
      for (let i = 0; i < 10; i++) {
        const startedAt = performance.now();
        await probe();
        if (round >= roundsBefore) times[name]?.push((performance.now() - startedAt) * 1000);
      }
    }
  }
  return Object.fromEntries(
    Object.entries(times).map(([name, list]) => [
      name,
      list.sort((a, b) => a - b)[list.length >> 1] ?? Number.NaN,
    ]),
  );
}

const writers = 64;

async function rate(write: (n: number) => Promise<unknown>, count = writers): Promise<number> {
  let n = 0;
  const startedAt = performance.now();
  const end = startedAt + seconds * 1000;
  await Promise.all(
    Array.from({ length: count }, async () => {
      while (performance.now() < end) await write(n++);
    }),
  );
  return n / ((performance.now() - startedAt) / 1000);
}

/** lmdb's rate in this process without a network: the given number of writers each wait until their put is on disk. */
async function lmdbRate(count: number): Promise<number> {
  const dir = mkdtempSync(join(tmpdir(), 'embedded-mongo-lmdb-'));
  const db = open<Buffer, Buffer>({ path: join(dir, 'data.mdb'), keyEncoding: 'binary', encoding: 'binary' });
  const value = Buffer.alloc(1000, 1);
  const result = await rate(async (n) => {
    const key = Buffer.alloc(8);
    key.writeDoubleBE(n);
    void db.put(key, value);
    await db.flushed;
  }, count);
  await db.close();
  rmSync(dir, { recursive: true });
  return result;
}

async function load(collection: Collection<Item>, from: number, to: number): Promise<void> {
  for (let n = from; n < to; n += 1000) {
    await collection.insertMany(
      Array.from({ length: Math.min(1000, to - n) }, (_, i) => makeItem(n + i)),
      { ordered: false },
    );
  }
}

const random = (count: number): number => Math.floor(Math.random() * count);
const report: Record<string, unknown> = { node: process.version, cpus: cpus().length, sizes };
const rows: (string | number)[][] = [
  [
    'documents',
    'ping µs',
    'by _id',
    'by index',
    'page of 50',
    'load docs/s',
    'index build',
    'peak MB',
    'start ms',
  ],
];

let server = await startServer();
try {
  let client = await new MongoClient(server.uri).connect();
  let loaded = 0;
  const perSize: Record<string, Record<string, number>> = {};
  for (const size of sizes) {
    const { process: child } = server;
    let items = client.db('bench').collection<Item>('items');
    if (loaded) await items.dropIndexes();
    const loading = await watchMemory(child.pid ?? 0, () => load(items, loaded, size));
    const loadRate = ((size - loaded) / loading.ms) * 1000;
    loaded = size;
    const building = await watchMemory(child.pid ?? 0, async () => {
      await items.createIndex({ email: 1 }, { unique: true });
      await items.createIndex({ place: 1, at: -1 });
    });
    await client.close();
    await stopServer(server);
    server = await startFiveTimes();
    client = await new MongoClient(server.uri).connect();
    items = client.db('bench').collection<Item>('items');
    const admin = client.db('admin');
    const medians = await measure({
      ping: () => admin.command({ ping: 1 }),
      byId: () => items.findOne({ _id: random(size) }),
      byIndex: () => items.findOne({ email: `member${random(size)}@example.org` }),
      page: () =>
        items
          .find({ place: `place${random(97)}` })
          .sort({ at: -1 })
          .limit(50)
          .toArray(),
    });
    const { ping = 1, byId = 0, byIndex = 0, page = 0 } = medians;
    const peakMb = Math.max(loading.peakMb, building.peakMb, ownMemoryMb(server.process.pid ?? 0));
    perSize[size] = {
      ping,
      byId: byId / ping,
      byIndex: byIndex / ping,
      page: page / ping,
      loadRate,
      buildMs: building.ms,
      peakMb,
      startMs: server.startMs,
    };
    rows.push([
      size,
      ping.toFixed(0),
      `${(byId / ping).toFixed(2)} ×`,
      `${(byIndex / ping).toFixed(2)} ×`,
      `${(page / ping).toFixed(2)} ×`,
      loadRate.toFixed(0),
      `${(building.ms / 1000).toFixed(1)} s`,
      peakMb,
      server.startMs.toFixed(0),
    ]);
  }
  report.reads = perSize;
  const many = await new MongoClient(server.uri, { maxPoolSize: writers, minPoolSize: writers }).connect();
  const target = many.db('bench').collection<Item>('inserts');
  const inserts = await rate((n) =>
    target.insertOne(makeItem(n), { writeConcern: { w: 'majority', j: true } }),
  );
  const pings = await rate(() => many.db('admin').command({ ping: 1 }));
  await many.close();
  const [putByPut, putsAtOnce] = [await lmdbRate(1), await lmdbRate(writers)];
  report.writes = { insertsPerSecond: inserts, pingsPerSecond: pings, putByPut, putsAtOnce };
  await client.close();
  console.log(rows.map((row) => row.map((cell) => String(cell).padStart(12)).join('')).join('\n'));
  const times = (other: number): string => `${other.toFixed(0)}/s (${(inserts / other).toFixed(2)} ×)`;
  console.log(`\n${writers} writers, each waiting for the disk: ${inserts.toFixed(0)} insertOne/s`);
  console.log(`  ping through the same pool:            ${times(pings)}`);
  console.log(`  durable puts of lmdb, one by one:      ${times(putByPut)}`);
  console.log(`  durable puts of lmdb, ${writers} at once:      ${times(putsAtOnce)}`);
} finally {
  await stopServer(server);
  rmSync(dataDir, { recursive: true, force: true });
}
mkdirSync(join(root, '.cache'), { recursive: true });
writeFileSync(join(root, '.cache/bench.json'), `${JSON.stringify(report, null, 2)}\n`);
