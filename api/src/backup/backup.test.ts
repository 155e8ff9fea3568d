import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import mongoose from 'mongoose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Config, readConfig } from '../config.ts';
import { restoringCollection } from '../database/database.ts';
import { findDifferences } from '../scripts/find-differences.ts';
import { startServices } from '../start-services.ts';
import { builtProgram } from '../testing/built-program.ts';
import { openBackupPlace } from './backup-place.ts';
import { checkBackup } from './check-backup.ts';
import { readManifest } from './manifest.ts';
import { connect } from './places.ts';
import { restoreBackup } from './restore-backup.ts';
import { newestBackupAt } from './rotation.ts';
import { writeBackup } from './write-backup.ts';

const { BSON } = mongoose.mongo;
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
let folder: string;
/** A site with the demo community, and its backup. */
let source: Config;
let backup: string;

const configOf = (name: string, more: Partial<Config> = {}): Config => ({
  ...readConfig({ variables: { NODE_ENV: 'test', LOG_LEVEL: 'silent' } }),
  mongodbUri: null,
  dataDir: path.join(folder, name),
  ...more,
});

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'frens-backup-'));
  source = configOf('source');
  backup = path.join(folder, 'backup');
  const { services, close } = await startServices({ ...source, seedDemo: true });
  // Every type of value that a driver would round or rename.
  await services.db.connection.db
    ?.collection<{ _id: unknown; [field: string]: unknown }>('oddities')
    .insertMany([
      { _id: 1, one: new BSON.Double(1), big: BSON.Long.fromString('9007199254740993'), at: new Date(5) },
      { _id: 'two', text: 'lines\u2028and\r\nends', amount: BSON.Decimal128.fromString('1.10') },
    ]);
  // While the site is running.
  await writeBackup(source, backup);
  await close();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A copy of the backup for a test to damage. */
