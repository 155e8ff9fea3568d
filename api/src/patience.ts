import { randomBytes } from 'node:crypto';

/** The length of a step, in milliseconds. */
const stepMs = 50;

/**
 * A timer that does not count this process's own lateness: calls `expire` after so many milliseconds, counted in steps that each
 * end when the event loop and the thread pool have had a turn (D78).
 *
 * @returns ends the waiting
 */
export function startDeadline(ms: number, expire: () => void): () => void {
  let left = Math.ceil(ms / stepMs);
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  function step(): void {
    timer = setTimeout(
      () => {
        // Files are read in the pool, so a late pool is not the disk's fault; afterwards what has arrived is processed first.
        randomBytes(1, () => setImmediate(count));
      },
      Math.min(stepMs, ms),
    );
  }
  function count(): void {
    if (isOver) return;
    left -= 1;
    if (left > 0) step();
    else expire();
  }
  step();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
