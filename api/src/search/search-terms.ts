import { foldText } from '@frens/contract/search-text';

/** The longest pieces of text that the index knows; any longer text contains several of them. */
const longest = 3;

/** The piece that everything contains. */
export const anyTerm = '';

/** All pieces of one to three letters that texts are made of, once each: what a search can ask the index for. */
export function termsOf(texts: readonly string[]): string[] {
  const terms = new Set([anyTerm]);
  for (const text of texts) {
    const letters = [...foldText(text)];
    for (const start of letters.keys()) {
      for (let length = 1; length <= longest && start + length <= letters.length; length += 1) {
        terms.add(letters.slice(start, start + length).join(''));
      }
    }
  }
  return [...terms];
}

/**
 * The pieces that whatever contains a text must contain as well. Up to three letters are one piece, which is the whole
 * answer; of longer texts the pieces only narrow it down.
 */
export function termsToFind(folded: string): string[] {
  const letters = [...folded];
  if (letters.length <= longest) return [folded];
  const starts = letters.slice(longest - 1).keys();
  return [...new Set([...starts].map((start) => letters.slice(start, start + longest).join('')))];
}
