import { escapeHtml } from '../escape-html.ts';
import type { Brand, LocalText, RemotePath } from '../model/composition.ts';

/** What the HTML of a page says of what it is about. */
export interface SharedPage {
  /** Its one address, which both frames share. */
  path: string;
  title: string;
  /** Empty: that of the site. */
  description: string;
}

/** What a page says of itself in its HTML. */
export type PageShare = NonNullable<RemotePath['share']>;

/**
 * Puts a page's own title and description into its HTML (D64), for search engines and for those who are sent its address: they run no code.
 *
 * @param html a whole page, with the title and description of the site
 * @param languages the first one that its words are in is taken
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

/** The same for one item with user-written text, readable without scripts. */
export function withSubject(html: string, { title, description }: SharedPage, brand: Brand): string {
  const read = `<noscript><h1 dir="auto">${escapeHtml(title)}</h1><p dir="auto">${escapeHtml(description)}</p></noscript>`;
  return withWords(html, { title, description }, brand).replace(
    '<div id="root"></div>',
    (root) => root + read,
  );
}

/**
 * The same with words that somebody wrote.
 *
 * @param words `description` may be empty: then that of the site stays
 */
function withWords(html: string, words: { title: string; description: string }, brand: Brand): string {
  const title = `${escapeHtml(words.title)} · ${escapeHtml(brand.site)}`;
  return replaceWords(html, { title, description: escapeHtml(words.description) });
}

/** Replaces the title and description of a page, for the tab and for those who are sent its address, by escaped ones. */
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
