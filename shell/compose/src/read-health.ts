import { Refusal } from './refusal.ts';

/** How a version has done on pages in the last hour or two. */
export interface VersionHealth {
  visits: number;
  /** How many it failed for, by the number of the notice. */
  failures: Record<string, number>;
}

/** A line of what a site counts, as in `frens_version_failures{version="mf-quiz@2",code="REMOTE-104"} 3`. */
const counted = /^frens_version_(visits|failures)\{version="([^"]+)"(?:,code="([^"]+)")?\} (\d+)$/gm;

/**
 * Reads from a running site how its versions do.
 *
 * @param site its address
 * @param token what its `METRICS_TOKEN` is; a site of this machine may need none
 * @returns by versions, as in `mf-quiz@0.1.0-3fa2c1d8e0`
 * @throws Refusal when it does not answer, or does not tell
 */
export async function readHealth(
  site: string,
  token: string | undefined,
): Promise<Map<string, VersionHealth>> {
  if (!URL.canParse(site))
    throw new Refusal('usage', `"${site}" is no address: write it like https://site.example.`);
  const headers: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {};
  const answer = await fetch(new URL('/metrics', site), {
    headers,
    signal: AbortSignal.timeout(10_000),
  }).catch((cause: unknown) => {
    throw new Refusal('unknown', `${site} does not answer: ${String(cause)}`);
  });
  if (!answer.ok)
    throw new Refusal(
      'unknown',
      `${site} does not tell (${answer.status}): set METRICS_TOKEN to what the site has.`,
    );
  const found = new Map<string, VersionHealth>();
  for (const [, kind, version = '', code = '', count] of (await answer.text()).matchAll(counted)) {
    const health = found.get(version) ?? { visits: 0, failures: {} };
    if (kind === 'visits') health.visits = Number(count);
    else health.failures[code] = Number(count);
    found.set(version, health);
  }
  return found;
}

/** That in words. */
export function healthText({ visits, failures }: VersionHealth): string {
  const failed = Object.values(failures).reduce((sum, count) => sum + count, 0);
  const codes = Object.entries(failures).map(([code, count]) => `${code} ${count}×`);
  return failed === 0
    ? `${visits} visits, none failed`
    : `${visits} visits, ${failed} failed: ${codes.join(', ')}`;
}
