import { performance } from 'node:perf_hooks';

/** How long utilisation is measured before the limit changes, in milliseconds. */
const windowMs = 20;
/** Where it begins for reads, and begins again after a queue: few enough that a burst does not make each of them slow. */
const initial = 8;
/** A queue that is there for so long is no burst, in milliseconds: writes that begin until then may use all places. */
const burstMs = 150;
/** A queue that is gone for so long is over, in milliseconds. */
const overMs = 1_000;
/** CPU-bound requests also wait for the database, in turns: two keep both processors busy. */
const fewest = 2;
/** Below this the event loop has spare time; above it, more requests would only slow each other down. */
const idleBelow = 0.8;
const fullAbove = 0.95;
/** How much longer work may take than alone before more at work make each slower, whatever they wait for. */
const slowAbove = 1.5;
/** What the limit grows by at a time: where requests only wait, from 8 to 64 in half a second. */
const growth = 1.1;
/** What is left of the limit where more at work would only slow each other down. */
const cut = 0.5;
/** How much one request says of how long work takes now. */
const share = 0.2;

export interface ConcurrencyLimit {
  /** How many may work now when one more would read or write, from whether anybody waits. */
  now(isQueued: boolean, isRead: boolean): number;
  /** Notes how long a request was worked on, in milliseconds, and whether it was the only one. */
  note(workedMs: number, wasAlone: boolean): void;
}

/**
 * An adaptive concurrency limit (halved or grown by a tenth, by event loop utilisation and the latency of reads). While a queue persists it allows as few concurrent
 * requests as keep the event loop busy: many where they wait for a database that has time, few where they or the database compute. Writes
 * of a burst begin at once: they wait for each other afterwards, and must not be refused because many want one thing (D34).
 *
 * @param most never more than this
 * @param utilization which share of the time since it was last asked the event loop was at work
 */
export function createConcurrencyLimit(
  most: number,
  utilization: () => number = watchUtilization(),
  now: () => number = () => performance.now(),
): ConcurrencyLimit {
  let limit = Math.min(most, initial);
  let movedAt = now();
  let wasQueued = false;
  let changedAt = now();
  let usual: number | undefined;
  let alone: number | undefined;
  const average = (before: number | undefined, ms: number) =>
    before === undefined ? ms : before + share * (ms - before);

  function move(): void {
    const used = utilization();
    const isFull = used > fullAbove || (usual ?? 0) > slowAbove * (alone ?? Number.POSITIVE_INFINITY);
    if (isFull) limit = Math.max(Math.min(most, fewest), limit * cut);
    else if (used < idleBelow) limit = Math.min(most, limit * growth);
  }

  return {
    now(isQueued, isRead) {
      const at = now();
      if (isQueued !== wasQueued) changedAt = at;
      wasQueued = isQueued;
      if (!isQueued && at - changedAt >= overMs) limit = Math.max(limit, Math.min(most, initial));
      if (isQueued && at - movedAt >= windowMs) {
        movedAt = at;
        move();
      }
      const isBurst = !isQueued || at - changedAt < burstMs;
      return isBurst && !isRead ? most : Math.floor(limit);
    },
    note(workedMs, wasAlone) {
      usual = average(usual, workedMs);
      if (wasAlone) alone = average(alone, workedMs);
    },
  };
}

function watchUtilization(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const next = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(next, last);
    last = next;
    return utilization;
  };
}
