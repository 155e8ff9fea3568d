import { once } from 'node:events';
import type { EventLoopUtilityFunction } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import type { ServerOptions } from './server.ts';
import type { Pending } from './storage/changes.ts';

export type { Pending } from './storage/changes.ts';

export interface EmbeddedMongoOptions extends ServerOptions {
  /**
   * Receives each commit's documents in order, once the commit is durable and before it is acknowledged: concatenated BSON documents
   * `{ ns, n, put: DOCUMENT }` or `{ ns, n, gone: ID }` with the commit's number. Dropped collections and indexes are not reported.
   * Changes stay in the data file until taken. Null: nobody takes them; undefined: kept if they were taken before.
   */
  readonly onCommit?: ((changes: Uint8Array) => void) | null | undefined;
  /** Called when the worker thread has loaded its code; the folder is opened after it resolves. */
  readonly beforeOpen?: (() => Promise<void>) | undefined;
}

/** The worker's options. */
export interface WorkerOptions extends ServerOptions {
  readonly reportsCommits: boolean | undefined;
}

/** A running database. */
export interface EmbeddedMongo {
  /** The connection string for MongoDB drivers. */
  readonly uri: string;
  /** The worker thread's utilization. */
  readonly utilization: EventLoopUtilityFunction;
  /** Commits not taken yet; undefined when nobody takes them. */
  readonly pending: Pending | undefined;
  /** Acknowledges all commits up to this number. */
  take(number: number): void;
  close(): Promise<void>;
}

/** Starts a database in a worker thread, on a loopback port or a Unix socket. */
export async function startEmbeddedMongo({
  onCommit,
  beforeOpen,
  ...options
}: EmbeddedMongoOptions): Promise<EmbeddedMongo> {
  // Loaders of the parent process (tsx, a test runner) must not run in the worker, which is plain JavaScript.
  const workerData: WorkerOptions = {
    ...options,
    reportsCommits: onCommit === undefined ? undefined : onCommit !== null,
  };
  const worker = new Worker(new URL('./worker.js', import.meta.url), { workerData, execArgv: [] });
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  await once(worker, 'message');
  try {
    await beforeOpen?.();
  } catch (error) {
    await worker.terminate();
    throw error;
  }
  worker.postMessage('open');
  const [opened] = await once(worker, 'message');
  const { uri, pending } = opened as Pick<EmbeddedMongo, 'uri' | 'pending'>; // safe: worker.ts sends it
  if (onCommit) worker.on('message', onCommit);
  // A thread terminated during a write would wait for ever for the lock that the write holds, and block the process's exit.
  const endAtOnce = (code: number) => code !== 0 && process.kill(process.pid, 'SIGKILL');
  process.on('exit', endAtOnce);
  void exited.then(() => process.off('exit', endAtOnce));
  return {
    uri,
    pending,
    take: (number) => worker.postMessage(number),
    utilization: worker.performance.eventLoopUtilization,
    close() {
      worker.postMessage('close');
      return exited;
    },
  };
}

/** Copies a snapshot of a data folder; a server may be using it. */
export async function copyDataFolder(dataDir: string, targetDir: string): Promise<void> {
  // Imported lazily: a process that only starts a server does not need the storage code.
  const { backupFolder } = await import('./storage/store.ts');
  await backupFolder(dataDir, targetDir);
}

/** The connection string of the server that uses a data folder, if any. */
export async function findRunningServer(dataDir: string): Promise<string | undefined> {
  const { runningServer } = await import('./storage/lock.ts');
  return runningServer(dataDir);
}
