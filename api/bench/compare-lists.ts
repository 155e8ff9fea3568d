import { contract } from '@frens/contract';
import { asScreensAsk, type ReadKey, readRequests } from './community/read-requests.ts';
import { percentilesOf, ratioOf } from './percentiles.ts';
import type { Site } from './scale.ts';

/** Most of a ratio: of what a page of the site asks for, and of lists otherwise. */
const dearest = { shown: 1.3, list: 1.5 };
/** The 95th percentile of a search, in milliseconds. */
const slowestSearch = 300;
const pageSize = 5;
const deepPage = 1000;
const stride = 200;

/**
 * What the home and each list as its screen asks for it cost in a large community beside a small one, and each list and search at its first and
 * its thousandth page.
 */
export async function compareLists(small: Site, large: Site, samples: number) {
  const compared = [];
  const sites = { small, large, samples };
  for (const key of ['GET /api/home', ...pagedCalls()] as const) {
    const address = asScreensAsk(key);
    compared.push(await compare(sites, { address, page: 1, most: dearest.shown }));
  }
  for (const address of pagedAddresses()) {
    const deep = { small: await deepPageOf(small, address), large: await deepPageOf(large, address) };
    const asked = withQuery(address, `limit=${pageSize}`);
    const first = { address, page: 1, ofSmall: asked, ofLarge: asked };
    compared.push(await compare(sites, { ...first, most: dearest.list }));
    // A list that is shorter has its last page looked at.
    const page = Math.min(deep.small.page, deep.large.page);
    const last = { address, page, ofSmall: deep.small.address, ofLarge: deep.large.address };
    compared.push(await compare(sites, { ...last, most: dearest.list }));
  }
  return compared;
}

interface Question {
  address: string;
  page: number;
  /** The largest ratio that is good. */
  most: number;
  /** What is asked of each community; by default the address. */
  ofSmall?: string;
  ofLarge?: string;
}

/** Asks both communities by turns. */
async function compare(
  { small, large, samples }: { small: Site; large: Site; samples: number },
  { address, page, most, ofSmall = address, ofLarge = address }: Question,
) {
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
  const isMet = ratio <= most && (!isSearch || inLarge.p95 <= slowestSearch);
  console.log(`${address} page ${page}: ${ratio} (at most ${most})`, inLarge, isMet ? '' : 'MISSED');
  return { address, page, ratio, small: inSmall, large: inLarge, isMet };
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
