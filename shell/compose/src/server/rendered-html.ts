import { escapeHtml } from '../escape-html.ts';
import type { Brand, Composition } from '../model/composition.ts';
import { integrityOf } from '../store/integrity.ts';
import {
  brandGaps,
  pageStyles,
  type RenderedPage,
  readPages,
  readPublished,
  renderedAddress,
} from '../store/rendered-pages.ts';
import { type SiteStore } from '../store/site-store.ts';
import { needsScripts } from './fill-page.ts';
import type { FoundPage } from './page-files.ts';
import { replaceWords } from './page-share.ts';

/** A rendered page with its styles inline, so that it is painted before any other file has arrived. */
export interface RenderedHtml extends RenderedPage {
  /** The public data that it shows, as JSON. A page with data contains the site's names, one without has gaps for them. */
  data?: string;
  /** The query that it was rendered for; scripts use it instead of the address's until the page is hydrated. */
  query: string;
  styles: string;
  /** Font faces to be fetched after the scripts, with which they would compete for bandwidth. */
  fonts: string;
  /** CSP sources of its inline styles. */
  styleSources: string[];
  /** Addresses of the inlined style sheets. */
  sheets: string[];
}

/** The rendered pages of one composition. */
export interface RenderedHtmls {
  /** The stored page for a query; null if it was never rendered. Cheap, because every request reads it. */
  read(page: RenderedOf, language: string, query?: string): Promise<RenderedPage | null>;
  /**
   * A page with its style sheets; null for a page that browsers render: never rendered, or without one of its style sheets.
   *
   * @param withData the page rendered with its data, which replaces the stored one
   */
  complete(
    page: RenderedOf,
    language: string,
    query?: string,
    withData?: RenderedPage,
  ): Promise<RenderedHtml | null>;
}
type RenderedOf = Pick<FoundPage, 'name' | 'rendered'>;

/** Creates the lookup of a composition's rendered pages. */
export function createRenderedHtml(store: SiteStore, composition: Composition): RenderedHtmls {
  const ofRemotes = new Map<string, ReturnType<typeof readPages>>();
  async function read({ name, rendered }: RenderedOf, language: string, query = '') {
    const reading = ofRemotes.get(name) ?? readPages(store, composition, name);
    ofRemotes.set(name, reading);
    // Failures are not cached.
    reading.catch(() => ofRemotes.delete(name));
    return (await reading)?.pages[renderedAddress(rendered, query)]?.[language] ?? null;
  }
  return {
    read,
    async complete({ name, rendered }, language, query = '', withData) {
      const page = withData ?? (await read({ name, rendered }, language, query));
      if (!page) return null;
      const sheets = pageStyles(store.site, composition, name, rendered);
      const texts = await Promise.all(sheets.map((sheet) => readPublished(store, sheet)));
      if (texts.includes(null)) return null;
      // Escaped so that no style can end the element.
      const all = texts.join('\n').replaceAll('</', '<\\/');
      const fonts = (all.match(fetchedFont) ?? []).join('');
      const styles = all.replaceAll(fetchedFont, '');
      const attributes = Array.from(
        page.html.matchAll(/<[a-z][^<>]* style="([^"]*)"/g),
        ([, text = '']) => text,
      );
      const styleSources = [
        sourceOf(styles),
        ...(fonts === '' ? [] : [sourceOf(fonts)]),
        // Hashes apply to attributes only with this keyword.
        ...(attributes.length > 0 ? ["'unsafe-hashes'"] : []),
        ...new Set(attributes.map((text) => sourceOf(unescapeHtml(text)))),
      ];
      const addresses = sheets.map(({ version, file }) => version.base + file);
      return { ...page, query, styles, fonts, styleSources, sheets: addresses };
    },
  };
}

/** Fetched fonts, not the local ones that replace them until then. */
const fetchedFont = /@font-face\s*\{[^}]*\burl\([^}]*\}/g;

const sourceOf = (text: string) => `'${integrityOf(text)}'`;

/** Where a rendered page that needs scripts has a place for the notice. */
const noticePlace = /(<noscript data-needs-scripts="[^"]*">)/;

/** Reverses React's escaping. */
const unescapeHtml = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** Fills the gaps for the site's names in HTML. */
export const withBrand = (html: string, brand: Brand): string =>
  html
    .replaceAll(brandGaps.site, () => escapeHtml(brand.site))
    .replaceAll(brandGaps.product, () => escapeHtml(brand.product));

/**
 * Inserts a rendered page, which has no personal data, and its styles into a filled template.
 *
 * @param html the filled template
 * @param options.hasWords whether it has the page's title and description already
 */
export function withRendered(
  html: string,
  page: RenderedHtml,
  { brand, pattern, hasWords }: { brand: Brand; pattern: string | undefined; hasWords: boolean },
): string {
  const named = (text: string) => (page.data === undefined ? withBrand(text, brand) : text);
  const [, notice = ''] = needsScripts.exec(html) ?? [];
  const noticed = (text: string) => text.replace(noticePlace, (_place, start: string) => start + notice);
  // Preload links stay: chunks request their style sheets again.
  const linksTo = (sheet: string) =>
    (html.match(/<link [^>]*>/g) ?? []).filter((link) => link.includes(`href="${sheet}"`));
  // The inline script of the page enables them (shell/public/index.html).
  const fonts = page.fonts && `<style id="fonts" media="not all">${page.fonts}</style>`;
  const styled = page.sheets
    .map(linksTo)
    .filter((links) => links.some((link) => link.includes('rel="stylesheet"')))
    .flat()
    .reduce((text, link) => text.replaceAll(link, ''), html)
    .replace(/<script>|<\/head>/, (tag) => fonts + tag)
    .replace('</head>', () => `<style>${page.styles}</style></head>`)
    // Escaped like the page's data (fillPage).
    .replace('<script type="application/json" id="page">', (tag) =>
      page.data === undefined
        ? tag
        : `<script type="application/json" id="public-data">${page.data.replaceAll('<', '\\u003c')}</script>${tag}`,
    )
    // Public pages can be read without scripts; a page of members has a place for the notice.
    .replace(needsScripts, '')
    .replace(
      '<div id="root"></div>',
      () =>
        `<div id="root" data-query="${page.query && escapeHtml(`?${page.query}`)}">${noticed(named(page.html))}</div>`,
    );
  return withPageWords(styled, hasWords ? null : { ...page, pattern }, brand);
}

/** Sets the title and description of a rendered page, if there is one. */
export function withPageWords(
  html: string,
  page: (Pick<RenderedHtml, 'title' | 'description' | 'data'> & { pattern: string | undefined }) | null,
  brand: Brand,
): string {
  if (!page) return html;
  const { data, pattern } = page;
  // With its data it contains the site's names instead of gaps.
  const named = (text: string) => (data === undefined ? withBrand(text, brand) : text);
  const site = data === undefined ? brandGaps.site : brand.site;
  // The landing page's title stands alone (D64).
  const title = pattern === '/' ? page.title : [page.title, site].filter(Boolean).join(' · ');
  return replaceWords(html, {
    title: named(escapeHtml(title)),
    description: named(escapeHtml(page.description)),
  });
}
