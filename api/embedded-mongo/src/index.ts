import { Worker } from 'node:worker_threads';
import type { ServerOptions } from './server.ts';
import type { WorkerReply, WorkerRequest } from './worker.ts';

export type EmbeddedMongoOptions = ServerOptions;

/** A running database. */
export interface EmbeddedMongo {
  /** What a MongoDB driver connects to. */
  readonly uri: string;
  /** Writes a consistent copy of the data file while the database is being used. */
  backup(path: string): Promise<void>;
  close(): Promise<void>;
}

/** Starts a database in a worker thread, on a loopback port or a Unix socket. */
export async function startEmbeddedMongo(options: EmbeddedMongoOptions): Promise<EmbeddedMongo> {
  // A loader of the parent (tsx, a test runner) must not run in the worker, which is plain JavaScript.
  const worker = new Worker(new URL('./worker.js', import.meta.url), { workerData: options, execArgv: [] });
  const send = (request: WorkerRequest): void => worker.postMessage(request);
  const waiting = new Map<number, { resolve: () => void; reject: (error: Error) => void }>();
  let nextId = 1;
  let closing: Promise<void> | undefined;
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const uri = await new Promise<string>((resolve, reject) => {
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`the database thread ended with code ${code}`)));
    worker.on('message', (reply: WorkerReply) => {
      if (reply.type === 'ready') resolve(reply.uri);
      else if (reply.type === 'failed') {
        reject(new Error(reply.message));
        void worker.terminate();
      } else if (reply.type === 'done') {
        const caller = waiting.get(reply.id);
        waiting.delete(reply.id);
        if (reply.error === undefined) caller?.resolve();
        else caller?.reject(new Error(reply.error));
      }
    });
  });
  return {
    uri,
    backup(path) {
      const id = nextId++;
      const done = new Promise<void>((resolve, reject) => waiting.set(id, { resolve, reject }));
      send({ type: 'backup', id, path });
      return done;
    },
    close() {
      if (!closing) {
        closing = exited;
        send({ type: 'close' });
      }
      return closing;
    },
  };
}
