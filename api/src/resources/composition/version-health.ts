import { randomInt } from 'node:crypto';
import type { FailureCode } from '@frens/compose/composition';
import type { LiveSite } from '@frens/compose/server';
import { ago, day, hour, minute, second } from '../../clock.ts';
import type { Limiter } from '../../rate-limits/limiter.ts';
import type { Services } from '../../services.ts';
import { mostRead, startOfHour, windowOf } from './reporting-window.ts';
import { type VitalCounts, vitalsOf } from './version-vitals.ts';
import { keyedHash } from './visit-token.ts';

type Kept = Pick<Services, 'db' | 'clock'>;

/** In how many documents an hour's visits of one version are counted. */
const spread = 8;
const forgetAt = (now: Date) => new Date(now.getTime() + day);

/** How a version does on pages. */
export interface VersionHealth {
  visits: number;
  /** How many it failed for, by the number of the notice. */
  failures: Partial<Record<FailureCode, number>>;
}

/** How a version does on the pages of one composition. */
export interface CountedVersion extends VersionHealth {
  version: string;
  /** Id, or null for all that are not live any more. */
  composition: string | null;
  vitals: VitalCounts;
}

/** In how many groups networks are counted. */
const groups = 256;

/** Stands for the network of callers on this machine, whom no limit counts (D49). */
export const here = 'here';

/**
 * How many visits of one network count in an hour: in the two hours of a verdict, they raise the bar of 5 % by the one failure that a network may
 * report.
 */
const visitsPerNetwork = { name: 'counted visits', points: 10, seconds: hour / second };

/** Counts that a page of a composition, in somebody's network, has asked for versions. */
export async function countVisits(
  { db, clock, limiter }: Kept & { limiter: Limiter },
  {
    versions,
    composition,
    network,
  }: { versions: readonly string[]; composition: string | null; network: string },
): Promise<void> {
  if (versions.length === 0) return;
  const now = clock.now();
  const hourOf = startOfHour(now);
  const who = `${network} ${hourOf.getTime()}`;
  if (network !== here && !(await limiter.count({ ...visitsPerNetwork, who })).passed) return;
  const [group = 0] = Buffer.from(await keyedHash({ db }, `network ${network}`), 'base64url');
  await db.models.VersionVisits.bulkWrite(
    versions.map((version) => ({
      updateOne: {
        filter: { _id: `${version}#${composition ?? ''}#${hourOf.getTime()}#${randomInt(spread)}` },
        update: {
          $inc: { visits: 1 },
          $addToSet: { networks: group },
          $setOnInsert: { version, composition, hour: hourOf, forgetAt: forgetAt(now) },
        },
        upsert: true,
      },
    })),
    { ordered: false },
  );
}

/** Estimates from how many networks pages have asked for a version in the last hour or two (linear counting); of very many it says fewer. */
export async function networksOf({ db, clock }: Kept, version: string): Promise<number> {
  const within = { version, hour: { $gte: windowOf(clock.now()) } };
  const { length: taken } = await db.models.VersionVisits.distinct('networks', within);
  return groups * Math.log(groups / Math.max(groups - taken, 1));
}

/** A failure as a page tells of it; id and member are of whoever says so, with the version. */
interface ToldFailure {
  id: string;
  member: string | null;
  version: string;
  composition: string | null;
  code: FailureCode;
}

/**
 * Keeps that a version failed for somebody.
 *
 * @returns whether they had not said so before
 */
export async function recordFailure({ db, clock }: Kept, { id, ...failure }: ToldFailure): Promise<boolean> {
  const now = clock.now();
  const { upsertedCount } = await db.models.VersionFailure.updateOne(
    { _id: id },
    { $setOnInsert: { ...failure, at: now, forgetAt: forgetAt(now) } },
    { upsert: true },
  );
  return upsertedCount > 0;
}

/** Reads how a version has done in the last hour or two, by composition; with the failures until a moment. */
async function healthByComposition(
  services: Kept,
  version: string,
  until = services.clock.now(),
): Promise<CountedVersion[]> {
  const { db, clock } = services;
  const from = windowOf(clock.now());
  const [hours, failures, vitals] = await Promise.all([
    db.models.VersionVisits.find({ version, hour: { $gte: from } }, { visits: 1, composition: 1 }).lean(),
    db.models.VersionFailure.find(
      { version, at: { $gte: from, $lte: until } },
      { code: 1, composition: 1, member: 1 },
    )
      .sort({ at: 1 })
      .limit(mostRead)
      .lean(),
    vitalsOf(services, version),
  ]);
  const found = new Map<string | null, CountedVersion>();
  // What was kept before compositions were told has none.
  function of(composition: string | null = null): CountedVersion {
    const known = found.get(composition) ?? { version, composition, visits: 0, failures: {}, vitals: {} };
    found.set(composition, known);
    return known;
  }
  for (const { composition, visits } of hours) of(composition).visits += visits;
  const members = new Set<string>();
  for (const { composition, code, member } of failures) {
    if (member && members.has(member)) continue;
    if (member) members.add(member);
    const health = of(composition);
    health.failures[code] = (health.failures[code] ?? 0) + 1;
  }
  for (const [composition, counts] of vitals) of(composition).vitals = counts;
  return [...found.values()];
}

/** Reads how a version has done in the last hour or two. */
export async function healthOf(services: Kept, version: string, until?: Date): Promise<VersionHealth> {
  const health: VersionHealth = { visits: 0, failures: {} };
  for (const { visits, failures } of await healthByComposition(services, version, until)) {
    health.visits += visits;
    for (const [code, count] of entriesOf(failures))
      health.failures[code] = (health.failures[code] ?? 0) + count;
  }
  return health;
}

/**
 * Reads the same for a verdict, without the failures of the last minute: a page reports a failure at once and its visit within a
 * minute (`visitMs` of the shell), so these failures have no visits to be compared with yet.
 */
export const settledHealthOf = (services: Kept, version: string): Promise<VersionHealth> =>
  healthOf(services, version, ago(services.clock, minute));

// True by the type: the keys are the codes.
const entriesOf = (failures: VersionHealth['failures']) =>
  Object.entries(failures) as [FailureCode, number][];

/** Reads how all versions do that pages show, each by composition. */
export async function healthOfAll(
  services: Kept,
  { versions }: Pick<LiveSite, 'versions'>,
): Promise<CountedVersion[]> {
  const known = [...(await versions())];
  return (await Promise.all(known.map((version) => healthByComposition(services, version)))).flat();
}
