import { z } from 'zod';
import { limits } from './limits.ts';

/** Lengths are counted in code points (D4), so that one emoji is one character for everybody. */
function codePoints(value: string): number {
  return [...value].length;
}

// Control characters, except newline and tab where text may have lines.
const controlInLine = /\p{Cc}/u;
const controlInText = /[^\P{Cc}\n\t]/u;

// Also Unicode's own line and paragraph separators, so that text of one line has none of them.
const lineBreak = /\r\n|[\u2028\u2029]/g;

interface TextRule {
  min?: number;
  max: number;
  /** Long text may hold newlines. */
  lines?: boolean;
  /** Message keys of the rule itself; the general ones stand in for those not given. */
  tooShort?: string;
  tooLong?: string;
  /** Names of members are compared as they look, so that compatible forms of a letter are the letter. */
  form?: 'NFC' | 'NFKC';
}

/** Text as members type it: trimmed, NFC, no control characters, within its length. */
export function text({ min = 0, max, lines = false, form = 'NFC', tooShort, tooLong }: TextRule) {
  const control = lines ? controlInText : controlInLine;
  return z
    .string({ error: tooShort ?? 'validation.text' })
    .trim()
    .transform((value) => value.replace(lineBreak, '\n').normalize(form))
    .refine((value) => codePoints(value) >= min, {
      error: tooShort ?? 'validation.tooShort',
      params: { minimum: min },
    })
    .refine((value) => codePoints(value) <= max, {
      error: tooLong ?? 'validation.tooLong',
      params: { maximum: max },
    })
    .refine((value) => !control.test(value), { error: 'validation.controlCharacters' });
}

// A letter with marks of its own, above and below, without what chooses a form of emoji.
const marked = /.(?:(?!\p{Default_Ignorable_Code_Point})[\p{Mn}\p{Me}])+/gsu;
const threeMarks = /(?:(?!\p{Default_Ignorable_Code_Point})[\p{Mn}\p{Me}]){3}/u;
// Where emoji are joined or a script needs its joiners, these belong to what is seen.
const joining =
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})|(?<=[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Bengali}\p{Script=Devanagari}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Oriya}\p{Script=Sinhala}\p{Script=Tamil}\p{Script=Telugu}])[\u200c\u200d](?=\p{L})|(?<=[\p{Emoji}])\ufe0f/gu;
// Also blanks that are letters to Unicode, Braille without dots, and what marks annotations between the lines.
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2800\ufff9-\ufffb]/u;
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Marks are counted as they are seen, not as they are composed; a letter that Unicode has whole, such as `ᾧ`, is one. */
function hasTooManyMarks(value: string): boolean {
  return [...value.normalize('NFC').matchAll(marked)].some(([letter]) =>
    threeMarks.test(letter.normalize('NFD')),
  );
}

/** A name that others read: something of it is seen, and nothing hides in it or piles up on a letter (D4). */
export function nameText(rule: TextRule) {
  return text(rule)
    .refine(
      (value) => value === '' || (visible.test(value) && !invisible.test(value.replaceAll(joining, ''))),
      {
        error: 'validation.visible',
      },
    )
    .refine((value) => !hasTooManyMarks(value), { error: 'validation.combiningMarks' });
}

export const Id = z.string();
export const Time = z.iso.datetime();

export const PageQuery = z.object({
  // Digits only: `0x10` and `1e1` are numbers too, but nobody means them.
  limit: z
    .union(
      [
        z.number(),
        z
          .string()
          .regex(/^\d{1,3}$/, 'validation.limit')
          .transform(Number),
      ],
      {
        error: 'validation.limit',
      },
    )
    .pipe(
      z.number().int('validation.limit').min(1, 'validation.limit').max(limits.page.max, 'validation.limit'),
    )
    .default(limits.page.default),
  cursor: z.string().max(200, 'validation.cursor').optional(),
});

export const SearchText = text({ max: limits.searchText.max }).optional();

/** BAMBOO as callers write it: text with at most two decimals, more than nothing (D34). */
export const Amount = z
  .string({ error: 'validation.amount' })
  .regex(/^\d{1,9}(\.\d{1,2})?$/, 'validation.amount')
  .refine((value) => Number(value) > 0, { error: 'validation.amount' });

/** BAMBOO as the server answers it: always two decimals. */
export const Bamboo = z.string().regex(/^-?\d+\.\d{2}$/);

/** The code of an invitation. Whatever came with the address: one that is no code must not keep anybody from joining. */
export const InviteCode = z.string({ error: 'validation.text' }).overwrite((code) => code.slice(0, 100));
