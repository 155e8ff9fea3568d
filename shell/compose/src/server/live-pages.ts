import type { Brand, Composition, Preview } from '../model/composition.ts';
import { parameterPlaceholder } from '../model/matches-path.ts';
import type { PublicAnswers } from '../render/render-pages.ts';
import type { SiteStore } from '../store/site-store.ts';
import { createPageCompletion, hasResults, wholePlace } from './complete-page.ts';
import { isNoscript } from './noscript.ts';
import { createPageCaches, type PageCaches } from './page-cache.ts';
import { type FoundPage, findPageFiles } from './page-files.ts';
import { leadOn, type PageHtml } from './page-html.ts';
import type { SharedPage } from './page-share.ts';
import { withWords } from './page-share.ts';
import { readPageTemplate } from './page-template.ts';
import { createDataRenderer, type LatestPages } from './render-with-data.ts';
import { createRenderedHtml } from './rendered-html.ts';
import { fittingQuery, searchCall, searchIn } from './rendered-query.ts';

/** The pages of one composition. */
export interface LivePages {
  id: string;
  brand: Brand;
  /** The site's origin, for absolute addresses. */
  origin: string;
  composition: Composition;
  /** Further origins of remotes. */
  remoteOrigins: readonly string[];
  /** Whether the site has pages for developers. */
  hasDevPages: boolean;
  /** Without it pages are rendered without data. */
  latest?: LatestPages | undefined;
  /** Waits without holding up other requests. */
  aside?: (<Result>(wait: Promise<Result>) => Promise<Result>) | undefined;
  /** Of the site's pages, for all its compositions. */
  caches?: PageCaches | undefined;
  inlineScripts: string[];
  /** Whether the shell's guard sets the integrity of all other scripts. */
  isGuarded: boolean;
  find(pathname: string, language: string): FoundPage;
  /** Addresses of the public calls whose answers the rendered page may show. */
  calls(
    page: FoundPage,
    reader: Pick<PageReader, 'language' | 'isWithoutScripts' | 'search'>,
  ): Promise<readonly string[]>;
  /** The query that fits an address and that its page was rendered for; null if there is none. */
  queryFor(page: FoundPage, language: string, querystring: string): Promise<string | null>;
  /** The search of an address whose page is rendered with what it finds (`searchIn`); null if there is none. */
  searchFor(page: FoundPage, language: string, querystring: string): Promise<string | null>;
  /**
   * The HTML of a page in one language, created and compressed on the first request and cached. Variants that few read are compressed less.
   *
   * @param reader.byHash whether the browser supports hashes for external scripts (`runsByHash`)
   */
  html(page: FoundPage, reader: PageReader, about?: SharedPage | null): Promise<PageHtml>;
  /** Renders a page with its data before anybody asks for it, in its turn. */
  renderAhead(page: FoundPage, language: string, answers: PublicAnswers, signal: AbortSignal): Promise<void>;
}

/** The reader of a page. */
export interface PageReader {
  language: string;
  byHash: boolean;
  /** Whether the page as rendered at publishing is sent: its query must fit, and a member's page needs a session. */
  isPlain?: boolean;
  /** The query that it was rendered for; none by default. */
  query?: string;
  /** What its list is searched for, if that fits; the page is rendered with the answers, or by browsers. */
  search?: string | null;
  /** Whether a browser without scripts requested it (`?scripts=none`). */
  isWithoutScripts?: boolean;
  /** Whether the reader has a session cookie, whatever its value. */
  hasSession?: boolean;
  /**
   * Public answers of the page's calls. Readers get the page with them once it has been rendered in the background; the first reader of an item's
   * page or of a search, and browsers without scripts, wait for it for a moment.
   */
  answers?: PublicAnswers | null;
}

/** What the pages of all compositions of a site share. */
type SiteOfPages = Pick<
  LivePages,
  'brand' | 'origin' | 'remoteOrigins' | 'hasDevPages' | 'latest' | 'aside' | 'caches'
>;

