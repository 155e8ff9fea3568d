import { Binary, BSONRegExp, Decimal128, Double, Long, ObjectId } from 'bson';
import { Decimal } from 'decimal.js';
import { evalExpr } from 'mingo/core';
import {
  $bottomN,
  $topN,
  $first as firstOf,
  $last as lastOf,
  $push as valuesOf,
} from 'mingo/operators/accumulator';
import { $filter } from 'mingo/operators/expression';
import { badValue, MongoError, typeMismatch } from '../errors.ts';
import { ownValue } from '../query/paths.ts';
import { sortArray } from '../query/sort.ts';
import { compareValues } from '../values/compare.ts';
import { fromDouble } from '../values/decode.ts';
import { encode } from '../values/encode.ts';
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
import { dateFrom, parseDate } from './dates.ts';
import {
  fail,
  isMissing,
  listOf,
  type MingoOptions,
  type Operator,
  onArguments,
  onNamed,
  textOf,
  unlessNull,
  type Values,
  wholeOf,
} from './operator.ts';
import { compare, isEqual, unique } from './values.ts';

// What mingo cannot do with BSON's types: arithmetic, comparison, conversion, and the accumulators over them.

function combine(name: 'plus' | 'times' | 'minus', values: Values): unknown {
  const dates = values.filter((value) => value instanceof Date).length;
  const operands = values.map((value) => (value instanceof Date ? Long.fromNumber(value.getTime()) : value));
  if (!operands.every(isNumeric) || (dates > 0 && name === 'times') || (dates > 1 && name === 'plus'))
    throw typeMismatch(
      `$${name} only supports numeric or date types, not ${values.map(typeName).join(' and ')}`,
    );
  const result = operands
    .slice(1)
    .reduce<unknown>((sum, value) => calculate(name, sum, value), operands[0] ?? (name === 'times' ? 1 : 0));
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
    if (!isNumeric(value)) return fail(28765, `Rounding only supports numeric types, not ${typeName(value)}`);
    const exact = exactOf(value);
    if (!exact.isFinite()) return value;
    const rounded = exact.toNearest(`1e${-(toNumber(places) ?? 0)}`, rounding);
    const type = typeName(value);
    if (type === 'decimal') return toDecimal128(rounded);
    return type === 'double'
      ? fromDouble(rounded.toNumber())
      : integer(BigInt(rounded.toFixed()), type === 'int');
  });

/** A function of doubles, and of decimals by decimal.js; outside its domain it fails with a code. */
const real = (run: (value: number) => number, name: keyof Decimal, code = 50989): Operator =>
  unlessNull(([value]) => {
    if (!isNumeric(value)) return fail(28765, `$${name} only supports numeric types, not ${typeName(value)}`);
    const number = toNumber(value) ?? 0;
    const result = run(number);
    if (Number.isNaN(result) ? !Number.isNaN(number) : number === 0 && result === Number.NEGATIVE_INFINITY)
      fail(code, `cannot apply $${name} to ${number}`);
    const exact = exactOf(value);
    const method = exact[name] as () => Decimal; // only the names of functions come here
    return value instanceof Decimal128 ? toDecimal128(method.call(exact)) : fromDouble(result);
  }, 1);
const trigonometry = [
  'sin',
  'cos',
  'tan',
  'asin',
  'acos',
  'atan',
  'sinh',
  'cosh',
  'tanh',
  'asinh',
  'acosh',
  'atanh',
] as const;

function power([base, exponent]: Values): unknown {
  if (!isNumeric(base) || !isNumeric(exponent)) return fail(28762, '$pow only takes numbers');
  const [x = 0, y = 0] = [toNumber(base), toNumber(exponent)];
  if (x === 0 && y < 0) fail(28764, '$pow cannot take a base of 0 and a negative exponent');
  const types = [typeName(base), typeName(exponent)];
  const result = exactOf(base).pow(exactOf(exponent));
  if (types.includes('decimal')) return toDecimal128(result);
  if (types.includes('double') || y < 0 || result.abs().gte(2 ** 63)) return fromDouble(x ** y);
  return integer(BigInt(result.toFixed()), !types.includes('long'));
}

function logarithm([value, base]: Values): unknown {
  if (!isNumeric(value) || !isNumeric(base)) return fail(28756, '$log only takes numbers');
  const [x = 0, b = 0] = [toNumber(value), toNumber(base)];
  if (x <= 0) fail(28758, "$log's argument must be a positive number");
  if (b <= 0 || b === 1) fail(28759, "$log's base must be a positive number not equal to 1");
  return fromDouble(Math.log(x) / Math.log(b));
}

