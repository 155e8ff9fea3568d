import { compositionCalls, type MeasuredVital, vitalNames } from '../model/calls.ts';
import { handleReport, handleVisit, type Reporter, type ReportingOptions } from '../reports/page-reports.ts';
import type { ReportStore, VersionFailure, VersionVisits, VersionVitals } from '../reports/report-store.ts';
import type { LiveSite } from '../server/live-site.ts';

/** A report store in memory. */
function memoryReports(): ReportStore {
  const all = {
    visits: new Map<string, VersionVisits>(),
    failures: new Map<string, VersionFailure>(),
    vitals: new Map<string, VersionVitals>(),
  };
  const within = <Row extends { version: string; hour: Date }>(
    rows: Map<string, Row>,
    version: string,
    since: Date,
  ) => [...rows.values()].filter((row) => row.version === version && row.hour >= since);
  return {
    async addVisits(visits) {
      for (const one of visits) {
        const known = all.visits.get(one._id) ?? { ...one, visits: 0, networks: [] };
        known.visits += one.visits;
        known.networks.push(...one.networks);
        all.visits.set(one._id, known);
      }
    },
    async addFailure(failure) {
      const isNew = !all.failures.has(failure._id);
      if (isNew) all.failures.set(failure._id, failure);
      return isNew;
    },
    async addVitals(vitals) {
      for (const one of vitals) {
        const known = all.vitals.get(one._id) ?? one;
        for (const name of vitalNames)
          if (one[name] !== undefined) known[name] = Math.max(known[name] ?? 0, one[name]);
        all.vitals.set(one._id, known);
      }
    },
    visits: async (version, since) => within(all.visits, version, since),
    networks: async (version, since) =>
      new Set(within(all.visits, version, since).flatMap(({ networks }) => networks)).size,
    failures: async (version, since, until) =>
      [...all.failures.values()].filter(
        (one) => one.version === version && one.at >= since && one.at <= until,
      ),
    vitals: async (version, since) => within(all.vitals, version, since),
    async interactions(version, since) {
      const used = within(all.vitals, version, since).filter(({ INP }) => INP !== undefined);
      return { measured: used.length, poor: used.filter(({ INP }) => INP === 2).length };
    },
  };
}

/** A host with reports in memory and a clock to advance. */
export function reportingHost(live: LiveSite) {
  let now = Date.now();
  const calls = new Map<string, number>();
  const refusal = new Error('Refused');
  const host: ReportingOptions = {
    store: memoryReports(),
    live,
    now: () => new Date(now),
    key: async () => 'a key of tests',
    async countCall({ name, who, points }) {
      const count = (calls.get(name + who) ?? 0) + 1;
      calls.set(name + who, count);
      return count <= points;
    },
    quarantine: true,
    canaryMargin: 2,
    log: { warn: () => {}, error: () => {} },
    refuse: () => refusal,
  };
  let networks = 0;
  return {
    host,
    advance(milliseconds: number) {
      now += milliseconds;
    },
    /** A person, by default on a network of their own. */
    somebody({
      network = `network ${(networks += 1)}`,
      member = null,
    }: Partial<Pick<Reporter, 'network' | 'member'>> = {}) {
      const reporter = { network, member };
      return {
        /** Reports a visit; with a token, its web vitals. */
        visit: (
          versions: string[],
          {
            composition = 'c-live',
            ...told
          }: { composition?: string; token?: string; vitals?: MeasuredVital[] } = {},
        ) =>
          handleVisit(
            host,
            { ...reporter, composition },
            compositionCalls['POST /api/composition/visits'].body.parse({ versions, ...told }),
          ),
        /** @returns whether it was accepted */
        async report(token: string, version: string, code = 'REMOTE-104'): Promise<boolean> {
          const body = compositionCalls['POST /api/composition/reports'].body.safeParse({
            token,
            version,
            code,
          });
          if (!body.success) return false;
          try {
            await handleReport(host, { ...reporter, composition: 'c-live' }, body.data);
            return true;
          } catch (error) {
            if (error === refusal) return false;
            throw error;
          }
        },
      };
    },
  };
}
