import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { findRunningServer } from 'embedded-mongo';
import mongoose from 'mongoose';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { publishEmptySite } from '../../../shell/compose/src/testing/empty-site.ts';
import { kindsOfStores } from '../../../shell/compose/src/testing/kinds-of-stores.ts';
import { createServerProcesses, ready, type ServerProcess } from '../testing/server-process.ts';
import { openBackupPlace } from './backup-place.ts';
import { newestBackupAt } from './rotation.ts';
import { scheduleBackups } from './schedule-backups.ts';

// Scheduled backups, and filling an empty site from one at startup.
const servers = createServerProcesses();
let folder: string;
let siteStore: string;
const at = (name: string) => path.join(folder, name);
const patience = { timeout: 100_000 };

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'frens-by-itself-'));
  siteStore = await publishEmptySite(folder);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  servers.killAll();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function start(environment: Record<string, string>): Promise<ServerProcess> {
  const server = servers.start({ PORT: '0', SITE_STORE: siteStore, LOG_LEVEL: 'info', ...environment });
  await ready(server);
  return server;
}
async function stop({ child, ended }: ServerProcess): Promise<void> {
  child.kill('SIGTERM');
  await ended;
}
const backups = async () =>
  (await readdir(at('backups')).catch(() => [])).filter((name) => name.endsWith('Z'));

describe('a server', () => {
  it('makes checked backups on schedule, and fills an empty site from one once', async () => {
    const source = { DATA_DIR: at('source'), SEED_DEMO: 'true', BACKUP_DIR: at('backups') };
    const first = await start(source);
    await expect.poll(first.output, patience).toContain('A backup was made and checked.');
    await stop(first);
    const [name = ''] = await backups();
    expect(await newestBackupAt(await openBackupPlace(at('backups')))).not.toBeNull();

    const empty = { DATA_DIR: at('new'), SEED_DEMO: 'false', RESTORE_FROM: path.join(at('backups'), name) };
    const restored = await start(empty);
    expect(restored.output()).toMatch(/The empty database was filled from the backup of .* from 20/);
    await stop(restored);
    const again = await start(empty);
    expect(again.output()).not.toContain('was filled from the backup');
    await stop(again);
  });

  it.each(Object.entries(kindsOfStores))(
    'restores what was written a second before its disk was lost, also after a crash, from %s',
    async (_kind, newStore) => {
      const { address, server: bucket, remove } = await newStore();
      const variables = { ...bucket?.environment, SEED_DEMO: 'false' };
      const lost = at(`lost-${path.basename(address)}`);
      const first = await start({ ...variables, DATA_DIR: lost, BACKUP_DIR: address });
      await expect.poll(first.output, patience).toContain('A backup was made and checked.');
      const notesIn = async (dataDir: string) => {
        const client = new mongoose.mongo.MongoClient(
          (await findRunningServer(path.join(dataDir, 'db'))) ?? '',
        );
        return { client, notes: client.db('frens').collection<{ _id: number }>('notes') };
      };
      const before = await notesIn(lost);
      for (let _id = 1; _id <= 10; _id += 1) await before.notes.insertOne({ _id });
      first.child.kill('SIGKILL');
      await first.ended;
      await before.client.close();
      const crashed = await start({ ...variables, DATA_DIR: lost, BACKUP_DIR: address });
      const { client, notes } = await notesIn(lost);
      for (let _id = 11; _id <= 20; _id += 1) await notes.insertOne({ _id });
      await setTimeout(1_000);
      crashed.child.kill('SIGKILL');
      await rm(lost, { recursive: true });
      await client.close();

      const found = at(`found-${path.basename(address)}`);
      const second = await start({ ...variables, DATA_DIR: found, RESTORE_FROM: address });
      const there = await notesIn(found);
      expect(await there.notes.countDocuments()).toBe(20);
      await there.client.close();
      await stop(second);
      await remove();
    },
  );

  it('refuses to start from an incomplete backup', async () => {
    await writeFile(at('no-backup'), '');
    const server = servers.start({
      PORT: '0',
      SITE_STORE: siteStore,
      DATA_DIR: at('nothing'),
      RESTORE_FROM: at('no-backup'),
    });
    expect(await server.ended).toBe(1);
    expect(server.output()).toContain(`There is no backup in ${at('no-backup')}`);
  });

  it('checks every minute whether a backup is due, and retries a failed one after a minute', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    const lines: string[] = [];
    const log = pino({ level: 'info' }, { write: (line) => lines.push(line) });
    const said = (words: string) => lines.filter((line) => line.includes(words)).length;
    for (const [name, value] of Object.entries({
      ENV_FILE: '',
      DATA_DIR: at('late'),
      BACKUP_DIR: at('backups'),
    }))
      vi.stubEnv(name, value);
    const [name = ''] = await backups();
    // The existing backup is two days old.
    await rename(path.join(at('backups'), name), path.join(at('backups'), '2026-01-01T00-00-00Z'));
    const end = scheduleBackups({ address: at('backups'), every: 86_400_000, keep: 7 }, log);
    // There is nothing to copy yet.
    await expect.poll(() => said('A backup failed.'), patience).toBe(1);
    vi.advanceTimersByTime(50_000);
    expect(said('A backup failed.')).toBe(1);
    vi.stubEnv('DATA_DIR', at('source'));
    vi.advanceTimersByTime(2 * 60_000);
    await expect.poll(() => lines.at(-1), patience).toContain('A backup was made and checked.');
    expect(await backups()).toHaveLength(2);
    end();
  });

  it('kills a backup that outlasts its interval, and says so', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'info' }, { write: (line) => lines.push(line) });
    vi.stubEnv('ENV_FILE', '');
    vi.stubEnv('DATA_DIR', at('source'));
    vi.stubEnv('BACKUP_DIR', at('slow'));
    const end = scheduleBackups({ address: at('slow'), every: 20, keep: 7 }, log);
    await expect
      .poll(() => lines.join(''), patience)
      .toMatch(/It did not end within .* hours\..*A backup failed\./);
    end();
  });
});
