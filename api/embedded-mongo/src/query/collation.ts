import { check, checkFields, table, words } from '../input.ts';
import { type Document, isDocument, toNumber } from '../values/types.ts';

/** A command's collation. */
export interface Collation {
  readonly spec: Document;
  readonly strength: number;
  /** Maps a string to one whose code point order is the collation's order. */
  key(text: string): string;
}

/** Languages whose sort order this server implements. */
const locales = /^(simple|en|en_US|de|fr|ga|id|it|lb|ms|nl|pt|sw|zu)$/;

/** Rejects a language whose readers expect another order. */
export function checkLocale(spec: unknown): void {
  const { locale } = isDocument(spec) ? spec : {};
  const isKnown = typeof locale !== 'string' || locales.test(locale);
  check(isKnown, 2, () => `Field 'locale' is invalid in: { locale: "${String(locale)}" } on this server`);
}

const known = words(
  'locale strength caseLevel caseFirst numericOrdering alternate maxVariable normalization backwards version',
);

/** Options that change equality or order are supported with these values only. */
const defaults = table({ caseLevel: false, caseFirst: 'off', alternate: 'non-ignorable', backwards: false });

/** Punctuation in the order of the Unicode root collation (CLDR): it sorts before digits, and digits before letters. */
const signs = `\t\n\v\f\r _-–—,;:!¡?¿.·'"«»()[]{}§¶@*/\\&#%\`´^¯¨¸°©®+±÷×<=>¬|¦~¤¢$£¥€`;
const sign = new RegExp(`[${signs.replace(/[\\\]^-]/g, '\\$&')}]`, 'g');
const signKey = (one: string): string => `\u0002${String.fromCharCode(3 + signs.indexOf(one))}`;
/** Accents in that order: acute, grave, breve, circumflex, caron, ring, diaeresis and so on; others follow. */
const accents = '\u0301\u0300\u0306\u0302\u030c\u030a\u0308\u030b\u0303\u0307\u0338\u0327\u0328\u0304\u0335';
const accentKey = (one: string): string => String.fromCodePoint(0x10f000 + (accents.indexOf(one) + 1 || 99));
/** Letters that sort as others with an accent, and ı and ŋ, which sort after everything that begins with i and n. */
const others = /[æœøßðđħłıŋ]/g;
const spelled =
  'a\u033ee\u033e o\u033ee\u033e o\u0338 s\u033es\u033e d\u033e d\u0335 h\u0335 l\u0335 i\u{10fffd} n\u{10fffd}';
const otherKey = (one: string): string => spelled.split(' ')[others.source.indexOf(one) - 1] ?? one;
/** Incremented when the order of keys changes: collated indexes stored with another version are rebuilt. */
export const collationVersion = 2;

/**
 * Strength 1 ignores case and accents, 2 ignores case, 3 (the default) ignores neither. Texts compare by punctuation, digits and base
 * letters first, then by accents, then by case.
 */
export function parseCollation(spec: unknown): Collation | undefined {
  if (spec === undefined || spec === null) return undefined;
  check(isDocument(spec), 14, "BSON field 'collation' is the wrong type, expected type 'object'");
  checkFields(spec, known, 'collation');
  if (Object.keys(spec).length === 0 || spec.locale === 'simple') return undefined;
  const text = "BSON field 'Collation.locale' is missing but a required field";
  check(typeof spec.locale === 'string', 40414, text);
  const strength = toNumber(spec.strength ?? 3) ?? Number.NaN;
  check([1, 2, 3].includes(strength), 2, () => `collation strength ${strength} is not one of 1, 2 and 3`);
  const [name] = Object.entries(spec).find(([option, value]) => (defaults[option] ?? value) !== value) ?? [];
  check(!name, 2, () => `collation option ${name}: ${String(spec[name ?? ''])} is not supported`);
  const key = (text: string): string => {
    // oxlint-disable-next-line no-control-regex -- ignorable characters
    const plain = text.normalize('NFD').replace(/[\0-\x08\x0e-\x1f\x7f-\x9f\xad]+/g, '');
    // Digits sort by numeric value: longer numbers are greater, so a character for the length precedes them.
    const byLength = (_: string, run: string) => `0${String.fromCharCode(0x4e00 + run.length)}${run}`;
    const letters = spec.numericOrdering ? plain.replace(/0*(\d+)/g, byLength) : plain;
    const lower = letters.toLowerCase().replace(others, otherKey);
    const base = lower.replace(/\p{M}+/gu, '').replace(sign, signKey);
    if (strength === 1) return base;
    // Lower case sorts before upper case if nothing else differs.
    const cases = strength === 3 ? [...letters].map((c) => Number(c !== c.toLowerCase())).join('') : '';
    return `${base}\u0001${lower.replace(/[\u0300-\u036f]/g, accentKey)}\u0001${cases}`;
  };
  return { spec, strength, key };
}

/** Whether an index with one collation can serve a query with another. */
export const sameCollation = (a: Collation | undefined, b: Collation | undefined): boolean =>
  a === b ||
  (a?.spec.locale === b?.spec.locale &&
    a?.strength === b?.strength &&
    Boolean(a?.spec.numericOrdering) === Boolean(b?.spec.numericOrdering));
