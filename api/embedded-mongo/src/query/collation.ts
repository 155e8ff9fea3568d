import { check, checkFields, table, words } from '../input.ts';
import { type Document, isDocument, toNumber } from '../values/types.ts';

/** How strings are compared when a command names a collation. */
export interface Collation {
  readonly spec: Document;
  readonly strength: number;
  /** A string whose code point order is the collation's order. */
  key(text: string): string;
}

/** The languages whose letters stand in the order that is known here. */
const locales = /^(simple|en|en_US|de|fr|ga|id|it|lb|ms|nl|pt|sw|zu)$/;

/** Refuses a language whose letters would be sorted otherwise than its readers expect. */
export function checkLocale(spec: unknown): void {
  const { locale } = isDocument(spec) ? spec : {};
  const isKnown = typeof locale !== 'string' || locales.test(locale);
  check(isKnown, 2, () => `Field 'locale' is invalid in: { locale: "${String(locale)}" } on this server`);
}

const known = words(
  'locale strength caseLevel caseFirst numericOrdering alternate maxVariable normalization backwards version',
);

/** Options that change what is equal or how it is sorted are known with these values only. */
const defaults: Document = table<unknown>({
  caseLevel: false,
  caseFirst: 'off',
  alternate: 'non-ignorable',
  backwards: false,
});

/**
 * Strength 1 ignores case and accents, 2 ignores case, 3 (the default) ignores neither. Letters are compared by their
 * base first, so accented words stand next to plain ones; language-specific alphabets are not known.
 */
export function parseCollation(spec: unknown): Collation | undefined {
  if (spec === undefined || spec === null) return undefined;
  check(isDocument(spec), 14, "BSON field 'collation' is the wrong type, expected type 'object'");
  checkFields(spec, known, 'collation');
  if (Object.keys(spec).length === 0 || spec.locale === 'simple') return undefined;
  const text = "BSON field 'Collation.locale' is missing but a required field";
  check(typeof spec.locale === 'string', 40414, text);
  const strength = toNumber(spec.strength ?? 3) ?? Number.NaN;
  const isKnown = [1, 2, 3].includes(strength);
  check(isKnown, 2, () => `collation strength ${strength} is not supported, use 1, 2 or 3`);
  const [name] = Object.entries(spec).find(([option, value]) => (defaults[option] ?? value) !== value) ?? [];
  check(!name, 2, () => `collation option ${name}: ${String(spec[name ?? ''])} is not supported`);
  const key = (text: string): string => {
    const plain = text.normalize('NFD');
    // A run of digits counts by its value: the longer number is the greater one.
    const byLength = (_: string, digits: string): string =>
      `0${String.fromCharCode(0x100 + digits.length)}${digits}`;
    const letters = spec.numericOrdering ? plain.replace(/0*(\d+)/g, byLength) : plain;
    const accents = letters.toLowerCase();
    const base = accents.replace(/\p{M}+/gu, '');
    if (strength === 1) return base;
    // Lower case comes before upper case where nothing else differs.
    const cases =
      strength === 2 ? '' : `\u0001${[...letters].map((c) => (c === c.toLowerCase() ? '1' : '2')).join('')}`;
    return `${base}\u0001${accents}${cases}`;
  };
  return { spec, strength, key };
}

/** Whether an index built with one collation can serve a query that asks for another. */
export const sameCollation = (a: Collation | undefined, b: Collation | undefined): boolean =>
  a === b ||
  (a?.spec.locale === b?.spec.locale &&
    a?.strength === b?.strength &&
    Boolean(a?.spec.numericOrdering) === Boolean(b?.spec.numericOrdering));
