import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import type { WorkerOptions } from './index.ts';

// An error here ends the thread and is rethrown in the main thread.
const { serve } = await import('./server.ts');
const isAsked = parentPort && once(parentPort, 'message');
parentPort?.postMessage('loaded');
await isAsked;
const { reportsCommits, ...options } = workerData as WorkerOptions; // safe: passed by startEmbeddedMongo
const report = (changes: Uint8Array<ArrayBuffer>) => parentPort?.postMessage(changes, [changes.buffer]);
const server = await serve(options, reportsCommits ? report : reportsCommits === false ? null : undefined);
parentPort?.on('message', (message: number | 'close') => {
  if (message === 'close') void server.close().then(() => parentPort?.close());
  else server.take(message);
});
parentPort?.postMessage({ uri: server.uri, pending: server.pending });
