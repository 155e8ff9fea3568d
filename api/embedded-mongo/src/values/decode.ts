import { type DBRef, Double, deserialize } from 'bson';
import { type Document, isDocument, isInt32 } from './types.ts';

export type { Document } from './types.ts';

/** One shared object, because every command and every stored document is decoded with it. */
const options = { promoteValues: false, bsonRegExp: true, allowObjectSmallerThanBufferSize: true, index: 0 };

/**
 * Decodes BSON without losing types: an int32 becomes a number, an int64 always a `Long`, and a double a number unless it would look like
 * an int32. The bson package itself either promotes numbers, which loses types, or wraps all of them.
 */
export function decode(bytes: Uint8Array, index = 0): Document {
  options.index = index;
  return unwrap(deserialize(bytes, options)) as Document; // safe: unwrapping keeps a document a document
}

/** Wraps a double in `Double` if as a JS number it would be encoded as an int32. */
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
