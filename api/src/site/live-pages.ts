import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type SiteStore, shellPath } from '@frens/compose/store/site-store';
import type { Brand, Composition, Preview } from '@frens/contract/composition';
import type { SharedPage } from '../resources/shared-pages.ts';
import { fillPage } from './fill-page.ts';
import { type FoundPage, findPageFiles, type PageLanguage } from './page-files.ts';
import { inlineScriptSources } from './page-headers.ts';
import { withShare, withWords } from './page-share.ts';

/** One page's HTML, as it is and compressed. */
export interface PageHtml {
  etag: string;
  identity: Buffer;
  br: Buffer;
  gzip: Buffer;
}

/** The pages of one composition. */
export interface LivePages {
  id: string;
  brand: Brand;
  composition: Composition;
  inlineScripts: string[];
  find(pathname: string, language: PageLanguage): FoundPage;
  /**
   * The same HTML for all addresses of one page in one language, made and compressed at its first reading; that of a page that is about
   * something of its own is made anew, and compressed less.
   */
  html(page: FoundPage, language: PageLanguage, about?: SharedPage | null): Promise<PageHtml>;
}

/** Reads what is live. */
export async function readLivePages(store: SiteStore, id: string, brand: Brand): Promise<LivePages> {
  return makePages(store, { id, brand, composition: await store.composition(id) });
}

/** Makes the pages of a composition. */
export async function makePages(
  store: SiteStore,
  {
    id,
    brand,
    composition,
    preview,
  }: Pick<LivePages, 'id' | 'brand' | 'composition'> & { preview?: Preview },
): Promise<LivePages> {
  const template = await readFile(store.file(shellPath(composition.host.version), 'index.html'), 'utf8');
  const data = { brand, composition, live: id, preview };
  // As many as there are patterns, and one for all addresses that are none.
  const pages = new Map<string, Promise<PageHtml>>();
  return {
    id,
    brand,
    composition,
    // Of the file as it was built: nothing that is filled in can bring a script of its own.
    inlineScripts: inlineScriptSources(template),
    find: (pathname, language) => findPageFiles(composition, pathname, language),
    html({ pattern, files, share }, language, about = null) {
      if (about) {
        const filled = fillPage(template, data, { language, files });
        return compress(withWords(filled, about, brand), fast);
      }
      const key = `${language} ${pattern}`;
      const known = pages.get(key);
      if (known) return known;
      const filled = fillPage(template, data, { language, files });
      const made = compress(share ? withShare(filled, share, language, brand) : filled, small);
      pages.set(key, made);
      return made;
    },
  };
}

/** How much is done to make a page smaller: once for all its readers, or for one. */
const small = { brotli: 9, gzip: 9 };
const fast = { brotli: 4, gzip: 4 };

async function compress(html: string, quality: typeof small): Promise<PageHtml> {
  const identity = Buffer.from(html);
  const brotli = {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality.brotli,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  };
  return {
    etag: `"${createHash('sha256').update(identity).digest('hex').slice(0, 24)}"`,
    identity,
    br: await promisify(brotliCompress)(identity, brotli),
    gzip: await promisify(gzip)(identity, { level: quality.gzip }),
  };
}
