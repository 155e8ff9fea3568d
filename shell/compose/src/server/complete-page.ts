import type { Brand } from '../model/composition.ts';
import { hostLanguage, withoutFrame } from '../model/site-definition.ts';
import { notFoundPath } from '../store/rendered-pages.ts';
import { type SiteStore, shellName } from '../store/site-store.ts';
import type { PageReader } from './live-pages.ts';
import type { FoundPage } from './page-files.ts';
import { createPageHtml, leadOn, type PageHtml, reloadSoon, withFrame } from './page-html.ts';
import { type SharedPage, withSubject } from './page-share.ts';
import {
  type createRenderedHtml,
  type RenderedHtml,
  withBrand,
  withPageWords,
  withRendered,
} from './rendered-html.ts';

interface PageCompletionOptions {
  store: SiteStore;
  rendered: ReturnType<typeof createRenderedHtml>;
  brand: Brand;
  isPreview: boolean;
}

/** A page to be completed, and its reader. */
interface Completed {
  page: FoundPage;
  reader: Pick<PageReader, 'language' | 'isPlain' | 'query' | 'isWithoutScripts' | 'hasSession'>;
  /** What it is about, if that is a single item. */
  about: SharedPage | null;
  /** Whether it has many readers, so that it is compressed as far as it goes. */
  isForMany: boolean;
}

/** Puts rendered content into the filled template. */
export function createPageCompletion({ store, rendered, brand, isPreview }: PageCompletionOptions) {
  /**
   * The page as rendered at publishing, or the frame alone where its reader gets no rendered content.
   *
   * @param fill fills the template for a page with or without rendered content
   * @param completed.isPending whether a browser without scripts loads it again, because it is being rendered
   */
  async function completePage(
    fill: (isRendered: boolean) => string,
    completed: Completed & { isPending: boolean },
  ): Promise<PageHtml> {
    const { page, reader, about, isForMany, isPending } = completed;
    const { language, isPlain, query = '', isWithoutScripts, hasSession } = reader;
    const complete = await rendered.complete(page, language, query);
    // Who has a session is led on from the sign-in page, which browsers with scripts do by themselves.
    const isSignedIn = hasSession && withoutFrame(store.site, page.address) === store.site.signInPage;
    const hasMore =
      isSignedIn ||
      hasResults(complete) ||
      complete?.html.includes(filledPlace) ||
      (page.parameter !== undefined && complete?.calls);
    const leadsOn =
      complete &&
      !isPreview &&
      (!page.isForMembers || hasSession) &&
      !isWithoutScripts &&
      (!isPlain || (query !== '' && !complete.html.includes(wholePlace)) || hasMore);
    const shown = isPlain ? complete : null;
    const plain = fill(shown !== null);
    const filled =
      shown || page.share
        ? plain
        : withPageWords(plain, await wordsOf(page, complete, { language, hasSession }), brand);
    const html = about ? withSubject(filled, about, brand) : filled;
    const led = leadsOn ? leadOn(html) : isPending ? reloadSoon(html) : html;
    if (shown) return withPage(led, shown, completed);
    const lost = { name: shellName, rendered: notFoundPath(store.site, '/') };
    const frame = await rendered.read(lost, language);
    return createPageHtml(
      frame ? withFrame(led, withBrand(frame.html, brand), hostLanguage(store.site, language)) : led,
      [],
      isForMany,
    );
  }

  /** The title and description of a page that browsers render: its own, or the site's, which the landing page has in each language. */
  async function wordsOf(
    page: FoundPage,
    own: RenderedHtml | null,
    { language, hasSession }: Pick<PageReader, 'language' | 'hasSession'>,
  ) {
    if (own?.title && (!page.isForMembers || hasSession)) return { ...own, pattern: page.pattern };
    const site = await rendered.read({ name: shellName, rendered: '/' }, language);
    return site && { ...site, pattern: '/' };
  }

  /** The page with this rendered content. */
  const withPage = (
    html: string,
    rendered: RenderedHtml,
    { page: { pattern, share }, reader: { language }, about, isForMany }: Completed,
  ) =>
    createPageHtml(
      // A remote speaks for itself in a language that its descriptor does not have.
      withRendered(html, rendered, { brand, pattern, hasWords: !!share?.title[language] || !!about }),
      rendered.styleSources,
      isForMany,
    );

  return { completePage, withPage };
}

/** Marks a page with a query that browsers without scripts need not leave for the plain one. */
export const wholePlace = '<noscript data-whole';

/** Marks where the server fills in the results of a list for browsers without scripts (`NoscriptResults` of the platform). */
const resultsPlace = '<noscript data-results';

/** Marks what else it fills in for them, such as who invites. */
const filledPlace = '<noscript data-filled';

export const hasResults = (page: { html: string } | null) => page?.html.includes(resultsPlace) === true;