const bitwise = (run: (a: bigint, b: bigint) => bigint, start: bigint): Operator =>
  unlessNull((values) => {
    const isWhole = (value: unknown): boolean => ['int', 'long'].includes(typeName(value));
    if (!values.every(isWhole)) throw typeMismatch('bitwise operators only support int and long');
    const result = values.map((value) => BigInt(String(value))).reduce(run, start);
    return integer(result, !values.some((value) => value instanceof Long));
  });

/** A missing value is before null here, unlike in a sort. */
function order([a, b]: Values): number {
  return Number(a !== undefined) - Number(b !== undefined) || Math.sign(compare(a, b));
}

const comparison = (test: (order: number) => boolean): Operator =>
  onArguments((values) => test(order(values)), 2);

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
    if (value instanceof Decimal128) return value;
    return number && (typeof value === 'string' ? Decimal128.fromString(value) : toDecimal128(number));
  },
  bool: isTruthy,
  string(value) {
    if (value instanceof Date) return value.toISOString();
    return isDocument(value) || Array.isArray(value) || value instanceof BSONRegExp
      ? undefined
      : String(value);
  },
  objectId(value) {
    if (value instanceof ObjectId) return value;
    return typeof value === 'string' && ObjectId.isValid(value) ? new ObjectId(value) : undefined;
  },
  date(value) {
    if (typeof value === 'string') return parseDate(value);
    const date =
      isNumeric(value) && typeName(value) !== 'int' ? new Date(toNumber(value) ?? 0) : dateFrom(value);
    return Number.isNaN(date?.getTime()) ? undefined : date;
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
  if (to === undefined) fail(9, "Missing 'to' parameter to $convert");
  const value = evalExpr(doc, input, options);
  if (isMissing(value)) return evalExpr(doc, onNull, options) ?? null;
  const wanted = evalExpr(doc, to, options);
  if (isMissing(wanted)) return null;
  const type = typesNamed(isDocument(wanted) ? wanted.type : wanted)?.[0];
  if (!type) throw badValue(`Unknown type name: ${String(wanted)}`);
  try {
    return convertTo(type, value);
  } catch (error) {
    if (onError === undefined) throw error;
    return evalExpr(doc, onError, options);
  }
};

function elementAt([value, index]: Values): unknown {
  const list = listOf(value, 28689);
  if (!isNumeric(index)) fail(28690, "$arrayElemAt's second argument must be a numeric value");
  return list.at(wholeOf(index, 28691));
}

/** `$first` and `$last`: of a group, or of an array. */
const atEnd = (
  inGroup: (docs: never, argument: unknown, options: never) => unknown,
  index: number,
): Operator => {
  const ofArray = onArguments(([list]) => (isMissing(list) ? null : elementAt([list, index])), 1);
  return (input, argument, options) =>
    Array.isArray(input)
      ? inGroup(input as never, argument, options as never)
      : ofArray(input, argument, options);
};

function toObject([list]: Values): Document {
  const pairs = listOf(list, 40386).map((pair): [string, unknown] => {
    if (Array.isArray(pair)) {
      if (pair.length !== 2) fail(40397, '$arrayToObject requires an array of size 2 arrays');
      return [textOf(pair[0], 40395), pair[1]];
    }
    if (!isDocument(pair)) return fail(40398, '$arrayToObject needs key and value pairs');
    if (Object.keys(pair).length !== 2 || !('k' in pair && 'v' in pair))
      fail(40392, "$arrayToObject requires an object with the keys 'k' and 'v'");
    return [textOf(pair.k, 40394), pair.v];
  });
  return Object.fromEntries(pairs);
}

function slice([list, first, count]: Values): unknown {
  const array = listOf(list, 28724);
  const at = wholeOf(first, 28725);
  if (count === undefined) return at < 0 ? array.slice(at) : array.slice(0, at);
  const limit = wholeOf(count, 28727);
  if (limit < 1) fail(28729, 'Third argument to $slice must be positive');
  const start = at < 0 ? Math.max(0, array.length + at) : at;
  return array.slice(start, start + limit);
}

function zip({ inputs, useLongestLength, defaults }: Document): unknown {
  const given = listOf(inputs, 34461);
  if (given.some(isMissing)) return null;
  const lists = given.map((list) => listOf(list, 34468));
  const lengths = lists.map((list) => list.length);
  const length = useLongestLength === true ? Math.max(...lengths) : Math.min(...lengths);
  const fallback = (i: number): unknown => (Array.isArray(defaults) ? defaults[i] : null);
  return Array.from({ length }, (_, at) =>
    lists.map((list, i) => (at < list.length ? list[at] : fallback(i))),
  );
}

