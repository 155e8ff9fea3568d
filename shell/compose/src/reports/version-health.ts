import { randomInt } from 'node:crypto';
import { type MeasuredVital, type VitalName, vitalNames, vitalRatings } from '../model/calls.ts';
import type { VersionFailures } from '../quarantine.ts';
import type { CountedVersion } from '../read-health.ts';
import type { ReportingOptions } from './page-reports.ts';
import { after, day, hour as hourMs, minute, startOfHour, windowOf } from './reporting-window.ts';
import { keyedHash, type Visit } from './visit-token.ts';

type Kept = Pick<ReportingOptions, 'store' | 'now'>;

/** The shard of a version's hourly count that this process writes to, of eight. */
const shard = randomInt(8);

/** Number of buckets for linear counting of networks. */
const groups = 256;

/** The network of callers on this machine, who have no limits (D49). */
export const here = 'here';

/**
 * Maximum number of counted visits of a network in an hour: in the two hours of a verdict they raise the threshold of 5 % by one failure, as
 * many as a network may report.
 */
const visitsPerNetwork = { name: 'counted visits', points: 10, seconds: hourMs / 1000 };

/** Counts the versions that a page has requested. */
export async function countVisits(
  host: ReportingOptions,
  { versions, composition }: Visit,
  network: string,
): Promise<void> {
  if (versions.length === 0) return;
  const now = host.now();
  const hour = startOfHour(now);
  const who = `${network} ${hour.getTime()}`;
  if (network !== here && !(await host.countCall({ ...visitsPerNetwork, who }))) return;
  const [group = 0] = Buffer.from(await keyedHash(host, `network ${network}`), 'base64url');
  await host.store.addVisits(
    versions.map((version) => ({
      _id: `${version}#${composition ?? ''}#${hour.getTime()}#${shard}`,
      visits: 1,
      networks: [group],
      version,
      composition,
      hour,
      forgetAt: after(now, day),
    })),
  );
}

/** Estimates the number of networks that requested a version in the last hour or two (linear counting); it underestimates very large numbers. */
export async function networksOf({ store, now }: Kept, version: string): Promise<number> {
  const taken = await store.networks(version, windowOf(now()));
  return groups * Math.log(groups / Math.max(groups - taken, 1));
}

/**
 * Stores the web vitals of versions. Within an hour, the worst rating of a session and network counts, once.
 *
 * @param reporter network and session, which are only hashed
 */
export async function storeVitals(
  host: ReportingOptions,
  reporter: string,
  composition: string | null,
  vitals: readonly MeasuredVital[],
): Promise<void> {
  const hour = startOfHour(host.now());
  const forgetAt = after(hour, 3 * hourMs);
  const rows = await Promise.all(
    [...new Set(vitals.map(({ version }) => version))].map(async (version) => {
      const ratings: Partial<Record<VitalName, number>> = {};
      for (const { name, rating } of vitals.filter((vital) => vital.version === version))
        ratings[name] = Math.max(ratings[name] ?? 0, vitalRatings.indexOf(rating));
      const where = [version, composition, hour.toISOString(), reporter].join(' ');
      return {
        _id: await keyedHash(host, `vitals ${where}`),
        version,
        composition,
        hour,
        forgetAt,
        ...ratings,
      };
    }),
  );
  if (rows.length > 0) await host.store.addVitals(rows);
}

/** Reads a version's health in the last hour or two, by composition, with failures until a moment. */
async function healthByComposition(
  host: Kept,
  version: string,
  until = host.now(),
): Promise<CountedVersion[]> {
  const { store, now } = host;
  const from = windowOf(now());
  const [hours, failures, vitals] = await Promise.all([
    store.visits(version, from),
    store.failures(version, from, until),
    store.vitals(version, from),
  ]);
  const found = new Map<string | null, CountedVersion>();
  function of(composition: string | null): CountedVersion {
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
  for (const { composition, ...ratings } of vitals) {
    const counts = of(composition).vitals;
    for (const name of vitalNames) {
      const rating = ratings[name];
      if (rating === undefined) continue;
      counts[name] ??= vitalRatings.map(() => 0);
      counts[name][rating] = (counts[name][rating] ?? 0) + 1;
    }
  }
  return [...found.values()];
}

/** Reads a version's health in the last hour or two. */
export async function healthOf(host: Kept, version: string, until?: Date): Promise<VersionFailures> {
  const health: VersionFailures = { visits: 0, failures: {} };
  for (const { visits, failures } of await healthByComposition(host, version, until)) {
    health.visits += visits;
    for (const [code, count = 0] of Object.entries(failures))
      health.failures[code] = (health.failures[code] ?? 0) + count;
  }
  return health;
}

/**
 * Reads the health for a verdict, without the failures of the last minute: pages report failures at once but visits within a minute
 * (`visitMs`), so these failures have no matching visits yet.
 */
export const settledHealthOf = (host: Kept, version: string): Promise<VersionFailures> =>
  healthOf(host, version, after(host.now(), -minute));

/** Reads the health of all versions in use, by composition. */
export async function healthOfAll(
  host: Kept & Required<Pick<ReportingOptions, 'live'>>,
): Promise<CountedVersion[]> {
  const known = [...((await host.live?.versions()) ?? [])];
  return (await Promise.all(known.map((version) => healthByComposition(host, version)))).flat();
}
