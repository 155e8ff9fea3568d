import { contract } from '@frens/contract';
import { type ReadKey, readRequests } from './community/read-requests.ts';
import { percentilesOf, ratioOf } from './percentiles.ts';
import type { Site } from './scale.ts';

const dearest = 1.5;
/** The 95th percentile of a search, in milliseconds. */
const slowestSearch = 300;
const pageSize = 5;
const deepPage = 1000;
const stride = 200;

/** What each list and search costs at its first and its thousandth page, in a large community beside a small one. */
export async function compareLists(small: Site, large: Site, samples: number) {
  const compared = [];
  for (const address of pagedAddresses()) {
    const deep = { small: await deepPageOf(small, address), large: await deepPageOf(large, address) };
    const pages = [
      {
        page: 1,
        ofSmall: withQuery(address, `limit=${pageSize}`),
        ofLarge: withQuery(address, `limit=${pageSize}`),
      },
      // A list that is shorter has its last page looked at.
      {
        page: Math.min(deep.small.page, deep.large.page),
        ofSmall: deep.small.address,
        ofLarge: deep.large.address,
      },
    ];
    for (const { page, ofSmall, ofLarge } of pages) {
      const times = { small: [] as number[], large: [] as number[] };
      for (let sample = -3; sample < samples; sample += 1) {
        const one = await timeOf(small, ofSmall);
        const other = await timeOf(large, ofLarge);
        if (sample < 0) continue;
        times.small.push(one);
        times.large.push(other);
      }
      const [inSmall, inLarge] = [percentilesOf(times.small), percentilesOf(times.large)];
      const ratio = ratioOf(inLarge.p50, inSmall.p50);
      const isSearch = address.includes('q=');
      const isMet = ratio <= dearest && (!isSearch || inLarge.p95 <= slowestSearch);
      console.log(`${address} page ${page}: ${ratio} (at most ${dearest})`, inLarge, isMet ? '' : 'MISSED');
      compared.push({ address, page, ratio, small: inSmall, large: inLarge, isMet });
    }
  }
  return compared;
}

/** Calls that answer with a list by pages. */
export const pagedCalls = (): ReadKey[] =>
  // Safe: these are the keys of `readRequests`.
  (Object.keys(readRequests) as ReadKey[]).filter(
    (key) => (contract[key] as { paged?: boolean }).paged === true,
  );

/** Every list, with the questions that it may be asked. */
const pagedAddresses = (): string[] => pagedCalls().flatMap((key) => readRequests[key]);

const withQuery = (address: string, query: string) =>
  `${address}${address.includes('?') ? '&' : '?'}${query}`;

/** The address of the thousandth page of a list, or of its last one. */
async function deepPageOf(site: Site, address: string): Promise<{ page: number; address: string }> {
  let next = withQuery(address, `limit=${stride - pageSize}`);
  let page = 1;
  let found = withQuery(address, `limit=${pageSize}`);
  while (page < deepPage) {
    const { response } = await ask(site, next);
    const [, link] = /<([^>]*)>; rel="next"/.exec(response.headers.get('Link') ?? '') ?? [];
    if (!link) break;
    const { searchParams } = new URL(link, site.url);
    const cursor = `cursor=${searchParams.get('cursor')}`;
    page += page === 1 ? stride / pageSize - 1 : stride / pageSize;
    found = withQuery(address, `limit=${pageSize}&${cursor}`);
    next = withQuery(address, `limit=${stride}&${cursor}`);
  }
  return { page, address: found };
}

async function timeOf(site: Site, address: string): Promise<number> {
  return (await ask(site, address)).time;
}

async function ask({ url, cookie }: Site, address: string): Promise<{ response: Response; time: number }> {
  const startedAt = performance.now();
  const response = await fetch(url + address, { headers: { cookie } });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${address} is answered with ${response.status}.`);
  return { response, time: performance.now() - startedAt };
}