/** Reads a composition and makes its pages. */
export async function readLivePages(store: SiteStore, id: string, site: SiteOfPages): Promise<LivePages> {
  return makePages(store, { id, ...site, composition: await store.composition(id) });
}

/** Makes the pages of a composition. Throws if the shell's HTML has changed since it was published. */
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
    aside,
    caches = createPageCaches(),
    preview,
  }: SiteOfPages & Pick<LivePages, 'id' | 'composition'> & { preview?: Preview },
): Promise<LivePages> {
  const site = { id, brand, origin, composition, remoteOrigins, hasDevPages };
  const template = await readPageTemplate(store, site, preview);
  const rendered = createRenderedHtml(store, composition);
  const { readWithData, renderAhead } = createDataRenderer(
    store,
    { id, composition, brand, latest, aside },
    rendered,
  );

  const { completePage, withPage } = createPageCompletion({
    store,
    rendered,
    brand,
    isPreview: preview !== undefined,
  });

  return {
    ...site,
    latest,
    aside,
    caches,
    inlineScripts: template.inlineScripts,
    isGuarded: template.isGuarded,
    find: (pathname, language) =>
      findPageFiles(store.site, composition, pathname, { language, remoteOrigins, hasDevPages }),
    async calls(page, { language, isWithoutScripts, search }) {
      const stored = await rendered.read(page, language);
      // Browsers without scripts get results in their own place.
      if (!stored?.calls || (isWithoutScripts && hasResults(stored))) return [];
      return stored.calls.map((call) =>
        searchCall(
          call.replaceAll(parameterPlaceholder, page.parameter ?? parameterPlaceholder),
          search ?? '',
        ),
      );
    },
    renderAhead,
    searchFor: (page, language, querystring) =>
      searchIn(page, querystring, async () => (await rendered.read(page, language))?.reads),
    async queryFor(page, language, querystring) {
      const isWithoutScripts = isNoscript({ querystring });
      const asked = new URLSearchParams(querystring);
      if (isWithoutScripts) asked.delete('scripts');
      const query = await fittingQuery(
        page,
        asked.toString(),
        async () => (await rendered.read(page, language))?.reads,
      );
      if (!isWithoutScripts || !query) return isWithoutScripts ? null : query;
      // They get what is whole without scripts, and else the plain page.
      return (await rendered.read(page, language, query))?.html.includes(wholePlace) ? query : null;
    },
    async html(page, reader, about = null) {
      const { language, byHash, isPlain = false, query = '', search = null, answers } = reader;
      const { isWithoutScripts = false, hasSession = false } = reader;
      const fill = (isRendered: boolean) =>
        template.fill(page, { language, byHash, hasSession, isRendered, subject: about?.path });
      const { withData, isPending } = answers
        ? await readWithData(page, reader, answers)
        : { withData: null };
      // Nothing else brings its data to a browser without scripts.
      const isReloaded = isWithoutScripts && page.parameter !== undefined && isPending === true;
      // Anybody can ask for all other variants, by a cookie or a header that nobody has checked.
      const isForMany = !preview && !about && isPlain && !isWithoutScripts && !hasSession;
      const completed = { page, reader, about, isForMany };
      const make = async () => {
        const filled = withData && (await rendered.complete(page, language, search ?? '', withData));
        // Browsers without scripts get further pages of lists and searches.
        if (filled) {
          const isList = hasResults(await rendered.read(page, language));
          const html = about ? withWords(fill(true), about, brand) : fill(true);
          return withPage(isList ? leadOn(html) : html, filled, completed);
        }
        return completePage(fill, { ...completed, isPending: isReloaded });
      };
      // A preview has few readers, and everybody can ask for very many.
      if (preview) return make();
      const of = [about?.path, about?.title, about?.description, withData !== null, isReloaded];
      const by = [language, byHash, isPlain, query, search, isWithoutScripts, hasSession];
      const key = JSON.stringify([id, ...by, page.rendered, page.pattern, ...of]);
      return caches[isForMany ? 'many' : 'few'](key, make, withData);
    },
  };
}
