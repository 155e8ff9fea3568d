import { randomInt } from 'node:crypto';
import type { FailureCode } from '@frens/contract/composition-reports';
import { day, hour } from '../../clock.ts';
import type { LiveSite, Services } from '../../services.ts';

type Kept = Pick<Services, 'db' | 'clock'>;

/** In how many documents an hour's visits of one version are counted. */
const spread = 8;
/** Failures and visits are held against each other over the hour that runs and the one before. */
const windowOf = (now: Date) => new Date(startOfHour(now) - hour);
const startOfHour = (now: Date) => Math.floor(now.getTime() / hour) * hour;
const forgetAt = (now: Date) => new Date(now.getTime() + day);

/** How a version does on pages. */
export interface VersionHealth {
  visits: number;
  /** How many it failed for, by the number of the notice. */
  failures: Partial<Record<FailureCode, number>>;
}

/** Counts that a page has asked for versions. */
export async function countVisits({ db, clock }: Kept, versions: readonly string[]): Promise<void> {
  const now = clock.now();
  const began = startOfHour(now);
  await Promise.all(
    versions.map((version) =>
      db.models.VersionVisits.updateOne(
        { _id: `${version}#${began}#${randomInt(spread)}` },
        { $inc: { visits: 1 }, $setOnInsert: { version, hour: new Date(began), forgetAt: forgetAt(now) } },
        { upsert: true },
      ),
    ),
  );
}

/**
 * Keeps that a version failed for somebody.
 *
 * @param id of whoever says so, with the version
 * @returns whether they had not said so before
 */
export async function keepFailure(
  { db, clock }: Kept,
  { id, version, code }: { id: string; version: string; code: FailureCode },
): Promise<boolean> {
  const now = clock.now();
  const { upsertedCount } = await db.models.VersionFailure.updateOne(
    { _id: id },
    { $setOnInsert: { version, code, at: now, forgetAt: forgetAt(now) } },
    { upsert: true },
  );
  return upsertedCount > 0;
}

/** Reads how a version has done in the last hour or two. */
export async function healthOf({ db, clock }: Kept, version: string): Promise<VersionHealth> {
  const from = windowOf(clock.now());
  const [hours, found] = await Promise.all([
    db.models.VersionVisits.find({ version, hour: { $gte: from } }, { visits: 1 }).lean(),
    db.models.VersionFailure.find({ version, at: { $gte: from } }, { code: 1 })
      .limit(mostRead)
      .lean(),
  ]);
  const failures: VersionHealth['failures'] = {};
  for (const { code } of found) failures[code] = (failures[code] ?? 0) + 1;
  return { visits: hours.reduce((sum, { visits }) => sum + visits, 0), failures };
}

/** The same of all versions that pages show. */
export async function healthOfAll(services: Kept, { versions }: Pick<LiveSite, 'versions'>) {
  return Promise.all(
    [...(await versions())].map(async (version) => ({ version, ...(await healthOf(services, version)) })),
  );
}

/** More failures than this tell nothing more. */
const mostRead = 10_000;

/** From how many failures on, and from which part of its visits on, a version is taken off. */
const leastFailures = 5;
const leastPart = 0.05;

const failed = ({ failures }: VersionHealth) =>
  Object.values(failures).reduce((sum, count) => sum + count, 0);
/** For which part of its visits a version failed. */
const partFailed = (health: VersionHealth) => (health.visits === 0 ? 0 : failed(health) / health.visits);

/** Whether a version fails for so many that it must go. */
export function isFailing(health: VersionHealth): boolean {
  return failed(health) >= leastFailures && failed(health) >= leastPart * health.visits;
}

/**
 * Whether a canary fails for more than what is live does.
 *
 * @param margin by how many visits in a hundred it may
 */
export function isWorse(canary: VersionHealth, live: VersionHealth | null, margin: number): boolean {
  const allowed = (live ? partFailed(live) : 0) + margin / 100;
  return failed(canary) >= leastFailures && partFailed(canary) > allowed;
}
