import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  Decimal128,
  Double,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
} from 'bson';
import type { Document } from './decode.ts';

/**
 * MongoDB's order of types, used as the first byte of every key. All are above 0x00 and below 0xff, so that a string's
 * terminator sorts before whatever follows it, in ascending and in inverted (descending) keys.
 */
export const typeOrder = {
  minKey: 0x05,
  emptyArray: 0x08,
  null: 0x0a,
  number: 0x14,
  string: 0x1e,
  object: 0x28,
  array: 0x32,
  binary: 0x3c,
  objectId: 0x46,
  boolean: 0x50,
  date: 0x5a,
  timestamp: 0x5c,
  regex: 0x64,
  code: 0x78,
  codeWithScope: 0x82,
  maxKey: 0xf0,
} as const;

export function isDocument(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

export type NumericValue = number | bigint | Double | Int32 | Long | Decimal128;

export function isNumeric(value: unknown): value is NumericValue {
  return (
    typeof value === 'number' ||
    typeof value === 'bigint' ||
    value instanceof Double ||
    // A Timestamp is a Long by inheritance, but no number.
    (value instanceof Long && !(value instanceof Timestamp)) ||
    value instanceof Decimal128 ||
    value instanceof Int32
  );
}

/** The place of a value's type in MongoDB's comparison order. */
export function orderOfType(value: unknown): number {
  if (value === null || value === undefined) return typeOrder.null;
  if (typeof value === 'string' || value instanceof BSONSymbol) return typeOrder.string;
  if (isNumeric(value)) return typeOrder.number;
  if (typeof value === 'boolean') return typeOrder.boolean;
  if (Array.isArray(value)) return typeOrder.array;
  if (value instanceof ObjectId) return typeOrder.objectId;
  if (value instanceof Date) return typeOrder.date;
  if (value instanceof Timestamp) return typeOrder.timestamp;
  if (value instanceof Binary || value instanceof Uint8Array) return typeOrder.binary;
  if (value instanceof BSONRegExp || value instanceof RegExp) return typeOrder.regex;
  if (value instanceof Code) return value.scope ? typeOrder.codeWithScope : typeOrder.code;
  if (value instanceof MinKey) return typeOrder.minKey;
  if (value instanceof MaxKey) return typeOrder.maxKey;
  return typeOrder.object;
}

/** The alias that `$type` uses for the value's BSON type. */
export function typeName(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (typeof value === 'string') return 'string';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'number') return isInt32(value) ? 'int' : 'double';
  if (Array.isArray(value)) return 'array';
  if (value instanceof Int32) return 'int';
  if (value instanceof Double) return 'double';
  if (value instanceof Timestamp) return 'timestamp';
  if (value instanceof Long || typeof value === 'bigint') return 'long';
  if (value instanceof Decimal128) return 'decimal';
  if (value instanceof ObjectId) return 'objectId';
  if (value instanceof Date) return 'date';
  if (value instanceof Binary || value instanceof Uint8Array) return 'binData';
  if (value instanceof BSONRegExp || value instanceof RegExp) return 'regex';
  if (value instanceof Code) return value.scope ? 'javascriptWithScope' : 'javascript';
  if (value instanceof BSONSymbol) return 'symbol';
  if (value instanceof MinKey) return 'minKey';
  if (value instanceof MaxKey) return 'maxKey';
  return 'object';
}

/** The numbers by which `$type` and error messages know the BSON types. */
export const typeNumbers: Record<string, number> = {
  double: 1,
  string: 2,
  object: 3,
  array: 4,
  binData: 5,
  undefined: 6,
  objectId: 7,
  bool: 8,
  date: 9,
  null: 10,
  regex: 11,
  dbPointer: 12,
  javascript: 13,
  symbol: 14,
  javascriptWithScope: 15,
  int: 16,
  timestamp: 17,
  long: 18,
  decimal: 19,
  minKey: -1,
  maxKey: 127,
};

/** Whether a JS number stands for an int32 (see `decode`). */
export function isInt32(value: number): boolean {
  return (value | 0) === value && !Object.is(value, -0);
}

/** A number's value as a JS number, or undefined for anything that is not a BSON number. */
export function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof Double || value instanceof Int32) return value.value;
  if (value instanceof Long && !(value instanceof Timestamp)) return value.toNumber();
  if (value instanceof Decimal128) return Number(value.toString());
  return undefined;
}

/** MongoDB's truth: false, 0 and null are false, everything else is true. */
export function isTruthy(value: unknown): boolean {
  if (value === null || value === undefined || value === false) return false;
  const number = toNumber(value);
  return number === undefined ? true : number !== 0;
}
