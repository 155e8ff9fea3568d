import { Long } from 'bson';
import { MongoError } from './errors.ts';
import type { Document } from './values/decode.ts';
import { isDocument, toNumber, typeName } from './values/types.ts';

/** A text that is there already; one with values in it would be made at every call. */
type Fixed<Text extends string> = { _?: 0 } extends Record<Text, unknown> ? never : Text;

/** Fails with one of MongoDB's codes unless a condition holds. A message with values in it is made when it is needed. */
export function check<const Text extends string>(
  condition: unknown,
  code: number,
  message: Fixed<Text> | (() => string),
): asserts condition {
  if (!condition) throw new MongoError(code, typeof message === 'string' ? message : message());
}

/** Refuses what has a field besides the known ones. */
export function checkFields(spec: Document, known: readonly string[], place: string, code = 40415): void {
  const unknown = Object.keys(spec).find((name) => !known.includes(name));
  check(unknown === undefined, code, () => `BSON field '${place}.${unknown}' is an unknown field.`);
}

/** Refuses a value that is none of those which a field may have. */
export function checkOneOf(value: unknown, known: readonly string[], field: string): void {
  const text = (): string =>
    `Enumeration value '${String(value)}' for field '${field}' is not a valid value.`;
  check(known.includes(String(value)), 2, text);
}

/** A list of names. */
export const words = (text: string): string[] => text.split(' ');

/** A table of what is known by a name that clients choose: it has no names but its own, not even those of all objects. */
export const table = <T>(entries: Record<string, T>): Record<string, T> =>
  Object.setPrototypeOf({ ...entries }, null) as Record<string, T>; // the same entries

const wrongType = (name: string, value: unknown, expected: string): string =>
  `BSON field '${name}' is the wrong type '${typeName(value)}', expected type '${expected}'`;

/** A document among the fields of a command. */
export function optionalDocument(body: Document, name: string): Document | undefined {
  const value = body[name] ?? undefined;
  check(value === undefined || isDocument(value), 14, () => wrongType(name, value, 'object'));
  return value;
}

/** A number among the fields of a command, not below `least`. */
export function optionalNumber(body: Document, name: string, least = -Infinity): number | undefined {
  const value = body[name] ?? undefined;
  const number = toNumber(value);
  check(value === undefined || number !== undefined, 14, () => wrongType(name, value, 'number'));
  const isBelow = number !== undefined && !(number >= least);
  check(!isBelow, 51024, () => `BSON field '${name}' value must be >= ${least}, actual value '${number}'`);
  return number;
}

/** An int64, such as the number of a cursor or a transaction. */
export function int64Of(value: unknown, name: string): bigint {
  const number = toNumber(value);
  check(Number.isInteger(number), 14, () => wrongType(name, value, 'long'));
  return value instanceof Long ? value.toBigInt() : BigInt(number ?? 0);
}

/** A list of documents that a command must have. */
export function documentList(body: Document, name: string): Document[] {
  const list = body[name];
  check(list !== undefined, 40414, () => `BSON field '${name}' is missing but a required field`);
  check(Array.isArray(list) && list.every(isDocument), 14, () => wrongType(name, list, 'array of objects'));
  return list;
}
