import { Decimal128, Double, Long, ObjectId } from 'bson';
import { MongoError } from '../errors.ts';
import { sortArray } from '../query/sort.ts';
import { calculate, decimalOf, makeLong, type Operation } from '../values/arithmetic.ts';
import { compareValues, equalValues, identityOf } from '../values/compare.ts';
import { roundDecimal, toDecimal128 } from '../values/decimals.ts';
import { type Document, fromDouble } from '../values/decode.ts';
import { isDocument, isNumeric, isTruthy, toNumber, typeName, typeNumbers } from '../values/types.ts';
import { compile, type Expression, type Scope } from './expressions.ts';

type Compiler = (argument: unknown, name: string) => Expression;

const isNil = (value: unknown): value is null | undefined => value === null || value === undefined;

/** An operator with a fixed number of arguments, given as a list (or, for one, as the value itself). */
function fixed(counts: readonly number[], run: (args: unknown[], scope: Scope) => unknown): Compiler {
  return (argument, name) => {
    const list: unknown[] = Array.isArray(argument) ? argument : [argument];
    if (!counts.includes(list.length)) {
      throw new MongoError(
        16020,
        `Expression ${name} takes exactly ${counts[0]} arguments. ${list.length} were passed in.`,
      );
    }
    const args = list.map(compile);
    return (scope) =>
      run(
        args.map((arg) => arg(scope)),
        scope,
      );
  };
}

/** An operator over a list of arguments; a single argument that is an array is taken apart where `spreads` says so. */
function variadic(run: (args: unknown[], scope: Scope) => unknown, spreads = false): Compiler {
  return (argument) => {
    const list: unknown[] = Array.isArray(argument) ? argument : [argument];
    const args = list.map(compile);
    return (scope) => {
      const values = args.map((arg) => arg(scope));
      const [only] = values;
      return run(spreads && values.length === 1 && Array.isArray(only) ? only : values, scope);
    };
  };
}

/** The named arguments of an operator like `$map`. */
function named(argument: unknown, name: string): Document {
  if (!isDocument(argument)) throw new MongoError(16878, `${name} only supports an object as its argument`);
  return argument;
}

const comparison = (test: (order: number) => unknown): Compiler =>
  fixed([2], ([a, b], { collation }) => test(compareMissing(a, b, collation)));

/** A missing value is less than anything, null included. */
function compareMissing(a: unknown, b: unknown, collation: Scope['collation']): number {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined);
  return Math.sign(compareValues(a, b, collation));
}

function wrongType(name: string, value: unknown): MongoError {
  return new MongoError(14, `${name} only supports numeric types, not ${typeName(value)}`);
}

function arithmetic(operation: Operation, name: string): (a: unknown, b: unknown) => unknown {
  return (a, b) => {
    if (isNil(a) || isNil(b)) return null;
    if (a instanceof Date || b instanceof Date) return dateArithmetic(operation, name, a, b);
    if (!isNumeric(a)) throw wrongType(name, a);
    if (!isNumeric(b)) throw wrongType(name, b);
    if ((operation === 'divide' || operation === 'mod') && toNumber(b) === 0) {
      throw operation === 'divide'
        ? new MongoError(2, "can't $divide by zero")
        : new MongoError(16610, "can't $mod by zero");
    }
    return calculate(operation, a, b);
  };
}

function dateArithmetic(operation: Operation, name: string, a: unknown, b: unknown): unknown {
  if (operation === 'subtract' && a instanceof Date) {
    if (b instanceof Date) return Long.fromNumber(a.getTime() - b.getTime());
    const ms = toNumber(b);
    if (ms !== undefined) return new Date(a.getTime() - Math.round(ms));
  }
  const [date, other] = a instanceof Date ? [a, b] : [b, a];
  const ms = toNumber(other);
  if (operation === 'add' && date instanceof Date) {
    if (ms !== undefined) return new Date(date.getTime() + Math.round(ms));
    throw new MongoError(16612, 'only one date allowed in an $add expression');
  }
  throw wrongType(name, date);
}

