import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Language } from '@frens/contract/languages';
import { listedFiles } from '../model/composed-files.ts';
import type { Brand, Composition, Preview } from '../model/composition.ts';
import { hasHash } from '../store/integrity.ts';
import { type SiteStore, shellPath } from '../store/site-store.ts';
import { fillPage } from './fill-page.ts';
import { noscriptQuery } from './noscript.ts';
import { type FoundPage, findPageFiles } from './page-files.ts';
import { importMap, inlineScriptSources, policyPlace, scriptPolicy } from './page-policy.ts';
import type { SharedPage } from './page-share.ts';
import { withShare, withSubject } from './page-share.ts';
import { createRenderedHtml, withRendered } from './rendered-html.ts';
import { withAddresses } from './search-engines.ts';

/** One page's HTML, as it is and compressed. */
export interface PageHtml {
  etag: string;
  /** Sources of the styles that stand in it. */
  inlineStyles: string[];
  identity: Buffer;
  br: Buffer;
  gzip: Buffer;
}

/** The pages of one composition. */
export interface LivePages {
  id: string;
  brand: Brand;
  /** Of the site, for what is read elsewhere. */
  origin: string;
  composition: Composition;
  /** Origins of remotes beside our own. */
  remoteOrigins: readonly string[];
  /** Whether there are pages for developers. */
  hasDevPages: boolean;
  inlineScripts: string[];
  /** Whether the shell's scripts give all others their integrity. */
  isGuarded: boolean;
  find(pathname: string, language: Language): FoundPage;
  /**
   * The same HTML for all addresses of one page in one language, made and compressed at its first reading; that of pages that are about
   * something of their own is kept for some of them, and compressed less.
   *
   * @param reader.byHash whether the browser runs scripts by their hashes (`runsByHash`)
   */
  html(page: FoundPage, reader: PageReader, about?: SharedPage | null): Promise<PageHtml>;
}

/** For whom a page is made. */
export interface PageReader {
  language: Language;
  byHash: boolean;
  /** Whether the page is the one that was rendered at publishing: it was rendered for an address without a query. */
  isPlain?: boolean;
  /** Whether it was asked for by a browser that runs no scripts (`?scripts=none`), whatever else the address asks for. */
  isWithoutScripts?: boolean;
}

/** Reads what is live. */
export async function readLivePages(
  store: SiteStore,
  id: string,
  site: Pick<LivePages, 'brand' | 'origin' | 'remoteOrigins' | 'hasDevPages'>,
): Promise<LivePages> {
  return makePages(store, { id, ...site, composition: await store.composition(id) });
}

/**
 * Makes the pages of a composition. Throws when the shell's HTML is not the one that was published.
 */
export async function makePages(
  store: SiteStore,
  {
    id,
    brand,
    origin,
    composition,
    remoteOrigins,
    hasDevPages,
    preview,
  }: Pick<LivePages, 'id' | 'brand' | 'origin' | 'composition' | 'remoteOrigins' | 'hasDevPages'> & {
    preview?: Preview;
  },
): Promise<LivePages> {
  const template = await readTemplate(store, composition.host);
  // Of the file as it was built: nothing that is filled in can bring a script of its own.
  const isGuarded = template.includes(policyPlace);
  const hashes = isGuarded ? listedFiles(composition, remoteOrigins) : new Map<string, string>();
  const imports = importMap(composition, hashes);
  const inlineScripts = inlineScriptSources(template + imports);
  const policy = isGuarded ? scriptPolicy(inlineScripts, hashes) : '';
  const data = {
    brand,
    composition,
    live: id,
    preview,
    remoteOrigins: remoteOrigins.length > 0 ? remoteOrigins : undefined,
    hasDevPages: hasDevPages || undefined,
  };
  // As many as there are patterns, and one for all addresses that are none.
  const pages = new Map<string, Promise<PageHtml>>();
  const pagesAbout = new Map<string, Promise<PageHtml>>();
  const findRendered = createRenderedHtml(store, composition);

  async function complete(
    html: string,
    page: FoundPage,
    { language, isPlain, isWithoutScripts }: Omit<PageReader, 'byHash'>,
  ): Promise<PageHtml> {
    const rendered = await findRendered(page, language);
    const leadsOn =
      rendered && !preview && !isWithoutScripts && (!isPlain || rendered.html.includes(resultsPlace));
    const led = leadsOn ? html.replace('<title>', (tag) => leadingOn + tag) : html;
    if (!isPlain || !rendered) return compress(led, [], preview ? fast : small);
    return compress(
      withRendered(led, rendered, { brand, pattern: page.pattern, hasWords: !!page.share }),
      rendered.styleSources,
      small,
    );
  }

  return {
    id,
    brand,
    origin,
    composition,
    remoteOrigins,
    hasDevPages,
    inlineScripts,
    isGuarded,
    find: (pathname, language) =>
      findPageFiles(composition, pathname, { language, remoteOrigins, hasDevPages }),
    html(page, { language, byHash, isPlain = false, isWithoutScripts = false }, about = null) {
      const { pattern, files, share } = page;
      const key = JSON.stringify([
        language,
        byHash,
        isPlain,
        isWithoutScripts,
        pattern,
        about?.path,
        about?.title,
        about?.description,
      ]);
      const known = (about ? pagesAbout : pages).get(key);
      if (known) return known;
      const head = { language, files, hashes, policy: byHash ? policy : '', imports };
      const filled = withAddresses(fillPage(template, data, head), {
        origin,
        pattern,
        composition,
        subject: about?.path,
      });
      if (about) {
        const made = compress(withSubject(filled, about, brand), [], fast);
        // The oldest makes room.
        for (const oldest of pagesAbout.keys()) if (pagesAbout.size >= mostAbout) pagesAbout.delete(oldest);
        pagesAbout.set(key, made);
        return made;
      }
      const words = share ? withShare(filled, share, language, brand) : filled;
      // A preview has few readers.
      const made = complete(words, page, { language, isPlain, isWithoutScripts });
      pages.set(key, made);
      // A failure is not kept.
      made.catch(() => pages.delete(key));
      return made;
    },
  };
}

/** The HTML decides what may run, so it must be what was published: its hash stands in the composition, and that of the composition in its id. */
async function readTemplate(store: SiteStore, { version, integrity }: Composition['host']): Promise<string> {
  const template = await store.files.read(shellPath(version) + templateFile);
  if (template === null || !hasHash(template, integrity[templateFile]))
    throw new Error(`${templateFile} of shell ${version} is not the one that was published.`);
  return template.toString();
}

const templateFile = 'index.html';

/** Leads browsers without scripts to the rendered page, and to what lists hold. */
const leadingOn = `<noscript><meta http-equiv="refresh" content="0; url=?${noscriptQuery}"></noscript>`;
/** Where a rendered page takes what a list holds for them (`NoscriptResults` of the platform). */
const resultsPlace = '<noscript data-results';

/** How many pages that are about something of their own are kept: some hundred kilobytes each. */
const mostAbout = 50;

/** How much is done to make a page smaller: once for all its readers, or for one. */
const small = { brotli: 10, gzip: 9 };
const fast = { brotli: 4, gzip: 4 };

async function compress(html: string, inlineStyles: string[], quality: typeof small): Promise<PageHtml> {
  const identity = Buffer.from(html);
  const brotli = {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality.brotli,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  };
  return {
    etag: `"${createHash('sha256').update(identity).digest('hex').slice(0, 24)}"`,
    inlineStyles,
    identity,
    br: await promisify(brotliCompress)(identity, brotli),
    gzip: await promisify(gzip)(identity, { level: quality.gzip }),
  };
}
