import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { abortOnDisconnect, ignoreAborted } from './abort-on-disconnect.ts';

it('lets only the rejections of aborted work go unhandled', () => {
  const socket = new EventEmitter();
  const work = new AbortController();
  // Safe: only the socket is read.
  abortOnDisconnect({ socket } as IncomingMessage, work);
  socket.emit('close');
  expect(work.signal.aborted).toBe(true);
  expect(() => ignoreAborted(work.signal.reason)).not.toThrow();
  expect(() => ignoreAborted(new Error('forgotten'))).toThrow('forgotten');
});
