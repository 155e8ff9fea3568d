/** Letters that carry their mark inside and so do not come apart in Unicode. */
const barred: Readonly<Record<string, string>> = { ø: 'o', ł: 'l', đ: 'd', ħ: 'h', ŧ: 't', ı: 'i' };

/**
 * Text as searches compare it (D18, D65): without case, without accents, and with one spelling for what looks the same.
 * Signs of other scripts that are no accents, such as the vowels of Hindi, stay.
 */
export function foldText(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    // Up first: it makes `ß` the `ss` that people type.
    .toUpperCase()
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '');
  return plain.replace(/[øłđħŧı]/g, (letter) => barred[letter] ?? letter);
}

/** Whether one of the texts contains what is searched for. */
export function textsContain(texts: readonly string[], searched: string): boolean {
  const wanted = foldText(searched.trim());
  return texts.some((text) => foldText(text).includes(wanted));
}
