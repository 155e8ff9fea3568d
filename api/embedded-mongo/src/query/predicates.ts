import { Binary, MaxKey, MinKey } from 'bson';
import { badValue, failedToParse } from '../errors.ts';
import { table } from '../input.ts';
import { compareValues, equalValues } from '../values/compare.ts';
import { exactOf, truncate } from '../values/numbers.ts';
import {
  type Document,
  isDocument,
  isNumeric,
  orderOfType,
  toNumber,
  typeName,
  typesNamed,
} from '../values/types.ts';
import type { Collation } from './collation.ts';
import { isRegex, toRegExp } from './regex.ts';

/** Whether a value is a document of operators, like `{ $gt: 1 }`, rather than a document to compare with. */
export function isOperatorDocument(value: unknown): value is Document {
  const first = isDocument(value) ? Object.keys(value)[0] : undefined;
  return first?.startsWith('$') === true && !['$ref', '$id', '$db'].includes(first);
}

/** A test of a single value. */
export type Test = (value: unknown) => boolean;

const range =
  (inRange: (order: number) => boolean) =>
  (bound: unknown, collation: Collation | undefined): Test => {
    if (isRegex(bound)) throw badValue("Can't have RegEx as arg to predicate over field.");
    const inclusive = inRange(0);
    if (bound === null || bound === undefined) return (value) => inclusive && (value ?? null) === null;
    // MinKey and MaxKey compare with every type; any other bound only with its own.
    const anyType = bound instanceof MinKey || bound instanceof MaxKey;
    const type = orderOfType(bound);
    const isNaNBound = Number.isNaN(toNumber(bound));
    return (value) => {
      if (value === undefined || !(anyType || orderOfType(value) === type)) return false;
      // NaN equals itself, and is neither above nor below any number.
      const isNaNValue = !anyType && Number.isNaN(toNumber(value));
      if (isNaNBound || isNaNValue) return inclusive && isNaNBound && isNaNValue;
      return inRange(compareValues(value, bound, collation));
    };
  };

/** The bits of an integer, of a list of positions, or of a little-endian binary. */
function bitsOf(value: unknown): bigint | undefined {
  if (value instanceof Binary)
    return value.value().reduceRight((sum: bigint, byte: number) => (sum << 8n) | BigInt(byte), 0n);
  return isNumeric(value) && Number.isInteger(toNumber(value)) ? truncate(exactOf(value)) : undefined;
}

const bits =
  (name: string, fits: (bits: bigint, mask: bigint) => boolean) =>
  (argument: unknown): Test => {
    const places = Array.isArray(argument)
      ? argument.map((place) => ((toNumber(place) ?? -1) < 0 ? -1n : 1n << BigInt(toNumber(place) ?? 0)))
      : undefined;
    const mask = places ? places.reduce((sum, bit) => sum | bit, 0n) : bitsOf(argument);
    if (places?.some((bit) => bit < 0n) || (isNumeric(argument) && mask !== undefined && mask < 0n))
      throw failedToParse(`Expected a non-negative number in: ${name}`);
    if (mask === undefined)
      throw badValue(`${name} takes an Array, a number, or a BinData but received: ${typeName(argument)}`);
    return (value) => {
      const found = bitsOf(value);
      return found !== undefined && fits(found, mask);
    };
  };

/** Operators on a single value: they take their argument, the collation, and the `$options` of a `$regex`. */
export const tests: Record<
  string,
  (argument: unknown, collation: Collation | undefined, flags?: unknown) => Test
> = table({
  $eq(argument, collation) {
    if (argument === null || argument === undefined) return (value) => (value ?? null) === null;
    return (value) => value !== undefined && equalValues(value, argument, collation);
  },
  $gt: range((order) => order > 0),
  $gte: range((order) => order >= 0),
  $lt: range((order) => order < 0),
  $lte: range((order) => order <= 0),
  $in(argument, collation) {
    if (!Array.isArray(argument)) throw badValue('$in needs an array');
    if (argument.some(isOperatorDocument)) throw badValue('cannot nest $ under $in');
    const any = argument.map((item) => tests[isRegex(item) ? '$regex' : '$eq']?.(item, collation));
    return (value) => any.some((test) => test?.(value));
  },
  $regex(argument, _collation, flags) {
    const regex = toRegExp(argument, flags);
    return (value) => {
      if (typeof value === 'string' || typeName(value) === 'symbol') return regex.test(String(value));
      return isRegex(value) && isRegex(argument) && equalValues(value, argument);
    };
  },
  $mod(argument) {
    const [divisor, remainder, ...more] = Array.isArray(argument)
      ? argument.map((item) => (isNumeric(item) ? truncate(exactOf(item)) : undefined))
      : [];
    if (divisor === undefined || remainder === undefined || more.length)
      throw badValue('malformed mod, needs to be an array of two numbers');
    if (divisor === 0n) throw badValue('divisor cannot be 0');
    return (value) => {
      const number = isNumeric(value) ? truncate(exactOf(value)) : undefined;
      return number !== undefined && number % divisor === remainder;
    };
  },
  $type(argument) {
    const names = [argument].flat().flatMap((type) => {
      const named = typesNamed(type);
      if (!named) throw badValue(`Unknown type name alias: ${String(type)}`);
      return named;
    });
    return (value) => names.includes(typeName(value));
  },
  $bitsAllSet: bits('$bitsAllSet', (found, mask) => (found & mask) === mask),
  $bitsAllClear: bits('$bitsAllClear', (found, mask) => (found & mask) === 0n),
  $bitsAnySet: bits('$bitsAnySet', (found, mask) => (found & mask) !== 0n),
  $bitsAnyClear: bits('$bitsAnyClear', (found, mask) => (found & mask) !== mask),
});
