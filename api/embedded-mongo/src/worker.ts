import { parentPort, workerData } from 'node:worker_threads';
import { type ServerOptions, serve } from './server.ts';

// An error here ends the thread and reaches the main thread by itself.
const server = await serve(workerData as ServerOptions); // given by startEmbeddedMongo
parentPort?.once('message', () => void server.close());
parentPort?.postMessage(server.uri);
