import { type MeasuredVital, type VitalName, vitalNames, vitalRatings } from '@frens/compose/composition';
import { hour as oneHour } from '../../clock.ts';
import type { Services } from '../../services.ts';
import { mostRead, startOfHour, windowOf } from './reporting-window.ts';
import { keyedHash } from './visit-token.ts';

type Kept = Pick<Services, 'db' | 'clock'>;

/** How many were measured, by name and in the order of `vitalRatings`. */
export type VitalCounts = Partial<Record<VitalName, number[]>>;

/** For how many people a version was used, and for how many of them it answered too late. */
export interface Interactions {
  measured: number;
  poor: number;
}

const poor = vitalRatings.indexOf('poor');

/**
 * Keeps how fast versions were for somebody on the pages of a composition. Of what the same session and network tells within an hour the worst counts, once.
 *
 * @param reporter network and session; not kept
 */
export async function storeVitals(
  services: Kept,
  reporter: string,
  composition: string | null,
  vitals: readonly MeasuredVital[],
): Promise<void> {
  const hour = startOfHour(services.clock.now());
  const forgetAt = new Date(hour.getTime() + 3 * oneHour);
  const writes = await Promise.all(
    [...new Set(vitals.map(({ version }) => version))].map(async (version) => {
      const ratings: Partial<Record<VitalName, number>> = {};
      for (const { name, rating } of vitals.filter((vital) => vital.version === version))
        ratings[name] = Math.max(ratings[name] ?? 0, vitalRatings.indexOf(rating));
      const where = [version, composition, hour.toISOString(), reporter].join(' ');
      return {
        updateOne: {
          filter: { _id: await keyedHash(services, `vitals ${where}`) },
          update: { $max: ratings, $setOnInsert: { version, composition, hour, forgetAt } },
          upsert: true,
        },
      };
    }),
  );
  if (writes.length > 0) await services.db.models.VersionVitals.bulkWrite(writes, { ordered: false });
}

/** Reads how fast a version was in the last hour or two, by composition. */
export async function vitalsOf(
  { db, clock }: Kept,
  version: string,
): Promise<Map<string | null, VitalCounts>> {
  const told = await db.models.VersionVitals.find(
    { version, hour: { $gte: windowOf(clock.now()) } },
    { _id: 0, composition: 1, LCP: 1, INP: 1, CLS: 1 },
  )
    // Where there are more, the newest tell of what is live now.
    .sort({ hour: -1 })
    .limit(mostRead)
    .lean();
  const found = new Map<string | null, VitalCounts>();
  for (const one of told) {
    const counts = found.get(one.composition) ?? {};
    found.set(one.composition, counts);
    for (const name of vitalNames) {
      const rating = one[name];
      if (rating === undefined) continue;
      counts[name] ??= vitalRatings.map(() => 0);
      counts[name][rating] = (counts[name][rating] ?? 0) + 1;
    }
  }
  return found;
}

/** Reads for how many people a version answered too late in the last hour or two. */
export async function interactionsOf({ db, clock }: Kept, version: string): Promise<Interactions> {
  const within = { version, hour: { $gte: windowOf(clock.now()) } };
  const [measured, late] = await Promise.all([
    db.models.VersionVitals.countDocuments({ ...within, INP: { $gte: 0 } }),
    db.models.VersionVitals.countDocuments({ ...within, INP: poor }),
  ]);
  return { measured, poor: late };
}
