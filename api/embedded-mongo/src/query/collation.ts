import { badValue, MongoError } from '../errors.ts';
import type { Document } from '../values/decode.ts';

/** How strings are compared when a command names a collation. */
export interface Collation {
  readonly spec: Document;
  /** A string whose code point order is the collation's order. */
  key(text: string): string;
}

const marks = /\p{M}+/gu;

/**
 * Strength 1 ignores case and accents, 2 ignores case, 3 (the default) ignores neither. Letters are compared by their
 * base first, so accented words stand next to plain ones; language-specific alphabets are not known.
 */
export function parseCollation(spec: unknown): Collation | undefined {
  if (spec === undefined || spec === null) return undefined;
  if (typeof spec !== 'object')
    throw new MongoError(14, "BSON field 'collation' is the wrong type, expected type 'object'");
  const options = spec as Document; // checked above: an object
  if (Object.keys(options).length === 0) return undefined;
  const { locale } = options;
  if (typeof locale !== 'string')
    throw new MongoError(40414, "BSON field 'Collation.locale' is missing but a required field");
  if (locale === 'simple') return undefined;
  const strength = Number(options.strength ?? 3);
  if (![1, 2, 3].includes(strength))
    throw badValue(`collation strength ${strength} is not supported, use 1, 2 or 3`);
  for (const name of ['numericOrdering', 'caseLevel', 'backwards']) {
    if (options[name] === true) throw badValue(`collation option ${name} is not supported`);
  }
  const cache = new Map<string, string>();
  const key = (text: string): string => {
    const known = cache.get(text);
    if (known !== undefined) return known;
    const full = text.normalize('NFD').toLowerCase();
    const base = full.replace(marks, '');
    let result = base;
    if (strength >= 2) result += `\u0001${full}`;
    // Lower case comes before upper case where nothing else differs.
    if (strength >= 3) {
      result += `\u0001${[...text.normalize('NFD')].map((c) => (c === c.toLowerCase() ? '1' : '2')).join('')}`;
    }
    if (cache.size > 1000) cache.clear();
    cache.set(text, result);
    return result;
  };
  return { spec: options, key };
}

/** Whether an index built with one collation can serve a query that asks for another. */
export function sameCollation(a: Collation | undefined, b: Collation | undefined): boolean {
  if (!a || !b) return a === b;
  return a.spec.locale === b.spec.locale && (a.spec.strength ?? 3) === (b.spec.strength ?? 3);
}
