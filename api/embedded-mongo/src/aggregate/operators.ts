import { BSONRegExp, Decimal128, Double, Long, ObjectId, Timestamp } from 'bson';
import { evalExpr } from 'mingo/core';
import { $push as valuesOf } from 'mingo/operators/accumulator';
import { badValue, MongoError, typeMismatch } from '../errors.ts';
import { sortArray } from '../query/sort.ts';
import { compareValues, identityOf } from '../values/compare.ts';
import { fromDouble } from '../values/decode.ts';
import {
  calculate,
  decimalOf,
  integer,
  parseDecimal,
  type Rounding,
  roundDecimal,
  toDecimal128,
  truncate,
} from '../values/numbers.ts';
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

function combine(name: 'add' | 'multiply' | 'subtract', values: Values): unknown {
  const dates = values.filter((value) => value instanceof Date).length;
  const operands = values.map((value) => (value instanceof Date ? Long.fromNumber(value.getTime()) : value));
  if (!operands.every(isNumeric) || (dates > 0 && name === 'multiply') || (dates > 1 && name === 'add'))
    throw typeMismatch(
      `$${name} only supports numeric or date types, not ${values.map(typeName).join(' and ')}`,
    );
  const result = operands
    .slice(1)
    .reduce<unknown>((sum, value) => calculate(name, sum, value), operands[0] ?? 0);
  // A date and a duration make a date, two dates a duration.
  return dates === 1 && (name === 'add' || values[0] instanceof Date)
    ? new Date(Math.round(toNumber(result) ?? 0))
    : result;
}

function quotient(name: 'divide' | 'mod', [a, b]: Values): unknown {
  if (!isNumeric(a) || !isNumeric(b))
    throw typeMismatch(`$${name} only supports numeric types, not ${typeName(a)} and ${typeName(b)}`);
  if (toNumber(b) === 0)
    throw name === 'divide' ? badValue("can't $divide by zero") : new MongoError(16610, "can't $mod by zero");
  return calculate(name, a, b);
}