async function copyOfBackup(name: string): Promise<string> {
  const copy = path.join(folder, name);
  await mkdir(copy);
  for (const file of await readdir(backup))
    await writeFile(path.join(copy, file), await readFile(path.join(backup, file)));
  return copy;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Another server, for MONGODB_URI. */
async function startServer(name: string) {
  const { startEmbeddedMongo } = await import('embedded-mongo');
  const server = await startEmbeddedMongo({ dataDir: path.join(folder, name), flush: false });
  return { uri: server.uri.replace('/?', '/groves?'), close: () => server.close() };
}

describe('a backup', () => {
  it('describes its content and is restored byte for byte', async () => {
    const manifest = await readManifest(backup);
    expect(manifest).toMatchObject({ source: `the data folder ${source.dataDir}`, database: 'frens' });
    const users = manifest.collections.find(({ name }) => name === 'users');
    expect(users?.documents).toBe(60);
    expect(users?.indexes.map(({ name }) => name)).toContain('usernameKey_1');

    const target = configOf('target');
    await restoreBackup(target, backup);
    const again = path.join(folder, 'again');
    const { collections } = await writeBackup(target, again);
    expect(collections).toEqual(manifest.collections);
  });

  it.runIf(process.env.LONG)('moves from the embedded database to a server and back', async () => {
    const server = await startServer('server');
    const onServer = configOf('unused', { mongodbUri: server.uri });
    await restoreBackup(onServer, backup);
    const fromServer = path.join(folder, 'from-server');
    const manifest = await writeBackup(onServer, fromServer);
    await server.close();
    expect(manifest.database).toBe('groves');
    expect(manifest.source).not.toContain('unused');
    const back = configOf('back');
    await restoreBackup(back, fromServer);
    const { services, close } = await startServices(back);
    expect(await services.db.models.User.countDocuments()).toBe(60);
    await close();
  });

  it('refuses a folder inside the data folder', async () => {
    const link = path.join(folder, 'link');
    await symlink(source.dataDir, link);
    for (const inner of [
      source.dataDir,
      path.join(source.dataDir, 'backups', 'today'),
      path.join(link, 'new'),
    ])
      await expect(writeBackup(source, inner)).rejects.toThrow('lies in the folder of the data');
  });

  it.runIf(process.env.LONG)('fails its check when its data is inconsistent', async () => {
    const copy = await copyOfBackup('unsound');
    const [accounts, manifest] = [path.join(copy, 'accounts.jsonl'), path.join(copy, 'manifest.json')];
    const before = await readFile(accounts, 'utf8');
    const after = before.replace(/("balance":\{"\$numberInt":")\d+/, '$17');
    await writeFile(accounts, after);
    const text = await readFile(manifest, 'utf8');
    await writeFile(manifest, text.replace(sha256(before), sha256(after)));
    await expect(checkBackup(source, copy)).rejects.toThrow(/not sound: \d+ differences\.\naccount .+ 0\.07/);
    expect((await readdir(folder)).filter((name) => name.includes('.check-'))).toEqual([]);
  });
});

describe('a restore changes nothing when', () => {
  const changes: [name: string, change: (text: string) => string, message: RegExp][] = [
    ['was changed', (text) => text.replace('Robin', 'Rabin'), /was changed after it was written/],
    ['is cut off', (text) => text.slice(0, -20), /users\.jsonl, line 60: .+JSON/],
    ['lacks its end', (text) => text.split('\n').slice(0, 9).join('\n'), /ends at line 9; 60 doc/],
  ];
  it.each(process.env.LONG ? changes : changes.slice(0, 1))('a file %s', async (name, change, message) => {
    const copy = await copyOfBackup(`broken: ${name}`);
    const file = path.join(copy, 'users.jsonl');
    await writeFile(file, change(await readFile(file, 'utf8')));
    const target = configOf(`never: ${name}`);
    await expect(restoreBackup(target, copy)).rejects.toThrow(message);
    await expect(readdir(target.dataDir)).rejects.toThrow('ENOENT');
  });

  it('the folder holds no backup, or one of a newer release', async () => {
    const target = configOf('never');
    await expect(restoreBackup(target, folder)).rejects.toThrow(/There is no backup in .+ is missing/);
    const newer = await copyOfBackup('newer');
    const file = path.join(newer, 'manifest.json');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace(/"dataVersion": \d+/, '"dataVersion": 9999'));
    await expect(restoreBackup(target, newer)).rejects.toThrow(/version 9999 .+ only versions up to/);
  });

  it('the database contains documents or is in use', async () => {
    await expect(restoreBackup(source, backup)).rejects.toThrow(/holds documents in .+ already/);
    const served = configOf('served');
    const { close } = await startServices(served);
    await expect(restoreBackup(served, backup)).rejects.toThrow(/already in use by process/);
    // Read-only commands such as `npm run verify` connect through the running server.
    const beside = await startServices(served, { beside: true });
    expect(await findDifferences(beside.services)).toEqual([]);
    await beside.close();
    await close();
    // The state after a first start counts as empty.
    await restoreBackup(served, backup);
  });

  it.runIf(process.env.LONG)('a server cannot tell whether it is in use', async () => {
    const server = await startServer('maybe-served');
    const config = configOf('unused', { mongodbUri: server.uri });
    const started = await startServices(config);
    await expect(restoreBackup(config, backup)).rejects.toThrow(/does not tell whether a site is using/);
    await started.close();
    await server.close();
  });

  it.runIf(process.env.LONG)('a step fails halfway', async () => {
    const server = await startServer('fails');
    const config = configOf('unused', { mongodbUri: server.uri });
    const { db, close } = await connect(server.uri);
    const copy = await copyOfBackup('impossible');
    const manifest = path.join(copy, 'manifest.json');
    // An invalid index in the last collection.
    const text = await readFile(manifest, 'utf8');
    await writeFile(
      manifest,
      text.replace('"name": "usernameKey_1"', '"name": "usernameKey_1", "wrong": true'),
    );
    await expect(restoreBackup(config, copy)).rejects.toThrow(/wrong/);
    expect(await db.listCollections().toArray()).toEqual([]);
    await close();
    await server.close();
  });
});

it('an interrupted restore is not served, and can be repeated', async () => {
  const server = await startServer('killed');
  const config = configOf('unused', { mongodbUri: server.uri });
  const { db, close } = await connect(server.uri);
  await db.collection(restoringCollection).insertOne({});
  await db.collection('users').insertOne({ name: 'half' });
  await expect(startServices(config)).rejects.toThrow(/being restored/);
  await restoreBackup(config, backup);
  expect(await db.collection('users').countDocuments()).toBe(60);
  await close();
  await server.close();
});

describe('the backup commands', () => {
  const run = (name: 'backup' | 'restore', args: string[], variables: Record<string, string> = {}) =>
    promisify(execFile)(process.execPath, [builtProgram(name), ...args], {
      env: { PATH: process.env.PATH, ENV_FILE: '', INIT_CWD: folder, ...variables },
      timeout: 100_000,
    });

  it.runIf(process.env.LONG)('follow the configuration and keep the configured number', async () => {
    const kept = path.join(folder, 'kept');
    await mkdir(path.join(kept, '2026-01-01T00-00-00Z'), { recursive: true });
    await mkdir(path.join(kept, 'mine'));
    const variables = { DATA_DIR: source.dataDir, BACKUP_DIR: kept, BACKUP_KEEP: '1' };
    const { stdout } = await run('backup', ['--check'], variables);
    expect(stdout).toContain('every collection is the same; ledger, totals and search are sound');
    expect(stdout).toMatch(
      /^Copied the data folder .+source, database frens, to .+kept.+: [\d,]+ documents in/,
    );
    const names = await readdir(kept);
    expect(names).toHaveLength(2);
    expect(names).toContain('mine');
    expect(names).not.toContain('2026-01-01T00-00-00Z');
    expect(Date.now() - Number(await newestBackupAt(await openBackupPlace(kept)))).toBeLessThan(60_000);
  });

  it.runIf(process.env.LONG)('restore a backup into a new database', async () => {
    const { stdout } = await run('restore', ['--from', 'backup'], {
      DATA_DIR: path.join(folder, 'by-command'),
    });
    expect(stdout).toMatch(/^Restored the copy of .+source from 20.+ into the data folder .+by-command\.\n/);
  });

  it('report missing options', async () => {
    await expect(run('restore', ['--form', 'x'])).rejects.toMatchObject({
      stderr: expect.stringContaining("Unknown option '--form'"),
    });
  });
});
