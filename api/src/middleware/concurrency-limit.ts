import type { EventLoopUtilityFunction } from 'node:perf_hooks';

/** How long utilisation is measured before the limit changes, in milliseconds: longer than other processes keep a processor. */
const windowMs = 200;
/** Where it begins for reads, and begins again after a queue: few enough that a burst does not make each of them slow. */
const initial = 8;
/** A queue that is there for so long is no burst, in milliseconds: writes that begin until then may use all places. */
const burstMs = 150;
/** A queue that is gone for so long is over, in milliseconds. */
const overMs = 1_000;
/** One is worked on by the event loop, another one by the database: fewer would let both idle in turns. */
const fewest = 2;
/** Below this the threads have spare time; above it, more requests would only slow each other down. */
const idleBelow = 0.85;
const fullAbove = 0.95;
/** What the limit grows by at a time: where requests only wait, from 8 to 64 in a second. */
const growth = 1.5;
/** What is left of the limit where more at work would only slow each other down. */
const cut = 0.7;

export interface ConcurrencyLimit {
  /** How many may work now when one more would read or write, from whether anybody waits. */
  now(isQueued: boolean, isRead: boolean): number;
  /** Whether the threads had no time to spare when that was last measured. */
  isBusy(): boolean;
}

/**
 * An adaptive concurrency limit, by the utilisation of the threads that work. While a queue persists it allows as few concurrent
 * requests as keep the busiest thread busy: many where they wait for a database that has time, few where they compute. How long
 * requests take says nothing: they differ, and other processes on the machine slow them down, which more at work does not worsen. Writes
 * of a burst begin at once: they wait for each other afterwards, and must not be refused because many want one thing (D34).
 *
 * @param most never more than this
 * @param utilization which share of the time since it was last asked the busiest thread was at work
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
        // What was measured long ago says nothing about this moment.
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

/** The utilisation of the busiest of these threads since it was last asked. */
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