const round = (rounding: Rounding): Operator =>
  unlessNull(([value, places = 0]) => {
    if (!isNumeric(value)) throw typeMismatch(`Rounding only supports numeric types, not ${typeName(value)}`);
    const exact = parseDecimal(String(value));
    if (!exact) return value;
    const rounded = roundDecimal(exact, toNumber(places) ?? 0, rounding);
    const type = typeName(value);
    if (type === 'decimal') return toDecimal128(rounded);
    const text = `${rounded.coefficient}e${rounded.exponent}`;
    return type === 'double' ? fromDouble(Number(text)) : integer(truncate(text) ?? 0n, type === 'int');
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

type Conversion = (value: unknown) => unknown;

const failed = (value: unknown, to: string): never => {
  throw new MongoError(
    241,
    `Failed to convert ${typeName(value)} ${String(value)} to ${to} in $convert with no onError value`,
  );
};

const asNumber = (value: unknown, to: string): number => {
  const text = typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
  const number =
    typeof value === 'boolean'
      ? Number(value)
      : value instanceof Date
        ? value.getTime()
        : (toNumber(value) ?? text);
  return Number.isNaN(number) && !isNumeric(value) && value !== 'NaN' ? failed(value, to) : number;
};

const toInteger =
  (type: 'int' | 'long'): Conversion =>
  (value) => {
    const isText = typeof value === 'string' && /^[+-]?\d+$/.test(value);
    const exact = truncate(
      isText || isNumeric(value) ? value : asNumber(typeof value === 'string' ? '' : value, type),
    );
    const result = exact === undefined ? undefined : integer(exact, type === 'int');
    return typeName(result) === type ? result : failed(value, type);
  };

const conversions: Record<string, Conversion> = {
  int: toInteger('int'),
  long: toInteger('long'),
  double: (value) => fromDouble(asNumber(value, 'double')),
  decimal: (value) => {
    if (value instanceof Decimal128) return value;
    if (typeof value === 'string' && decimalOf(value)) return Decimal128.fromString(value);
    const exact = decimalOf(value instanceof Long ? value : asNumber(value, 'decimal'));
    return exact ? toDecimal128(exact) : Decimal128.fromString(String(value));
  },
  bool: isTruthy,
  string: (value) => {
    if (value instanceof Date) return value.toISOString();
    if (isDocument(value) || Array.isArray(value) || value instanceof BSONRegExp)
      return failed(value, 'string');
    return value instanceof ObjectId ? value.toHexString() : String(value);
  },
  objectId: (value) =>
    value instanceof ObjectId
      ? value
      : ObjectId.isValid(String(value))
        ? new ObjectId(String(value))
        : failed(value, 'objectId'),
  date: (value) => {
    if (value instanceof ObjectId) return value.getTimestamp();
    const ms =
      value instanceof Timestamp
        ? value.getHighBits() * 1000
        : typeof value === 'string'
          ? Date.parse(value)
          : toNumber(value);
    const date = value instanceof Date ? value : new Date(ms ?? Number.NaN);
    return Number.isNaN(date.getTime()) ? failed(value, 'date') : date;
  },
};

const convertTo = (type: string): Operator => unlessNull(([value]) => conversions[type]?.(value));

const convert: Operator = (doc, argument, options) => {
  const { input, to, onError, onNull } = isDocument(argument) ? argument : {};
  const value = evalExpr(doc, input, options);
  if (isMissing(value)) return evalExpr(doc, onNull, options) ?? null;
  const [type = ''] = typesNamed(evalExpr(doc, to, options)) ?? [];
  try {
    return (conversions[type] ?? ((it) => failed(it, type)))(value);
  } catch (error) {
    if (onError === undefined) throw error;
    return evalExpr(doc, onError, options);
  }
};

export const expressions: Record<string, Operator> = {
  $add: unlessNull((values) => combine('add', values)),
  $subtract: unlessNull((values) => combine('subtract', values)),
  $multiply: unlessNull((values) => combine('multiply', values)),
  $divide: unlessNull((values) => quotient('divide', values)),
  $mod: unlessNull((values) => quotient('mod', values)),
  $abs: unlessNull(([value]) =>
    compareValues(value, 0) < 0 ? calculate('multiply', value, -1) : calculate('add', value, 0),
  ),
  $ceil: round('ceil'),
  $floor: round('floor'),
  $trunc: round('trunc'),
  $round: round('even'),
  $cmp: onArguments(order),
  $eq: comparison((n) => n === 0),
  $ne: comparison((n) => n !== 0),
  $gt: comparison((n) => n > 0),
  $gte: comparison((n) => n >= 0),
  $lt: comparison((n) => n < 0),
  $lte: comparison((n) => n <= 0),
  $type: (doc, argument, options) => typeName(evalExpr(doc, argument, options)),
  $isNumber: (doc, argument, options) => isNumeric(evalExpr(doc, argument, options)),
  $toInt: convertTo('int'),
  $toLong: convertTo('long'),
  $toDouble: convertTo('double'),
  $toDecimal: convertTo('decimal'),
  $toBool: convertTo('bool'),
  $toString: convertTo('string'),
  $toObjectId: convertTo('objectId'),
  $toDate: convertTo('date'),
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
  values.filter(isNumeric).reduce((total: unknown, value) => calculate('add', total, value), 0);
const present = (values: Values): unknown[] => values.filter((value) => value !== undefined);
const extreme = (values: Values, sign: number): unknown =>
  values
    .filter((value) => !isMissing(value))
    .reduce((best, value) => (best === null || compareValues(value, best) * sign > 0 ? value : best), null);

export const accumulators: Record<string, Operator> = {
  $sum: onValues(sum),
  $avg: onValues((values) => {
    const numbers = values.filter(isNumeric);
    return numbers.length ? calculate('divide', sum(numbers), new Double(numbers.length)) : null;
  }),
  $min: onValues((values) => extreme(values, -1)),
  $max: onValues((values) => extreme(values, 1)),
  $push: onValues(present),
  $addToSet: onValues((values) => [
    ...new Map(present(values).map((value) => [identityOf(value), value])).values(),
  ]),
  $mergeObjects: onValues((values) => Object.assign({}, ...values.filter(isDocument)) as Document),
};