/** Rounds a number of any type to decimal places. */
function rounded(
  name: string,
  method: 'round' | 'trunc' | 'floor' | 'ceil',
  value: unknown,
  places = 0,
): unknown {
  if (isNil(value)) return null;
  if (!isNumeric(value)) throw wrongType(name, value);
  if (value instanceof Decimal128) {
    const decimal = decimalOf(value);
    if (!decimal) return value;
    if (method === 'round') return toDecimal128(roundDecimal(decimal, places));
    const scale = 10n ** BigInt(Math.max(0, -places - decimal.exponent));
    let quotient = decimal.coefficient / scale;
    const rest = decimal.coefficient % scale;
    if (rest !== 0n && method === 'floor' && rest < 0n) quotient -= 1n;
    if (rest !== 0n && method === 'ceil' && rest > 0n) quotient += 1n;
    return toDecimal128({ coefficient: quotient, exponent: scale === 1n ? decimal.exponent : -places });
  }
  const type = typeName(value);
  const number = toNumber(value) ?? 0;
  if (type !== 'double' && places >= 0) return value;
  if (!Number.isFinite(number)) return value;
  if (places === 0) return fromDouble(method === 'round' ? roundHalfEven(number) : Math[method](number));
  const decimal = decimalOf(value);
  if (!decimal) return value;
  const result =
    method === 'round'
      ? Number(toDecimal128(roundDecimal(decimal, places)).toString())
      : Math[method](number * 10 ** places) / 10 ** places;
  if (type === 'double') return fromDouble(result);
  return type === 'long' ? makeLong(BigInt(result)) : result;
}

function roundHalfEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}

/** Sums numbers of any types exactly; everything else is skipped. */
export function sum(values: readonly unknown[]): unknown {
  return values.reduce(
    (total: unknown, value) => (isNumeric(value) ? calculate('add', total, value) : total),
    0,
  );
}

export function average(values: readonly unknown[]): unknown {
  const numbers = values.filter(isNumeric);
  return numbers.length ? calculate('divide', sum(numbers), numbers.length) : null;
}

/** The smallest (-1) or largest (1) value that is neither null nor missing. */
export function extreme(
  values: readonly unknown[],
  direction: 1 | -1,
  collation: Scope['collation'],
): unknown {
  let best: unknown = null;
  for (const value of values) {
    if (isNil(value)) continue;
    if (best === null || compareValues(value, best, collation) * direction > 0) best = value;
  }
  return best;
}

export function mergeObjects(values: readonly unknown[]): Document {
  const result: Document = {};
  for (const value of values) {
    if (isNil(value)) continue;
    if (!isDocument(value))
      throw new MongoError(
        40400,
        `$mergeObjects requires object inputs, but input ${String(value)} is of type ${typeName(value)}`,
      );
    Object.assign(result, value);
  }
  return result;
}

/** The distinct values of a list, first ones kept. */
export function distinctValues(values: readonly unknown[], collation: Scope['collation']): unknown[] {
  const seen = new Map<string, unknown>();
  for (const value of values) {
    const identity = identityOf(value, collation);
    if (!seen.has(identity)) seen.set(identity, value);
  }
  return [...seen.values()];
}

function setOperation(name: string, run: (lists: Map<string, unknown>[]) => unknown): Compiler {
  return variadic((args, { collation }) => {
    if (args.some(isNil) && !['$setEquals', '$setIsSubset'].includes(name)) return null;
    const lists = args.map((list) => {
      if (!Array.isArray(list))
        throw new MongoError(
          17040,
          `All operands of ${name} must be arrays. One argument is of type: ${typeName(list)}`,
        );
      return new Map(list.map((item: unknown) => [identityOf(item, collation), item]));
    });
    return run(lists);
  });
}

