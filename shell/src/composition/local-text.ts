import type { LocalText } from '@frens/compose';
import { completeLanguages } from '@frens/contract/languages';
import { brand, currentLanguage, type Language } from '@frens/platform';

/**
 * A text of `remote.json` in the page's language, with the site's names filled in.
 *
 * @param text in all languages
 * @param language default: the page's
 */
export function localText(text: LocalText, language: Language = currentLanguage()): string {
  return (text[language] ?? text[completeLanguages[0]] ?? '')
    .replaceAll('{{site}}', brand.site)
    .replaceAll('{{product}}', brand.product);
}