const reduce: Operator = (doc, argument, options) => {
  const { input, initialValue, in: body } = isDocument(argument) ? argument : {};
  const list = evalExpr(doc, input, options);
  if (isMissing(list)) return null;
  const literal = (value: unknown): Document => ({ $literal: value });
  return listOf(list, 40080).reduce(
    (value, item) =>
      evalExpr(doc, { $let: { vars: { value: literal(value), this: literal(item) }, in: body } }, options),
    evalExpr(doc, initialValue, options),
  );
};

const chooseBranch: Operator = (doc, argument, options) => {
  if (!isDocument(argument)) return fail(40060, '$switch requires an object as an argument');
  const branches = Array.isArray(argument.branches) ? argument.branches.filter(isDocument) : [];
  if (branches.length === 0) fail(40068, '$switch requires at least one branch');
  if (!branches.every((branch) => 'case' in branch && 'then' in branch))
    fail(40067, "$switch requires each branch have a 'case' and a 'then' expression");
  const chosen = branches.find((branch) => isTruthy(evalExpr(doc, branch.case, options)));
  if (!chosen && !('default' in argument))
    fail(40066, '$switch could not find a matching branch for an input, and no default was specified.');
  return evalExpr(doc, chosen ? chosen.then : argument.default, options);
};

const getField: Operator = (doc, argument, options) => {
  const isLong = isDocument(argument) && ('field' in argument || 'input' in argument);
  if (isLong && !('field' in argument && 'input' in argument))
    fail(3041703, "$getField requires 'field' and 'input' to be specified");
  const field = textOf(evalExpr(doc, isLong ? argument.field : argument, options), 5654602);
  const from = evalExpr(doc, isLong ? argument.input : '$$CURRENT', options);
  if (from === null) return null;
  return isDocument(from) ? ownValue(from, field) : undefined;
};

export const expressions: Record<string, Operator> = {
  $add: unlessNull((values) => combine('plus', values)),
  $subtract: unlessNull((values) => combine('minus', values)),
  $multiply: unlessNull((values) => combine('times', values)),
  $divide: unlessNull((values) => quotient('div', values)),
  $mod: unlessNull((values) => quotient('mod', values)),
  $abs: unlessNull(([value]) =>
    !isNumeric(value)
      ? fail(28765, `$abs only supports numeric types, not ${typeName(value)}`)
      : compareValues(value, 0) < 0
        ? calculate('times', value, -1)
        : calculate('plus', value, 0),
  ),
  $ceil: round(Decimal.ROUND_CEIL),
  $floor: round(Decimal.ROUND_FLOOR),
  $trunc: round(Decimal.ROUND_DOWN),
  $round: round(Decimal.ROUND_HALF_EVEN),
  $sqrt: real(Math.sqrt, 'sqrt', 28714),
  $exp: real(Math.exp, 'exp'),
  $ln: real(Math.log, 'ln', 28766),
  $log10: real(Math.log10, 'log', 28761),
  $log: unlessNull(logarithm, 2),
  $pow: unlessNull(power, 2),
  ...Object.fromEntries(trigonometry.map((name) => [`$${name}`, real(Math[name], name)])),
  $bitAnd: bitwise((a, b) => a & b, -1n),
  $bitOr: bitwise((a, b) => a | b, 0n),
  $bitXor: bitwise((a, b) => a ^ b, 0n),
  $bitNot: bitwise((_, a) => ~a, 0n),
  $and: (doc, argument, options) => [argument].flat().every((one) => isTruthy(evalExpr(doc, one, options))),
  $or: (doc, argument, options) => [argument].flat().some((one) => isTruthy(evalExpr(doc, one, options))),
  $not: onArguments(([value]) => !isTruthy(value), 1),
  $switch: chooseBranch,
  $getField: getField,
  $cmp: onArguments(order, 2),
  $eq: comparison((n) => n === 0),
  $ne: comparison((n) => n !== 0),
  $gt: comparison((n) => n > 0),
  $gte: comparison((n) => n >= 0),
  $lt: comparison((n) => n < 0),
  $lte: comparison((n) => n <= 0),
  $type: onArguments(([value]) => typeName(value), 1),
  $isNumber: onArguments(([value]) => isNumeric(value), 1),
  $toInt: conversion('int'),
  $toLong: conversion('long'),
  $toDouble: conversion('double'),
  $toDecimal: conversion('decimal'),
  $toBool: conversion('bool'),
  $toString: conversion('string'),
  $toObjectId: conversion('objectId'),
  $toDate: conversion('date'),
  $convert: convert,
  $size: onArguments(([list]) => listOf(list, 17124).length, 1),
  $binarySize: unlessNull(
    ([value]) => (value instanceof Binary ? value.length() : Buffer.byteLength(textOf(value, 51276))),
    1,
  ),
  $bsonSize: unlessNull(
    ([value]) =>
      isDocument(value) ? encode(value).length : fail(31393, '$bsonSize requires a document input'),
    1,
  ),
  $arrayElemAt: unlessNull(elementAt, 2),
  $first: atEnd(firstOf, 0),
  $last: atEnd(lastOf, -1),
  $concatArrays: unlessNull((lists) => lists.flatMap((list) => listOf(list, 28664))),
  $reverseArray: unlessNull(([list]) => listOf(list, 34435).toReversed(), 1),
  $in: onArguments(([value, list]) => {
    const found = listOf(list, 40081);
    return value !== undefined && found.some((item) => isEqual(item, value));
  }, 2),
  $indexOfArray: onArguments(
    ([list, value, start = 0, end]) => {
      if (isMissing(list)) return null;
      const array = listOf(list, 40090);
      const from = wholeOf(start, 40097, 0);
      const to = end === undefined ? array.length : wholeOf(end, 40097, 0);
      return array.findIndex((item, i) => i >= from && i < to && isEqual(item, value));
    },
    2,
    4,
  ),
  $slice: unlessNull(slice, 2, 3),
  $zip: onNamed(zip),
  $arrayToObject: unlessNull(toObject, 1),
  $setUnion: unlessNull((lists) => unique(lists.flatMap((list) => listOf(list, 17043))).sort(compare)),
  $filter: (doc, argument, options) => {
    // mingo takes a number as the limit, not an expression.
    const limit = isDocument(argument) ? evalExpr(doc, argument.limit, options) : undefined;
    return $filter(
      doc as never,
      (isDocument(argument) ? { ...argument, limit } : argument) as never,
      options as never,
    );
  },
  $reduce: reduce,
  $sortArray: onNamed(({ input, sortBy }) =>
    isMissing(input) ? null : sortArray(listOf(input, 2942504), sortBy),
  ),
};

