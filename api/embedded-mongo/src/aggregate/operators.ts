import { BSONRegExp, Decimal128, Double, Long, ObjectId, Timestamp } from 'bson';
import { Decimal } from 'decimal.js';
import { evalExpr } from 'mingo/core';
import { $push as valuesOf } from 'mingo/operators/accumulator';
import { badValue, MongoError, typeMismatch } from '../errors.ts';
import { sortArray } from '../query/sort.ts';
import { compareValues, identityOf } from '../values/compare.ts';
import { fromDouble } from '../values/decode.ts';
import { calculate, exactOf, integer, parseNumber, toDecimal128, truncate } from '../values/numbers.ts';
import {
  type Document,
  isDocument,
  isNumeric,
  isTruthy,
  toNumber,
  typeName,
  typesNamed,
} from '../values/types.ts';

// What mingo cannot do with BSON's types: arithmetic, comparison, conversion, and the accumulators over them.

/** An operator as mingo calls it: with the document (or the documents of a group), its argument, and the options. */
export type Operator = (input: unknown, argument: unknown, options: MingoOptions) => unknown;
export type MingoOptions = Exclude<Parameters<typeof evalExpr>[2], undefined>;
type Values = readonly unknown[];

const listed = (value: unknown): Values => (Array.isArray(value) ? value : [value]);
const isMissing = (value: unknown): boolean => value === null || value === undefined;

/** An operator on the values of its arguments, which may be written without a list where there is one. */
const onArguments =
  (run: (values: Values) => unknown): Operator =>
  (doc, argument, options) =>
    run(listed(evalExpr(doc, argument, options)));

/** An operator that is null where one of its arguments is. */
const unlessNull = (run: (values: Values) => unknown): Operator =>
  onArguments((values) => (values.some(isMissing) ? null : run(values)));

function combine(name: 'plus' | 'times' | 'minus', values: Values): unknown {
  const dates = values.filter((value) => value instanceof Date).length;
  const operands = values.map((value) => (value instanceof Date ? Long.fromNumber(value.getTime()) : value));
  if (!operands.every(isNumeric) || (dates > 0 && name === 'times') || (dates > 1 && name === 'plus'))
    throw typeMismatch(
      `$${name} only supports numeric or date types, not ${values.map(typeName).join(' and ')}`,
    );
  const result = operands
    .slice(1)
    .reduce<unknown>((sum, value) => calculate(name, sum, value), operands[0] ?? 0);
  // A date and a duration make a date, two dates a duration.
  return dates === 1 && (name === 'plus' || values[0] instanceof Date)
    ? new Date(Math.round(toNumber(result) ?? 0))
    : result;
}

function quotient(name: 'div' | 'mod', [a, b]: Values): unknown {
  if (!isNumeric(a) || !isNumeric(b))
    throw typeMismatch(`$${name} only supports numeric types, not ${typeName(a)} and ${typeName(b)}`);
  if (toNumber(b) === 0)
    throw name === 'div' ? badValue("can't $divide by zero") : new MongoError(16610, "can't $mod by zero");
  return calculate(name, a, b);
}

const round = (rounding: Decimal.Rounding): Operator =>
  unlessNull(([value, places = 0]) => {
    if (!isNumeric(value)) throw typeMismatch(`Rounding only supports numeric types, not ${typeName(value)}`);
    const exact = exactOf(value);
    if (!exact.isFinite()) return value;
    const rounded = exact.toNearest(`1e${-(toNumber(places) ?? 0)}`, rounding);
    const type = typeName(value);
    if (type === 'decimal') return toDecimal128(rounded);
    return type === 'double'
      ? fromDouble(rounded.toNumber())
      : integer(BigInt(rounded.toFixed()), type === 'int');
  });

/** A missing value is before null here, unlike in a sort. */
function order(values: Values): number {
  if (values.length !== 2)
    throw new MongoError(16020, `Expression takes exactly 2 arguments. ${values.length} were passed in.`);
  const [a, b] = values;
  return Number(a !== undefined) - Number(b !== undefined) || Math.sign(compareValues(a, b));
}

const comparison = (test: (order: number) => boolean): Operator =>
  onArguments((values) => test(order(values)));

function numberFrom(value: unknown): Decimal | undefined {
  if (isNumeric(value)) return exactOf(value);
  if (typeof value === 'string') return parseNumber(value);
  return typeof value === 'boolean' || value instanceof Date ? exactOf(Number(value)) : undefined;
}

function integerFrom(value: unknown, type: 'int' | 'long'): unknown {
  const number = numberFrom(value);
  const whole = number && (typeof value === 'string' && !number.isInteger() ? undefined : truncate(number));
  const result = whole === undefined ? undefined : integer(whole, type === 'int');
  return typeName(result) === type ? result : undefined;
}

