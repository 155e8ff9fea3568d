import { escapeHtml } from '../escape-html.ts';
import { current, findPage } from '../model/composed-pages.ts';
import type { Composition } from '../model/composition.ts';
import { frameOf, type SiteDefinition, withoutFrame } from '../model/site-definition.ts';
import { fixedPaths, renderedNames } from '../store/rendered-pages.ts';

// For search engines and link previews: public pages in all languages.

/** The parameter that requests a public page in a language, regardless of the reader's: for `hreflang` links. */
export const languageParameter = 'lang';

/** Address and size of the preview image of shared links, which the host draws. */
export const sharePicturePath = '/share.png';
export const pictureSize = { width: 1200, height: 630 };

/** Public pages without parameters, without their copies in other frames. */
export const listedPaths = (site: SiteDefinition, composition: Composition): string[] =>
  renderedNames(composition)
    .flatMap((name) => fixedPaths(site, composition, name, ['public']))
    .filter((path) => frameOf(site, path) === undefined)
    .sort();

export const robotsText = (origin: string): string =>
  `User-agent: *\nDisallow: /dev/\nSitemap: ${origin}/sitemap.xml\n`;

/** The languages that a page is in: those of the whole site, and further ones that its remote has texts in. */
function languagesOf(site: SiteDefinition, { host, apps }: Composition, path: string): string[] {
  const app = apps[findPage({ apps }, path)?.name ?? ''];
  const texts = (app ? current(app) : host).files?.texts ?? {};
  return site.languages.filter((one) => site.completeLanguages.includes(one) || Object.hasOwn(texts, one));
}

const inLanguage = (address: string, language: string) => `${address}?${languageParameter}=${language}`;

/** `hreflang` links of a page: one per language that it is in, and the default. */
function alternates(languages: readonly string[], address: string, element: string, end: string): string {
  const link = (language: string, target: string) =>
    `<${element} rel="alternate" hreflang="${language}" href="${escapeHtml(target)}"${end}`;
  return [...languages.map((one) => link(one, inLanguage(address, one))), link('x-default', address)].join(
    '',
  );
}

export function sitemapOf(site: SiteDefinition, composition: Composition, origin: string): string {
  const pages = listedPaths(site, composition).map((path) => {
    const address = origin + path;
    const links = alternates(languagesOf(site, composition, path), address, 'xhtml:link', '/>');
    return `<url><loc>${escapeHtml(address)}</loc>${links}</url>`;
  });
  const spaces =
    'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${spaces}>\n${pages.join('\n')}\n</urlset>\n`;
}

/**
 * Adds the canonical address in its language, `hreflang` links and preview image to a page's HTML.
 *
 * @param pattern of the page; pages that are not public or have parameters get the image only
 * @param subject canonical path of a page about a single item
 */
export function withAddresses(
  site: SiteDefinition,
  html: string,
  {
    origin,
    pattern,
    composition,
    subject,
    language,
  }: {
    origin: string;
    pattern: string | undefined;
    composition: Composition;
    subject?: string | undefined;
    language: string;
  },
): string {
  const fixed = pattern && withoutFrame(site, pattern);
  const listed = listedPaths(site, composition).find((path) => path === fixed);
  const address = origin + (subject ?? listed);
  const languages = listed === undefined ? [] : languagesOf(site, composition, listed);
  const languageLinks = listed === undefined ? '' : alternates(languages, address, 'link', '>');
  // A page that names one in another language as its own is not found in its language.
  const isTranslated =
    subject === undefined && language !== site.languages[0] && languages.includes(language);
  const canonical = escapeHtml(isTranslated ? inLanguage(address, language) : address);
  const own =
    (subject ?? listed) === undefined
      ? ''
      : `<link rel="canonical" href="${canonical}">${languageLinks}<meta property="og:url" content="${canonical}">`;
  const { width, height } = pictureSize;
  const picture = [
    ['og:type', 'website'],
    ['og:image', origin + sharePicturePath],
    ['og:image:width', width],
    ['og:image:height', height],
  ].map(([name, content]) => `<meta property="${name}" content="${escapeHtml(String(content))}">`);
  return html.replace('</head>', () => `${own}${picture.join('')}</head>`);
}
