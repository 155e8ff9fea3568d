import { performance } from 'node:perf_hooks';

/** How long utilisation is measured before the limit changes, in milliseconds. */
const windowMs = 20;
/** A queue that is there for so long is no burst, in milliseconds: what is begun until then works beside many others. */
const burstMs = 150;
/** A queue that is gone for so long is over, in milliseconds. */
const overMs = 1_000;
/** When requests are CPU-bound, the limit alternates between one and two. */
const fewest = 1;
/** Below this the event loop has spare time; above it, more requests would only slow each other down. */
const idleBelow = 0.8;
const fullAbove = 0.95;
/** How much longer work may take than alone before more at work make each slower, whatever they wait for. */
const slowAbove = 1.5;
/** By how much the limit grows at a time: slowly, since what comes of it shows only when requests are done. */
const step = 0.1;
/** What is left of the limit where more at work would only slow each other down: soon little, or all that began in a burst are slow. */
const cut = 0.5;
/** How much one request says of how long work takes now. */
const share = 0.2;

export interface ConcurrencyLimit {
  /** How many may work now, from whether anybody waits. */
  now(isQueued: boolean): number;
  /** Notes how long a request was worked on, in milliseconds, and whether it was the only one. */
  note(workedMs: number, wasAlone: boolean): void;
}

/**
 * An adaptive concurrency limit (AIMD on event loop utilisation and on the latency of reads). While a queue persists it allows as few concurrent
 * requests as keep the event loop busy: many where they wait for a database that has time, few where they or the database compute. A burst may
 * use all places: concurrent requests read in batches (docs/decisions/0120), and it is soon over.
 *
 * @param most never more than this
 * @param utilization which share of the time since it was last asked the event loop was at work
 */
export function createConcurrencyLimit(
  most: number,
  utilization: () => number = watchUtilization(),
  now: () => number = () => performance.now(),
): ConcurrencyLimit {
  let limit = most;
  let movedAt = now();
  let wasQueued = false;
  let changedAt = now();
  let usual: number | undefined;
  let alone: number | undefined;
  const average = (before: number | undefined, ms: number) =>
    before === undefined ? ms : before + share * (ms - before);

  function move(isBurst: boolean): void {
    const used = utilization();
    const isFull = used > fullAbove || (usual ?? 0) > slowAbove * (alone ?? Number.POSITIVE_INFINITY);
    if (isFull && (!isBurst || limit < most)) limit = Math.max(fewest, limit * cut);
    else if (!isFull && used < idleBelow) limit = Math.min(most, limit + step);
  }

  return {
    now(isQueued) {
      const at = now();
      if (isQueued !== wasQueued) changedAt = at;
      wasQueued = isQueued;
      const unchangedMs = at - changedAt;
      if (!isQueued && unchangedMs >= overMs) limit = most;
      if (isQueued && at - movedAt >= windowMs) {
        movedAt = at;
        move(unchangedMs < burstMs);
      }
      return Math.floor(limit);
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
