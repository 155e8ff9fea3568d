import { AsyncResource } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers';

/** The length of a step, in milliseconds. */
const stepMs = 50;

interface Deadline {
  stepsLeft: number;
  expire(): void;
}

/** All pending deadlines. They share one step: each step costs a turn of the thread pool, and under load hundreds are pending. */
const deadlines = new Set<Deadline>();
let isStepping = false;

/**
 * A timer that does not count this process's own delays. It calls `expire` after `ms` milliseconds, counted in steps. Each step
 * ends only after the event loop and the thread pool have had a turn (D78).
 *
 * @returns cancels the timer
 */
export function startDeadline(ms: number, expire: () => void): () => void {
  // A step already under way does not count in full.
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
  // File reads use the thread pool, so a delay there is not the disk's fault. Then pending input is processed before counting.
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
