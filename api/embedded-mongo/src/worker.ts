import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { type RunningServer, type ServerOptions, serve } from './server.ts';

/** What the main thread asks of the worker, and what it hears back. */
export type WorkerRequest =
  | { readonly type: 'close' }
  | { readonly type: 'backup'; readonly id: number; readonly path: string };
export type WorkerReply =
  | { readonly type: 'ready'; readonly uri: string }
  | { readonly type: 'failed'; readonly message: string }
  | { readonly type: 'closed' }
  | { readonly type: 'done'; readonly id: number; readonly error?: string };

const port = parentPort;
if (!port) throw new Error('worker.ts runs in a worker thread only');
const say = (reply: WorkerReply): void => port.postMessage(reply);

let server: RunningServer | undefined;
try {
  server = await serve(workerData as ServerOptions); // given by startEmbeddedMongo
  say({ type: 'ready', uri: server.uri });
} catch (error) {
  say({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
}

async function answer(request: WorkerRequest, channel: MessagePort): Promise<void> {
  if (request.type === 'close') {
    await server?.close();
    say({ type: 'closed' });
    channel.close();
    return;
  }
  try {
    await server?.backup(request.path);
    say({ type: 'done', id: request.id });
  } catch (error) {
    say({ type: 'done', id: request.id, error: error instanceof Error ? error.message : String(error) });
  }
}

port.on('message', (request: WorkerRequest) => void answer(request, port));
