import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { escapeHtml } from '../escape-html.ts';
import { listedFiles } from '../model/composed-files.ts';
import type { Brand, Composition, Preview } from '../model/composition.ts';
import { type PublicAnswers, renderWithData } from '../render/render-pages.ts';
import { hasHash } from '../store/integrity.ts';
import { type SiteStore, shellPath } from '../store/site-store.ts';
import { fillPage } from './fill-page.ts';
import { noscriptQuery } from './noscript.ts';
import { type FoundPage, findPageFiles } from './page-files.ts';
import { importMap, inlineScriptSources, policyPlace, scriptPolicy } from './page-policy.ts';
import type { SharedPage } from './page-share.ts';
import { withShare, withSubject } from './page-share.ts';
import { createLatest, hashOfJson } from './public-data.ts';
import { createRenderedHtml, type RenderedHtml, withRendered } from './rendered-html.ts';
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
  /** Is told why a page cannot be rendered with its data. */
  onUnrendered?: ((error: unknown) => void) | undefined;
  inlineScripts: string[];
  /** Whether the shell's scripts give all others their integrity. */
  isGuarded: boolean;
  find(pathname: string, language: string): FoundPage;
  /** The calls whose answers the rendered page may show, of what everybody may see. */
  calls(page: FoundPage, language: string): Promise<readonly string[]>;
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
  language: string;
  byHash: boolean;
  /** Whether the page is the one that was rendered at publishing: it was rendered for an address without a query. */
  isPlain?: boolean;
  /** Whether it was asked for by a browser that runs no scripts (`?scripts=none`), whatever else the address asks for. */
  isWithoutScripts?: boolean;
  /** What the page's calls answer to everybody. It comes with these once it is rendered with them, which no reader waits for. */
  answers?: PublicAnswers | null;
}

/** Reads what is live. */
export async function readLivePages(
  store: SiteStore,
  id: string,
  site: Pick<LivePages, 'brand' | 'origin' | 'remoteOrigins' | 'hasDevPages' | 'onUnrendered'>,
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
    onUnrendered,
    preview,
  }: Pick<
    LivePages,
    'id' | 'brand' | 'origin' | 'composition' | 'remoteOrigins' | 'hasDevPages' | 'onUnrendered'
  > & {
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
  const latestWithData = createLatest<PageHtml>(onUnrendered ?? (() => {}));

  async function complete(
    html: string,
    page: FoundPage,
    { language, isPlain, isWithoutScripts }: Omit<PageReader, 'byHash' | 'answers'>,
  ): Promise<PageHtml> {
    const rendered = await findRendered(page, language);
    const leadsOn =
      rendered && !preview && !isWithoutScripts && (!isPlain || rendered.html.includes(resultsPlace));
    const led = leadsOn ? leadOn(html) : html;
    return isPlain && rendered ? withPage(led, page, rendered) : compress(led, [], preview ? fast : small);
  }

  /** Renders a page with the answers of its calls; null where it cannot be. */
  async function completeWithData(
    html: string,
    page: FoundPage,
    { language, answers }: { language: string; answers: PublicAnswers },
  ): Promise<PageHtml | null> {
    const { name, pattern: pathname = '' } = page;
    const what = { name, pathname, language, brand, answers, patience: patienceWithData };
    const filled = await renderWithData(store, composition, what);
    const rendered = filled && (await findRendered(page, language, filled));
    // Lists have more pages, and a search, for browsers without scripts.
    return rendered && withPage(leadOn(html), page, rendered);
  }

  const withPage = (html: string, { pattern, share }: FoundPage, rendered: RenderedHtml) =>
    compress(
      withRendered(html, rendered, { brand, pattern, hasWords: !!share }),
      rendered.styleSources,
      small,
    );

  return {
    id,
    brand,
    origin,
    composition,
    remoteOrigins,
    hasDevPages,
    onUnrendered,
    inlineScripts,
    isGuarded,
    find: (pathname, language) =>
      findPageFiles(store.site, composition, pathname, { language, remoteOrigins, hasDevPages }),
    calls: async (page, language) => (await findRendered(page, language))?.calls ?? [],
    html(page, { language, byHash, isPlain = false, isWithoutScripts = false, answers }, about = null) {
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
      const fill = () => {
        const head = { language, files, hashes, policy: byHash ? policy : '', imports };
        const filled = withAddresses(store.site, fillPage(template, data, head), {
          origin,
          pattern,
          composition,
          subject: about?.path,
        });
        return share ? withShare(filled, share, [language, store.site.languages[0]], brand) : filled;
      };
      const withData =
        answers &&
        latestWithData(key, hashOfJson(answers), () => completeWithData(fill(), page, { language, answers }));
      if (withData) return Promise.resolve(withData);
      const known = (about ? pagesAbout : pages).get(key);
      if (known) return known;
      if (about) {
        const made = compress(withSubject(fill(), about, brand), [], fast);
        // The oldest makes room.
        for (const oldest of pagesAbout.keys()) if (pagesAbout.size >= mostAbout) pagesAbout.delete(oldest);
        pagesAbout.set(key, made);
        return made;
      }
      // A preview has few readers.
      const made = complete(fill(), page, { language, isPlain, isWithoutScripts });
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
const leadOn = (html: string) => html.replace('<title>', (tag) => leadingOn + tag);
/** The longest query that goes along. */
const mostQuery = 2_000;

/**
 * A page that leads browsers without scripts on, with the query that it was asked for by: what to show next, a search. Secrets stay out of
 * it, and so does a choice of scripts, which would be taken before ours.
 */
export async function withQuery(
  made: PageHtml,
  { pattern, secrets }: Pick<FoundPage, 'pattern' | 'secrets'>,
  { path, querystring }: { path: string; querystring: string },
): Promise<PageHtml> {
  const query = new URLSearchParams(querystring.length > mostQuery ? '' : querystring);
  for (const name of ['scripts', ...secrets]) query.delete(name);
  // An address that is written in another way has no rendered page.
  const target = pattern === undefined || path === pattern ? '' : pattern;
  if ((query.size === 0 && target === '') || !made.identity.includes(leadingOn)) return made;
  query.append('scripts', 'none');
  const html = made.identity
    .toString()
    .replace(leadingOn, (element) =>
      element.replace(`?${noscriptQuery}`, () => escapeHtml(`${target}?${query}`)),
    );
  return compress(html, made.inlineStyles, fast);
}

/** Where a rendered page takes what a list holds for them (`NoscriptResults` of the platform). */
const resultsPlace = '<noscript data-results';

/** How long rendering a page with its data may take, in milliseconds. */
const patienceWithData = 10_000;

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
