import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import mongoose, { type mongo } from 'mongoose';
import type { Config } from '../config.ts';
import { ContentCount, linesOf } from './lines.ts';
import { BackupError, type CollectionBackup, fileOf, type Manifest, writeManifest } from './manifest.ts';
import { openSource, refuseInsideData, sourceName } from './places.ts';

type Snapshot = mongo.ClientSession;

/**
 * Copies a snapshot of the configured database into a new folder; the site may be running. The folder appears atomically.
 *
 * @param logSequence the last file of the change log beside it
 */
export async function writeBackup(config: Config, folder: string, logSequence?: number): Promise<Manifest> {
  refuseInsideData(folder, config);
  await refuseFilled(folder);
  await mkdir(path.dirname(folder), { recursive: true });
  const partial = await mkdtemp(`${folder}.partial-`);
  try {
    const copy = path.join(partial, 'copy');
    const { db, snapshot, close } = await openSource(config, copy);
    let manifest: Manifest;
    try {
      manifest = {
        format: 1,
        createdAt: new Date().toISOString(),
        source: sourceName(config),
        database: db.databaseName,
        build: config.build,
        dataVersion: await dataVersionOf(db, snapshot),
        collections: await writeCollections(db, partial, snapshot),
        ...(logSequence === undefined ? {} : { logSequence }),
      };
    } finally {
      await close();
    }
    await rm(copy, { recursive: true, force: true });
    await writeManifest(partial, manifest);
    await rename(partial, folder);
    return manifest;
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw isTooOld(error) ? new BackupError(tooLarge, { cause: error }) : error;
  }
}

const tooLarge =
  'The data could not be read within the time that its server keeps one moment. Raise its minSnapshotHistoryWindowInSeconds, or use the backups of whoever runs it.';

/** Servers keep snapshots for some minutes (error 239) and transactions for one minute (error 251). */
function isTooOld(error: unknown): boolean {
  return error instanceof mongoose.mongo.MongoServerError && (error.code === 239 || error.code === 251);
}

async function refuseFilled(folder: string): Promise<void> {
  try {
    if ((await readdir(folder)).length === 0) return;
  } catch (error) {
    // Safe: reading a folder throws only system errors.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw new BackupError(`${folder} is no folder.`, { cause: error });
  }
  throw new BackupError(`${folder} holds something already; name a new folder.`);
}

/** The data's migration version (docs/decisions/0066); 0 for data without one. */
export async function dataVersionOf(db: mongo.Db, snapshot?: Snapshot): Promise<number> {
  const state = await db
    .collection<{ _id: string; version?: number }>('schema')
    .findOne({ _id: 'schema' }, snapshot ? { session: snapshot } : {});
  return state?.version ?? 0;
}

async function writeCollections(
  db: mongo.Db,
  folder: string,
  snapshot?: Snapshot,
): Promise<CollectionBackup[]> {
  // Lists cannot be read in a snapshot session; collections and indexes change only when a new version starts.
  const found = await db.listCollections<mongo.CollectionInfo>({}, { nameOnly: false }).toArray();
  const collections: CollectionBackup[] = [];
  for (const { name, type, options = {} } of found.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (name.startsWith('system.')) continue;
    if (type !== 'collection') throw new BackupError(`${name} is a ${type}, which a backup cannot hold.`);
    const collection = db.collection(name);
    const indexes = (await collection.indexes()).filter((index) => index.name !== '_id_');
    const content = new ContentCount();
    const stream = createWriteStream(fileOf(folder, { name }), { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(linesOf(collection, content, snapshot), stream);
    // Safe: the server names every index.
    collections.push({ name, ...content.total(), options, indexes: indexes as CollectionBackup['indexes'] });
  }
  return collections;
}
