import { createHash } from 'node:crypto';
import { escapeHtml } from '../escape-html.ts';
import type { Brand, Composition } from '../model/composition.ts';
import {
  brandGaps,
  pageStyles,
  type RenderedPage,
  readPages,
  readPublished,
  renderedAddress,
} from '../store/rendered-pages.ts';
import { type SiteStore } from '../store/site-store.ts';
import type { FoundPage } from './page-files.ts';
import { replaceWords } from './page-share.ts';

/** A rendered page with its style sheets, which stand in it: it is painted before any other file has come. */
export interface RenderedHtml extends RenderedPage {
  /** The public data that it shows, as JSON; the site's names stand in it then. */
  data?: string;
  /** What it was rendered for: until it is hydrated, scripts take it for the query of its address. */
  query: string;
  styles: string;
  /** Its fonts that are fetched, once the scripts have come: they would take the line from these. */
  fonts: string;
  /** Sources of all its styles, for the policy. */
  styleSources: string[];
  /** Addresses of the style sheets that stand in it. */
  sheets: string[];
}

/** The rendered pages of one composition. */
export interface RenderedHtmls {
  /** What publishing has stored of a page for a query; null for one that was never rendered. Cheap, for it is asked at every request. */
  read(page: RenderedOf, language: string, query?: string): Promise<RenderedPage | null>;
  /**
   * A page with its style sheets; null for what browsers render: what was never rendered, or has lost a style sheet.
   *
   * @param withData the page as it was rendered with its data, in place of the stored one
   */
  complete(
    page: RenderedOf,
    language: string,
    query?: string,
    withData?: RenderedPage,
  ): Promise<RenderedHtml | null>;
}
type RenderedOf = Pick<FoundPage, 'name' | 'pattern'>;

/** Makes what finds the rendered pages of a composition. */
export function createRenderedHtml(store: SiteStore, composition: Composition): RenderedHtmls {
  const ofRemotes = new Map<string, ReturnType<typeof readPages>>();
  async function read({ name, pattern }: RenderedOf, language: string, query = '') {
    if (pattern === undefined) return null;
    const reading = ofRemotes.get(name) ?? readPages(store, composition, name);
    ofRemotes.set(name, reading);
    // A failure is not kept.
    reading.catch(() => ofRemotes.delete(name));
    return (await reading)?.pages[renderedAddress(pattern, query)]?.[language] ?? null;
  }
  return {
    read,
    async complete({ name, pattern }, language, query = '', withData) {
      const page = withData ?? (await read({ name, pattern }, language, query));
      if (!page || pattern === undefined) return null;
      const sheets = pageStyles(store.site, composition, name, pattern);
      const texts = await Promise.all(sheets.map((sheet) => readPublished(store, sheet)));
      if (texts.includes(null)) return null;
      // Nothing in a style sheet ends the element.
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
        // The hash of an attribute counts with this word alone.
        ...(attributes.length > 0 ? ["'unsafe-hashes'"] : []),
        ...new Set(attributes.map((text) => sourceOf(unescapeHtml(text)))),
      ];
      const addresses = sheets.map(({ version, file }) => version.base + file);
      return { ...page, query, styles, fonts, styleSources, sheets: addresses };
    },
  };
}

/** Not those of the reader's device, which stand in until then. */
const fetchedFont = /@font-face\s*\{[^}]*\burl\([^}]*\}/g;

const sourceOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** As React escapes what it renders. */
const unescapeHtml = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/**
 * Puts a rendered page and its styles into a filled one. It has nothing of anybody.
 *
 * @param html of the page as browsers render it
 * @param page.hasWords whether the title and description of the page stand there already
 */
export function withRendered(
  html: string,
  page: RenderedHtml,
  {
    brand,
    pattern,
    hasWords,
    isForMembers,
  }: { brand: Brand; pattern: string | undefined; hasWords: boolean; isForMembers: boolean },
): string {
  const named = (text: string) =>
    page.data !== undefined
      ? text
      : text
          .replaceAll(brandGaps.site, () => escapeHtml(brand.site))
          .replaceAll(brandGaps.product, () => escapeHtml(brand.product));
  // Scripts ask for the style sheets of their own parts once more, and find them on their way.
  const linksTo = (sheet: string) =>
    (html.match(/<link [^>]*>/g) ?? []).filter((link) => link.includes(`href="${sheet}"`));
  // The page's own script gives them their medium (shell/public/index.html).
  const fonts = page.fonts && `<style id="fonts" media="not all">${page.fonts}</style>`;
  const styled = page.sheets
    .map(linksTo)
    .filter((links) => links.some((link) => link.includes('rel="stylesheet"')))
    .flat()
    .reduce((text, link) => text.replaceAll(link, ''), html)
    .replace(/<script>|<\/head>/, (tag) => fonts + tag)
    .replace('</head>', () => `<style>${page.styles}</style></head>`)
    // Escaped as the page's own data (fillPage).
    .replace('<script type="application/json" id="page">', (tag) =>
      page.data === undefined
        ? tag
        : `<script type="application/json" id="public-data">${page.data.replaceAll('<', '\\u003c')}</script>${tag}`,
    )
    // It can be read without, but for what members see.
    .replace(/<noscript id="needs-scripts">[^]*?<\/noscript>/, (notice) => (isForMembers ? notice : ''))
    .replace(
      '<div id="root"></div>',
      () => `<div id="root" data-query="${page.query && `?${page.query}`}">${named(page.html)}</div>`,
    );
  if (hasWords) return styled;
  // Of the landing page it is the whole title (D64).
  const site = page.data === undefined ? brandGaps.site : brand.site;
  const title = pattern === '/' ? page.title : `${page.title} · ${site}`;
  return replaceWords(styled, {
    title: named(escapeHtml(title)),
    description: named(escapeHtml(page.description)),
  });
}
