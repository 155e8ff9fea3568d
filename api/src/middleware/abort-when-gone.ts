import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { errorCodes } from '@frens/contract/errors';
import { AppError } from '../errors.ts';

/** Open requests by connection: with pipelining, several on one. */
const underWay = new WeakMap<Socket, Set<AbortController>>();

/**
 * Aborts the work for a request whose caller has disconnected.
 *
 * @returns what to call when the request has been answered
 */
export function abortWhenGone({ socket }: IncomingMessage, work: AbortController): () => void {
  if (socket.destroyed) work.abort(gone());
  let all = underWay.get(socket);
  if (!all) {
    const begun = new Set<AbortController>();
    all = begun;
    underWay.set(socket, begun);
    // One listener per connection: the `close` events of request and response do not reach pipelined requests.
    socket.once('close', () => {
      for (const one of begun) one.abort(gone());
    });
  }
  all.add(work);
  return () => void all.delete(work);
}

const gone = () => new AppError(408, errorCodes.requestTimeout);
