import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { errorCodes } from '@frens/contract/errors';
import { AppError } from '../errors.ts';

/** Requests under way by their connection: with pipelining, many on one. */
const underWay = new WeakMap<Socket, Set<AbortController>>();

/**
 * Ends the work for a request whose caller has gone.
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
    // One listener for all of them: neither `close` of the request nor of the answer is told of those further down the line.
    socket.once('close', () => {
      for (const one of begun) one.abort(gone());
    });
  }
  all.add(work);
  return () => void all.delete(work);
}

const gone = () => new AppError(408, errorCodes.requestTimeout);
