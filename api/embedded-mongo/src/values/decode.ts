import { type DBRef, Double, deserialize } from 'bson';
import { type Document, isInt32 } from './types.ts';

export type { Document } from './types.ts';

const exact = { promoteValues: false, promoteBuffers: false, bsonRegExp: true };

/**
 * Reads BSON into values that keep their exact type: int32 is a number, int64 always a `Long`, a double is a number
 * unless it would be mistaken for an int32. bson itself can either promote numbers, and lose types, or wrap every one.
 */
export function decode(bytes: Uint8Array, offset = 0): Document {
  // bson gives a document; what is done to its values keeps it one.
  return unwrap(
    deserialize(bytes, offset ? { ...exact, index: offset, allowObjectSmallerThanBufferSize: true } : exact),
  ) as Document;
}

/** A double that a plain JS number would re-encode as an int32 is kept as `Double`; every other double is a number. */
export const fromDouble = (value: number): number | Double => (isInt32(value) ? new Double(value) : value);

interface Boxed {
  readonly _bsontype?: unknown;
  readonly value?: unknown;
}

function unwrap(value: object): unknown {
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++)
      if (typeof value[i] === 'object' && value[i]) value[i] = unwrap(value[i]);
    return value;
  }
  switch ((value as Boxed)._bsontype) {
    case 'Int32':
      return (value as Boxed).value;
    case 'Double':
      return fromDouble(Number((value as Boxed).value));
    case 'DBRef':
      return unwrap((value as DBRef).toJSON());
    case undefined: {
      if (value instanceof Date) return value;
      const doc = value as Document; // neither an array, nor a Date, nor one of bson's classes
      for (const name of Object.keys(doc)) {
        const item = doc[name];
        if (typeof item === 'object' && item !== null) doc[name] = unwrap(item);
      }
      return doc;
    }
    default:
      return value;
  }
}
