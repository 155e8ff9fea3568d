import { appendHistory } from './append-history.ts';
import { causes } from './explain.ts';
import type { HistoryEntry } from './store/history-entry.ts';
import type { SiteStore } from './store/site-store.ts';
import { takeOff } from './taken-off.ts';

/** How a version did on pages. */
export interface VersionFailures {
  visits: number;
  /** How many it failed for, by the number of the notice. */
  failures: Partial<Record<string, number>>;
}

/** For how many people a version was used, and for how many of them it answered too late. */
export interface SlowAnswers {
  measured: number;
  poor: number;
}

/** Who takes versions off by itself, in the history. */
const who = 'site';

/**
 * Takes a version of a remote off the site that fails for many: the version before stands in, for everybody. Never the last one, and not what
 * is not live any more. A canary ends with it. It works while the environment is frozen, as going back does.
 *
 * @param version as in `mf-quiz@0.1.0-3fa2c1d8e0`
 * @returns why, in words, or null when there was nothing to do
 */
export async function quarantine(
  { store, environment }: { store: SiteStore; environment: string },
  version: string,
  seen: VersionFailures,
): Promise<string | null> {
  const why = blame(version, seen);
  const off = (head: HistoryEntry) => ({ quarantined: version, takenOff: takeOff(head, [version]) });
  const entry = await appendHistory(store, environment, { who, why }, async (head) => {
    if (!head) return null;
    // Only a share of visitors saw it: what is live goes on.
    if (head.canary?.versions.includes(version))
      return { kind: 'quarantine', composition: head.composition, canary: null, ...off(head) };
    const { host, apps } = await store.composition(head.composition);
    const [name = ''] = version.split('@');
    const [live, before, ...others] = apps[name]?.versions ?? [];
    if (!live || !before || `${name}@${live.version}` !== version) return null;
    const composition = await store.saveComposition({
      host,
      apps: { ...apps, [name]: { versions: [before, ...others] } },
    });
    return { kind: 'quarantine', composition, canary: null, ...off(head) };
  });
  return entry && why;
}

/**
 * Ends the canary that shows a version which answers too late. What is live goes on, and is never touched by it.
 *
 * @param version as in `mf-quiz@0.1.0-3fa2c1d8e0`
 * @param live the same of what is live; null where there is nothing of it
 * @returns why, in words, or null when there was nothing to do
 */
export async function endSlowCanary(
  { store, environment }: { store: SiteStore; environment: string },
  version: string,
  seen: SlowAnswers,
  live: SlowAnswers | null,
): Promise<string | null> {
  const beside = live ? `, the live one for ${live.poor} of ${live.measured}` : '';
  const why = `${version} answered after more than half a second for ${seen.poor} of ${seen.measured} people in two hours (INP)${beside}`;
  const entry = await appendHistory(store, environment, { who, why }, async (head) =>
    head?.canary?.versions.includes(version)
      ? {
          kind: 'quarantine',
          composition: head.composition,
          canary: null,
          quarantined: version,
          takenOff: takeOff(head, [version]),
        }
      : null,
  );
  return entry && why;
}

/** What a version did, in a sentence. */
function blame(version: string, { visits, failures }: VersionFailures): string {
  const kinds = Object.entries(failures);
  const failed = kinds.reduce((sum, [, count = 0]) => sum + count, 0);
  const reasons = kinds.map(
    ([code, count]) => `${code} ${count}× (${causes[code]?.cause.replace(/[.:].*/, '') ?? 'unknown'})`,
  );
  return `${version} failed for ${failed} of ${visits} visits in two hours: ${reasons.join(', ')}`;
}
