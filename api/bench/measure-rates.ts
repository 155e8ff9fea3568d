import type { CallKey } from '@frens/contract';
import { limits } from '@frens/contract/limits';
import { processorMs } from '../src/testing/processor-ms.ts';
import { askedSize, asScreensAsk, readRequests } from './community/read-requests.ts';
import { pagedCalls } from './compare-lists.ts';
import { fire } from './compare-with-bare.ts';
import { percentilesOf } from './percentiles.ts';
import type { Site } from './scale.ts';

/** Minimum responses per second of one process with 100,000 members, for the best connected one, on an idle two-core machine. */
const wanted: Partial<Record<CallKey, number>> = {
  'GET /api/users': 120,
  'GET /api/circles': 120,
  'GET /api/home': 60,
};
const wantedOfOthers = 150;

/** Processor milliseconds of the API, and of the database if it is a local process. */
const usedBy = ({ pids: { api, database } }: Site) =>
  [api, ...(database === undefined ? [] : [database])].map((pid) => processorMs(pid));

/**
 * Measures the API's responses per second for home and each list with its screen's page size. Also measures the default page size, which
 * other clients get, without a goal.
 */
export async function measureRates(site: Site, seconds: number) {
  const measured = [];
  for (const key of [...pagedCalls(), 'GET /api/home'] as const) {
    const [address = ''] = readRequests[key];
    const asked = askedSize(key);
    const shown = await measure(site, asScreensAsk(key), seconds);
    const whole = asked === undefined ? undefined : await measure(site, address, seconds);
    const least = wanted[key] ?? wantedOfOthers;
    const isMet = shown.perSecond >= least;
    const page = asked === undefined ? '' : ` by ${asked} rows, as its screen asks`;
    console.log(`${address}${page}: ${rateText(shown)} (at least ${least})`, isMet ? '' : 'MISSED');
    if (whole) console.log(`  by ${limits.page.default} rows, the default: ${rateText(whole)} (no goal)`);
    measured.push({ address, rows: asked ?? null, ...shown, default: whole, isMet });
  }
  return measured;
}

type Rate = Awaited<ReturnType<typeof measure>>;

async function measure(site: Site, address: string, seconds: number) {
  // Warm-up.
  await fire(site.url + address, site.cookie, 2);
  const before = usedBy(site);
  const times = await fire(site.url + address, site.cookie, seconds);
  const after = usedBy(site);
  const processor = after.map(
    (ms, place) => Math.round(((ms - (before[place] ?? 0)) / times.length) * 10) / 10,
  );
  return { perSecond: Math.round(times.length / seconds), processor, ...percentilesOf(times) };
}

const rateText = ({ perSecond, processor }: Rate) =>
  `${perSecond} a second, ${processor.join(' + ')} ms of processor`;
