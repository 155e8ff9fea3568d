import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type EmbeddedMongo, type EmbeddedMongoOptions, startEmbeddedMongo } from 'embedded-mongo';
import { MongoClient, type MongoClientOptions } from 'mongodb';

const root = fileURLToPath(new URL('../..', import.meta.url));

function newest(dir: string): number {
  return Math.max(
    ...readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs),
  );
}

/** Builds the server if its sources are newer than the build; one test file builds while the others wait. */
export function ensureBuilt(): void {
  const lock = join(root, 'dist.lock');
  for (let waited = 0; ; waited += 100) {
    if (existsSync(join(root, 'dist/index.js')) && newest(join(root, 'dist')) >= newest(join(root, 'src')))
      return;
    try {
      mkdirSync(lock);
      break;
    } catch (error) {
      if (waited > 60_000) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    }
  }
  try {
    execFileSync(process.execPath, [join(root, 'build.js')], { stdio: 'inherit' });
  } finally {
    rmdirSync(lock);
  }
}

export interface TestDatabase {
  readonly uri: string;
  readonly dataDir: string;
  readonly client: MongoClient;
  /** Another client of the same server. */
  connect(options?: MongoClientOptions): Promise<MongoClient>;
  /** Restarts the server on the same data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** A document of any shape and `_id` type. */
export interface AnyDocument {
  _id?: string | number | object;
  [field: string]: unknown;
}

/** A new data folder for one test. */
export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'embedded-mongo-'));
}

/** Starts a test file's own database with a connected client. */
export async function startDatabase(options: Partial<EmbeddedMongoOptions> = {}): Promise<TestDatabase> {
  ensureBuilt();
  const dataDir = options.dataDir ?? temporaryFolder();
  const clients: MongoClient[] = [];
  // Only durability tests need the disk; others would wait for it.
  const start = (): Promise<EmbeddedMongo> => startEmbeddedMongo({ dataDir, flush: false, ...options });
  let server: EmbeddedMongo = await start();
  const connect = async (clientOptions?: MongoClientOptions): Promise<MongoClient> => {
    const client = await new MongoClient(server.uri, clientOptions).connect();
    clients.push(client);
    return client;
  };
  let client = await connect();
  const closeAll = async (): Promise<void> => {
    await Promise.all(clients.splice(0).map((one) => one.close()));
    await server.close();
  };
  return {
    get uri() {
      return server.uri;
    },
    dataDir,
    get client() {
      return client;
    },
    connect,
    async restart() {
      await closeAll();
      server = await start();
      client = await connect();
    },
    async stop() {
      await closeAll();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
