import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createRandom } from '@frens/contract/fixtures';
import { embeddedFolder } from '../src/backup/places.ts';
import {
  freePort,
  type ServerProcess,
  startDatabaseProcess,
  startServer,
} from '../src/testing/api-processes.ts';
import { startReverseProxy } from '../src/testing/reverse-proxy.ts';
import type { Drill } from './rehearse-upgrade.ts';
import { type Release, thisRelease } from './release.ts';
import { Writers } from './writers.ts';

/** A way in which one release takes the place of another behind a proxy. */
interface Way {
  name: string;
  /** Where the proxy finds the site. */
  backends: ReadonlyArray<number | string>;
  /** Starts a release in one of two places. */
  start(release: Release, place: number): ServerProcess;
  /** Ends the release before, once the next one serves. */
  retire(server: ServerProcess): Promise<void>;
  close(): Promise<void>;
}

const longestLife = 2_000;

/**
 * Exchanges two releases for each other while members write through a proxy: side by side on one database, and on one machine with the embedded
 * one. Over and back, no request may fail; then one of the two is killed in the middle, again and again, and nothing that was answered may
 * be lost.
 *
 * @throws with what failed or was lost
 */
export async function rehearseExchange(
  drill: Drill,
  before: Release,
  dataDir: string,
  environment: Record<string, string>,
): Promise<void> {
  await exchange(drill, before, await sideBySide(dataDir, environment));
  if (await knowsSockets(before)) await exchange(drill, before, onOneSocket(drill.folder, environment));
  else {
    drill.say(`${before.name} hands no socket over: this release takes its own place instead.`);
    await exchange(drill, thisRelease, onOneSocket(drill.folder, environment));
  }
}

/** Two processes at once on one database, of which the proxy asks `/readyz`. */
async function sideBySide(
  dataDir: string,
  { DATA_DIR: _embedded, ...environment }: Record<string, string>,
): Promise<Way> {
  const database = await startDatabaseProcess(embeddedFolder({ dataDir }));
  const ports = [await freePort(), await freePort()];
  // The proxy looks twenty times a second, and on a machine that is busy with something else its answer may come seconds later.
  const shared = { ...environment, MONGODB_URI: database.uri, STOP_PAUSE_SECONDS: '4' };
  return {
    name: 'Side by side on one database',
    backends: ports,
    start({ programs }, place) {
      const server = startServer(path.join(programs, 'server.js'), ports[place % 2] ?? 0, shared);
      const ready = server.ready.then(() => untilReady(server.url));
      // Whoever kills it before it serves need not wait for it.
      ready.catch(() => {});
      return { ...server, ready };
    },
    retire: (server) => server.close(),
    close: () => database.close(),
  };
}

/** Until a server says that requests may come. */
async function untilReady(url: string): Promise<void> {
  while (!(await fetch(`${url}/readyz`)).ok) await setTimeout(50);
}

/** One after the other on the embedded database: the newer process takes the socket. */
function onOneSocket(folder: string, environment: Record<string, string>): Way {
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
    // It ends by itself, once its connections are closed.
    retire: async () => {},
    close: async () => {
      await Promise.all(started.map((server) => server.close()));
    },
  };
}

async function knowsSockets({ programs }: Release): Promise<boolean> {
  return (await readFile(path.join(programs, 'server.js'), 'utf8')).includes('SOCKET_PATH');
}

async function exchange({ seed, kills, seconds, writers: count, say }: Drill, before: Release, way: Way) {
  const random = createRandom(seed);
  const proxy = await startReverseProxy(way.backends);
  const writers = new Writers(proxy.url, count);
  let place = 0;
  let serving = way.start(before, place);
  try {
    await serving.ready;
    await writers.join();
    const writing = writers.start();
    try {
      for (const release of [thisRelease, before, thisRelease]) {
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
        const release = kill % 2 === 0 ? before : thisRelease;
        let next = way.start(release, (place += 1));
        const life = random.below(longestLife);
        await setTimeout(life);
        const isNextKilled = random.below(2) === 0;
        await (isNextKilled ? next : serving).kill();
        say(
          `${way.name}: ${isNextKilled ? 'the next' : 'the serving'} process was killed ${life} ms after the next one's start.`,
        );
        // As systemd does.
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
