import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createRandom } from '@frens/contract/fixtures';
import mongoose from 'mongoose';
import { embeddedFolder } from '../src/backup/places.ts';
import type { SchemaState } from '../src/database/migrate.ts';
import { withDatabase } from '../src/start-services.ts';
import {
  freePort,
  type ServerProcess,
  startDatabaseProcess,
  startServer,
} from '../src/testing/api-processes.ts';
import { startReverseProxy } from '../src/testing/reverse-proxy.ts';
import { marks, narrowAfter } from './made-up-step.ts';
import type { Drill } from './rehearse-upgrade.ts';
import type { Release } from './release.ts';
import { Writers } from './writers.ts';

/** A way to replace one release by another behind a proxy. */
interface Way {
  name: string;
  /** The proxy's backends. */
  backends: ReadonlyArray<number | string>;
  /** Starts a release in one of two slots. */
  start(release: Release, place: number): ServerProcess;
  /** Ends the previous release once the next one serves. */
  retire(server: ServerProcess): Promise<void>;
  close(): Promise<void>;
}

/** Two consecutive releases. */
export interface Neighbours {
  older: Release;
  newer: Release;
}

/** The servers' environment. */
export type Environment = Record<string, string> & { DATA_DIR: string };

const longestLife = 2_000;
/** Releases check every ten seconds whether an older one has ended, and a check may have just begun. */
const latestMs = 25_000;

/**
 * Replaces two releases by each other while members write through a proxy: side by side on one database, and on one machine with the
 * embedded database. Back and forth, no request may fail. Then one of the two is killed repeatedly during the exchange, and no
 * acknowledged write may be lost.
 *
 * @throws naming failures and losses
 */
export async function rehearseExchange(
  drill: Drill,
  { older, newer }: Neighbours,
  environment: Environment,
): Promise<void> {
  await exchange(drill, { older, newer }, await onOneDatabase(environment));
  const hasSockets = await supportsHandOver(older);
  if (!hasSockets)
    drill.say(`${older.name} hands no socket over: ${newer.name} takes its own place instead.`);
  await exchange(drill, { older: hasSockets ? older : newer, newer }, onOneSocket(drill.folder, environment));
}

/** Two concurrent processes on one database; the proxy polls `/readyz`. */
async function onOneDatabase({ DATA_DIR: dataDir, ...environment }: Environment) {
  const database = await startDatabaseProcess(embeddedFolder({ dataDir }));
  const ports = [await freePort(), await freePort()];
  // The proxy polls twenty times a second, but on a busy machine the response may take seconds.
  const shared = { ...environment, MONGODB_URI: database.uri, STOP_PAUSE_SECONDS: '4' };
  const way: Way = {
    name: 'Side by side on one database',
    backends: ports,
    start({ programs }, place) {
      const server = startServer(path.join(programs, 'server.js'), ports[place % 2] ?? 0, shared);
      const ready = server.ready.then(() => untilReady(server.url));
      // A test that kills it early need not handle the rejection.
      ready.catch(() => {});
      return { ...server, ready };
    },
    retire: (server) => server.close(),
    close: () => database.close(),
  };
  return { ...way, uri: database.uri };
}

/** Waits until a server is ready. */
async function untilReady(url: string): Promise<void> {
  while (!(await fetch(`${url}/readyz`)).ok) await setTimeout(50);
}

/** One process after the other on the embedded database: the newer one takes over the socket. */
function onOneSocket(folder: string, environment: Environment): Way {
  const socket = path.join(folder, 'frens.sock');
  const started: ServerProcess[] = [];
  return {
    name: 'On one socket',
    backends: [socket],
    start({ programs }) {
      const server = startServer(path.join(programs, 'server.js'), 0, {
        ...environment,
        SOCKET_PATH: socket,
      });
      started.push(server);
      return server;
    },
    // It exits by itself when its connections have closed.
    retire: async () => {},
    close: async () => {
      await Promise.all(started.map((server) => server.close()));
    },
  };
}

/**
 * Follows a two-phase migration (made-up-step.ts) while members write through a proxy. The newer release expands beside the older one,
 * repeats that for its writes once it has ended, and only then contracts. No request fails; a rollback is then refused.
 *
 * @throws naming what failed, or came too early or too late
 */
