import { performance } from 'node:perf_hooks';

/** How long utilisation is watched before the limit moves, in milliseconds. */
const windowMs = 20;
/** Where requests compute, the limit goes between one and two: one has what the other waits for. */
const fewest = 1;
const first = 4;
/** Below, the event loop has time for more; above, more at work would only make each slower. */
const idleBelow = 0.8;
const fullAbove = 0.95;

/**
 * How many requests may work at once so that each is worked on nearly as fast as alone: as few as keep the event loop busy, found by
 * multiplicative increase and decrease. Where requests mostly wait, as for a database far away, these are many; where they compute, few.
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
