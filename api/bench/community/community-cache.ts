import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import mongoose from 'mongoose';
import { openDatabase } from '../../src/database/database.ts';
import { rootDir } from '../../src/environment.ts';
import { migrationPlan } from '../../src/migrations/index.ts';
import { createModels } from '../../src/resources/models.ts';
import { withDatabase } from '../../src/start-services.ts';
import { startDatabaseProcess } from '../../src/testing/api-processes.ts';
import { fillCommunity, loadCommunity } from './fill-community.ts';

/** The cache folder of communities, unless the environment names another. */
export const cacheFolder = process.env.BENCH_DIR || '.cache/bench';

const star = 20_000;
/** A marker file beside a completely filled folder. */
const completeMarker = 'whole';
const reportEvery = 100_000;

const dataDirOf = (members: number, folder: string) =>
  path.resolve(rootDir, folder, `community-${members}`, 'db');
const databaseNameOf = (members: number) => `frens-bench-${members}`;

/**
 * Fills a community of this size unless it exists: in a folder, or on the server of MONGODB_URI, where an interrupted run resumes. Later
 * benchmarks reuse it.
 */
export async function ensureCommunity(members: number, folder: string): Promise<void> {
  const size = { members, star: Math.min(star, members - 1) };
  const { MONGODB_URI } = process.env;
  const startedAt = performance.now();
  if (MONGODB_URI) {
    const uri = withDatabase(MONGODB_URI, databaseNameOf(members));
    if (await isComplete(uri)) return;
    await makeIndexes(uri);
    await fillCommunity(uri, size, (collection, written) => {
      if (written % reportEvery === 0) console.log(`${collection}: ${written}, ${secondsSince(startedAt)} s`);
    });
  } else {
    const dataDir = dataDirOf(members, folder);
    const mark = path.join(dataDir, '..', completeMarker);
    if (existsSync(mark)) return;
    await rm(dataDir, { recursive: true, force: true });
    await withServer(dataDir, (uri) => makeIndexes(withDatabase(uri, databaseNameOf(members))));
    await loadCommunity(dataDir, databaseNameOf(members), size, (collection) =>
      console.log(`${collection} from ${secondsSince(startedAt)} s`),
    );
    await writeFile(mark, '');
  }
  console.log(`filled ${members} members in ${secondsSince(startedAt)} s`);
}

/** Opens a cached community, served by its own process or by the server of MONGODB_URI. */
export async function openCommunity(
  members: number,
  folder: string,
): Promise<{ uri: string; pid?: number; close(): Promise<void> }> {
  await ensureCommunity(members, folder);
  const { MONGODB_URI } = process.env;
  if (MONGODB_URI) return { uri: withDatabase(MONGODB_URI, databaseNameOf(members)), close: async () => {} };
  const server = await startDatabaseProcess(dataDirOf(members, folder));
  return { ...server, uri: withDatabase(server.uri, databaseNameOf(members)) };
}

async function withServer(dataDir: string, work: (uri: string) => Promise<void>): Promise<void> {
  const { startEmbeddedMongo } = await import('embedded-mongo');
  const server = await startEmbeddedMongo({ dataDir });
  try {
    await work(server.uri);
  } finally {
    await server.close();
  }
}

/** Creates the site's collections and indexes. */
async function makeIndexes(uri: string): Promise<void> {
  const db = await openDatabase(uri, createModels, migrationPlan);
  await db.close();
}

async function isComplete(uri: string): Promise<boolean> {
  const connection = await mongoose.createConnection(uri).asPromise();
  try {
    return (await connection.collection('benchFill').findOne({ whole: true })) !== null;
  } finally {
    await connection.close();
  }
}

const secondsSince = (startedAt: number) => Math.round((performance.now() - startedAt) / 1000);
