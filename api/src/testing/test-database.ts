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

/** An empty database of its own, which is dropped when it is closed. */
export async function startTestDatabase(): Promise<TestDatabase> {
  const server = await findTestServer();
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