/** What `$convert` makes of a value, by the type wanted; undefined where it cannot. */
const conversions: Record<string, (value: unknown) => unknown> = {
  int: (value) => integerFrom(value, 'int'),
  long: (value) => integerFrom(value, 'long'),
  double(value) {
    const number = numberFrom(value);
    return number && fromDouble(number.toNumber());
  },
  decimal(value) {
    const number = numberFrom(value);
    return value instanceof Decimal128 ? value : number && toDecimal128(number);
  },
  bool: isTruthy,
  string(value) {
    if (value instanceof Date) return value.toISOString();
    return isDocument(value) || Array.isArray(value) || value instanceof BSONRegExp
      ? undefined
      : String(value);
  },
  objectId: (value) => (ObjectId.isValid(String(value)) ? new ObjectId(String(value)) : undefined),
  date(value) {
    if (value instanceof ObjectId) return value.getTimestamp();
    if (value instanceof Timestamp) return new Date(value.getHighBits() * 1000);
    const date = new Date(
      typeof value === 'string' || value instanceof Date ? value : (toNumber(value) ?? Number.NaN),
    );
    return Number.isNaN(date.getTime()) ? undefined : date;
  },
};

function convertTo(type: string, value: unknown): unknown {
  const result = conversions[type]?.(value);
  if (result !== undefined) return result;
  throw new MongoError(
    241,
    `Failed to convert ${typeName(value)} ${String(value)} to ${type} with no onError value`,
  );
}

const conversion = (type: string): Operator => unlessNull(([value]) => convertTo(type, value));

const convert: Operator = (doc, argument, options) => {
  const { input, to, onError, onNull } = isDocument(argument) ? argument : {};
  const value = evalExpr(doc, input, options);
  if (isMissing(value)) return evalExpr(doc, onNull, options) ?? null;
  try {
    return convertTo(typesNamed(evalExpr(doc, to, options))?.[0] ?? '', value);
  } catch (error) {
    if (onError === undefined) throw error;
    return evalExpr(doc, onError, options);
  }
};

export const expressions: Record<string, Operator> = {
  $add: unlessNull((values) => combine('plus', values)),
  $subtract: unlessNull((values) => combine('minus', values)),
  $multiply: unlessNull((values) => combine('times', values)),
  $divide: unlessNull((values) => quotient('div', values)),
  $mod: unlessNull((values) => quotient('mod', values)),
  $abs: unlessNull(([value]) =>
    compareValues(value, 0) < 0 ? calculate('times', value, -1) : calculate('plus', value, 0),
  ),
  $ceil: round(Decimal.ROUND_CEIL),
  $floor: round(Decimal.ROUND_FLOOR),
  $trunc: round(Decimal.ROUND_DOWN),
  $round: round(Decimal.ROUND_HALF_EVEN),
  $cmp: onArguments(order),
  $eq: comparison((n) => n === 0),
  $ne: comparison((n) => n !== 0),
  $gt: comparison((n) => n > 0),
  $gte: comparison((n) => n >= 0),
  $lt: comparison((n) => n < 0),
  $lte: comparison((n) => n <= 0),
  $type: (doc, argument, options) => typeName(evalExpr(doc, argument, options)),
  $isNumber: (doc, argument, options) => isNumeric(evalExpr(doc, argument, options)),
  $toInt: conversion('int'),
  $toLong: conversion('long'),
  $toDouble: conversion('double'),
  $toDecimal: conversion('decimal'),
  $toBool: conversion('bool'),
  $toString: conversion('string'),
  $toObjectId: conversion('objectId'),
  $toDate: conversion('date'),
  $convert: convert,
  $size: (doc, argument, options) => {
    const array = evalExpr(
      doc,
      Array.isArray(argument) && argument.length === 1 ? argument[0] : argument,
      options,
    );
    if (Array.isArray(array)) return array.length;
    throw new MongoError(
      17124,
      `The argument to $size must be an array, but was of type: ${typeName(array)}`,
    );
  },
  $sortArray: (doc, argument, options) => {
    const { input, sortBy } = isDocument(argument) ? argument : {};
    const array = evalExpr(doc, input, options);
    return Array.isArray(array) ? sortArray(array, sortBy) : null;
  },
};

/** Works on the values of a group, or, as an expression, on a list. */
const onValues =
  (run: (values: unknown[]) => unknown): Operator =>
  (input, argument, options) => {
    if (!Array.isArray(input)) return run([...listed(evalExpr(input, argument, options))]);
    if (argument === null) return run(input);
    // In a list of its own, a missing value stays missing.
    const found = valuesOf(input, [argument] as never, options as never) as unknown[][];
    return run(found.map(([value]) => value));
  };

const sum = (values: Values): unknown =>
  values.filter(isNumeric).reduce((total: unknown, value) => calculate('plus', total, value), 0);
const present = (values: Values): unknown[] => values.filter((value) => value !== undefined);
const extreme = (values: Values, sign: number): unknown =>
  values
    .filter((value) => !isMissing(value))
    .reduce((best, value) => (best === null || compareValues(value, best) * sign > 0 ? value : best), null);

export const accumulators: Record<string, Operator> = {
  $sum: onValues(sum),
  $avg: onValues((values) => {
    const numbers = values.filter(isNumeric);
    return numbers.length ? calculate('div', sum(numbers), new Double(numbers.length)) : null;
  }),
  $min: onValues((values) => extreme(values, -1)),
  $max: onValues((values) => extreme(values, 1)),
  $push: onValues(present),
  $addToSet: onValues((values) => [
    ...new Map(present(values).map((value) => [identityOf(value), value])).values(),
  ]),
  $mergeObjects: onValues((values) => Object.assign({}, ...values.filter(isDocument)) as Document),
};