function loop(
  argument: unknown,
  name: string,
  as: string,
  run: (items: unknown[], each: (item: unknown) => Scope, scope: Scope) => unknown,
): Expression {
  const options = named(argument, name);
  const input = compile(options.input);
  const variable = typeof options.as === 'string' ? options.as : as;
  return (scope) => {
    const items = input(scope);
    if (isNil(items)) return null;
    if (!Array.isArray(items))
      throw new MongoError(16883, `input to ${name} must be an array not ${typeName(items)}`);
    return run(items, (item) => ({ ...scope, variables: { ...scope.variables, [variable]: item } }), scope);
  };
}

const conversions: Record<string, (value: unknown) => unknown> = {
  string: (value) => {
    if (value instanceof Date) return value.toISOString();
    if (value instanceof ObjectId) return value.toHexString();
    if (typeof value === 'object' && !isNumeric(value)) return undefined;
    return String(isNumeric(value) ? (value instanceof Double ? value.value : value) : value);
  },
  bool: (value) => isTruthy(value),
  int: (value) =>
    toInteger(value, (exact) => (exact >= -0x80000000n && exact <= 0x7fffffffn ? Number(exact) : undefined)),
  long: (value) => (value instanceof Date ? Long.fromNumber(value.getTime()) : toInteger(value, makeLong)),
  double: (value) => {
    if (value instanceof Date) return fromDouble(value.getTime());
    const number =
      typeof value === 'boolean'
        ? Number(value)
        : typeof value === 'string' && value.trim()
          ? Number(value)
          : toNumber(value);
    return number === undefined || (Number.isNaN(number) && typeof value === 'string')
      ? undefined
      : fromDouble(number);
  },
  decimal: (value) => {
    if (typeof value === 'boolean') return Decimal128.fromString(String(Number(value)));
    if (typeof value === 'string')
      return /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(value) ? Decimal128.fromString(value) : undefined;
    if (value instanceof Date) return Decimal128.fromString(String(value.getTime()));
    const decimal = isNumeric(value) ? decimalOf(value) : undefined;
    return decimal && toDecimal128(decimal);
  },
  date: (value) => {
    const ms =
      value instanceof ObjectId
        ? value.getTimestamp().getTime()
        : typeof value === 'string'
          ? Date.parse(value)
          : toNumber(value);
    if (value instanceof Date) return value;
    return ms === undefined || Number.isNaN(ms) || typeName(value) === 'int' ? undefined : new Date(ms);
  },
  objectId: (value) =>
    value instanceof ObjectId
      ? value
      : typeof value === 'string' && /^[0-9a-f]{24}$/i.test(value)
        ? new ObjectId(value)
        : undefined,
};

function toInteger(value: unknown, make: (exact: bigint) => unknown): unknown {
  if (typeof value === 'boolean') return make(BigInt(value));
  if (typeof value === 'string') return /^[+-]?\d+$/.test(value) ? make(BigInt(value)) : undefined;
  if (value instanceof Long) return make(value.toBigInt());
  const number = toNumber(value);
  return number === undefined || !Number.isFinite(number) ? undefined : make(BigInt(Math.trunc(number)));
}

function convertTo(type: string): (value: unknown) => unknown {
  return (value) => {
    if (isNil(value)) return null;
    const converted = conversions[type]?.(value);
    if (converted === undefined) {
      throw new MongoError(
        241,
        `Failed to parse or convert '${String(value)}' from ${typeName(value)} to ${type} in $convert with no onError value`,
      );
    }
    return converted;
  };
}

const conversion = (type: string): Compiler => {
  const convert = convertTo(type);
  return fixed([1], ([value]) => convert(value));
};

function arrayArgument(name: string, value: unknown): unknown[] | null {
  if (isNil(value)) return null;
  if (!Array.isArray(value))
    throw new MongoError(28689, `${name}'s argument must be an array, but is ${typeName(value)}`);
  return value;
}

