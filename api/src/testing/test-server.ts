import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const { MONGODB_URI } = process.env;

/** The variable that names the server of a run to its workers; not `MONGODB_URI`, because it is an embedded one. */
const sharedServer = 'TEST_DATABASE_SERVER';

/** Which server the tests use, in words. */
export const databaseInUse = MONGODB_URI
  ? 'the server that MONGODB_URI names'
  : 'embedded-mongo (MONGODB_URI names another server)';

/** A server for the databases of tests; closing it ends only one that was started for whoever asked. */
interface TestServer {
  uri: string;
  close(): Promise<void>;
}

/** The server that `MONGODB_URI` names, or the one that serves the whole run, or an embedded one in a temporary folder. */
export async function findTestServer(): Promise<TestServer> {
  const uri = MONGODB_URI || process.env[sharedServer];
  return uri ? { uri, close: async () => {} } : startEmbeddedServer();
}

/** An embedded one in a temporary folder, whatever `MONGODB_URI` names. */
export async function startEmbeddedServer(): Promise<TestServer> {
  const { startEmbeddedMongo } = await import('embedded-mongo');
  const dataDir = await mkdtemp(path.join(tmpdir(), 'frens-test-'));
  // No flush to disk: nothing of a test has to outlive a power cut.
  const server = await startEmbeddedMongo({ dataDir, flush: false });
  return {
    uri: server.uri,
    async close() {
      await server.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Set-up of a whole run: one server for all test files, each of which makes databases of its own on it. Starting a server takes longer
 * than many a file, and one that has run for a while is faster.
 */
export default async function shareTestServer(): Promise<() => Promise<void>> {
  const { uri, close } = await findTestServer();
  // Workers are started with what stands here.
  process.env[sharedServer] = uri;
  return close;
}
