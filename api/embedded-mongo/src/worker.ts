import { parentPort, workerData } from 'node:worker_threads';
import type { ServerOptions } from './server.ts';

// An error here ends the thread and reaches the main thread by itself.
const { serve } = await import('./server.ts');
const server = await serve(workerData as ServerOptions); // given by startEmbeddedMongo
parentPort?.once('message', () => void server.close());
parentPort?.postMessage(server.uri);
