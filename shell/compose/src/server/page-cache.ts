import { createByteCache } from './byte-cache.ts';
import { type PageHtml, sizeOfCopies } from './page-html.ts';

/** Size of each cache: every page of a site in each language, twice over. */
const mostBytes = 24 * 1024 * 1024;

/**
 * Gives the page of a key, and creates it at most once at a time.
 *
 * @param source what the page is made of, by identity: another one replaces the page
 */
export type PageCache = (
  key: string,
  make: () => Promise<PageHtml>,
  source?: object | null,
) => Promise<PageHtml>;

/** Those of a site: no variant that few read evicts a page that many read. */
export type PageCaches = Record<'many' | 'few', PageCache>;

export const createPageCaches = (limit = mostBytes): PageCaches => ({
  many: createPageCache(limit),
  few: createPageCache(limit),
});

/** Creates a cache of pages: whatever visitors ask for, it stays within its limit. Failures are not cached. */
export function createPageCache(limit = mostBytes): PageCache {
  interface Made {
    page: PageHtml;
    source: object | null;
  }
  const cached = createByteCache<Made>(limit);
  const underWay = new Map<string, { page: Promise<PageHtml>; source: object | null }>();
  return async (key, make, source = null) => {
    const known = [cached.get(key), underWay.get(key)].find((one) => one?.source === source);
    if (known) return known.page;
    const making = { page: make(), source };
    underWay.set(key, making);
    try {
      const page = await making.page;
      cached.set(key, { page, source }, page.identity.length * (1 + sizeOfCopies));
      return page;
    } finally {
      if (underWay.get(key) === making) underWay.delete(key);
    }
  };
}