/**
 * The operators that depend on exact types, on MongoDB's order and equality, or on variables. What is not here (strings,
 * dates, trigonometry and the like) comes from mingo.
 */
export const operators: Record<string, Compiler> = {
  $literal: (argument) => () => argument,
  $const: (argument) => () => argument,
  $expr: (argument) => compile(argument),
  $eq: comparison((order) => order === 0),
  $ne: comparison((order) => order !== 0),
  $gt: comparison((order) => order > 0),
  $gte: comparison((order) => order >= 0),
  $lt: comparison((order) => order < 0),
  $lte: comparison((order) => order <= 0),
  $cmp: comparison((order) => order),
  $and: (argument) => {
    const args = (Array.isArray(argument) ? argument : [argument]).map(compile);
    return (scope) => args.every((arg) => isTruthy(arg(scope)));
  },
  $or: (argument) => {
    const args = (Array.isArray(argument) ? argument : [argument]).map(compile);
    return (scope) => args.some((arg) => isTruthy(arg(scope)));
  },
  $not: fixed([1], ([value]) => !isTruthy(value)),
  $cond: (argument, name) => {
    const [test, yes, no] = Array.isArray(argument)
      ? argument
      : [named(argument, name).if, named(argument, name).then, named(argument, name).else];
    if (test === undefined || yes === undefined || no === undefined)
      throw new MongoError(17080, "Missing 'if', 'then' or 'else' parameter to $cond");
    const [condition, whenTrue, whenFalse] = [compile(test), compile(yes), compile(no)];
    return (scope) => (isTruthy(condition(scope)) ? whenTrue(scope) : whenFalse(scope));
  },
  $ifNull: (argument) => {
    const args = (Array.isArray(argument) ? argument : [argument]).map(compile);
    if (args.length < 2) throw new MongoError(1257300, '$ifNull needs at least two arguments, had: 1');
    return (scope) => {
      for (const arg of args.slice(0, -1)) {
        const value = arg(scope);
        if (!isNil(value)) return value;
      }
      return args.at(-1)?.(scope);
    };
  },
  $switch: (argument, name) => {
    const options = named(argument, name);
    const branches = (Array.isArray(options.branches) ? options.branches : [])
      .filter(isDocument)
      .map((branch) => ({ test: compile(branch.case), result: compile(branch.then) }));
    const otherwise = 'default' in options ? compile(options.default) : undefined;
    return (scope) => {
      const chosen = branches.find((branch) => isTruthy(branch.test(scope)));
      if (chosen) return chosen.result(scope);
      if (!otherwise)
        throw new MongoError(
          40066,
          '$switch could not find a matching branch for an input, and no default was specified.',
        );
      return otherwise(scope);
    };
  },
  $let: (argument, name) => {
    const options = named(argument, name);
    const variables = Object.entries(isDocument(options.vars) ? options.vars : {}).map(
      ([key, value]) => [key, compile(value)] as const,
    );
    const body = compile(options.in);
    return (scope) => {
      const own = Object.fromEntries(variables.map(([key, value]) => [key, value(scope)]));
      return body({ ...scope, variables: { ...scope.variables, ...own } });
    };
  },
  $map: (argument, name) => {
    const body = compile(named(argument, name).in);
    return loop(argument, name, 'this', (items, each) => items.map((item) => body(each(item)) ?? null));
  },
  $filter: (argument, name) => {
    const options = named(argument, name);
    const test = compile(options.cond);
    const limit = options.limit === undefined ? undefined : compile(options.limit);
    return loop(argument, name, 'this', (items, each, scope) => {
      const kept = items.filter((item) => isTruthy(test(each(item))));
      const most = limit && toNumber(limit(scope));
      return most === undefined ? kept : kept.slice(0, most);
    });
  },
  $reduce: (argument, name) => {
    const options = named(argument, name);
    const [initial, body] = [compile(options.initialValue), compile(options.in)];
    return loop(argument, name, 'this', (items, each, scope) =>
      items.reduce((value: unknown, item) => {
        const inner = each(item);
        return body({ ...inner, variables: { ...inner.variables, value } });
      }, initial(scope)),
    );
  },
  $add: variadic((args) => (args.length ? args.reduce(arithmetic('add', '$add')) : 0)),
  $multiply: variadic((args) => (args.length ? args.reduce(arithmetic('multiply', '$multiply')) : 1)),
  $subtract: fixed([2], ([a, b]) => arithmetic('subtract', '$subtract')(a, b)),
  $divide: fixed([2], ([a, b]) => arithmetic('divide', '$divide')(a, b)),
  $mod: fixed([2], ([a, b]) => arithmetic('mod', '$mod')(a, b)),
  $abs: fixed([1], ([value]) =>
    isNil(value)
      ? null
      : compareValues(value, 0) < 0
        ? arithmetic('multiply', '$abs')(value, -1)
        : arithmetic('add', '$abs')(value, 0),
  ),
  $ceil: fixed([1], ([value]) => rounded('$ceil', 'ceil', value)),
  $floor: fixed([1], ([value]) => rounded('$floor', 'floor', value)),
  $round: fixed([1, 2], ([value, places]) => rounded('$round', 'round', value, toNumber(places))),
  $trunc: fixed([1, 2], ([value, places]) => rounded('$trunc', 'trunc', value, toNumber(places))),
  $sum: variadic(sum, true),
  $avg: variadic(average, true),
  $min: variadic((args, { collation }) => extreme(args, -1, collation), true),
  $max: variadic((args, { collation }) => extreme(args, 1, collation), true),
  $isNumber: fixed([1], ([value]) => isNumeric(value)),
  $type: fixed([1], ([value]) => typeName(value)),
  $toString: conversion('string'),
  $toBool: conversion('bool'),
  $toInt: conversion('int'),
  $toLong: conversion('long'),
  $toDouble: conversion('double'),
  $toDecimal: conversion('decimal'),
  $toDate: conversion('date'),
  $toObjectId: conversion('objectId'),
  $convert: (argument, name) => {
    const options = named(argument, name);
    const [input, to] = [compile(options.input), compile(options.to)];
    const [onError, onNull] = [compile(options.onError), compile(options.onNull ?? null)];
    return (scope) => {
      const value = input(scope);
      if (isNil(value)) return onNull(scope);
      const wanted = to(scope);
      const type =
        typeof wanted === 'string'
          ? wanted
          : Object.keys(typeNumbers).find((key) => typeNumbers[key] === toNumber(wanted));
      if (!type || !conversions[type]) throw new MongoError(2, `Unknown type name: ${String(wanted)}`);
      const converted = conversions[type](value);
      if (converted === undefined && 'onError' in options) return onError(scope);
      return convertTo(type)(value);
    };
  },
  $in: fixed([2], ([value, list], { collation }) => {
    if (!Array.isArray(list))
      throw new MongoError(40081, `$in requires an array as a second argument, found: ${typeName(list)}`);
    return list.some((item: unknown) => equalValues(item, value, collation));
  }),
  $isArray: fixed([1], ([value]) => Array.isArray(value)),
  $size: fixed([1], ([value]) => {
    if (!Array.isArray(value))
      throw new MongoError(
        17124,
        `The argument to $size must be an array, but was of type: ${typeName(value)}`,
      );
    return value.length;
  }),
  $arrayElemAt: fixed(
    [2],
    ([value, place]) =>
      arrayArgument('$arrayElemAt', value)?.at(toNumber(place) ?? 0) ?? (isNil(value) ? null : undefined),
  ),
  $first: fixed([1], ([value]) => (isNil(value) ? null : arrayArgument('$first', value)?.[0])),
  $last: fixed([1], ([value]) => (isNil(value) ? null : arrayArgument('$last', value)?.at(-1))),
  $concatArrays: variadic((args) =>
    args.some(isNil) ? null : args.flatMap((list) => arrayArgument('$concatArrays', list) ?? []),
  ),
  $reverseArray: fixed([1], ([value]) => arrayArgument('$reverseArray', value)?.toReversed() ?? null),
  $slice: fixed([2, 3], ([value, a, b]) => {
    const list = arrayArgument('$slice', value);
    const [first = 0, second] = [toNumber(a), toNumber(b)];
    if (!list) return null;
    if (second === undefined) return first < 0 ? list.slice(first) : list.slice(0, first);
    const start = first < 0 ? Math.max(0, list.length + first) : first;
    return list.slice(start, start + second);
  }),
  $indexOfArray: fixed([2, 3, 4], ([value, wanted, from, to], { collation }) => {
    const list = arrayArgument('$indexOfArray', value);
    if (!list) return null;
    const [start, end] = [toNumber(from) ?? 0, toNumber(to) ?? list.length];
    return list.findIndex((item, i) => i >= start && i < end && equalValues(item, wanted, collation));
  }),
  $sortArray: (argument, name) => {
    const options = named(argument, name);
    const input = compile(options.input);
    return (scope) => {
      const list = arrayArgument(name, input(scope));
      return list && sortArray(list, options.sortBy, scope.collation);
    };
  },
  $setUnion: setOperation('$setUnion', (lists) => [...new Map(lists.flatMap((list) => [...list])).values()]),
  $setIntersection: setOperation('$setIntersection', ([first, ...rest]) =>
    [...(first ?? [])].filter(([key]) => rest.every((list) => list.has(key))).map(([, item]) => item),
  ),
  $setDifference: setOperation('$setDifference', ([a, b]) =>
    [...(a ?? [])].filter(([key]) => !b?.has(key)).map(([, item]) => item),
  ),
  $setEquals: setOperation('$setEquals', ([first, ...rest]) =>
    rest.every((list) => list.size === first?.size && [...list.keys()].every((key) => first.has(key))),
  ),
  $setIsSubset: setOperation('$setIsSubset', ([a, b]) => [...(a?.keys() ?? [])].every((key) => b?.has(key))),
  $mergeObjects: variadic(mergeObjects, true),
  $objectToArray: fixed([1], ([value]) => {
    if (isNil(value)) return null;
    if (!isDocument(value))
      throw new MongoError(40390, `$objectToArray requires a document input, found: ${typeName(value)}`);
    return Object.entries(value).map(([k, v]) => ({ k, v }));
  }),
  $arrayToObject: fixed([1], ([value]) => {
    if (isNil(value)) return null;
    const pairs = arrayArgument('$arrayToObject', value) ?? [];
    return Object.fromEntries(
      pairs.map((pair) =>
        Array.isArray(pair)
          ? [String(pair[0]), pair[1]]
          : isDocument(pair)
            ? [String(pair.k), pair.v]
            : [String(pair), null],
      ),
    );
  }),
  $getField: (argument) => {
    const options =
      isDocument(argument) && 'field' in argument ? argument : { field: argument, input: '$$ROOT' };
    const [field, input] = [compile(options.field), compile('input' in options ? options.input : '$$ROOT')];
    return (scope) => {
      const doc = input(scope);
      return isDocument(doc) ? doc[String(field(scope))] : isNil(doc) ? null : undefined;
    };
  },
  $rand: () => () => Math.random(),
  $concat: variadic((args) => {
    if (args.some(isNil)) return null;
    const wrong = args.find((arg) => typeof arg !== 'string');
    if (wrong !== undefined)
      throw new MongoError(16702, `$concat only supports strings, not ${typeName(wrong)}`);
    return args.join('');
  }),
};
