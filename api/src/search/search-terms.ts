import { foldText } from '@frens/contract/search-text';

/** The length of the longest indexed n-grams; longer texts consist of several. */
const longest = 3;

/** The n-gram that every text contains. */
export const anyTerm = '';

/** All distinct n-grams of one to three letters in some texts. */
export function termsOf(texts: readonly string[]): string[] {
  const terms = new Set([anyTerm]);
  for (const text of texts) {
    const letters = [...foldText(text)];
    for (const start of letters.keys()) {
      for (let length = 1; length <= longest && start + length <= letters.length; length += 1)
        terms.add(letters.slice(start, start + length).join(''));
    }
  }
  return [...terms];
}

/**
 * The n-grams that every match of a text must contain. A text of up to three letters is one n-gram, which the index answers exactly;
 * for longer texts they only narrow the candidates.
 */
export function termsToFind(folded: string): string[] {
  const letters = [...folded];
  if (letters.length <= longest) return [folded];
  const starts = letters.slice(longest - 1).keys();
  return [...new Set([...starts].map((start) => letters.slice(start, start + longest).join('')))];
}
