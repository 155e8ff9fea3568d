import { once } from 'node:events';
import type { EventLoopUtilityFunction } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import type { ServerOptions } from './server.ts';
import type { Pending } from './storage/changes.ts';

export type { Pending } from './storage/changes.ts';

export interface EmbeddedMongoOptions extends ServerOptions {
  /**
   * Called with the documents of each commit, in order, once it is durable and before it is acknowledged: concatenated BSON documents,
   * `{ ns, n, put: DOCUMENT }` or `{ ns, n, gone: ID }` with the number of the commit. Dropped collections and indexes are not reported. They stay in the
   * data file until they are taken. Null: nobody will take them; undefined: they stay where somebody took them before.
   */
  readonly onCommit?: ((changes: Uint8Array) => void) | null | undefined;
  /** Called when the thread has loaded its code; the folder is opened when it is fulfilled. */
  readonly beforeOpen?: (() => Promise<void>) | undefined;
}

/** What the worker gets. */
export interface WorkerOptions extends ServerOptions {
  readonly reportsCommits: boolean | undefined;
}

/** A running database. */
export interface EmbeddedMongo {
  /** What a MongoDB driver connects to. */
  readonly uri: string;
  /** Measures how busy the thread is. */
  readonly utilization: EventLoopUtilityFunction;
  /** What was committed before and not taken; undefined where nobody takes it. */
  readonly pending: Pending | undefined;
  /** Takes the changes of all commits until this number. */
  take(number: number): void;
  close(): Promise<void>;
}

/** Starts a database in a worker thread, on a loopback port or a Unix socket. */
export async function startEmbeddedMongo({
  onCommit,
  beforeOpen,
  ...options
}: EmbeddedMongoOptions): Promise<EmbeddedMongo> {
  // A loader of the parent (tsx, a test runner) must not run in the worker, which is plain JavaScript.
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
  const { uri, pending } = opened as Pick<EmbeddedMongo, 'uri' | 'pending'>; // as worker.ts says
  if (onCommit) worker.on('message', onCommit);
  // A thread that is ended within a write waits for ever for the lock which that write holds, and a process that fails with it.
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

/** Copies the data of a folder as it is at one moment, whether or not a server is using it. */
export async function copyDataFolder(dataDir: string, targetDir: string): Promise<void> {
  // Loaded only when needed: the process that starts a server has no use for the storage itself.
  const { backupFolder } = await import('./storage/store.ts');
  await backupFolder(dataDir, targetDir);
}

/** What a driver connects to when a server is using a data folder. */
export async function findRunningServer(dataDir: string): Promise<string | undefined> {
  const { runningServer } = await import('./storage/lock.ts');
  return runningServer(dataDir);
}
