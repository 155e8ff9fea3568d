import { type Brand, type Composition, parametersIn } from '@frens/compose';
import type { Language } from '@frens/contract/languages';
import * as platform from '@frens/platform';
import { ApiError, type PublicData, type RemoteModule } from '@frens/platform';
import { createPlatform, enterPlatform, keepNotFound, MemoryRouter } from '@frens/platform/internal';
import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as reactDom from 'react-dom';
import { prerender } from 'react-dom/static.browser';
import { preloadFrame } from './chrome/frame.ts';
import { createRemotes } from './composition/engine.ts';
import { addRemoteTexts, ownTexts } from './own-texts.ts';
import type { PublicEntry } from './page-data.ts';
import { findShellScreen, preloadShellScreen } from './routes/shell-screens.ts';
import { SiteRoot } from './site-root.tsx';

/** The modules that Node builds of remotes import from the shell: one copy each, as in a browser. */
export const provided = {
  react,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': reactDom,
  '@frens/platform': platform,
};

/** A page to render. */
export interface RenderedPage {
  brand: Brand;
  composition: Composition;
  pathname: string;
  /** The query of its address, without the question mark. */
  query?: string;
  language: Language;
  /** The answers of its public calls, by address; null if there is no such thing. Without them the loading state is rendered. */
  answers?: Readonly<Record<string, PublicAnswer | null>>;
}

/** The answer of a call to an anonymous caller. */
export interface PublicAnswer {
  body: unknown;
  /** The `Link` header to the next page of a list. */
  link: string | null;
}

/** An error during rendering, with its component stack. */
export interface RenderFailure {
  message: string;
  components: string;
}

/**
 * Renders a page for anonymous visitors: without a session, with public data only.
 *
 * @param page the page
 * @param module the page's remote; absent for the shell's own pages
 * @returns its HTML and title, the query that it is for, what failed in it, the calls of its public data, and these data by their query keys
 */
export async function renderPage(
  { brand, composition, pathname, query = '', language, answers }: RenderedPage,
  module?: unknown,
): Promise<{
  html: string;
  title: string;
  description: string;
  query?: string;
  failures: RenderFailure[];
  calls?: string[];
  data?: PublicEntry[];
}> {
  const page = createPlatform({ brand, language });
  enterPlatform(page);
  await page.texts.start(ownTexts);
  const remotes = createRemotes({
    composition,
    load: async () => module,
    addTexts: addRemoteTexts,
    fetchComposition: async () => composition,
  });
  await Promise.all([remotes.preload(pathname), preloadShellScreen(pathname), preloadFrame()]);
  const failures: RenderFailure[] = [];
  const found = remotes.find(pathname);
  const state = found ? remotes.state(found.name) : undefined;
  if (state?.status === 'failed')
    return {
      html: '',
      title: '',
      description: '',
      failures: [{ message: String(state.error), components: '' }],
    };
  const screen =
    state?.status === 'ready'
      ? state.module.routes.find(({ path }) => path === found?.page.path)?.Component
      : findShellScreen(pathname);
  const read = await readPublicData(
    page,
    screen,
    parametersIn(found?.page.path ?? '', pathname),
    query,
    answers,
  );
  const { prelude } = await prerender(
    <SiteRoot
      queryClient={page.queryClient}
      remotes={remotes}
      memory={{ Router: MemoryRouter, path: `${pathname}?${query}` }}
    />,
    {
      // Boundaries are never streamed after their page.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onError: (cause, { componentStack }) =>
        void failures.push({ message: String(cause), components: componentStack ?? '' }),
    },
  );
  const html = await new Response(prelude).text();
  const t = page.texts.i18n.t;
  // The title that `usePageTitle` sets.
  const [, named] = / data-title="([^"]*)"/.exec(html) ?? [];
  const [, heading = '', below = ''] = /<h1[^>]*>(.*?)<\/h1>(.*)/s.exec(html) ?? [];
  const [, lead = ''] = /^(?:<\/?(?:div|header)[^>]*>|<!--.*?-->)*<p[^>]*>(.*?)<\/p>/s.exec(below) ?? [];
  const isLanding = pathname === '/';
  return {
    html,
    title: isLanding ? t('shell:page.title') : plainText(named ?? heading),
    description: (!isLanding && plainText(lead)) || t('shell:page.description'),
    query,
    failures,
    ...read,
  };
}

/** Runs the public queries of the page's screen and records their calls. Unanswered queries leave no data. */
async function readPublicData(
  { queryClient }: Pick<ReturnType<typeof createPlatform>, 'queryClient'>,
  screen: RemoteModule['routes'][number]['Component'] | undefined,
  parameters: Readonly<Record<string, string>>,
  query: string,
  answers: RenderedPage['answers'] = {},
): Promise<{ calls?: string[]; data?: PublicEntry[] }> {
  const { publicData } = ((await screen?.preload?.()) ?? {}) as { publicData?: PublicData };
  if (!publicData) return {};
  const calls: string[] = [];
  const answered = new Map(Object.entries(answers).map(([call, answer]) => [inOrder(call), answer]));
  // There is no such data on the server.
  globalThis.fetch = (async (address: string) => {
    calls.push(address);
    const answer = answered.get(inOrder(address));
    if (answer === undefined) throw new TypeError('Not answered');
    const headers = {
      get: (name: string) => (name === 'Link' ? (answer?.link ?? null) : null),
      has: () => false,
    };
    if (answer === null) return { ok: false, status: 404, headers, text: async () => '' };
    return { ok: true, status: 200, headers, json: async () => answer.body };
  }) as unknown as typeof fetch;
  await publicData(
    (one) =>
      'initialPageParam' in one ? queryClient.prefetchInfiniteQuery(one) : queryClient.prefetchQuery(one),
    parameters,
    new URLSearchParams(query),
  );
  const data: PublicEntry[] = [];
  for (const { queryKey, state } of queryClient.getQueryCache().getAll()) {
    const isNotFound = state.error instanceof ApiError && state.error.status === 404;
    if (state.data !== undefined) data.push([queryKey, state.data]);
    else queryClient.removeQueries({ queryKey });
    if (!isNotFound) continue;
    keepNotFound(queryClient, queryKey);
    data.push([queryKey]);
  }
  return data.length > 0 ? { data } : { calls };
}

/** An address with its parameters in one order: the server adds those of a search at the end. */
function inOrder(address: string): string {
  const [path, query = ''] = address.split('?');
  return `${path}?${query.split('&').sort().join('&')}`;
}

const withoutTags = (html: string) => html.replace(/<[^>]*>/g, '').trim();

/** Unescapes text that React has escaped. */
const plainText = (html: string) =>
  withoutTags(html)
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
