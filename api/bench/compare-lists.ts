import { contract } from '@frens/contract';
import { asScreensAsk, type ReadKey, readRequests } from './community/read-requests.ts';
import { percentilesOf, ratioOf } from './percentiles.ts';
import type { Site } from './scale.ts';

/** The maximum ratio: of page sizes that screens use, and of other lists. */
const maxRatio = { shown: 1.3, list: 1.5 };
/** The maximum 95th percentile of a search, in milliseconds. */
const maxSearchMs = 300;
const pageSize = 5;
const deepPage = 1000;
const stride = 200;

/**
 * Compares a large community with a small one: home and each list with its screen's page size, and each list and search at its first and
 * thousandth page.
 */
export async function compareLists(small: Site, large: Site, samples: number) {
  const compared = [];
  const sites = { small, large, samples };
  for (const key of ['GET /api/home', ...pagedCalls()] as const) {
    const address = asScreensAsk(key);
    compared.push(await compare(sites, { address, page: 1, most: maxRatio.shown }));
  }
  for (const address of pagedAddresses()) {
    const deep = { small: await deepPageOf(small, address), large: await deepPageOf(large, address) };
    const asked = withQuery(address, `limit=${pageSize}`);
    const first = { address, page: 1, ofSmall: asked, ofLarge: asked };
    compared.push(await compare(sites, { ...first, most: maxRatio.list }));
    // Shorter lists use their last page.
    const page = Math.min(deep.small.page, deep.large.page);
    const last = { address, page, ofSmall: deep.small.address, ofLarge: deep.large.address };
    compared.push(await compare(sites, { ...last, most: maxRatio.list }));
  }
  return compared;
}

interface Question {
  address: string;
  page: number;
  /** The maximum acceptable ratio. */
  most: number;
  /** The address for each community; by default the same. */
  ofSmall?: string;
  ofLarge?: string;
}

/** Alternates between both communities. */
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
  const isMet = ratio <= most && (!isSearch || inLarge.p95 <= maxSearchMs);
  console.log(`${address} page ${page}: ${ratio} (at most ${most})`, inLarge, isMet ? '' : 'MISSED');
  return { address, page, ratio, small: inSmall, large: inLarge, isMet };
}

/** Calls that return paged lists. */
export const pagedCalls = (): ReadKey[] =>
  // Safe: these are the keys of `readRequests`.
  (Object.keys(readRequests) as ReadKey[]).filter(
    (key) => (contract[key] as { paged?: boolean }).paged === true,
  );

/** Every request of every paged list. */
const pagedAddresses = (): string[] => pagedCalls().flatMap((key) => readRequests[key]);

const withQuery = (address: string, query: string) =>
  `${address}${address.includes('?') ? '&' : '?'}${query}`;

/** The address of a list's thousandth page, or of its last one. */
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
