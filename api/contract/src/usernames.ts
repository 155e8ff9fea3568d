/**
 * Lowercase confusables from Unicode's confusables.txt (UTS #39, version 13): Latin letters that
 * resemble plain ones and that neither NFKC nor lowercasing changes, plus small capitals and dotless j.
 */
const lookAlikes: Record<string, string> = {
  a: 'ɑᴀ',
  aa: 'ꜳ',
  ae: 'æ',
  ao: 'ꜵ',
  au: 'ꜷ',
  av: 'ꜹꜻ',
  ay: 'ꜽ',
  b: 'ʙ',
  c: 'ᴄ',
  d: 'ᴅ',
  dz: 'ʣ',
  e: 'ꬲᴇ',
  f: 'ꬵꞙẝꜰ',
  g: 'ɡᶃƍɢ',
  h: 'ʜ',
  i: 'ıɪɩ',
  j: 'ȷᴊ',
  k: 'ᴋĸ',
  l: '1ǀʟ',
  ll: 'ǁ',
  ls: 'ʪ',
  lz: 'ʫ',
  m: 'ᴍ',
  n: 'ɴ',
  o: '0ᴏᴑꬽ',
  oe: 'œ',
  oo: 'ꝏ',
  p: 'ᴘ',
  r: 'ꭇꭈʀ',
  s: 'ꜱƽ',
  t: 'ᴛ',
  tf: 'ꝷ',
  ts: 'ʦ',
  u: 'ꞟᴜꭎꭒʋ',
  ue: 'ᵫ',
  uo: 'ꭣ',
  v: 'ᴠ',
  w: 'ɯᴡ',
  y: 'ɣᶌʏỿꭚ',
  z: 'ᴢ',
};

const plain = mapOf(lookAlikes);

function mapOf(table: Record<string, string>): Map<string, string> {
  return new Map(
    Object.entries(table).flatMap(([letter, others]) => [...others].map((other) => [other, letter] as const)),
  );
}

/** The confusable skeleton of a username: two with the same skeleton cannot both be taken (D4). */
export function skeletonOf(username: string): string {
  const letters = [...username.normalize('NFKC').toLowerCase()].map((letter) => plain.get(letter) ?? letter);
  return (
    letters
      .join('')
      // The second dot of a small İ.
      .replaceAll('i\u0307', 'i')
      .replaceAll('rn', 'm')
      .replaceAll('vv', 'w')
      .replaceAll(/^[._-]+|[._-]+$/g, '')
  );
}

/** Letters with a stroke, hook or turn, which normalisation does not decompose: similar enough to impersonate staff. */
const altered: Record<string, string> = {
  a: 'ɐɒⱥ',
  b: 'ɓƀ',
  c: 'ɔƈȼɕ',
  d: 'đðɖɗȡ',
  e: 'ǝəɇɛɘ',
  g: 'ǥɠᵹ',
  h: 'ħɦɥⱨ',
  j: 'ɉʝ',
  k: 'ƙⱪʞ',
  i: 'lɨᵻłɫƚɬɭȴ',
  m: 'ɱɰ',
  n: 'ɲŋɳƞȵ',
  o: 'øɵɸ',
  p: 'ƥᵽ',
  q: 'ɋʠ',
  r: 'ɍɽɹɾ',
  s: 'ʂȿʃ',
  t: 'ŧƭʈⱦʇ',
  u: 'ʉ',
  v: 'ⱱʌ',
  y: 'ɏƴʎ',
  z: 'ƶȥʐʑⱬ',
};

const unaltered = mapOf(altered);

/** Also strips accents, strokes and separators, and folds i, l and 1 into one letter: `ad-mín` and `ađm1n` are reserved too. */
function bareSkeletonOf(username: string): string {
  const bare = skeletonOf(username)
    .normalize('NFD')
    .replaceAll(/[\p{M}._-]/gu, '');
  return [...bare].map((letter) => unaltered.get(letter) ?? letter).join('');
}

/** Names that could pass for the product, its staff or one of its pages (D4). */
const reserved = new Set(
  `admin administrator anonymous api auth backup billing browse circle circles contact dashboard everyone fren frens
   groups help info login logout mail me media meetups moderator mods news nobody null official owner panda pandas
   postmaster privacy profile register root security service settings signup staff status support system team terms
   undefined user users vibe-quiz webmaster`
    .split(/\s+/)
    .map(bareSkeletonOf),
);

/** Whether a username resembles a reserved one. */
export function isReservedUsername(username: string): boolean {
  return reserved.has(bareSkeletonOf(username));
}
