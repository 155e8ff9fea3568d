import { uncaughtCode } from '../model/failure-codes.ts';
import type { SlowAnswers, VersionFailures } from '../quarantine.ts';

/** From how many failures on, and from which part of its visits on, a version is taken off. */
const fewest = 5;
const leastPart = 0.05;
/** The minimum share of the networks that requested it, so that a few networks cannot decide for all. */
const leastPartOfNetworks = 0.2;

const thrown = ({ failures }: VersionFailures) => failures[uncaughtCode] ?? 0;
const failed = ({ failures }: VersionFailures) =>
  Object.values(failures).reduce<number>((sum, count = 0) => sum + count, 0);
const part = (some: number, all: number) => (all === 0 ? 0 : some / all);

/** Whether a version can be said to work: it was asked for often enough, and hardly failed. */
export const isWorking = (health: VersionFailures): boolean =>
  health.visits >= fewest && failed(health) - thrown(health) < leastPart * health.visits;

/**
 * Whether a version fails for so many that it must go. One that threw while its page went on has not failed.
 *
 * @param networks how many networks asked for it; each reports at most one failure
 */
export function isFailing(health: VersionFailures, networks: number): boolean {
  const notShown = failed(health) - thrown(health);
  return notShown >= Math.max(fewest, leastPart * health.visits, leastPartOfNetworks * networks);
}

/**
 * Whether a canary fails, or throws, for more than what is live does.
 *
 * @param margin by how many visits in a hundred it may
 */
export function isWorse(canary: VersionFailures, live: VersionFailures | null, margin: number): boolean {
  const allowed = (live ? part(failed(live), live.visits) : 0) + margin / 100;
  return failed(canary) >= fewest && part(failed(canary), canary.visits) > allowed;
}

/**
 * Whether a canary answers too late for more people than what is live does.
 *
 * @param margin by how many in a hundred it may
 */
export function isSlower(canary: SlowAnswers, live: SlowAnswers | null, margin: number): boolean {
  const allowed = (live ? part(live.poor, live.measured) : 0) + margin / 100;
  return canary.poor >= fewest && part(canary.poor, canary.measured) > allowed;
}
