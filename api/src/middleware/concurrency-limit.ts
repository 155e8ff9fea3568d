import type { EventLoopUtilityFunction } from 'node:perf_hooks';

/** Measurement interval of the utilisation, in milliseconds: longer than a scheduler's time slice. */
const windowMs = 200;
/** The initial limit for reads, also after a queue: low enough that a burst does not slow all of them down. */
const initial = 8;
/** A queue that lasts this long is not a burst, in milliseconds: until then writes may use all slots. */
const burstMs = 150;
/** A queue that has been empty this long is over, in milliseconds. */
const overMs = 1_000;
/** The minimum limit: one request for the event loop and one for the database, as fewer would let both idle in turns. */
const fewest = 2;
/** Bounds of utilisation: below the first the threads have spare time, above the second more requests only slow each other down. */
const idleBelow = 0.85;
const fullAbove = 0.95;
/** Growth factor of the limit: from 8 to 64 within a second if requests only wait. */
const growth = 1.5;
/** Decrease factor of the limit above the target utilisation. */
const cut = 0.7;

export interface ConcurrencyLimit {
  /** The current limit for one more read or write, depending on whether requests are queued. */
  now(isQueued: boolean, isRead: boolean): number;
  /** Whether the threads were saturated at the last measurement. */
  isBusy(): boolean;
}

/**
 * An adaptive concurrency limit by thread utilisation. While a queue persists it allows as few concurrent
 * requests as keep the busiest thread busy: many if they wait for an idle database, few if they compute. Latency
 * is no criterion: it varies by request and by other processes on the machine, independently of concurrency. Writes
 * of a burst start at once: they wait for each other's locks, and must not be refused because many want the same thing (D34).
 *
 * @param most the maximum limit
 * @param utilization the busiest thread's utilisation since the last call
 */
export function createConcurrencyLimit(
  most: number,
  utilization: () => number,
  now: () => number = () => performance.now(),
): ConcurrencyLimit {
  let limit = Math.min(most, initial);
  let movedAt = now();
  let wasQueued = false;
  let changedAt = now();
  let isBusy = false;

  function move(used: number): void {
    if (used > fullAbove) limit = Math.max(Math.min(most, fewest), limit * cut);
    else if (used < idleBelow) limit = Math.min(most, limit * growth);
  }

  return {
    now(isQueued, isRead) {
      const at = now();
      if (isQueued !== wasQueued) changedAt = at;
      wasQueued = isQueued;
      if (!isQueued && at - changedAt >= overMs) limit = Math.max(limit, Math.min(most, initial));
      const measuredMs = at - movedAt;
      if (measuredMs >= windowMs) {
        movedAt = at;
        const used = utilization();
        // An old measurement is outdated.
        const isRecent = measuredMs < 2 * windowMs;
        isBusy = isRecent && used > fullAbove;
        if (isQueued && isRecent) move(used);
      }
      const isBurst = !isQueued || at - changedAt < burstMs;
      return isBurst && !isRead ? most : Math.floor(limit);
    },
    isBusy: () => isBusy,
  };
}

/** The utilisation of the busiest of these threads since the last call. */
export function watchUtilization(...threads: Array<EventLoopUtilityFunction | undefined>): () => number {
  const known = threads.flatMap((measure) => (measure ? [{ measure, last: measure() }] : []));
  return () =>
    Math.max(
      ...known.map((thread) => {
        const next = thread.measure();
        const { utilization } = thread.measure(next, thread.last);
        thread.last = next;
        return utilization;
      }),
    );
}
