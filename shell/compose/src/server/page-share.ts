import { escapeHtml } from '../escape-html.ts';
import type { Brand, LocalText, RemotePath } from '../model/composition.ts';

/** A page about a single item, such as a member or a circle, for link previews. */
export interface SharedPage {
  /** Its canonical path, which all frames share. */
  path: string;
  title: string;
  /** If empty, that of the site. */
  description: string;
}

/** A page's own title and description. */
export type PageShare = NonNullable<RemotePath['share']>;

/**
 * Sets a page's title and description in its HTML (D64), for search engines and link previews, which run no scripts.
 *
 * @param html a whole page, with the title and description of the site
 * @param languages in order of preference
 */
export function withShare(
  html: string,
  share: PageShare,
  languages: readonly string[],
  brand: Brand,
): string {
  const say = (text: LocalText) =>
    (languages.map((one) => text[one]).find(Boolean) ?? '')
      .replaceAll('{{site}}', brand.site)
      .replaceAll('{{product}}', brand.product);
  return withWords(html, { title: say(share.title), description: say(share.description) }, brand);
}

/** Does the same for a page about a single item, with user-written text that is readable without scripts, below the notice that the page needs them. */
export function withSubject(html: string, { title, description }: SharedPage, brand: Brand): string {
  const read = `<noscript><h2 dir="auto">${escapeHtml(title)}</h2><p dir="auto">${escapeHtml(description)}</p></noscript>`;
  return withWords(html, { title, description }, brand).replace(
    '<div id="root"></div>',
    (root) => root + read,
  );
}

/** Sets unescaped words. An empty description leaves that of the site. */
export function withWords(
  html: string,
  words: Pick<SharedPage, 'title' | 'description'>,
  brand: Brand,
): string {
  const title = `${escapeHtml(words.title)} · ${escapeHtml(brand.site)}`;
  return replaceWords(html, { title, description: escapeHtml(words.description) });
}

/** Replaces a page's title and description, for the tab and for link previews, by escaped text. */
export function replaceWords(
  html: string,
  { title, description }: { title: string; description: string },
): string {
  const put = (text: string, before: RegExp, content: string) =>
    text.replace(before, (_whole, start: string) => start + content);
  const content = (name: string) => new RegExp(`(<meta (?:name|property)="${name}" content=")[^"]*`);
  const titled = put(put(html, /(<title>)[^<]*/, title), content('og:title'), title);
  if (description === '') return titled;
  return put(put(titled, content('description'), description), content('og:description'), description);
}
