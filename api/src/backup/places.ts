import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import mongoose, { type mongo } from 'mongoose';
import { hour, second } from '../clock.ts';
import type { Config } from '../config.ts';
import { withDatabase } from '../start-services.ts';
import { BackupError } from './manifest.ts';

type Where = Pick<Config, 'mongodbUri' | 'dataDir'>;

/** A database opened for copying. */
export interface OpenPlace {
  client: mongo.MongoClient;
  db: mongo.Db;
  /** A session that reads one snapshot while others write. */
  snapshot?: mongo.ClientSession;
  close(): Promise<void>;
}

/** The folder of the embedded database's files. */
export const embeddedFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => path.join(dataDir, 'db');

/**
 * Refuses a backup folder inside the data folder, also through a symbolic link: a lost disk would take both.
 *
 * @throws {BackupError} asking for another folder
 */
export function refuseInsideData(folder: string, { mongodbUri, dataDir }: Where): void {
  if (mongodbUri !== null) return;
  const way = path.relative(realPath(dataDir), realPath(folder));
  if (!way.startsWith('..') && !path.isAbsolute(way))
    throw new BackupError(
      `${folder} lies in the folder of the data: it would be lost with it. Name a place on another disk.`,
    );
}

/** Resolves symbolic links in the existing part of a path. */
function realPath(folder: string): string {
  if (existsSync(folder)) return realpathSync(folder);
  const parent = path.dirname(folder);
  return parent === folder ? folder : path.join(realPath(parent), path.basename(folder));
}

/** Describes the configured database without its password. */
export function sourceName({ mongodbUri, dataDir }: Where): string {
  if (mongodbUri === null) return `the data folder ${dataDir}`;
  const [, hosts = 'MONGODB_URI'] = /^mongodb(?:\+srv)?:\/\/(?:[^@/]*@)?([^/?]+)/.exec(mongodbUri) ?? [];
  return `the MongoDB at ${hosts}`;
}

/** @throws {BackupError} when the database does not respond */
export async function connect(uri: string): Promise<OpenPlace> {
  const client = new mongoose.mongo.MongoClient(withDatabase(uri), {
    serverSelectionTimeoutMS: 5 * second,
    // No read concern: the driver would apply it to snapshot sessions.
    writeConcern: { w: 'majority', journal: true },
  });
  try {
    await client.connect();
  } catch (cause) {
    await client.close();
    throw new BackupError('The database does not answer. Check MONGODB_URI.', { cause });
  }
  return { client, db: client.db(), close: () => client.close() };
}

/**
 * Serves an embedded database's folder temporarily, without expiring documents.
 *
 * @throws {BackupError} when a server uses the folder
 */
export async function serveFolder(folder: string, { flush = true } = {}): Promise<OpenPlace> {
  const { startEmbeddedMongo } = await import('embedded-mongo');
  try {
    const server = await startEmbeddedMongo({ dataDir: folder, ttlIntervalMs: 24 * hour, flush });
    const place = await connect(server.uri);
    return {
      ...place,
      async close() {
        await place.close();
        await server.close();
      },
    };
  } catch (cause) {
    throw new BackupError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/**
 * Opens a snapshot of the configured database. The embedded database is copied to `copyFolder` without disturbing its running
 * server; any other database uses a snapshot session.
 */
export async function openSource(config: Where, copyFolder: string): Promise<OpenPlace> {
  if (config.mongodbUri !== null) return withSnapshot(await connect(config.mongodbUri));
  const folder = embeddedFolder(config);
  if (!existsSync(folder)) {
    throw new BackupError(
      `There is no data in ${config.dataDir}. Set DATA_DIR or MONGODB_URI as the server has them.`,
    );
  }
  const { copyDataFolder } = await import('embedded-mongo');
  await copyDataFolder(folder, copyFolder);
  return serveFolder(copyFolder, { flush: false });
}

/** MongoDB's error code of servers that support snapshots only within transactions. */
const invalidOptions = 72;

async function withSnapshot({ client, db, close }: OpenPlace): Promise<OpenPlace> {
  let snapshot = client.startSession({ snapshot: true });
  try {
    await db.collection('schema').findOne({}, { session: snapshot });
  } catch (error) {
    if (!(error instanceof mongoose.mongo.MongoServerError) || error.code !== invalidOptions) throw error;
    await snapshot.endSession();
    snapshot = client.startSession();
    snapshot.startTransaction({ readConcern: { level: 'snapshot' } });
  }
  return {
    client,
    db,
    snapshot,
    async close() {
      await snapshot.endSession();
      await close();
    },
  };
}
