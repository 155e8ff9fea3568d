import { type DBRef, Double, deserialize } from 'bson';
import { type Document, isDocument, isInt32 } from './types.ts';

export type { Document } from './types.ts';

/** One object for all calls, as every command and every stored document is read with it. */
const options = { promoteValues: false, bsonRegExp: true, allowObjectSmallerThanBufferSize: true, index: 0 };

/**
 * Reads BSON into values that keep their exact type: int32 is a number, int64 always a `Long`, a double is a number
 * unless it would be mistaken for an int32. bson itself can either promote numbers, and lose types, or wrap every one.
 */
export function decode(bytes: Uint8Array, index = 0): Document {
  options.index = index;
  return unwrap(deserialize(bytes, options)) as Document; // what is done to its values keeps it a document
}

/** A double that a plain JS number would re-encode as an int32 is kept as `Double`; every other double is a number. */
export const fromDouble = (value: number): number | Double => (isInt32(value) ? new Double(value) : value);

function unwrap(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) value[i] = unwrap(value[i]);
    return value;
  }
  if (isDocument(value)) {
    for (const name of Object.keys(value))
      if (typeof value[name] === 'object') value[name] = unwrap(value[name]);
    return value;
  }
  const boxed = value as { readonly _bsontype?: string; readonly value?: number };
  switch (boxed._bsontype) {
    case 'Int32':
      return boxed.value;
    case 'Double':
      return fromDouble(boxed.value ?? 0);
    case 'DBRef':
      return unwrap((value as DBRef).toJSON());
    default:
      return value;
  }
}
