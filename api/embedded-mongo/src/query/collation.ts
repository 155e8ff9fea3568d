import { badValue, MongoError, typeMismatch } from '../errors.ts';
import { type Document, isDocument } from '../values/types.ts';

/** How strings are compared when a command names a collation. */
export interface Collation {
  readonly spec: Document;
  readonly strength: number;
  /** A string whose code point order is the collation's order. */
  key(text: string): string;
}

/**
 * Strength 1 ignores case and accents, 2 ignores case, 3 (the default) ignores neither. Letters are compared by their
 * base first, so accented words stand next to plain ones; language-specific alphabets are not known.
 */
export function parseCollation(spec: unknown): Collation | undefined {
  if (spec === undefined || spec === null) return undefined;
  if (!isDocument(spec))
    throw typeMismatch("BSON field 'collation' is the wrong type, expected type 'object'");
  if (Object.keys(spec).length === 0 || spec.locale === 'simple') return undefined;
  if (typeof spec.locale !== 'string')
    throw new MongoError(40414, "BSON field 'Collation.locale' is missing but a required field");
  const strength = Number(spec.strength ?? 3);
  if (![1, 2, 3].includes(strength))
    throw badValue(`collation strength ${strength} is not supported, use 1, 2 or 3`);
  const unsupported = ['numericOrdering', 'caseLevel', 'backwards'].find((name) => spec[name] === true);
  if (unsupported) throw badValue(`collation option ${unsupported} is not supported`);
  const key = (text: string): string => {
    const letters = text.normalize('NFD');
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
  a === b || (a?.spec.locale === b?.spec.locale && a?.strength === b?.strength);
