/** Letters that normalisation does not decompose, with what people type instead: strokes, ligatures, final forms, Arabic forms. */
const alike =
  'æae œoe þth əe ɛe ɔo øo łl đd ðd ɖd ɗd ɓb ħh ıi ƙk ŋn ŧt ƴy ςσ ךכ םמ ןנ ףפ ץצ ٱا ةه ەه ہه ھه ىي یي کك';
const plain = new Map(alike.split(' ').map(([letter, ...typed]) => [letter, typed.join('')]));

// Before decomposition: a standalone acute accent would become a space.
const apostrophe = /['`´ʹʻʼʽʾʿˈ‘’‛′՚׳ꞌ＇]/g;
// Accents, and Hebrew and Arabic points, which are mostly omitted. Hindi vowels and kana marks stay.
const accent = /(?![\u3099\u309a])(?=[\p{sc=Zinh}\p{sc=Cyrl}\p{sc=Hebr}\p{sc=Arab}])\p{M}/gu;
// Also the dot of Catalan's l·l, in all forms, and the Arabic tatweel.
const unseen = /[\p{DI}·‧∙⋅ـ]/gu;
/** Katakana with a hiragana counterpart at a fixed offset. */
const katakana = /[ァ-ヶヽヾ]/g;
const hiraganaOf = (sign: string) => String.fromCodePoint((sign.codePointAt(0) ?? 0) - 0x60);
const gap = /[\p{Pd}\s⁃−・]+/gu;
/** Fast path for most texts: only apostrophes, hyphens and spaces need folding. */
const ascii = /^[\t-\r -~]*$/;

/**
 * Folds text for searches (D18, D65): removes case, accents, apostrophes and kana differences, turns hyphens and runs of spaces
 * into one space, and replaces look-alikes by plain letters.
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
    // Lower, upper, lower: `ẞ` and `ß` become `ss`.
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
