import { processorMs } from '../src/testing/processor-ms.ts';
import { pagedAddresses } from './compare-lists.ts';
import { fire } from './compare-with-bare.ts';
import { percentilesOf } from './percentiles.ts';
import type { Site } from './scale.ts';

/** Answers a second of one process with 100,000 members, the caller the best connected one, on a quiet machine of two processors. */
const wanted = new Map([
  ['/api/users', 120],
  ['/api/circles', 120],
  ['/api/home', 60],
]);
const wantedOfOthers = 150;

/** Processor milliseconds of the API and of the database, where that is a process of this machine. */
const usedBy = ({ pids: { api, database } }: Site) =>
  [api, ...(database === undefined ? [] : [database])].map((pid) => processorMs(pid));

/** How many answers of each list, and of the home, the API gives a second. */
export async function measureRates(site: Site, seconds: number) {
  const measured = [];
  const lists = pagedAddresses().filter((address) => !address.includes('?'));
  for (const address of [...lists, '/api/home']) {
    // Warms up first.
    await fire(site.url + address, site.cookie, 2);
    const before = usedBy(site);
    const times = await fire(site.url + address, site.cookie, seconds);
    const after = usedBy(site);
    const processor = after.map(
      (ms, place) => Math.round(((ms - (before[place] ?? 0)) / times.length) * 10) / 10,
    );
    const [perSecond, least] = [Math.round(times.length / seconds), wanted.get(address) ?? wantedOfOthers];
    const isMet = perSecond >= least;
    console.log(
      `${address}: ${perSecond} a second (at least ${least}), ${processor.join(' + ')} ms of processor`,
      isMet ? '' : 'MISSED',
    );
    measured.push({ address, perSecond, processor, ...percentilesOf(times), isMet });
  }
  return measured;
}
