import { performance } from 'node:perf_hooks';

/** How long utilisation is measured before the limit changes, in milliseconds. */
const windowMs = 20;
/** When requests are CPU-bound, the limit alternates between one and two. */
const fewest = 1;
const first = 4;
/** Below this the event loop has spare time; above it, more requests would only slow each other down. */
const idleBelow = 0.8;
const fullAbove = 0.95;

/**
 * An adaptive concurrency limit (AIMD on event loop utilisation): as few concurrent requests as keep the event loop busy. Many
 * where requests mostly wait, as for a distant database; few where they compute.
 *
 * @param most never more than this
 * @param utilization which share of the time since it was last asked the event loop was at work
 * @returns the limit now; `isBinding` says whether somebody waits because of it
 */
export function createConcurrencyLimit(
  most: number,
  utilization: () => number = watchUtilization(),
  now: () => number = () => performance.now(),
): (isBinding: boolean) => number {
  let limit = Math.min(most, first);
  let movedAt = now();
  return (isBinding) => {
    if (now() - movedAt < windowMs) return Math.floor(limit);
    movedAt = now();
    const share = utilization();
    if (share > fullAbove) limit = Math.max(fewest, limit * 0.8);
    else if (share < idleBelow && isBinding) limit = Math.min(most, limit * 1.25);
    return Math.floor(limit);
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
