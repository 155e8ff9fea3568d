import { z } from 'zod';
import { limits } from './limits.ts';
import { foldText } from './search-text.ts';

/** Lengths are counted in code points (D4), so that one emoji is one character for everybody. */
function codePoints(value: string): number {
  return [...value].length;
}

// Control characters, except newline and tab where text may have lines.
const controlInLine = /\p{Cc}/u;
const controlInText = /[^\P{Cc}\n\t]/u;

// Also U+2028 and U+2029, so that single-line text contains no separator.
const lineBreak = /\r\n|[\u2028\u2029]/g;

interface TextRule {
  min?: number;
  max: number;
  /** Allows newlines. */
  lines?: boolean;
  /** Message keys specific to the field; the general ones are the default. */
  tooShort?: string;
  tooLong?: string;
  /** Normalises to NFKC: members' names are compared by appearance. */
  form?: 'NFC' | 'NFKC';
}

/** Text as members type it: trimmed, NFC, empty if invisible, without control characters or stacked marks, within its length. */
export function text({ min = 0, max, lines = false, form = 'NFC', tooShort, tooLong }: TextRule) {
  const control = lines ? controlInText : controlInLine;
  const isSeen = (value: string) => visible.test(value) || control.test(value);
  return z
    .string({ error: tooShort ?? 'validation.text' })
    .trim()
    .transform((value) => value.replace(lineBreak, '\n').normalize(form))
    .refine((value) => min === 0 || value === '' || isSeen(value), { error: 'validation.visible' })
    .transform((value) => (isSeen(value) ? value : ''))
    .refine((value) => codePoints(value) >= min, {
      error: tooShort ?? 'validation.tooShort',
      params: { minimum: min },
    })
    .refine((value) => codePoints(value) <= max, {
      error: tooLong ?? 'validation.tooLong',
      params: { maximum: max },
    })
    .refine((value) => !control.test(value), { error: 'validation.controlCharacters' })
    .refine((value) => !hasPileOfMarks(value), { error: 'validation.combiningMarks' });
}

// Invisible characters that Unicode classifies as letters or symbols: fillers, the blank Braille pattern, the null notehead, Egyptian blanks.
const visible = /(?![\p{DI}\u2800\u{1d159}\u{13441}\u{13442}])[\p{L}\p{N}\p{P}\p{S}]/u;

// More marks than scripts put on a letter, of what Unicode's segmentation (UAX #29) joins to it: Tibetan stacks letters as marks, and vowels
// of Indic scripts are marks; accents, points and tones are few.
const pile = new RegExp(
  [
    '\\p{M}{9}',
    '(?:(?!\\p{sc=Tibt})\\p{M}){7}',
    '(?:(?=[\\p{sc=Zinh}\\p{sc=Cyrl}\\p{sc=Thai}\\p{sc=Laoo}])\\p{M}){4}',
    '[\\p{sc=Latn}\\p{sc=Cyrl}\\p{sc=Zyyy}]\\p{M}{3}',
  ].join('|'),
  'u',
);

/** Counts marks as displayed, regardless of composition and of invisible characters between them. */
function hasPileOfMarks(value: string): boolean {
  return pile.test(value.normalize('NFD').replaceAll(/\p{DI}/gu, ''));
}

/** Matches invisible characters that are part of a visible one: emoji sequences, joining scripts, variation selectors. */
const joining = new RegExp(
  [
    // Emoji sequences, text or colour style, and subdivision flags.
    '(?<=[\\p{ExtPict}\\p{EMod}\\ufe0f])\\u200d(?=\\p{ExtPict})',
    '(?<=\\p{Emoji})[\\ufe0e\\ufe0f]',
    '(?<=\\u{1f3f4})[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]{3,6}\\u{e007f}',
    // Scripts whose letters join, or not; the last letter of a word, too, where a virama has taken its vowel.
    '(?<=[\\p{sc=Arab}\\p{sc=Syrc}\\p{sc=Mong}\\p{sc=Beng}\\p{sc=Deva}\\p{sc=Gujr}\\p{sc=Guru}\\p{sc=Knda}\\p{sc=Khmr}\\p{sc=Mlym}\\p{sc=Orya}\\p{sc=Sinh}\\p{sc=Taml}\\p{sc=Telu}])[\\u200c\\u200d](?=[\\p{L}\\p{M}])',
    '(?<=[\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca])[\\u200c\\u200d]',
    // Variation selectors, as in Japanese and Mongolian names.
    '(?<=\\p{sc=Han})[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]',
    '(?<=\\p{sc=Mong})[\\u180b-\\u180f]',
  ].join('|'),
  'gu',
);
// Also interlinear annotation characters.
const invisible = /[\p{DI}\p{Bidi_Control}\u2800\ufff9-\ufffb]/u;

/** A name shown to others: no hidden characters (D4). */
export function nameText(rule: TextRule) {
  return text(rule).refine((value) => !invisible.test(value.replaceAll(joining, '')), {
    error: 'validation.visible',
  });
}

/** Removes duplicates as searches compare them; the first spelling stays. */
export function uniqueFolded(list: readonly string[]): string[] {
  const seen = new Set<string>();
  return list.filter((text) => {
    // Text of punctuation alone becomes empty.
    const key = foldText(text) || text;
    return seen.has(key) ? false : seen.add(key);
  });
}

export const Id = z.string();
/** The form of ids. Only one spelling is valid: a stored id must not be found under a second one. */
export const idForm = /^[0-9a-f]{24}$/;
export const Time = z.iso.datetime();

export const PageQuery = z.object({
  // Digits only: `0x10` and `1e1` are numbers, too.
  limit: z
    .union(
      [
        z.number(),
        z
          .string()
          .regex(/^\d{1,3}$/, 'validation.limit')
          .transform(Number),
      ],
      { error: 'validation.limit' },
    )
    .pipe(
      z.number().int('validation.limit').min(1, 'validation.limit').max(limits.page.max, 'validation.limit'),
    )
    .default(limits.page.default),
  cursor: z.string().max(3000, 'validation.cursor').optional(),
});

export const SearchText = text({ max: limits.searchText.max }).optional();

/** BAMBOO in requests: text with at most two decimals, above zero (D34). */
export const Amount = z
  .string({ error: 'validation.amount' })
  .regex(/^\d{1,9}(\.\d{1,2})?$/, 'validation.amount')
  .refine((value) => Number(value) > 0, { error: 'validation.amount' });

/** BAMBOO in answers: always two decimals. */
export const Bamboo = z.string().regex(/^-?\d+\.\d{2}$/);

/** An invitation code, taken from the URL unchecked: a malformed one must not keep anybody from joining. */
export const InviteCode = z.string({ error: 'validation.text' }).overwrite((code) => code.slice(0, 100));
