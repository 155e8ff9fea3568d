/** Letters that no normal form takes apart, each with what people type for it: strokes, ligatures, final forms and forms of Arabic. */
const alike =
  'æae œoe þth əe ɛe ɔo øo łl đd ðd ɖd ɗd ɓb ħh ıi ƙk ŋn ŧt ƴy ςσ ךכ םמ ןנ ףפ ץצ ٱا ةه ەه ہه ھه ىي یي کك';
const plain = new Map(alike.split(' ').map(([letter, ...typed]) => [letter, typed.join('')]));

// Before letters come apart: a free acute accent, as keyboards have it, would become a space.
const apostrophe = /['`´ʹʻʼʽʾʿˈ‘’‛′՚׳ꞌ＇]/g;
// Accents and the points of Hebrew and Arabic, whose texts are mostly written without. The vowels of Hindi and the dots of kana stay.
const accent = /(?![\u3099\u309a])(?=[\p{sc=Zinh}\p{sc=Cyrl}\p{sc=Hebr}\p{sc=Arab}])\p{M}/gu;
// Also the dot of Catalan's l·l, in each of its forms, and the line that stretches Arabic words.
const unseen = /[\p{DI}·‧∙⋅ـ]/gu;
/** Katakana with a letter of hiragana, which stands as far before it in Unicode. */
const katakana = /[ァ-ヶヽヾ]/g;
const hiraganaOf = (sign: string) => String.fromCodePoint((sign.codePointAt(0) ?? 0) - 0x60);
const gap = /[\p{Pd}\s⁃−・]+/gu;
/** Most texts: of all of the above they have only apostrophes, hyphens and spaces. */
const ascii = /^[\t-\r -~]*$/;

/**
 * Text as searches compare it (D18, D65): without case, accents, apostrophes and the difference between kana, with one space for hyphens and spaces of
 * any kind, and with the plain letter for what looks or is typed like it.
 */
export function foldText(text: string): string {
  if (ascii.test(text))
    return text
      .replace(/['`]/g, '')
      .toLowerCase()
      .replace(/[-\s]+/g, ' ')
      .trim();
  const folded = text
    .replace(apostrophe, '')
    .normalize('NFKD')
    .replace(accent, '')
    .replace(katakana, hiraganaOf)
    // Down, up and down: `ẞ` and `ß` are the `ss` that people type.
    .toLowerCase()
    .toUpperCase()
    .toLowerCase();
  return [...folded.replace(unseen, '')]
    .map((letter) => plain.get(letter) ?? letter)
    .join('')
    .replace(gap, ' ')
    .trim();
}

/** Whether one of the texts contains the query. */
export function textsContain(texts: readonly string[], searched: string): boolean {
  const wanted = foldText(searched);
  return texts.some((text) => foldText(text).includes(wanted));
}
