import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import mongoose, { type mongo } from 'mongoose';
import type { Config } from '../config.ts';
import { restoringCollection, siteName } from '../database/database.ts';
import { migrationPlan } from '../migrations/index.ts';
import { checkFiles } from './check-files.ts';
import { fillDatabase } from './fill-database.ts';
import type { Change } from './log-segments.ts';
import { BackupError, type Manifest } from './manifest.ts';
import { connect, embeddedFolder, serveFolder, sourceName } from './places.ts';

/**
 * Restores a backup into the configured database, which must be empty and not in use. Verifies everything before and after; a
 * failure changes nothing.
 *
 * @param changes later changes to apply on top
 */
export async function restoreBackup(
  config: Config,
  folder: string,
  changes: readonly Change[] = [],
): Promise<Manifest> {
  const manifest = await checkFiles(folder);
  const newest = migrationPlan.migrations.at(-1)?.version ?? 0;
  if (manifest.dataVersion > newest) {
    throw new BackupError(
      `The backup holds data of version ${manifest.dataVersion} and this release knows only versions up to ${newest}. Restore it with the release that wrote it (${manifest.build}), or a newer one.`,
    );
  }
  if (config.mongodbUri === null) await restoreFolder(config, folder, manifest, changes);
  else await restoreServer(config, config.mongodbUri, folder, manifest, changes);
  return manifest;
}

/** Whether the configured database contains data. */
export async function containsData(config: Config): Promise<boolean> {
  const folder = embeddedFolder(config);
  if (config.mongodbUri === null && !existsSync(folder)) return false;
  const { db, close } = await (config.mongodbUri === null ? serveFolder(folder) : connect(config.mongodbUri));
  try {
    // The remains of an interrupted restore are no data.
    const isRestoring = (await db.listCollections({ name: restoringCollection }).toArray()).length > 0;
    return !isRestoring && (await findFilled(db)) !== null;
  } finally {
    await close();
  }
}

/** Fills a new folder beside the used one, and swaps them when it is complete. */
async function restoreFolder(
  config: Config,
  folder: string,
  manifest: Manifest,
  changes: readonly Change[],
): Promise<void> {
  const target = embeddedFolder(config);
  await mkdir(config.dataDir, { recursive: true });
  // Locks the old folder until the end, so that no server starts on it meanwhile.
  const replaced = existsSync(target) ? await serveFolder(target) : null;
  const place = await mkdtemp(`${target}.restoring-`);
  try {
    if (replaced) await refuseFilled(replaced.db, sourceName(config));
    // Nobody uses the folder before it is complete, so one flush at the end suffices.
    const filled = await serveFolder(place, { flush: false });
    try {
      await fillDatabase(filled.db, folder, manifest, changes);
    } finally {
      await filled.close();
    }
    await flushFiles(place);
    if (replaced) await rename(target, path.join(place, 'replaced'));
    await rename(place, target);
  } catch (error) {
    await rm(place, { recursive: true, force: true });
    throw error;
  } finally {
    await replaced?.close();
    await rm(path.join(target, 'replaced'), { recursive: true, force: true });
  }
}

async function flushFiles(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = await open(path.join(folder, entry.name), 'r+');
    await file.sync();
    await file.close();
  }
}

/** Fills a database while keeping servers from starting on it, and removes everything again on failure. */
async function restoreServer(
  config: Config,
  uri: string,
  folder: string,
  manifest: Manifest,
  changes: readonly Change[],
): Promise<void> {
  const { db, close } = await connect(uri);
  try {
    const names = (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
    // The remains of an interrupted restore are no data.
    if (!names.includes(restoringCollection)) {
      await refuseFilled(db, `${sourceName(config)}, database ${db.databaseName},`);
      await refuseServed(db, names);
    }
    await db.collection(restoringCollection).updateOne({}, { $set: { at: new Date() } }, { upsert: true });
    try {
      await dropOthers(db);
      await fillDatabase(db, folder, manifest, changes);
    } catch (error) {
      await dropOthers(db);
      throw error;
    } finally {
      await db.collection(restoringCollection).drop();
    }
  } finally {
    await close();
  }
}

/** Collections that a server writes before the first member joins. */
const bookkeepingCollections = ['schema'];

/** Finds a collection with documents, or null. */
async function findFilled(db: mongo.Db): Promise<string | null> {
  for await (const { name } of db.listCollections({}, { nameOnly: true })) {
    if (bookkeepingCollections.includes(name) || (await db.collection(name).findOne({})) === null) continue;
    return name;
  }
  return null;
}

async function refuseFilled(db: mongo.Db, where: string): Promise<void> {
  const name = await findFilled(db);
  if (name === null) return;
  throw new BackupError(
    `${where} holds documents in ${name} already. A backup is restored into an empty database only: set DATA_DIR or MONGODB_URI to a new one.`,
  );
}

/** Refuses a database that a running server uses; servers identify themselves by their application name. */
async function refuseServed(db: mongo.Db, names: string[]): Promise<void> {
  if (names.length === 0) return;
  let connections: mongo.Document[];
  try {
    connections = await db.client
      .db('admin')
      .aggregate([
        { $currentOp: { allUsers: true, idleConnections: true } },
        { $match: { appName: siteName(db.databaseName) } },
      ])
      .toArray();
  } catch (error) {
    if (!(error instanceof mongoose.mongo.MongoServerError)) throw error;
    throw new BackupError(
      `Database ${db.databaseName} has collections, and its server does not tell whether a site is using them (${error.message}). Stop the site and drop the database, which holds no documents, or name another one.`,
      { cause: error },
    );
  }
  if (connections.length === 0) return;
  throw new BackupError(`A site is using database ${db.databaseName}; stop it first.`);
}

async function dropOthers(db: mongo.Db): Promise<void> {
  for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray()) {
    if (name !== restoringCollection && !name.startsWith('system.')) await db.collection(name).drop();
  }
}
