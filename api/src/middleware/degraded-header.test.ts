import path from 'node:path';
import { lastShown } from '@frens/compose/server';
import type { SiteStore } from '@frens/compose/store';
import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createApp, listenerOf } from '../app.ts';
import { openChangeLog } from '../backup/change-log.ts';
import { nameSegment } from '../backup/log-segments.ts';
import { hour, second } from '../clock.ts';
import { watchDiskSpace } from '../disk-space.ts';
import { createHttpServer } from '../http-server.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { watchClock } from '../watch-clock.ts';
import { listTroubles } from './degraded-header.ts';

const { BSON } = mongoose.mongo;
const backup = {
  format: 1,
  createdAt: '2026-11-26T10:15:08Z',
  source: 'a test',
  database: 'frens',
  build: 'none',
  dataVersion: 0,
  collections: [],
  logSequence: 1,
};

const gap = { first: 1, sequence: 1, at: new Date('2026-11-26T10:15:07Z'), kind: 'gap' } as const;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** A server composed as in `server.ts`, with a disk, a clock and a store that tests can break. */
async function serve() {
  const { services } = app;
  const sound = { writeMs: 3, ahead: 0, isStoreAway: false, isPlaceAway: false };
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const place = { name: 'DATA_DIR', path: '/var/lib/frens' } as const;
  const ask = async () => ({ bavail: 1e6, bsize: 1e5, blocks: 1e6 });
  const disk = watchDiskSpace([place], services.log, { ask, timeWrite: async () => sound.writeMs });
  const clockWatch = watchClock(services.log, { now: () => performance.now() + sound.ahead });
  const store = {
    files: { dir: '/srv/site' },
    shown: async () => {
      if (sound.isStoreAway) throw new Error('EIO');
      return { composition: 'a1b2', canary: null };
    },
  } as unknown as SiteStore;
  const shown = lastShown(store, 'live', { log: services.log });
  const changeLog = openChangeLog(
    {
      list: async (folder) =>
        folder === '' ? ['2026-11-26T10-15-08Z'] : [path.basename(nameSegment(gap, Buffer.from('0')))],
      filesIn: async () => [],
      read: async (file) => Buffer.from(file.endsWith('.gap') ? '0' : JSON.stringify(backup)),
      remove: async () => undefined,
      async write() {
        if (sound.isPlaceAway) throw new Error('ETIMEDOUT');
      },
    },
    { log: services.log, everyMs: second },
  );
  changeLog.follow({ pending: { after: 0, changes: [] }, take: () => undefined });
  const answer = listenerOf(
    createApp({
      ...services,
      shown,
      disk,
      readTroubles: () => listTroubles({ disk, clockWatch, shown, changeLog }),
      readiness: {
        isStopping: () => false,
        hasSite: async () => !sound.isStoreAway,
        warnings: async () => [...(await disk.warnings()), ...clockWatch.warnings(), ...changeLog.warnings()],
      },
    }),
  );
  const server = createHttpServer(answer, services.config);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.');
  const get = (path: string) => fetch(`http://127.0.0.1:${address.port}${path}`);
  return {
    sound,
    get,
    degraded: async (path: string) => (await get(path)).headers.get('X-Degraded'),
    /** Lets the monitors check twice, and a request read the live composition. */
    async watch() {
      // Exceeds the queue for an unreachable place.
      for (let n = 1; sound.isPlaceAway && n <= 5; n += 1)
        changeLog.append(BSON.serialize({ ns: 'frens.notes', n, put: { _id: n, text: 'x'.repeat(13e6) } }));
      await vi.advanceTimersByTimeAsync(61_000);
      await shown();
    },
    async close() {
      await changeLog.close();
      disk.stop();
      clockWatch.stop();
      vi.useRealTimers();
      server.closeAllConnections();
      server.close();
    },
  };
}

it.each([
  ['slow-disk', { writeMs: 2_300 }, [200, 'takes 2.3 s'], 'takes 2.3 s'],
  ['clock-jumped', { ahead: -3 * hour }, [200, 'back by 10800 s'], 'The clock jumped back by 10800 s'],
  ['store-away', { isStoreAway: true }, [503, 'unavailable'], 'The store of builds is lost'],
  [
    'backups-behind',
    { isPlaceAway: true },
    [200, 'The log of changes beside the backups'],
    'The log of changes has a gap',
  ],
] as const)('%s appears in responses, /readyz and the log', async (name, fault, readiness, words) => {
  const site = await serve();
  await site.watch();
  expect(await site.degraded('/api/user')).toBeNull();
  expect(await (await site.get('/readyz')).json()).toMatchObject({ status: 'ready', warnings: [] });
  Object.assign(site.sound, fault);
  await site.watch();
  // Also in errors and 404s, but not in cached files.
  for (const path of ['/api/user', '/api/nothing', '/healthz'])
    expect(await site.degraded(path), path).toBe(name);
  expect(await site.degraded('/shell/1/main.js')).toBeNull();
  const ready = await site.get('/readyz');
  expect([ready.status, await ready.text()]).toEqual([readiness[0], expect.stringContaining(readiness[1])]);
  expect(app.logged.some(({ msg }) => String(msg).includes(words))).toBe(true);
  await site.close();
});
