import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import mongoose, { type mongo } from 'mongoose';
import type { Config } from '../config.ts';
import { ContentCount, linesOf } from './lines.ts';
import { BackupError, type CollectionBackup, fileOf, type Manifest, writeManifest } from './manifest.ts';
import { inWordsOf, openSource, refuseInsideData } from './places.ts';

type Snapshot = mongo.ClientSession;

/**
 * Copies the configured database into a new folder, as it is at one moment, also beside a working site. The folder
 * appears whole or not at all.
 *
 * @param logSequence the last file of the log of changes beside it
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
        source: inWordsOf(config),
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

/** A server keeps one moment for some minutes (239), and a transaction for one (251). */
function isTooOld(error: unknown): boolean {
  return error instanceof mongoose.mongo.MongoServerError && (error.code === 239 || error.code === 251);
}

async function refuseFilled(folder: string): Promise<void> {
  try {
    if ((await readdir(folder)).length === 0) return;
  } catch (error) {
    // True because reading a folder throws system errors only.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw new BackupError(`${folder} is no folder.`, { cause: error });
  }
  throw new BackupError(`${folder} holds something already; name a new folder.`);
}

/** How far data has been migrated (docs/decisions/0066); what is older than that counts as 0. */
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
  // Lists cannot be read in a snapshot; collections and indexes change only when a new version starts.
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
    // True because the server names every index.
    collections.push({ name, ...content.total(), options, indexes: indexes as CollectionBackup['indexes'] });
  }
  return collections;
}
