import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Database, openDatabase } from '../database/database.ts';
import { migrationPlan } from '../migrations/index.ts';
import { createModels, type Models } from '../resources/models.ts';

const { MONGODB_URI } = process.env;

/** Which server the tests use, in words. */
export const databaseInUse = MONGODB_URI
  ? 'the server that MONGODB_URI names'
  : 'embedded-mongo (MONGODB_URI names another server)';

export interface TestDatabase {
  db: Database<Models>;
  uri: string;
  close(): Promise<void>;
}

/** A database of its own on a server, whatever database the connection string names. */
export function testUri(uri: string): string {
  const [, server = uri, query = ''] = /^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/[^?]*)?(\?.*)?$/.exec(uri) ?? [];
  return `${server}/frens-test-${randomBytes(6).toString('hex')}${query}`;
}

/** An empty database of its own: on the server of `MONGODB_URI`, or an embedded one in a temporary folder. */
export async function startTestDatabase(): Promise<TestDatabase> {
  if (MONGODB_URI) {
    const uri = testUri(MONGODB_URI);
    const db = await openDatabase(uri, createModels, migrationPlan);
    return {
      db,
      uri,
      async close() {
        await db.connection.dropDatabase();
        await db.close();
      },
    };
  }
  const { startEmbeddedMongo } = await import('embedded-mongo');
  const dataDir = await mkdtemp(path.join(tmpdir(), 'frens-test-'));
  // No flush to disk: nothing of a test has to outlive a power cut.
  const server = await startEmbeddedMongo({ dataDir, flush: false });
  const uri = testUri(server.uri);
  const db = await openDatabase(uri, createModels, migrationPlan);
  return {
    db,
    uri,
    async close() {
      await db.close();
      await server.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
