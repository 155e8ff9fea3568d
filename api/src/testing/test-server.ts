import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { day } from '../clock.ts';

const { MONGODB_URI } = process.env;

/** The variable that passes the run's server to its workers; not `MONGODB_URI`, because it is an embedded one. */
const sharedServer = 'TEST_DATABASE_SERVER';

/** The server that tests use, for people. */
export const databaseInUse = MONGODB_URI
  ? 'the server that MONGODB_URI names'
  : 'embedded-mongo (MONGODB_URI names another server)';

/** A database server for tests; closing it ends only a server that was started for the caller. */
interface TestServer {
  uri: string;
  close(): Promise<void>;
}

/** The server of `MONGODB_URI`, else the run's shared one, else a new embedded one. */
export async function findTestServer(): Promise<TestServer> {
  const uri = MONGODB_URI || process.env[sharedServer];
  return uri ? { uri, close: async () => {} } : startEmbeddedServer();
}

/** Starts an embedded server in a temporary folder, regardless of `MONGODB_URI`. */
export async function startEmbeddedServer(): Promise<TestServer> {
  const { startEmbeddedMongo } = await import('embedded-mongo');
  const dataDir = await mkdtemp(path.join(tmpdir(), 'frens-test-'));
  // No flush to disk: test data need not survive a power cut. No TTL job within a run: it goes by the real clock, tests by their own.
  const server = await startEmbeddedMongo({ dataDir, flush: false, ttlIntervalMs: day });
  return {
    uri: server.uri,
    async close() {
      await server.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Set-up of a test run: one server shared by all test files, each with its own databases. Starting a server takes longer than many test
 * files, and a warm one is faster.
 */
export default async function shareTestServer(): Promise<() => Promise<void>> {
  const { uri, close } = await findTestServer();
  // Workers inherit this environment.
  process.env[sharedServer] = uri;
  return close;
}