/** Works on the values of a group, or, as an expression, on a list. */
const onValues =
  (run: (values: unknown[]) => unknown): Operator =>
  (input, argument, options) => {
    if (!Array.isArray(input)) return run([evalExpr(input, argument, options)].flat());
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
    .reduce((best, value) => (best === null || compare(value, best) * sign > 0 ? value : best), null);

const deviation = (isSample: number): Operator =>
  onValues((values) => {
    const numbers = values.filter(isNumeric).map((value) => toNumber(value) ?? 0);
    if (numbers.length <= isSample) return null;
    const mean = numbers.reduce((a, b) => a + b, 0) / numbers.length;
    const squares = numbers.reduce((total, value) => total + (value - mean) ** 2, 0);
    return fromDouble(Math.sqrt(squares / (numbers.length - isSample)));
  });

/** The smallest of the numbers that has at least this part of them below or at it. */
const percentiles = (
  input: unknown,
  argument: unknown,
  shares: unknown,
  options: MingoOptions,
): unknown[] => {
  const { input: values } = isDocument(argument) ? argument : {};
  const numbers = onValues((found) => found.filter(isNumeric).map((value) => toNumber(value) ?? 0))(
    input,
    values,
    options,
  ) as number[];
  numbers.sort((a, b) => a - b);
  return listOf(shares, 7750301).map((share) => {
    const found = numbers[Math.max(0, Math.ceil(numbers.length * (toNumber(share) ?? 0)) - 1)];
    return found === undefined ? null : fromDouble(found);
  });
};

function mergeObjects(values: Values): Document {
  const docs = values.filter((value) => !isMissing(value));
  if (!docs.every(isDocument)) fail(40400, '$mergeObjects requires object inputs');
  const entries = docs.flatMap((doc) => Object.entries(doc as Document)); // every one has been tested
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

const onlyOne =
  (several: typeof $topN): Operator =>
  (input, argument, options) =>
    several(
      input as never,
      { ...(isDocument(argument) ? argument : {}), n: 1 } as never,
      options as never,
    )[0];

export const accumulators: Record<string, Operator> = {
  $sum: onValues(sum),
  $avg: onValues((values) => {
    const numbers = values.filter(isNumeric);
    return numbers.length ? calculate('div', sum(numbers), new Double(numbers.length)) : null;
  }),
  $min: onValues((values) => extreme(values, -1)),
  $max: onValues((values) => extreme(values, 1)),
  $push: onValues(present),
  $addToSet: onValues((values) => unique(present(values))),
  $mergeObjects: (input, argument, options) =>
    (Array.isArray(input) ? onValues(mergeObjects) : onArguments(mergeObjects))(input, argument, options),
  $top: onlyOne($topN),
  $bottom: onlyOne($bottomN),
  $stdDevPop: deviation(0),
  $stdDevSamp: deviation(1),
  $percentile: (input, argument, options) =>
    percentiles(input, argument, evalExpr({}, isDocument(argument) ? argument.p : [], options), options),
  $median: (input, argument, options) => percentiles(input, argument, [0.5], options)[0],
};
