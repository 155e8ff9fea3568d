import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { parameterPlaceholder } from '../model/matches-path.ts';
import { type PageWithData, type PublicAnswers, renderWithData } from '../render/render-pages.ts';
import type { SiteStore } from '../store/site-store.ts';
import type { LivePages, PageReader } from './live-pages.ts';
import type { FoundPage } from './page-files.ts';
import type { Latest } from './public-data.ts';
import type { RenderedHtmls } from './rendered-html.ts';

/** Renders pages with their data, shared by all compositions. Single items and searches, of which anybody may ask for many, never keep others waiting. */
export type LatestPages = Record<'page' | 'item' | 'search', Latest<PublicAnswers, PageWithData>>;

/** Whether a page is about what does not exist, or not for everybody: both are the same page. */
export const isNotFound = (
  { pattern, parameter }: Pick<FoundPage, 'pattern' | 'parameter'>,
  answers: PublicAnswers | null | undefined,
): boolean =>
  pattern === undefined || (parameter !== undefined && Object.values(answers ?? {}).includes(null));

/** Renders the pages of a composition with their data in the background. */
export function createDataRenderer(
  store: SiteStore,
  {
    id,
    composition,
    brand,
    latest,
    aside = (wait) => wait,
  }: Pick<LivePages, 'id' | 'composition' | 'brand' | 'latest' | 'aside'>,
  rendered: Pick<RenderedHtmls, 'read'>,
) {
  /** Looks for the page rendered with these answers, or with earlier ones that still hold, and renders it when it may; null if it never is. */
  async function readerOf(
    page: FoundPage,
    { language, search }: Pick<PageReader, 'language' | 'search'>,
    answers: PublicAnswers,
  ): Promise<(() => Found) | null> {
    if (!latest) return null;
    const { name, rendered: pathname } = page;
    // One page for all that is missing, whatever is asked for.
    const notFound = isNotFound(page, answers);
    const parameter = notFound ? parameterPlaceholder : page.parameter;
    const calls = notFound ? ((await rendered.read(page, language))?.calls ?? []) : [];
    const data = notFound ? Object.fromEntries(calls.map((call) => [call, null])) : answers;
    const query = search ?? '';
    const asked = { pathname, parameter, query, language };
    const what = { name, ...asked, brand, answers: data, patience: patienceWithData };
    const place = JSON.stringify([id, pathname, parameter, query, language]);
    const kind = query !== '' ? 'search' : parameter === undefined || notFound ? 'page' : 'item';
    return () => latest[kind](place, data, () => renderWithData(store, composition, what));
  }
  return {
    /**
     * The page with these answers, or with earlier ones that still hold; null if there is neither. `isPending`: rendering has not ended yet.
     * The first reader of an item's page or of a search, and browsers without scripts, wait for it for a moment.
     */
    async readWithData(
      page: FoundPage,
      reader: Pick<PageReader, 'language' | 'isWithoutScripts' | 'search'>,
      answers: PublicAnswers,
    ): Promise<{ withData: PageWithData | null; isPending?: boolean }> {
      const { isWithoutScripts = false, search } = reader;
      const read = await readerOf(page, reader, answers);
      if (!read) return { withData: null };
      const found = read();
      const mayWait = page.parameter !== undefined || !!search || isWithoutScripts;
      if (found.shown || !mayWait || waiting >= mostWaiting) return stateOf(found);
      waiting += 1;
      const waited = aside(waitFor(read, isWithoutScripts)).finally(() => {
        waiting -= 1;
      });
      return stateOf(await waited);
    },
    /** Renders a page that nobody waits for, in its turn. */
    async renderAhead(
      page: FoundPage,
      language: string,
      answers: PublicAnswers,
      signal: AbortSignal,
    ): Promise<void> {
      const read = await readerOf(page, { language }, answers);
      // The signal lasts as long as the server: its listener goes with the page.
      const done = new AbortController();
      const aborted = once(signal, 'abort', { signal: done.signal }).catch(() => {});
      try {
        for (let found = read?.(); found && !found.shown && !signal.aborted; found = read?.()) {
          const next = found.coming ?? found.free;
          if (!next) return;
          await Promise.race([next, aborted]);
        }
      } finally {
        done.abort();
      }
    },
  };
}

type Found = ReturnType<Latest<PublicAnswers, PageWithData>>;

/** Waits for a moment until a page has been rendered. */
async function waitFor(read: () => Found, isWithoutScripts: boolean): Promise<Found> {
  const late = setTimeout(isWithoutScripts ? waitWithoutScripts : waitForItem, 'late', { ref: false });
  for (;;) {
    const found = read();
    // Scripts ask for the data on a busy machine, where waiting is in vain, and while another page is being rendered.
    const isInTime = isWithoutScripts || (found.lastTook ?? 0) < waitForItem;
    const next = (isInTime ? found.coming : undefined) ?? (isWithoutScripts ? found.free : undefined);
    if (found.shown || !next) return found;
    if ((await Promise.race([next, late])) === 'late') return read();
  }
}

const stateOf = ({ shown, coming, free }: Found) => ({
  withData: shown,
  isPending: !shown && (coming !== undefined || free !== undefined),
});

/** Time limit for rendering a page with its data, in milliseconds. */
const patienceWithData = 10_000;
/** How many requests wait for a rendering; past the maximum they are answered without it. */
let waiting = 0;
const mostWaiting = 20;
/** How long a reader waits until a page has been rendered with its data, in milliseconds: by then a slow browser has not asked for them itself. */
const waitForItem = 1_500;
const waitWithoutScripts = 5_000;
