import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type SiteStore, shellPath } from '@frens/compose/store/site-store';
import type { Brand, Composition, Preview } from '@frens/contract/composition';
import { fillPage } from './fill-page.ts';
import { type FoundPage, findPageFiles, type PageLanguage } from './page-files.ts';
import { inlineScriptSources } from './page-headers.ts';
import { withShare } from './page-share.ts';

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
  /** The same HTML for all addresses of one page in one language. Made and compressed at its first reading. */
  html(page: FoundPage, language: PageLanguage): Promise<PageHtml>;
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
  // As many as there are patterns, and one for all addresses that are none.
  const pages = new Map<string, Promise<PageHtml>>();
  return {
    id,
    brand,
    composition,
    // Of the file as it was built: nothing that is filled in can bring a script of its own.
    inlineScripts: inlineScriptSources(template),
    find: (pathname, language) => findPageFiles(composition, pathname, language),
    html({ pattern, files, share }, language) {
      const key = `${language} ${pattern}`;
      const known = pages.get(key);
      if (known) return known;
      const filled = fillPage(template, { brand, composition, preview }, { language, files });
      const made = compress(share ? withShare(filled, share, language, brand) : filled);
      pages.set(key, made);
      return made;
    },
  };
}

async function compress(html: string): Promise<PageHtml> {
  const identity = Buffer.from(html);
  const brotli = {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 9,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  };
  return {
    etag: `"${createHash('sha256').update(identity).digest('hex').slice(0, 24)}"`,
    identity,
    br: await promisify(brotliCompress)(identity, brotli),
    gzip: await promisify(gzip)(identity, { level: 9 }),
  };
}