export async function rehearseNarrowing(
  { seconds, writers: count, say }: Drill,
  { older, newer }: Neighbours,
  environment: Environment,
): Promise<void> {
  const waitMs = (seconds * 1000) / 2;
  const way = await onOneDatabase({ ...environment, [narrowAfter]: String(waitMs) });
  const proxy = await startReverseProxy(way.backends);
  const client = await new mongoose.mongo.MongoClient(withDatabase(way.uri)).connect();
  const members = client.db().collection('users');
  const unmarked = (mark: string) => members.countDocuments({ [mark]: { $exists: false } });
  const readState = () => client.db().collection<SchemaState>('schema').findOne({ _id: 'schema' });
  const writers = new Writers(proxy.url, count);
  const started = [way.start(older, 0)];
  try {
    await started[0]?.ready;
    await writers.join();
    const before = await readState();
    const writing = writers.start();
    try {
      const next = way.start(newer, 1);
      started.push(next);
      await next.ready;
      if ((await unmarked(marks.widened)) > 0) throw new Error(`${newer.name} did not widen at its start.`);
      await new Writers(started[0]?.url ?? '', 1).join();
      await setTimeout(waitMs * 2);
      const beside = await readState();
      if (beside?.version !== before?.version || beside?.narrowed !== before?.narrowed)
        throw new Error(`${newer.name} went on beside ${older.name}: ${JSON.stringify(beside)}`);
      if ((await unmarked(marks.widened)) !== 1)
        throw new Error('Who joins at the older release has no mark.');
      await started.shift()?.close();
      const goneAt = performance.now();
      const since = async (what: string, isSo: () => Promise<boolean>) => {
        for (; !(await isSo()); await setTimeout(100))
          if (performance.now() - goneAt > latestMs + waitMs) throw new Error(`${what}: not in time.`);
        return `${what} ${Math.round(performance.now() - goneAt)} ms`;
      };
      const widened = await since('widened again', async () => (await unmarked(marks.widened)) === 0);
      const narrowed = await since('narrowed', async () => (await unmarked(marks.narrowed)) === 0);
      await writing.stop();
      await writers.compare();
      if (writers.refusals + proxy.failures.length > 0)
        throw new Error(`${writers.refusals} requests failed.\n${proxy.failures.join('\n')}`);
      say(
        `A step in two halves: ${widened} and ${narrowed} after ${older.name} had gone; none of ${writers.rounds} rounds of writing failed, the longest answer took ${Math.round(writers.longestMs)} ms.`,
      );
    } finally {
      await writing.abandon();
    }
    const back = await way.start(older, 0).ready.then(() => 'It is ready.', String);
    if (!back.includes('Start the newer release again'))
      throw new Error(`${older.name} serves data that was narrowed: ${back}`);
  } finally {
    await Promise.all(started.map((server) => server.close()));
    await client.close();
    await way.close();
    proxy.close();
  }
}

/** Whether a release supports the socket hand-over. Its bundles share chunks, so any file may contain the protocol. */
async function supportsHandOver({ programs }: Release): Promise<boolean> {
  const files = (await readdir(programs)).filter((name) => name.endsWith('.js'));
  const texts = await Promise.all(files.map((name) => readFile(path.join(programs, name), 'utf8')));
  return texts.some((text) => text.includes('give way'));
}

async function exchange(
  { seed, kills, seconds, writers: count, say }: Drill,
  { older, newer }: Neighbours,
  way: Way,
) {
  const random = createRandom(seed);
  const proxy = await startReverseProxy(way.backends);
  const writers = new Writers(proxy.url, count);
  let place = 0;
  let serving = way.start(older, place);
  try {
    await serving.ready;
    await writers.join();
    const writing = writers.start();
    try {
      for (const release of [newer, older, newer]) {
        await setTimeout((seconds * 1000) / 3);
        const next = way.start(release, (place += 1));
        await next.ready;
        await way.retire(serving);
        serving = next;
      }
      await setTimeout((seconds * 1000) / 3);
      if (writers.refusals + proxy.failures.length > 0)
        throw new Error(`${way.name}: ${writers.refusals} requests failed.\n${proxy.failures.join('\n')}`);
      say(
        `${way.name}: exchanged over, back and over; none of ${writers.rounds} rounds of writing failed, the longest answer took ${Math.round(writers.longestMs)} ms.`,
      );
      for (let kill = 0; kill < kills; kill += 1) {
        const release = kill % 2 === 0 ? older : newer;
        let next = way.start(release, (place += 1));
        const life = random.below(longestLife);
        await setTimeout(life);
        const isNextKilled = random.below(2) === 0;
        await (isNextKilled ? next : serving).kill();
        say(
          `${way.name}: ${isNextKilled ? 'the next' : 'the serving'} process was killed ${life} ms after the next one's start.`,
        );
        // Restarts it, like systemd.
        if (isNextKilled) next = way.start(release, place);
        await next.ready;
        await way.retire(serving);
        serving = next;
      }
      await writing.stop();
      await writers.compare();
    } finally {
      await writing.abandon();
    }
    say(`${way.name}: all that was answered is there, after ${writers.rounds} rounds of writing.`);
  } finally {
    await serving.close();
    await way.close();
    proxy.close();
  }
}
