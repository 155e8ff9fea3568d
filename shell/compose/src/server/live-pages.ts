import { listedFiles } from '../model/composed-files.ts';
import type { Brand, Composition, Preview } from '../model/composition.ts';
import { type PageWithData, type PublicAnswers, renderWithData } from '../render/render-pages.ts';
import { hasHash } from '../store/integrity.ts';
import { type SiteStore, shellPath } from '../store/site-store.ts';
import { fillPage } from './fill-page.ts';
import { type FoundPage, findPageFiles } from './page-files.ts';
import { createPageHtml, leadOn, type PageHtml } from './page-html.ts';
import { importMap, inlineScriptSources, policyPlace, scriptPolicy } from './page-policy.ts';
import type { SharedPage } from './page-share.ts';
import { withShare, withSubject } from './page-share.ts';
import type { Latest } from './public-data.ts';
import { createRenderedHtml, type RenderedHtml, withRendered } from './rendered-html.ts';
import { fittingQuery } from './rendered-query.ts';
import { withAddresses } from './search-engines.ts';

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
  /** Renders pages with their data, for all compositions of the site: without it none has any. */
  latest?: Latest<PublicAnswers, PageWithData> | undefined;
  inlineScripts: string[];
  /** Whether the shell's scripts give all others their integrity. */
  isGuarded: boolean;
  find(pathname: string, language: string): FoundPage;
  /** The calls whose answers the rendered page may show, of what everybody may see. */
  calls(page: FoundPage, language: string): Promise<readonly string[]>;
  /** The query that the page of an address was rendered for; null where it was rendered for none that fits. */
  queryFor(page: FoundPage, language: string, querystring: string): Promise<string | null>;
  /**
   * The same HTML for all addresses of one page in one language, made and compressed at its first reading; that of pages with data is
   * compressed less, and that of pages that are about something of their own is kept for some of them, too.
   *
   * @param reader.byHash whether the browser runs scripts by their hashes (`runsByHash`)
   */
  html(page: FoundPage, reader: PageReader, about?: SharedPage | null): Promise<PageHtml>;
}

/** For whom a page is made. */
export interface PageReader {
  language: string;
  byHash: boolean;
  /**
   * Whether the page is one that was rendered at publishing: for an address with a query that it was rendered for, and for members if it is theirs.
   */
  isPlain?: boolean;
  /** The query that it was rendered for; default: none. */
  query?: string;
  /** Whether a browser without scripts requested it (`?scripts=none`), regardless of the rest of the address. */
  isWithoutScripts?: boolean;
  /** What the page's calls answer to everybody. It comes with these once it is rendered with them, which no reader waits for. */
  answers?: PublicAnswers | null;
}

