import { appendHistory, type NextStep } from './append-history.ts';
import { frozenSince } from './assert-not-frozen.ts';
import { causes } from './explain.ts';
import type { HistoryEntry } from './store/history-entry.ts';
import type { SiteStore } from './store/site-store.ts';
import { takeOff } from './taken-off.ts';

/** Health of a version on pages. */
export interface VersionFailures {
  visits: number;
  /** Number of failures, by the notice's code. */
  failures: Partial<Record<string, number>>;
}

/** How many people used a version, and for how many of them it responded too slowly. */
export interface SlowAnswers {
  measured: number;
  poor: number;
}

/** The author of automatic steps in the history. */
const who = 'site';

/** Context of automatic quarantine. */
interface Environment {
  store: SiteStore;
  environment: string;
}

/** What became of a version that must go, in a sentence; with the start of the freeze that it stays for. */
export interface Quarantined {
  why: string;
  frozenAt: string | null;
}

/**
 * Quarantines a version of a remote that fails for many: the previous version replaces it for everybody. It spares the last
 * version of a remote and those no longer live, ends a canary of the version, and only reports in a frozen environment.
 *
 * @param version as in `mf-quiz@0.1.0-3fa2c1d8e0`
 * @returns null if there was nothing to do
 */
export async function quarantine(
  where: Environment,
  version: string,
  seen: VersionFailures,
): Promise<Quarantined | null> {
  return act(where, blame(version, seen), async (head) => {
    // Only the canary's visitors saw it, so the live composition stays.
    if (head.canary?.versions.includes(version)) return withoutCanary(head, version);
    const { host, apps } = await where.store.composition(head.composition);
    const [name = ''] = version.split('@');
    const [live, before, ...others] = apps[name]?.versions ?? [];
    if (!live || !before || `${name}@${live.version}` !== version) return null;
    const composition = await where.store.saveComposition({
      host,
      apps: { ...apps, [name]: { versions: [before, ...others] } },
    });
    return { ...withoutCanary(head, version), composition };
  });
}

/**
 * Ends the canary of a version that responds too slowly. The live version is never touched. In a frozen environment it only
 * reports.
 *
 * @param version as in `mf-quiz@0.1.0-3fa2c1d8e0`
 * @param live the same for the live version, or null
 * @returns null if there was nothing to do
 */
export async function endSlowCanary(
  where: Environment,
  version: string,
  seen: SlowAnswers,
  live: SlowAnswers | null,
): Promise<Quarantined | null> {
  const beside = live ? `, the live one for ${live.poor} of ${live.measured}` : '';
  const why = `${version} answered after more than half a second for ${seen.poor} of ${seen.measured} people in two hours (INP)${beside}`;
  return act(where, why, async (head) =>
    head.canary?.versions.includes(version) ? withoutCanary(head, version) : null,
  );
}

const withoutCanary = (head: HistoryEntry, version: string): NextStep => ({
  kind: 'quarantine',
  composition: head.composition,
  canary: null,
  quarantined: version,
  takenOff: takeOff(head, [version]),
});

/** Appends the step, or reports it in a frozen environment. */
async function act(
  { store, environment }: Environment,
  why: string,
  decide: (head: HistoryEntry) => Promise<NextStep | null>,
): Promise<Quarantined | null> {
  let frozen: HistoryEntry['frozen'] | undefined;
  const entry = await appendHistory(store, environment, { who, why }, async (head) => {
    const step = head && (await decide(head));
    frozen = step && (head?.frozen ?? null);
    return frozen ? null : step;
  });
  if (entry) return { why, frozenAt: null };
  return frozen
    ? { why: `${why}. It stays: ${frozenSince(environment, frozen)}`, frozenAt: frozen.at }
    : null;
}

/** Says in a sentence how a version failed. */
function blame(version: string, { visits, failures }: VersionFailures): string {
  const kinds = Object.entries(failures);
  const failed = kinds.reduce((sum, [, count = 0]) => sum + count, 0);
  const reasons = kinds.map(
    ([code, count]) => `${code} ${count}× (${causes[code]?.cause.replace(/[.:].*/, '') ?? 'unknown'})`,
  );
  return `${version} failed for ${failed} of ${visits} visits in two hours: ${reasons.join(', ')}`;
}
