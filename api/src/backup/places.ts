import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import mongoose, { type mongo } from 'mongoose';
import { hour, second } from '../clock.ts';
import type { Config } from '../config.ts';
import { withDatabase } from '../start-services.ts';
import { BackupError } from './manifest.ts';

type Where = Pick<Config, 'mongodbUri' | 'dataDir'>;

/** A database that is open for a copy. */
export interface OpenPlace {
  client: mongo.MongoClient;
  db: mongo.Db;
  /** What shows one moment of a database that others write to. */
  snapshot?: mongo.ClientSession;
  close(): Promise<void>;
}

/** Where the embedded database keeps its files. */
export const embeddedFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => path.join(dataDir, 'db');

/**
 * Refuses a place of backups in the folder of the data, also by a link: it would be lost with them.
 *
 * @throws {BackupError} that names another setting
 */
export function refuseInsideData(folder: string, { mongodbUri, dataDir }: Where): void {
  if (mongodbUri !== null) return;
  const way = path.relative(realPath(dataDir), realPath(folder));
  if (!way.startsWith('..') && !path.isAbsolute(way))
    throw new BackupError(
      `${folder} lies in the folder of the data: it would be lost with it. Name a place on another disk.`,
    );
}

/** The path without links, as far as there is something. */
function realPath(folder: string): string {
  if (existsSync(folder)) return realpathSync(folder);
  const parent = path.dirname(folder);
  return parent === folder ? folder : path.join(realPath(parent), path.basename(folder));
}

/** The configured place in words, without its password. */
export function inWordsOf({ mongodbUri, dataDir }: Where): string {
  if (mongodbUri === null) return `the data folder ${dataDir}`;
  const [, hosts = 'MONGODB_URI'] = /^mongodb(?:\+srv)?:\/\/(?:[^@/]*@)?([^/?]+)/.exec(mongodbUri) ?? [];
  return `the MongoDB at ${hosts}`;
}

/** @throws {BackupError} when nothing answers there */
export async function connect(uri: string): Promise<OpenPlace> {
  const client = new mongoose.mongo.MongoClient(withDatabase(uri), {
    serverSelectionTimeoutMS: 5 * second,
    // No read concern: the driver would take it for that of a snapshot.
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
 * Serves a folder of the embedded database for a while; nothing in it expires meanwhile.
 *
 * @throws {BackupError} when a server is using it
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
 * Opens what is configured as it is at one moment. Of the embedded database that is a copy, made in `copyFolder` without
 * disturbing a server that is using it; of any other, a snapshot.
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

/** How a server says that it shows one moment within a transaction only. */
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
