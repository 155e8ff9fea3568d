import { uncaughtCode } from '../model/failure-codes.ts';
import type { SlowAnswers, VersionFailures } from '../quarantine.ts';

/** Minimum number of failures, and their minimum share of visits, for a quarantine. */
const fewest = 5;
const leastPart = 0.05;
/** Minimum share of networks that must report failures, so that a few cannot decide for all. */
const leastPartOfNetworks = 0.2;

const thrown = ({ failures }: VersionFailures) => failures[uncaughtCode] ?? 0;
const failed = ({ failures }: VersionFailures) =>
  Object.values(failures).reduce<number>((sum, count = 0) => sum + count, 0);
const part = (some: number, all: number) => (all === 0 ? 0 : some / all);

/** Whether a version works: enough visits, and hardly any failures. */
export const isWorking = (health: VersionFailures): boolean =>
  health.visits >= fewest && failed(health) - thrown(health) < leastPart * health.visits;

/**
 * Whether a version fails for so many that it must be quarantined. Errors on pages that stayed usable do not count.
 *
 * @param networks number of networks that requested it; each reports at most one failure
 */
export function isFailing(health: VersionFailures, networks: number): boolean {
  const notShown = failed(health) - thrown(health);
  return notShown >= Math.max(fewest, leastPart * health.visits, leastPartOfNetworks * networks);
}

/**
 * Whether a canary fails or throws for more visits than the live version.
 *
 * @param margin allowed difference in percentage points
 */
export function isWorse(canary: VersionFailures, live: VersionFailures | null, margin: number): boolean {
  const allowed = (live ? part(failed(live), live.visits) : 0) + margin / 100;
  return failed(canary) >= fewest && part(failed(canary), canary.visits) > allowed;
}

/**
 * Whether a canary responds slowly for more people than the live version.
 *
 * @param margin allowed difference in percentage points
 */
export function isSlower(canary: SlowAnswers, live: SlowAnswers | null, margin: number): boolean {
  const allowed = (live ? part(live.poor, live.measured) : 0) + margin / 100;
  return canary.poor >= fewest && part(canary.poor, canary.measured) > allowed;
}
