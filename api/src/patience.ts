import { AsyncResource } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers';

/** The length of a step, in milliseconds. */
const stepMs = 50;

interface Deadline {
  stepsLeft: number;
  expire(): void;
}

/** All that wait. They step together: each step costs a turn of the thread pool, and under load hundreds wait. */
const deadlines = new Set<Deadline>();
let isStepping = false;

/**
 * A timer that does not count this process's own lateness: calls `expire` after so many milliseconds, counted in steps that each
 * end when the event loop and the thread pool have had a turn (D78).
 *
 * @returns ends the waiting
 */
export function startDeadline(ms: number, expire: () => void): () => void {
  // The step that is under way does not count whole.
  const one = {
    stepsLeft: Math.ceil(ms / stepMs) + (isStepping ? 1 : 0),
    expire: AsyncResource.bind(expire),
  };
  deadlines.add(one);
  if (!isStepping) step();
  return () => deadlines.delete(one);
}

function step(): void {
  isStepping = true;
  // Files are read in the pool, so a late pool is not the disk's fault; afterwards what has arrived is processed first.
  setTimeout(() => randomBytes(1, () => setImmediate(count)), stepMs);
}

function count(): void {
  isStepping = false;
  const over: Deadline[] = [];
  for (const one of deadlines) {
    one.stepsLeft -= 1;
    if (one.stepsLeft > 0) continue;
    deadlines.delete(one);
    over.push(one);
  }
  if (deadlines.size > 0) step();
  for (const one of over) one.expire();
}
