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

/** Where communities are kept, unless the environment names another folder. */
export const keptFolder = process.env.BENCH_DIR || '.cache/bench';

const star = 20_000;
/** A file beside a folder that has been filled to its end. */
const wholeMark = 'whole';
const tellEvery = 100_000;

const dataDirOf = (members: number, folder: string) =>
  path.resolve(rootDir, folder, `community-${members}`, 'db');
const nameOf = (members: number) => `frens-bench-${members}`;

/**
 * Fills a community of this size where it is not there yet: in a folder, or on the server that MONGODB_URI names, where
 * one that was cut off goes on. It is kept for the next time.
 */
export async function keepCommunity(members: number, folder: string): Promise<void> {
  const size = { members, star: Math.min(star, members - 1) };
  const { MONGODB_URI } = process.env;
  const startedAt = performance.now();
  if (MONGODB_URI) {
    const uri = withDatabase(MONGODB_URI, nameOf(members));
    if (await isWhole(uri)) return;
    await makeIndexes(uri);
    await fillCommunity(uri, size, (collection, written) => {
      if (written % tellEvery === 0) console.log(`${collection}: ${written}, ${secondsSince(startedAt)} s`);
    });
  } else {
    const dataDir = dataDirOf(members, folder);
    const mark = path.join(dataDir, '..', wholeMark);
    if (existsSync(mark)) return;
    await rm(dataDir, { recursive: true, force: true });
    await withServer(dataDir, (uri) => makeIndexes(withDatabase(uri, nameOf(members))));
    await loadCommunity(dataDir, nameOf(members), size, (collection) =>
      console.log(`${collection} from ${secondsSince(startedAt)} s`),
    );
    await writeFile(mark, '');
  }
  console.log(`filled ${members} members in ${secondsSince(startedAt)} s`);
}

/** A community that is kept, served by a process of its own, or by the server that MONGODB_URI names. */
export async function openCommunity(
  members: number,
  folder: string,
): Promise<{ uri: string; pid?: number; close(): Promise<void> }> {
  await keepCommunity(members, folder);
  const { MONGODB_URI } = process.env;
  if (MONGODB_URI) return { uri: withDatabase(MONGODB_URI, nameOf(members)), close: async () => {} };
  const server = await startDatabaseProcess(dataDirOf(members, folder));
  return { ...server, uri: withDatabase(server.uri, nameOf(members)) };
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

/** Everything of the site's database but documents. */
async function makeIndexes(uri: string): Promise<void> {
  const db = await openDatabase(uri, createModels, migrationPlan);
  await db.close();
}

async function isWhole(uri: string): Promise<boolean> {
  const connection = await mongoose.createConnection(uri).asPromise();
  try {
    return (await connection.collection('benchFill').findOne({ whole: true })) !== null;
  } finally {
    await connection.close();
  }
}

const secondsSince = (startedAt: number) => Math.round((performance.now() - startedAt) / 1000);
