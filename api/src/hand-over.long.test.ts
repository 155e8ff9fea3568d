import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readlinkSync } from 'node:fs';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { findRunningServer } from 'embedded-mongo';
import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { publishEmptySite } from '../../shell/compose/src/testing/empty-site.ts';
import { withDatabase } from './start-services.ts';
import { registration } from './testing/factories.ts';
import { type ReverseProxy, startReverseProxy } from './testing/reverse-proxy.ts';
import { createServerProcesses, ready, type ServerProcess } from './testing/server-process.ts';
import { createTestClient } from './testing/test-app.ts';

let folder: string;
let environment: Record<string, string>;
let proxy: ReverseProxy;
const servers = createServerProcesses();
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'frens-place-'));
  const socket = path.join(folder, 'frens.sock');
  await mkdir(path.join(folder, 'data'));
  environment = {
    DATA_DIR: path.join(folder, 'data'),
    BACKUP_DIR: path.join(folder, 'backups'),
    SITE_STORE: await publishEmptySite(folder),
    SOCKET_PATH: socket,
    LIMIT_FACTOR: '100000',
    TRUSTED_PROXY_HOPS: '0',
    LOG_LEVEL: 'warn',
  };
  proxy = await startReverseProxy([socket]);
});
afterAll(async () => {
  proxy.close();
  servers.killAll();
  // Killed processes may still be writing a file of the log.
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** A serving process. */
async function serve(): Promise<ServerProcess> {
  const server = servers.start(environment);
  await ready(server);
  return server;
}

function stop({ child, ended }: ServerProcess) {
  child.kill();
  return ended;
}

/** Members who write and read through the proxy sequentially. */
let joined = 0;
function startMembers(count: number) {
  const over = new AbortController();
  const failures: string[] = [];
  const waits: number[] = [];
  const loops = Array.from({ length: count }, async () => {
    const client = createTestClient(proxy.url);
    const { id } = await client.call('POST /api/register', {
      body: registration({ username: `place${(joined += 1)}` }),
    });
    for (let turn = 1; !over.signal.aborted; turn += 1) {
      const startedAt = performance.now();
      const bio = `turn ${turn}`;
      const answer = await client.send('PATCH', `/api/users/${id}`, { body: { bio } });
      const text = await answer.text();
      waits.push(performance.now() - startedAt);
      if (answer.status !== 200) failures.push(`${answer.status} ${text}`);
      const read = await client.send('GET', '/api/user');
      if (read.status !== 200) failures.push(`${read.status} ${await read.text()}`);
      else if (((await read.json()) as { bio: string }).bio !== bio)
        failures.push(`${bio} was answered and is gone`);
      await setTimeout(5);
    }
  });
  return {
    /** The longest duration of a write since the last call, in milliseconds. */
    longestWait: () => Math.round(Math.max(...waits.splice(0))),
    async stop() {
      over.abort();
      await Promise.all(loops);
      return failures;
    },
  };
}

it('replaces an old process by a new one repeatedly during writes without a failed request', async () => {
  let serving = await serve();
  const members = startMembers(6);
  await setTimeout(1500);
  members.longestWait();
  const waits: number[] = [];
  for (let exchange = 0; exchange < 3; exchange += 1) {
    serving = await serve();
    await setTimeout(1000);
    waits.push(members.longestWait());
  }
  expect(await members.stop()).toEqual([]);
  expect(proxy.failures).toEqual([]);
  console.info(`The longest waits of a write over each exchange: ${waits.join(', ')} ms.`);
  expect(serving.output()).not.toContain('gap');
  await stop(serving);
}, 60_000);

it('forwards open requests when it is stopped during a hand-over with slow bodies', async () => {
  const { SOCKET_PATH = '' } = environment;
  const serving = await serve();
  const slow = Array.from({ length: 3 }, () => {
    const socket = connect(SOCKET_PATH).on('error', () => undefined);
    socket.write('POST /api/login HTTP/1.1\r\nHost: localhost:3000\r\nContent-Type: application/json\r\n');
    socket.write('Content-Length: 500\r\n\r\n{"u');
    const answer = once(socket, 'data').then(String);
    return { socket, answer, trickle: setInterval(() => socket.write('a'), 400) };
  });
  const members = startMembers(3);
  await setTimeout(1500);
  members.longestWait();
  const { ino } = await stat(SOCKET_PATH);
  const next = servers.start(environment);
  await vi.waitUntil(async () => (await stat(SOCKET_PATH)).ino !== ino, { timeout: 30_000, interval: 2 });
  expect(await stop(serving)).toBe(0);
  await setTimeout(500);
  console.info(`The longest wait of a write beside slow bodies: ${members.longestWait()} ms.`);
  expect(await members.stop()).toEqual([]);
  for (const { socket, answer, trickle } of slow) {
    clearInterval(trickle);
    expect(await answer).toMatch(/^HTTP\/1\.1 503 /);
    socket.destroy();
  }
  expect(proxy.failures).toEqual([]);
  await stop(next);
}, 60_000);

it('refuses a release that cannot serve the data, and keeps serving', async () => {
  const serving = await serve();
  const uri = await findRunningServer(path.join(folder, 'data', 'db'));
  const client = await mongoose.mongo.MongoClient.connect(withDatabase(uri ?? ''));
  const schema = client.db().collection<{ _id: string; version: number; readableFrom: number }>('schema');
  const before = await schema.findOneAndUpdate(
    { _id: 'schema' },
    { $set: { version: 99, readableFrom: 99 } },
  );
  const next = servers.start(environment);
  expect(await next.ended).toBe(1);
  expect(next.output()).toContain('this release knows only versions up to');
  const { status } = await createTestClient(proxy.url).send('GET', '/api/circles');
  expect([status, serving.child.exitCode]).toEqual([200, null]);
  await schema.updateOne(
    { _id: 'schema' },
    { $set: { version: before?.version ?? 0, readableFrom: before?.readableFrom ?? 0 } },
  );
  await client.close();
  await stop(serving);
}, 60_000);

/** Asks the running process to give way, like a starting release. */
async function askToGiveWay(name = '') {
  const socket = connect(`${environment.SOCKET_PATH}.next`);
  socket.setEncoding('utf8').write(`give way ${name}\n`);
  const [answer] = await once(socket, 'data');
  return { socket, answer: String(answer) };
}

it('keeps serving when its successor dies or hangs before it serves', async () => {
  const serving = await serve();
  const members = startMembers(3);
  const dying = await askToGiveWay();
  expect(dying.answer).toBe('closed\n');
  dying.socket.destroy();
  await vi.waitUntil(() => serving.output().includes('This one goes on'), { timeout: 20_000 });
  // Repeated restarts must not delay requests each time.
  const again = servers.start(environment);
  expect(await again.ended).toBe(1);
  expect(again.output()).toContain('keeps its place. The last one that tried');
  await vi.waitUntil(async () => (await askToGiveWay()).answer === 'closed\n', {
    timeout: 60_000,
    interval: 1000,
  });
  expect(await members.stop()).toEqual([]);
  const { status } = await createTestClient(proxy.url).send('GET', '/api/circles');
  expect([status, serving.child.exitCode]).toEqual([200, null]);
  await stop(serving);
}, 120_000);

it('kills a successor that hangs with the database, and keeps serving', async () => {
  const serving = await serve();
  const hanging = spawn('sleep', ['100']);
  const killed = once(hanging, 'exit');
  const members = startMembers(3);
  await askToGiveWay(`${readlinkSync('/proc/self/ns/pid')} ${hanging.pid}`);
  expect(await killed).toEqual([null, 'SIGKILL']);
  expect(await members.stop()).toEqual([]);
  expect([serving.child.exitCode, proxy.failures]).toEqual([null, []]);
  await stop(serving);
}, 60_000);
