import { vitalRatings } from '@frens/compose';
import type { CountedVersion } from '@frens/compose/server';
import { Gauge, type Registry } from 'prom-client';
import { second } from '../clock.ts';
import { cacheWithTtl } from '../ttl-cache.ts';

/** Exports the counters of versions, read on each scrape. */
export function countVersions(registry: Registry, read: () => Promise<CountedVersion[]>): void {
  // One read serves all gauges of a scrape.
  const counted = cacheWithTtl(second, read);
  /** @param values the values of a version, each with its labels */
  function gauge(
    name: string,
    help: string,
    labels: readonly string[],
    values: (counts: CountedVersion) => [by: Record<string, string>, count: number][],
  ): void {
    registry.registerMetric(
      new Gauge({
        name,
        help: `${help}, in this hour and the one before, by version and the composition that showed it.`,
        labelNames: ['version', 'composition', ...labels],
        registers: [],
        async collect() {
          const versions = await counted();
          this.reset();
          for (const one of versions)
            for (const [by, count] of values(one))
              this.set({ version: one.version, composition: one.composition ?? 'earlier', ...by }, count);
        },
      }),
    );
  }
  gauge(
    'frens_version_visits',
    'Pages that asked for a version, of each network ten in an hour',
    [],
    ({ visits }) => [[{}, visits]],
  );
  gauge(
    'frens_version_failures',
    'Networks that a version failed for, by the number of the notice',
    ['code'],
    ({ failures }) => Object.entries(failures).map(([code, count = 0]) => [{ code }, count]),
  );
  gauge(
    'frens_version_vitals',
    'Sessions that a version was good, poor or between for, by web vital (LCP, INP, CLS)',
    ['vital', 'rating'],
    ({ vitals }) =>
      Object.entries(vitals).flatMap(([vital, counts = []]) =>
        vitalRatings.map((rating, place): [Record<string, string>, number] => [
          { vital, rating },
          counts[place] ?? 0,
        ]),
      ),
  );
}
