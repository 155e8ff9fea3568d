import { type VitalName, vitalNames, vitalRatings } from './model/calls.ts';
import { Refusal } from './refusal.ts';

/** Health of a version, or a composition, in the last hour or two. */
export interface Health {
  visits: number;
  /** Number of failures, by the notice's code. */
  failures: Record<string, number>;
  /** How many visits were good, middling and poor, by web vital. */
  vitals: Partial<Record<VitalName, number[]>>;
}

/** Health of a whole site. */
export interface SiteHealth {
  /** By versions, as in `mf-quiz@0.1.0-3fa2c1d8e0`. */
  versions: Map<string, Health>;
  /** By the id of a composition, with the visits of its pages. */
  compositions: Map<string, Health>;
}

/** A line of a site's metrics, as in `site_version_failures{version="mf-quiz@2",composition="3f…",code="REMOTE-104"} 3`. */
const counted = /^\w+_version_(visits|failures|vitals)\{([^}]*)\} (\d+)$/gm;
const label = /(\w+)="([^"]*)"/g;

/**
 * Reads the health of versions and compositions from a running site's metrics.
 *
 * @param site its address
 * @param token its `METRICS_TOKEN`; a local site may need none
 * @throws Refusal when it does not answer, or refuses
 */
export async function readHealth(site: string, token: string | undefined): Promise<SiteHealth> {
  if (!URL.canParse(site))
    throw new Refusal('usage', `"${site}" is no address: write it like https://site.example.`);
  const headers: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {};
  const answer = await fetch(new URL('/metrics', site), {
    headers,
    signal: AbortSignal.timeout(10_000),
  }).catch((cause: unknown) => {
    throw new Refusal('failure', `${site} does not answer: ${String(cause)}`);
  });
  if (!answer.ok)
    throw new Refusal(
      'unknown',
      `${site} does not tell (${answer.status}): set METRICS_TOKEN to what the site has.`,
    );
  const found: SiteHealth = { versions: new Map(), compositions: new Map() };
  for (const [, kind = '', labels = '', count] of (await answer.text()).matchAll(counted)) {
    const by = Object.fromEntries([...labels.matchAll(label)].map(([, name, value]) => [name, value]));
    const { version = '', composition = '' } = by;
    add(of(found.versions, version), kind, by, Number(count));
    // The shell is on every page: its visits are the number of pages.
    if (kind !== 'visits' || version.startsWith('shell@'))
      add(of(found.compositions, composition), kind, by, Number(count));
  }
  return found;
}

/** A server's counts of a version on the pages of one composition. */
export interface CountedVersion {
  version: string;
  /** Id, or null for all that are not live any more. */
  composition: string | null;
  visits: number;
  /** For how many it failed, by the number of the notice. */
  failures: Partial<Record<string, number>>;
  /** For how many each was measured, by name and in the order of `vitalRatings`. */
  vitals: Partial<Record<string, number[]>>;
}

/** Computes the health from a server's own counts. */
export function siteHealthOf(versions: readonly CountedVersion[]): SiteHealth {
  const found: SiteHealth = { versions: new Map(), compositions: new Map() };
  for (const { version, composition, visits, failures, vitals } of versions) {
    const places: [Health, boolean][] = [
      [of(found.versions, version), true],
      // The shell is on every page: its visits are the number of pages.
      [of(found.compositions, composition ?? 'earlier'), version.startsWith('shell@')],
    ];
    for (const [health, countsVisits] of places) {
      if (countsVisits) add(health, 'visits', {}, visits);
      for (const [code, count = 0] of Object.entries(failures)) add(health, 'failures', { code }, count);
      for (const [vital, counts = []] of Object.entries(vitals))
        for (const [place, rating] of vitalRatings.entries())
          add(health, 'vitals', { vital, rating }, counts[place] ?? 0);
    }
  }
  return found;
}

function of(known: Map<string, Health>, name: string): Health {
  const health = known.get(name) ?? { visits: 0, failures: {}, vitals: {} };
  known.set(name, health);
  return health;
}

function add(health: Health, kind: string, by: Partial<Record<string, string>>, count: number): void {
  if (kind === 'visits') health.visits += count;
  if (by.code) health.failures[by.code] = (health.failures[by.code] ?? 0) + count;
  const vital = vitalNames.find((name) => name === by.vital);
  const place = vitalRatings.findIndex((rating) => rating === by.rating);
  if (!vital || place < 0) return;
  health.vitals[vital] ??= vitalRatings.map(() => 0);
  health.vitals[vital][place] = (health.vitals[vital][place] ?? 0) + count;
}

/** Formats the health of a version. */
export function healthText({ visits, failures, vitals }: Health): string {
  const failed = Object.values(failures).reduce((sum, count) => sum + count, 0);
  const codes = Object.entries(failures).map(([code, count]) => `${code} ${count}×`);
  const measured = vitalNames.flatMap((name) => (vitals[name] ? [`${name} ${vitals[name].join('/')}`] : []));
  return [
    `${visits} ${visits === 1 ? 'visit' : 'visits'}`,
    failed === 0 ? 'none failed' : `${failed} failed: ${codes.join(', ')}`,
    ...measured,
  ].join(', ');
}

/** The legend of these figures. */
export const vitalsLegend = `LCP, INP and CLS: for how many each was ${vitalRatings.join('/')}`;
