import path from 'node:path';
import mongoose from 'mongoose';
import { openDatabase } from '../../src/database/database.ts';
import { rootDir } from '../../src/environment.ts';
import { migrationPlan } from '../../src/migrations/index.ts';
import { createModels } from '../../src/resources/models.ts';
import { withDatabase } from '../../src/start-services.ts';
import { startDatabaseProcess } from '../../src/testing/api-processes.ts';
import { fillCommunity } from './fill-community.ts';

/** Where communities are kept, unless the environment names another folder. */
export const keptFolder = process.env.BENCH_DIR || '.cache/bench';

const star = 20_000;
const tellEvery = 100_000;

const dataDirOf = (members: number, folder: string) =>
  path.resolve(rootDir, folder, `community-${members}`, 'db');
const nameOf = (members: number) => `frens-bench-${members}`;

/**
 * Fills a community of this size where it is not there yet, and goes on with one that was cut off: in a folder, or on
 * the server that MONGODB_URI names. It is kept for the next time.
 */
export async function keepCommunity(members: number, folder: string): Promise<void> {
  const server = await startServer(members, folder);
  try {
    if (await isWhole(server.uri)) return;
    const startedAt = performance.now();
    const db = await openDatabase(server.uri, createModels, migrationPlan);
    await db.close();
    await fillCommunity(server.uri, { members, star: Math.min(star, members - 1) }, (collection, written) => {
      if (written % tellEvery === 0) console.log(`${collection}: ${written}, ${secondsSince(startedAt)} s`);
    });
    console.log(`filled ${members} members in ${secondsSince(startedAt)} s`);
  } finally {
    await server.close();
  }
}

/** A community that is kept, served by a process of its own, or by the server that MONGODB_URI names. */
export async function openCommunity(
  members: number,
  folder: string,
): Promise<{ uri: string; close(): Promise<void> }> {
  await keepCommunity(members, folder);
  const { MONGODB_URI } = process.env;
  if (MONGODB_URI) return { uri: withDatabase(MONGODB_URI, nameOf(members)), close: async () => {} };
  const server = await startDatabaseProcess(dataDirOf(members, folder));
  return { uri: withDatabase(server.uri, nameOf(members)), close: server.close };
}

async function startServer(members: number, folder: string) {
  const { MONGODB_URI } = process.env;
  if (MONGODB_URI) return { uri: withDatabase(MONGODB_URI, nameOf(members)), close: async () => {} };
  const { startEmbeddedMongo } = await import('embedded-mongo');
  // No flush to disk: what a power cut spoils is filled again.
  const server = await startEmbeddedMongo({ dataDir: dataDirOf(members, folder), flush: false });
  return { uri: withDatabase(server.uri, nameOf(members)), close: () => server.close() };
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
