import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { errorCodes } from '@frens/contract/errors';
import { AppError } from '../errors.ts';

/** Open requests of each connection; pipelining allows several. */
const openRequests = new WeakMap<Socket, Set<AbortController>>();

/**
 * Aborts a request's work when its client disconnects.
 *
 * @returns call it after the response
 */
export function abortOnDisconnect({ socket }: IncomingMessage, work: AbortController): () => void {
  if (socket.destroyed) work.abort(gone());
  let all = openRequests.get(socket);
  if (!all) {
    const requests = new Set<AbortController>();
    all = requests;
    openRequests.set(socket, requests);
    // One listener per connection: pipelined requests do not get the `close` events of request and response.
    socket.once('close', () => {
      for (const one of requests) one.abort(gone());
    });
  }
  all.add(work);
  return () => void all.delete(work);
}

const gone = () => new AppError(408, errorCodes.requestTimeout);
