import type { Brand, LocalText, RemotePath } from '@frens/contract/composition';
import { escapeHtml } from '../escape-html.ts';

/** What a page says of itself in its HTML. */
export type PageShare = NonNullable<RemotePath['share']>;

/**
 * Puts a page's own title and description into its HTML (D64), for search engines and for those who are sent its address: they run no code.
 *
 * @param html a whole page, with the title and description of the site
 */
export function withShare(html: string, share: PageShare, language: keyof LocalText, brand: Brand): string {
  const say = (text: LocalText) =>
    escapeHtml(text[language].replaceAll('{{site}}', brand.site).replaceAll('{{product}}', brand.product));
  const title = `${say(share.title)} · ${escapeHtml(brand.site)}`;
  const description = say(share.description);
  const content = (name: string) => new RegExp(`(<meta (?:name|property)="${name}" content=")[^"]*`);
  return html
    .replace(/(<title>)[^<]*/, (_whole, before: string) => before + title)
    .replace(content('og:title'), (_whole, before: string) => before + title)
    .replace(content('description'), (_whole, before: string) => before + description)
    .replace(content('og:description'), (_whole, before: string) => before + description);
}
