import { MaxKey, MinKey } from 'bson';
import { table } from '../input.ts';
import type { Index } from '../storage/catalog.ts';
import { afterPrefix } from '../storage/keyspace.ts';
import type { Document } from '../values/decode.ts';
import { emptyArrayKey, keyOf } from '../values/keys.ts';
import { isDocument, toNumber, typeOrder } from '../values/types.ts';
import type { Collation } from './collation.ts';
import { isOperatorDocument } from './matcher.ts';
import { isRegex, toRegExp } from './regex.ts';

// Translates a filter's conditions to key ranges of an index.

/** A range of keys of an index, or of one of its fields: start inclusive, end exclusive; without an end, a single key. */
export interface Interval {
  readonly start: Buffer;
  readonly end?: Buffer;
}

/** One condition of a filter; an operator that no index supports makes plans inexact. */
export interface Condition {
  readonly path: string;
  readonly operator: string;
  readonly value: unknown;
  readonly options?: unknown;
}

/** Flattens a filter into its conditions. */
export function conditionsOf(filter: Document): Condition[] {
  return Object.entries(filter).flatMap(([path, value]): Condition[] => {
    if (path === '$and' && Array.isArray(value) && value.length > 0 && value.every(isDocument))
      return value.flatMap(conditionsOf);
    if (path.startsWith('$')) return path === '$comment' ? [] : [{ path, operator: path, value }];
    if (isRegex(value)) return [{ path, operator: '$regex', value }];
    if (!isOperatorDocument(value)) return [{ path, operator: '$eq', value }];
    return Object.entries(value)
      .filter(([operator]) => operator !== '$options' || !('$regex' in value))
      .map(([operator, argument]) => ({ path, operator, value: argument, options: value.$options }));
  });
}

/** The remaining key ranges in order, and the number of conditions that they express completely. */
export interface FieldBounds {
  readonly ranges: Interval[];
  readonly consumed: number;
}

/** The key ranges for the conditions on one field of an index; undefined when unbounded. */
export function boundsOf(conditions: Condition[], index: Index, position: number): FieldBounds | undefined {
  const { collation, fields, multikeyFields } = index;
  const point = conditions.find(({ operator }) => operator === '$eq' || operator === '$in');
  const regex = conditions.find(({ operator }) => operator === '$regex');
  const prefix = regex && !collation && !point ? prefixBounds(regex) : undefined;
  const bounds = point
    ? pointBounds(point, collation)
    : (prefix ?? rangeBounds(conditions, multikeyFields.has(position), collation));
  if (!bounds) return undefined;
  const found = bounds.ranges.map((range) => (fields[position]?.descending ? turned(range) : range));
  if (found.length === 1) return { ...bounds, ranges: found };
  const unique = new Map(found.map((range) => [range.start.toString('latin1'), range]));
  return { ...bounds, ranges: [...unique.values()].sort((a, b) => Buffer.compare(a.start, b.start)) };
}

export const isNull = (value: unknown): boolean => value === null || value === undefined;
const invert = (key: Buffer): Buffer => Buffer.from(key.map((byte) => 0xff - byte));

/**
 * Converts a range to a descending field. Bounds lie between keys. An inverted bound sorts before the inverted keys of which it is a
 * prefix, but must sort after them; so the bound moves behind the prefix.
 */
const turned = ({ start, end }: Interval): Interval =>
  end ? { start: afterPrefix(invert(end)), end: afterPrefix(invert(start)) } : { start: invert(start) };

function pointBounds({ operator, value }: Condition, collation?: Collation): FieldBounds | undefined {
  const values = operator === '$eq' ? [value] : value;
  if (!Array.isArray(values) || values.some((one) => isRegex(one) || isOperatorDocument(one)))
    return undefined;
  // An array is indexed under its first element, or, inside another array, as itself.
  const keys = values.flatMap((one) =>
    Array.isArray(one) ? [one.length ? one[0] : emptyArrayKey, one] : [one],
  );
  const isExact = values.every((one) => !isNull(one) && !Array.isArray(one));
  return { ranges: keys.map((key) => ({ start: keyOf(key, collation) })), consumed: isExact ? 1 : 0 };
}

const ranges: Record<string, (key: Buffer, first: Buffer, end: Buffer) => [start: Buffer, end: Buffer]> =
  table({
    $gt: (key, _first, end) => [afterPrefix(key), end],
    $gte: (key, _first, end) => [key, end],
    $lt: (key, first) => [first, key],
    $lte: (key, first) => [first, afterPrefix(key)],
  });

function isComparable(value: unknown): boolean {
  if (isNull(value) || Array.isArray(value) || isRegex(value)) return false;
  return !(value instanceof MinKey || value instanceof MaxKey || Number.isNaN(toNumber(value)));
}

function rangeBounds(all: Condition[], isMultikey: boolean, collation?: Collation): FieldBounds | undefined {
  const comparable = all.filter(({ operator, value }) => operator in ranges && isComparable(value));
  // Different elements of an array may satisfy each condition, so only one of them can bound the scan.
  const conditions = isMultikey ? comparable.slice(0, 1) : comparable;
  let [start, end]: [Buffer, Buffer] = [Buffer.alloc(0), Buffer.from([0xff])];
  for (const { operator, value } of conditions) {
    const key = keyOf(value, collation);
    const type = key.subarray(0, 1);
    // Only values of the same type compare; NaN sorts before all numbers and lies in no range.
    const first = type[0] === typeOrder.number ? afterPrefix(keyOf(Number.NaN)) : type;
    const [lower, upper] = ranges[operator]?.(key, first, afterPrefix(type)) ?? [start, end];
    if (Buffer.compare(lower, start) > 0) start = lower;
    if (Buffer.compare(upper, end) < 0) end = upper;
  }
  if (conditions.length === 0) return undefined;
  return { ranges: Buffer.compare(start, end) < 0 ? [{ start, end }] : [], consumed: conditions.length };
}

/** `^word` bounds the scan to strings with this prefix, plus the equal stored regular expression. */
function prefixBounds({ value, options }: Condition): FieldBounds | undefined {
  const { source, flags } = toRegExp(value, options);
  // Literal characters, except one that a quantifier makes optional.
  const literal = /^\^((?:[^\\^$.*+?()[\]{}|]|\\[^A-Za-z0-9])+)(?![*?{])/u.exec(source)?.[1];
  if (!literal || flags || source.includes('|')) return undefined;
  const start = keyOf(literal.replace(/\\(.)/gsu, '$1')).subarray(0, -1);
  const strings = { start, end: afterPrefix(start) };
  return { ranges: isRegex(value) ? [strings, { start: keyOf(value) }] : [strings], consumed: 0 };
}
