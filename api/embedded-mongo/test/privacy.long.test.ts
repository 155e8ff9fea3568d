import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { copyDataFolder, findRunningServer, startEmbeddedMongo } from 'embedded-mongo';
import { MongoClient } from 'mongodb';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ensureBuilt, temporaryFolder } from './testing/database.ts';

const command = fileURLToPath(new URL('../bin/embedded-mongo.js', import.meta.url));
const rounds = 400;
const isRoot = process.getuid?.() === 0;

const folders: string[] = [];
const processes: ChildProcess[] = [];
beforeAll(ensureBuilt);
afterEach(() => {
  for (const child of processes.splice(0)) child.kill('SIGKILL');
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = temporaryFolder();
  folders.push(folder);
  return folder;
}

const socketOf = (uri: string): string => decodeURIComponent(new URL(uri).host);
const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

/** Starts the command in a separate process. */
async function startProcess(dataDir: string): Promise<{ child: ChildProcess; uri: string }> {
  const child = spawn(process.execPath, [command, '--data', dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  processes.push(child);
  const [uri]: unknown[] = await once(createInterface({ input: child.stdout }), 'line');
  return { child, uri: String(uri) };
}

async function kill(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

async function canPing(uri: string): Promise<boolean> {
  const client = await new MongoClient(uri, { serverSelectionTimeoutMS: 5000 }).connect();
  const { ok } = await client.db('admin').command({ ping: 1 });
  await client.close();
  return ok === 1;
}

describe('the lock of a data folder', () => {
  test(`${rounds} rounds of 3 processes over one stale lock leave one holder each`, {
    timeout: 60_000 + rounds * 500,
  }, async () => {
    const dataDir = newFolder();
    const contender = fileURLToPath(new URL('testing/lock-contender.ts', import.meta.url));
    const contenders = Array.from({ length: 3 }, () => fork(contender, { execArgv: ['--import', 'tsx'] }));
    processes.push(...contenders);
    const ask = async (child: ChildProcess, order: object | string): Promise<unknown> => {
      const answer = once(child, 'message');
      child.send(order);
      return (await answer)[0];
    };
    const ends: string[] = [];
    for (let round = 0; round < rounds; round++) {
      const stale = { pid: 2 ** 30, host: 'gone', uri: 'mongodb://gone/' };
      writeFileSync(join(dataDir, 'embedded-mongo.lock'), JSON.stringify(stale));
      const order = { dataDir, at: Date.now() + 5 };
      const answers = await Promise.all(contenders.map((child) => ask(child, order)));
      ends.push(answers.map(String).sort().join(' '));
      await Promise.all(contenders.map((child) => ask(child, 'release')));
    }
    expect(ends).toEqual(Array.from({ length: rounds }, () => 'held refused refused'));
  });

  test('is released when its process is killed, and the next server replaces the socket', async () => {
    const dataDir = newFolder();
    const first = await startProcess(dataDir);
    await expect(startEmbeddedMongo({ dataDir })).rejects.toThrow(
      `The data folder ${dataDir} is already in use by process ${first.child.pid}; stop it or choose another folder.`,
    );
    await kill(first.child, 'SIGKILL');
    const db = await startEmbeddedMongo({ dataDir });
    expect(db.uri).toBe(first.uri);
    expect(await canPing(db.uri)).toBe(true);
    await db.close();
  });
});

describe('the data folder and its socket', () => {
  test('are accessible to their owner only, copies included, even if an earlier version allowed others', async () => {
    const dataDir = join(newFolder(), 'db');
    mkdirSync(dataDir, { mode: 0o755 });
    chmodSync(dataDir, 0o755);
    const db = await startEmbeddedMongo({ dataDir });
    await new MongoClient(db.uri).connect().then(async (client) => {
      await client.db('x').collection('x').insertOne({ secret: 'bamboo' });
      await client.close();
    });
    expect(socketOf(db.uri)).toBe(join(dataDir, 'embedded-mongo.sock'));
    expect(modeOf(dataDir)).toBe('700');
    const names = readdirSync(dataDir);
    expect(names).toContain('embedded-mongo.mdb');
    for (const name of names) expect(`${name} ${modeOf(join(dataDir, name))}`).toBe(`${name} 600`);
    const copy = join(dataDir, '..', 'copy');
    await copyDataFolder(dataDir, copy);
    expect(modeOf(copy)).toBe('700');
    expect(modeOf(join(copy, 'embedded-mongo.mdb'))).toBe('600');
    await db.close();
  });

  // Only root can become another user; elsewhere the modes above are the proof.
  test.skipIf(!isRoot)('are inaccessible to another user of the machine', { timeout: 60_000 }, async () => {
    const parent = newFolder();
    chmodSync(parent, 0o755);
    const dataDir = join(parent, 'db');
    const { child, uri } = await startProcess(dataDir);
    // Even if an administrator opens the folder, its files and socket stay private.
    for (const mode of [0o700, 0o755]) {
      chmodSync(dataDir, mode);
      const asNobody = (script: string): string =>
        execFileSync(process.execPath, ['-e', script, dataDir, socketOf(uri)], {
          uid: 65_534,
          gid: 65_534,
          encoding: 'utf8',
        }).trim();
      const connect = `require('net').connect(process.argv[2]).on('connect', () => { console.log('in'); process.exit(); })
        .on('error', (error) => console.log(error.code))`;
      const read = `try { require('fs').readFileSync(process.argv[1] + '/embedded-mongo.mdb'); console.log('in'); }
        catch (error) { console.log(error.code) }`;
      expect(asNobody(connect)).toBe('EACCES');
      expect(asNobody(read)).toBe('EACCES');
    }
    expect(await canPing(uri)).toBe(true);
    await kill(child, 'SIGTERM');
  });

  test('with a name too long for a socket, one is made elsewhere, for its owner only, and tools find it', {
    timeout: 60_000,
  }, async () => {
    const dataDir = join(newFolder(), 'long'.repeat(30));
    const first = await startProcess(dataDir);
    const place = dirname(socketOf(first.uri));
    expect(modeOf(place)).toBe('700');
    expect(modeOf(socketOf(first.uri))).toBe('600');
    expect(await canPing(first.uri)).toBe(true);
    expect(await findRunningServer(dataDir)).toBe(first.uri);
    // A server removes what a killed one left behind, and its own files when it ends.
    await kill(first.child, 'SIGKILL');
    expect(existsSync(place)).toBe(true);
    const db = await startEmbeddedMongo({ dataDir });
    expect(existsSync(place)).toBe(false);
    expect(await canPing(db.uri)).toBe(true);
    await db.close();
    expect(existsSync(dirname(socketOf(db.uri)))).toBe(false);
  });

  test('a port is opened only on request', async () => {
    const db = await startEmbeddedMongo({ dataDir: newFolder(), port: 0 });
    const { port } = new URL(db.uri);
    const socket = createConnection(Number(port), '127.0.0.1');
    await once(socket, 'connect');
    socket.destroy();
    // The only member answers, whatever the read preference.
    const client = await new MongoClient(`${db.uri}&readPreference=secondary`, {
      serverSelectionTimeoutMS: 5000,
    }).connect();
    expect(await client.db('x').collection('x').countDocuments()).toBe(0);
    await client.close();
    await db.close();
  });
});
