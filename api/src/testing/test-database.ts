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

/** A database of its own on a server, whatever database the connection string names. */
export function testUri(uri: string): string {
  const [, server = uri, query = ''] = /^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/[^?]*)?(\?.*)?$/.exec(uri) ?? [];
  return `${server}/frens-test-${randomBytes(6).toString('hex')}${query}`;
}

/** One that a file of this worker has closed: to empty it is a sixth of the work of making another one. */
let idle: TestDatabase | undefined;
/** Collections that are not emptied: processes cache the site's keys, which never change. */
const lasting = ['schema', 'siteKeys'];

/** An empty database of its own, with its collections and indexes. */
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
      // True because it is connected.
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

/** A database that no other file gets, for who changes more of it than documents. It is dropped when it is closed. */
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
