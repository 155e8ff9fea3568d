import { randomBytes } from 'node:crypto';

/** How long a step is, in milliseconds. */
const stepMs = 50;

/**
 * Calls `expire` after so many milliseconds in which this process could have seen what it waits for. The time is counted in steps, each of
 * which ends when the event loop and the pool of threads have had a turn: a process that is late counts a step, not its lateness (D78).
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
        // Files are read in the pool, so what it is late for is not the disk's fault; then what has arrived is looked at first.
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
