import { randomInt } from 'node:crypto';
import { type MeasuredVital, type VitalName, vitalNames, vitalRatings } from '../model/calls.ts';
import type { VersionFailures } from '../quarantine.ts';
import type { CountedVersion } from '../read-health.ts';
import type { ReportingOptions } from './page-reports.ts';
import { after, day, hour as hourMs, minute, startOfHour, windowOf } from './reporting-window.ts';
import { keyedHash, type Visit } from './visit-token.ts';

type Kept = Pick<ReportingOptions, 'store' | 'now'>;

/** In how many documents an hour's visits of one version are counted. */
const spread = 8;

/** In how many groups networks are counted. */
const groups = 256;

/** Stands for the network of callers on this machine, whom no limit counts (D49). */
export const here = 'here';

/**
 * How many visits of one network count in an hour: in the two hours of a verdict, they raise the bar of 5 % by the one failure that a network may
 * report.
 */
const visitsPerNetwork = { name: 'counted visits', points: 10, seconds: hourMs / 1000 };

/** Counts that a page of a composition has requested versions, per network. */
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
      _id: `${version}#${composition ?? ''}#${hour.getTime()}#${randomInt(spread)}`,
      visits: 1,
      networks: [group],
      version,
      composition,
      hour,
      forgetAt: after(now, day),
    })),
  );
}

/** Estimates from how many networks pages have asked for a version in the last hour or two (linear counting); of very many it says fewer. */
export async function networksOf({ store, now }: Kept, version: string): Promise<number> {
  const taken = await store.networks(version, windowOf(now()));
  return groups * Math.log(groups / Math.max(groups - taken, 1));
}

/**
 * Keeps how fast versions were for somebody on the pages of a composition. Of what the same session and network tells within an hour the worst counts, once.
 *
 * @param reporter network and session; not kept
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

/** Reads how a version has done in the last hour or two, by composition; with the failures until a moment. */
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

/** Reads how a version has done in the last hour or two. */
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
 * Reads the same for a verdict, without the failures of the last minute: a page reports a failure at once and its visit within a
 * minute (`visitMs` of the shell), so these failures have no visits to be compared with yet.
 */
export const settledHealthOf = (host: Kept, version: string): Promise<VersionFailures> =>
  healthOf(host, version, after(host.now(), -minute));

/** Reads how all versions do that pages show, each by composition. */
export async function healthOfAll(
  host: Kept & Required<Pick<ReportingOptions, 'live'>>,
): Promise<CountedVersion[]> {
  const known = [...((await host.live?.versions()) ?? [])];
  return (await Promise.all(known.map((version) => healthByComposition(host, version)))).flat();
}
