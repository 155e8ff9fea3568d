import { Long } from 'bson';
import { MongoError } from './errors.ts';
import type { Document } from './values/decode.ts';
import { isDocument, toNumber, typeName } from './values/types.ts';

/** A constant text; one with interpolated values would be built on every call. */
type Fixed<Text extends string> = { _?: 0 } extends Record<Text, unknown> ? never : Text;

/** Throws one of MongoDB's errors unless a condition holds. A message with values is built only when needed. */
export function check<const Text extends string>(
  condition: unknown,
  code: number,
  message: Fixed<Text> | (() => string),
): asserts condition {
  if (!condition) throw new MongoError(code, typeof message === 'string' ? message : message());
}

/** Rejects unknown fields. */
export function checkFields(spec: Document, known: readonly string[], place: string, code = 40415): void {
  const unknown = Object.keys(spec).find((name) => !known.includes(name));
  check(unknown === undefined, code, () => `BSON field '${place}.${unknown}' is an unknown field.`);
}

/** Rejects a value that is not in an enumeration. */
export function checkOneOf(value: unknown, known: readonly string[], field: string): void {
  const text = (): string =>
    `Enumeration value '${String(value)}' for field '${field}' is not a valid value.`;
  check(known.includes(String(value)), 2, text);
}

/** Splits a list of names. */
export const words = (text: string): string[] => text.split(' ');

/** A lookup table for names that clients choose: without a prototype, so that inherited names do not match. */
export const table = <T>(entries: Record<string, T>): Record<string, T> =>
  Object.setPrototypeOf({ ...entries }, null) as Record<string, T>; // safe: the same entries

const wrongType = (name: string, value: unknown, expected: string): string =>
  `BSON field '${name}' is the wrong type '${typeName(value)}', expected type '${expected}'`;

/** An optional document among a command's fields. */
export function optionalDocument(body: Document, name: string): Document | undefined {
  const value = body[name] ?? undefined;
  check(value === undefined || isDocument(value), 14, () => wrongType(name, value, 'object'));
  return value;
}

/** An optional number among a command's fields, at least `least`. */
export function optionalNumber(body: Document, name: string, least = -Infinity): number | undefined {
  const value = body[name] ?? undefined;
  const number = toNumber(value);
  check(value === undefined || number !== undefined, 14, () => wrongType(name, value, 'number'));
  const isBelow = number !== undefined && !(number >= least);
  check(!isBelow, 51024, () => `BSON field '${name}' value must be >= ${least}, actual value '${number}'`);
  return number;
}

/** An int64, such as a cursor id or a transaction number. */
export function int64Of(value: unknown, name: string): bigint {
  const number = toNumber(value);
  check(Number.isInteger(number), 14, () => wrongType(name, value, 'long'));
  return value instanceof Long ? value.toBigInt() : BigInt(number ?? 0);
}

/** A required list of documents. */
export function documentList(body: Document, name: string): Document[] {
  const list = body[name];
  check(list !== undefined, 40414, () => `BSON field '${name}' is missing but a required field`);
  check(Array.isArray(list) && list.every(isDocument), 14, () => wrongType(name, list, 'array of objects'));
  return list;
}