/** Reads what is live. */
export async function readLivePages(
  store: SiteStore,
  id: string,
  site: Pick<LivePages, 'brand' | 'origin' | 'remoteOrigins' | 'hasDevPages' | 'latest'>,
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
    latest,
    preview,
  }: Pick<
    LivePages,
    'id' | 'brand' | 'origin' | 'composition' | 'remoteOrigins' | 'hasDevPages' | 'latest'
  > & {
    preview?: Preview;
  },
): Promise<LivePages> {
  const template = await readTemplate(store, composition.host);
  // From the built file, so that filled-in content cannot add a script.
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
  const rendered = createRenderedHtml(store, composition);
  /** By the same keys, the newest that was rendered with data. */
  const pagesWithData = new Map<string, { withData: PageWithData; made: Promise<PageHtml | null> }>();

  async function completePage(
    html: string,
    page: FoundPage,
    { language, isPlain, query = '', isWithoutScripts }: Omit<PageReader, 'byHash' | 'answers'>,
  ): Promise<PageHtml> {
    const complete = await rendered.complete(page, language, query);
    const leadsOn =
      complete &&
      !preview &&
      !page.isForMembers &&
      !isWithoutScripts &&
      (!isPlain || query !== '' || complete.html.includes(resultsPlace));
    const led = leadsOn ? leadOn(html) : html;
    return isPlain && complete ? withPage(led, page, complete, !preview) : createPageHtml(led, [], !preview);
  }

  /**
   * The page as it was rendered with the answers of its calls, or with earlier ones that still hold; null while there is neither, and where it cannot be. Nobody
   * waits for rendering.
   */
  function renderedWithData(
    { name, pattern: pathname = '' }: FoundPage,
    language: string,
    answers: PublicAnswers,
  ): PageWithData | null {
    const what = { name, pathname, language, brand, answers, patience: patienceWithData };
    const place = JSON.stringify([id, pathname, language]);
    return latest?.(place, answers, () => renderWithData(store, composition, what)) ?? null;
  }

  function completeWithData(
    key: string,
    withData: PageWithData,
    make: () => Promise<PageHtml | null>,
  ): Promise<PageHtml | null> {
    const known = pagesWithData.get(key);
    if (known?.withData === withData) return known.made;
    const made = make();
    pagesWithData.set(key, { withData, made });
    // A failure is not kept.
    made.catch(() => pagesWithData.get(key)?.made === made && pagesWithData.delete(key));
    return made;
  }

  const withPage = (
    html: string,
    { pattern, share, isForMembers }: FoundPage,
    rendered: RenderedHtml,
    isForMany: boolean,
  ) =>
    createPageHtml(
      withRendered(html, rendered, { brand, pattern, hasWords: !!share, isForMembers }),
      rendered.styleSources,
      isForMany,
    );

  return {
    id,
    brand,
    origin,
    composition,
    remoteOrigins,
    hasDevPages,
    latest,
    inlineScripts,
    isGuarded,
    find: (pathname, language) =>
      findPageFiles(store.site, composition, pathname, { language, remoteOrigins, hasDevPages }),
    calls: async (page, language) => (await rendered.read(page, language))?.calls ?? [],
    queryFor: (page, language, querystring) =>
      fittingQuery(page, querystring, async () => (await rendered.read(page, language))?.reads),
    async html(page, reader, about = null) {
      const { language, byHash, isPlain = false, query = '', isWithoutScripts = false, answers } = reader;
      const { pattern, files, share, firstCall } = page;
      const key = JSON.stringify([
        language,
        byHash,
        isPlain,
        query,
        isWithoutScripts,
        pattern,
        about?.path,
        about?.title,
        about?.description,
      ]);
      const fill = () => {
        const head = { language, files, hashes, policy: byHash ? policy : '', imports, firstCall };
        const filled = withAddresses(store.site, fillPage(template, data, head), {
          origin,
          pattern,
          composition,
          subject: about?.path,
        });
        return share ? withShare(filled, share, [language, store.site.languages[0]], brand) : filled;
      };
      const withData = answers ? renderedWithData(page, language, answers) : null;
      const complete =
        withData &&
        (await completeWithData(key, withData, async () => {
          const filled = await rendered.complete(page, language, '', withData);
          // Lists have more pages, and a search, for browsers without scripts.
          // Its first reader waits until it is compressed, and soon there is another one.
          return filled && withPage(leadOn(fill()), page, filled, false);
        }));
      if (complete) return complete;
      const known = (about ? pagesAbout : pages).get(key);
      if (known) return known;
      if (about) {
        const made = Promise.resolve(createPageHtml(withSubject(fill(), about, brand), []));
        // The oldest makes room.
        for (const oldest of pagesAbout.keys()) if (pagesAbout.size >= mostAbout) pagesAbout.delete(oldest);
        pagesAbout.set(key, made);
        return made;
      }
      // A preview has few readers.
      const made = completePage(fill(), page, { language, isPlain, query, isWithoutScripts });
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

/** Where a rendered page takes what a list holds for them (`NoscriptResults` of the platform). */
const resultsPlace = '<noscript data-results';

/** How long rendering a page with its data may take, in milliseconds. */
const patienceWithData = 10_000;

/** How many pages that are about something of their own are kept: some hundred kilobytes each. */
const mostAbout = 50;
