import type { Brand, Composition } from '@frens/compose/composition';
import type { Language } from '@frens/contract/languages';
import * as platform from '@frens/platform';
import { createPlatform, enterPlatform, MemoryRouter } from '@frens/platform/internal';
import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as reactDom from 'react-dom';
import { prerender } from 'react-dom/static.browser';
import { createRemotes } from './composition/engine.ts';
import { ownTexts } from './own-texts.ts';
import { preloadShellScreen } from './routes/shell-screens.ts';
import { SiteRoot } from './site-root.tsx';

/** What the Node builds of remotes take from the shell, by the names of their imports: one copy each, as in a browser. */
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
  language: Language;
}

/** What failed while a page was rendered, and in which components. */
export interface RenderFailure {
  message: string;
  components: string;
}

/**
 * Renders a page as visitors get it before anything is known of them: no session, no data.
 *
 * @param page which one
 * @param module the page's remote; absent for the shell's own pages
 * @returns its HTML and title, and what failed in it
 */
export async function renderPage(
  { brand, composition, pathname, language }: RenderedPage,
  module?: unknown,
): Promise<{ html: string; title: string; description: string; failures: RenderFailure[] }> {
  const page = createPlatform({ brand, language });
  enterPlatform(page);
  await page.texts.start(ownTexts);
  const remotes = createRemotes({
    composition,
    load: async () => module,
    addTexts: page.texts.add,
    fetchComposition: async () => composition,
  });
  await Promise.all([remotes.preload(pathname), preloadShellScreen(pathname)]);
  const failures: RenderFailure[] = [];
  const name = remotes.find(pathname)?.name;
  const state = name === undefined ? undefined : remotes.state(name);
  if (state?.status === 'failed')
    return {
      html: '',
      title: '',
      description: '',
      failures: [{ message: String(state.error), components: '' }],
    };
  const { prelude } = await prerender(
    <SiteRoot
      queryClient={page.queryClient}
      remotes={remotes}
      memory={{ Router: MemoryRouter, path: pathname }}
    />,
    {
      // A boundary is never sent after its page.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onError: (cause, { componentStack }) =>
        void failures.push({ message: String(cause), components: componentStack ?? '' }),
    },
  );
  const html = await new Response(prelude).text();
  const t = page.texts.i18n.t;
  const [, heading = '', below = ''] = /<h1[^>]*>(.*?)<\/h1>(.*)/s.exec(html) ?? [];
  const [, lead = ''] = /^(?:<\/?(?:div|header)[^>]*>|<!--.*?-->)*<p[^>]*>(.*?)<\/p>/s.exec(below) ?? [];
  const isLanding = pathname === '/';
  return {
    html,
    title: isLanding ? t('shell:page.title') : plainText(heading),
    description: (!isLanding && plainText(lead)) || t('shell:page.description'),
    failures,
  };
}

const withoutTags = (html: string) => html.replace(/<[^>]*>/g, '').trim();

/** What React has escaped, as it reads. */
const plainText = (html: string) =>
  withoutTags(html)
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
