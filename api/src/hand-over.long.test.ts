import { statSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { publishEmptySite } from '@frens/compose/testing';
import { findRunningServer } from 'embedded-mongo';
import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
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

/** Members who write and read through the proxy, one request after the other. */
function startMembers(count: number) {
  const over = new AbortController();
  const failures: string[] = [];
  const waits: number[] = [];
  const loops = Array.from({ length: count }, async (_, index) => {
    const client = createTestClient(proxy.url);
    const { id } = await client.call('POST /api/register', {
      body: registration({ username: `place${index}` }),
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
    /** The longest that a write took since this was asked last, in milliseconds. */
    longestWait: () => Math.round(Math.max(...waits.splice(0))),
    async stop() {
      over.abort();
      await Promise.all(loops);
      return failures;
    },
  };
}

it('a newer process takes the place of an older one under writes, again and again, and no request fails', async () => {
  let serving: ServerProcess = servers.start(environment);
  await ready(serving);
  const members = startMembers(6);
  await setTimeout(1500);
  members.longestWait();
  const waits: number[] = [];
  for (let exchange = 0; exchange < 3; exchange += 1) {
    const next = servers.start(environment);
    await ready(next);
    await setTimeout(1000);
    waits.push(members.longestWait());
    serving = next;
  }
  expect(await members.stop()).toEqual([]);
  expect(proxy.failures).toEqual([]);
  console.info(`The longest waits of a write over each exchange: ${waits.join(', ')} ms.`);
  expect(serving.output()).not.toContain('gap');
  serving.child.kill();
  await serving.ended;
}, 60_000);

it('a release that cannot serve the data is refused, and the one at work goes on', async () => {
  const serving = servers.start(environment);
  await ready(serving);
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
  serving.child.kill();
  await serving.ended;
}, 60_000);

it('a process whose successor dies before it answers ends with a failure, so that it is started again', async () => {
  const serving = servers.start(environment);
  await ready(serving);
  const next = servers.start(environment);
  const inode = () => statSync(environment.SOCKET_PATH ?? '').ino;
  const before = inode();
  // It has the socket, and waits for the database.
  await vi.waitUntil(() => inode() !== before, { timeout: 20_000, interval: 1 });
  next.child.kill('SIGKILL');
  expect(await serving.ended).toBe(1);
  expect(serving.output()).toContain('has to be started again');
}, 60_000);
