import { i18n } from '../current-platform.ts';
import type { Texts } from '../remote-module.ts';

/** What a text is filled with. */
const placeholder = /(\{\{.*?\}\})/;
const accent = (letter: string) => `${letter}\u0301`.normalize('NFC');

/** A text as a longer language would have it: two letters of five more, readable, and seen to be a key's and no literal. */
export function pseudoText(text: string): string {
  const parts = text.split(placeholder);
  const isWords = (index: number) => index % 2 === 0;
  const letters = parts.filter((_part, index) => isWords(index)).join('').length;
  let missing = Math.ceil(letters * 0.4);
  const longer = parts.map((part, index) =>
    isWords(index)
      ? part.replaceAll(/[aeiou]/gi, (letter) => accent(letter).repeat(missing-- > 0 ? 2 : 1))
      : part,
  );
  return longer.join('') + '~'.repeat(Math.max(0, missing));
}

const pseudoTexts = (texts: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [
      key,
      typeof text === 'string' ? pseudoText(text) : pseudoTexts(text),
    ]),
  );

/** Lengthens all texts of the page that have been loaded. */
export function lengthenTexts(): void {
  for (const [namespace, texts] of Object.entries(i18n.textsIn('en')))
    i18n.addResourceBundle('en', namespace, pseudoTexts(texts));
}
