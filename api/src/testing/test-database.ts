import { randomBytes } from 'node:crypto';
import { type Database, openDatabase } from '../database/database.ts';
import { migrationPlan } from '../migrations/index.ts';
import { createModels, type Models } from '../resources/models.ts';
import { findTestServer } from './test-server.ts';

export interface TestDatabase {
  db: Database<Models>;
  uri: string;
  close(): Promise<void>;
}

/** The connection string of a new random database on a server. */
export function testUri(uri: string): string {
  const [, server = uri, query = ''] = /^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/[^?]*)?(\?.*)?$/.exec(uri) ?? [];
  return `${server}/frens-test-${randomBytes(6).toString('hex')}${query}`;
}

/** A closed database for reuse: emptying it takes a sixth of the time of creating another. */
let idle: TestDatabase | undefined;
/** Collections that are kept: processes cache the site's keys, which never change. */
const lasting = ['schema', 'siteKeys'];

/** Opens an empty database with collections and indexes. */
export async function startTestDatabase(): Promise<TestDatabase> {
  if (idle) {
    const database = idle;
    idle = undefined;
    return database;
  }
  const own = await startOwnDatabase();
  const { connection } = own.db;
  const database: TestDatabase = {
    ...own,
    async close() {
      if (idle) return own.close();
      // Safe: the connection is open.
      const collections = await (connection.db as NonNullable<typeof connection.db>).collections();
      await Promise.all(
        collections
          .filter(({ collectionName }) => !lasting.includes(collectionName))
          .map((collection) => collection.deleteMany({})),
      );
      idle = database;
    },
  };
  return database;
}

/** Opens a database that no other test file reuses, for tests that change more than documents. Dropped when closed. */
export async function startOwnDatabase(find = findTestServer): Promise<TestDatabase> {
  const server = await find();
  const uri = testUri(server.uri);
  const db = await openDatabase(uri, createModels, migrationPlan);
  return {
    db,
    uri,
    async close() {
      await db.connection.dropDatabase();
      await db.close();
      await server.close();
    },
  };
}
