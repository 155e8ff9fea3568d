import { unlinkSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { type Server as SharedState } from './commands/context.ts';
import { runCommand } from './commands/index.ts';
import { buildIndex } from './commands/indexes.ts';
import { replicaSetName } from './commands/server.ts';
import { Cursors } from './cursors.ts';
import { Engine } from './engine.ts';
import { Sessions } from './sessions.ts';
import { removeExpired } from './ttl.ts';
import { serveConnection } from './wire/connection.ts';

export interface ServerOptions {
  readonly dataDir: string;
  /** A loopback port; 0 picks a free one. */
  readonly port?: number;
  /** A Unix socket instead of a port. */
  readonly socketPath?: string;
  /** How long a transaction may stay open, in milliseconds. */
  readonly transactionLifetimeMs?: number;
  /** How long an unused cursor is kept, in milliseconds. */
  readonly cursorTimeoutMs?: number;
  /** How often expired documents are removed, in milliseconds. */
  readonly ttlIntervalMs?: number;
  /** False does not wait for the disk: faster, for tests and other data that may be lost with the machine. */
  readonly flush?: boolean;
}

export interface RunningServer {
  readonly uri: string;
  backup(path: string): Promise<void>;
  close(): Promise<void>;
}

/** Starts serving in this thread. */
export async function serve(options: ServerOptions): Promise<RunningServer> {
  const engine = new Engine(options.dataDir, options);
  const sessions = new Sessions(engine, options.transactionLifetimeMs ?? 60_000);
  const cursors = new Cursors(options.cursorTimeoutMs ?? 600_000);
  const sockets = new Set<Socket>();
  let host = '';
  const shared: SharedState = {
    engine,
    sessions,
    cursors,
    startedAt: Date.now(),
    host: () => host,
    connections: () => sockets.size,
    counters: {},
  };
  await finishWork(engine);
  const listener = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    serveConnection(socket, (body) => runCommand(shared, body));
  });
  await new Promise<void>((resolve, reject) => {
    listener.once('error', reject);
    if (options.socketPath) {
      removeStaleSocket(options.socketPath);
      listener.listen(options.socketPath, resolve);
    } else listener.listen(options.port ?? 0, '127.0.0.1', resolve);
  }).catch(async (error: unknown) => {
    await engine.close();
    throw error;
  });
  const address = listener.address();
  host =
    typeof address === 'object' && address
      ? `127.0.0.1:${address.port}`
      : encodeURIComponent(options.socketPath ?? '');
  const timers = [
    repeat(1000, async () => {
      await sessions.sweep();
      cursors.sweep();
    }),
    repeat(300_000, () => sessions.forgetOldRecords()),
    repeat(options.ttlIntervalMs ?? 60_000, () => removeExpired(engine)),
  ];
  const uri = options.socketPath
    ? `mongodb://${host}/?directConnection=true`
    : `mongodb://${host}/?replicaSet=${replicaSetName}`;
  engine.store.announce(uri);
  return {
    uri,
    backup: (path) => engine.store.backup(path),
    async close() {
      for (const timer of timers) clearInterval(timer);
      const closed = new Promise((resolve) => listener.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
      sessions.abortAll();
      await engine.close();
    },
  };
}

/** Repeats a task of the background; a failure is reported and tried again the next time. */
function repeat(ms: number, run: () => Promise<void>): NodeJS.Timeout {
  let isRunning = false;
  return setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    run()
      .catch((error: unknown) => console.error('embedded-mongo: background task failed', error))
      .finally(() => {
        isRunning = false;
      });
  }, ms);
}

/** What a crash cut short is finished: dropped collections are freed, unfinished indexes are built again. */
async function finishWork(engine: Engine): Promise<void> {
  await engine.write(() => engine.catalog.collectGarbage());
  for (const collection of engine.catalog.all()) {
    for (const index of collection.indexes.filter((candidate) => candidate.building)) {
      await engine.write(function* () {
        yield* engine.catalog.dropIndex(collection, index);
        const again = engine.catalog.addIndex(collection, index.spec, true);
        yield* buildIndex({ engine }, collection, again);
      });
    }
  }
}

function removeStaleSocket(path: string): void {
  try {
    // The lock of the data folder says that no other server uses this socket.
    unlinkSync(path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}
