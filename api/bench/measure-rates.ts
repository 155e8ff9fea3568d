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

/** How many answers of each list, and of the home, the API gives a second. */
export async function measureRates(site: Site, seconds: number) {
  const measured = [];
  const lists = pagedAddresses().filter((address) => !address.includes('?'));
  for (const address of [...lists, '/api/home']) {
    // Warms up first.
    await fire(site.url + address, site.cookie, 2);
    const times = await fire(site.url + address, site.cookie, seconds);
    const [perSecond, least] = [Math.round(times.length / seconds), wanted.get(address) ?? wantedOfOthers];
    const isMet = perSecond >= least;
    console.log(`${address}: ${perSecond} a second (at least ${least})`, isMet ? '' : 'MISSED');
    measured.push({ address, perSecond, ...percentilesOf(times), isMet });
  }
  return measured;
}
