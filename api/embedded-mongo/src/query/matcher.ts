import { Binary, BSONRegExp, BSONSymbol, Decimal128, Long, MaxKey, MinKey } from 'bson';
import { badValue, failedToParse, MongoError } from '../errors.ts';
import { compareValues, equalValues } from '../values/compare.ts';
import type { Document } from '../values/decode.ts';
import {
  isDocument,
  isNumeric,
  isTruthy,
  orderOfType,
  toNumber,
  typeName,
  typeNumbers,
} from '../values/types.ts';
import type { Collation } from './collation.ts';
import { walkPath } from './paths.ts';

/** What a match leaves behind: the array element that matched, for the positional `$`. */
export interface MatchDetails {
  index?: number;
}

export type Matcher = (doc: unknown, details?: MatchDetails) => boolean;
type Predicate = (value: unknown) => boolean;

/** What a filter needs besides itself. */
export interface MatchOptions {
  readonly collation?: Collation | undefined;
  /** Evaluates an aggregation expression, for `$expr`. */
  readonly evaluate?: (expression: unknown, doc: Document) => unknown;
  /** In `$project`, `$slice` is an expression and there is no positional `$`. */
  readonly isAggregation?: boolean;
}

/** Compiles a filter; throws MongoDB's error for what it does not understand. */
export function compileFilter(filter: Document, options: MatchOptions = {}): Matcher {
  const matchers = Object.entries(filter).map(([name, value]) =>
    name.startsWith('$') ? compileTopLevel(name, value, options) : compileField(name, value, options),
  );
  return all(matchers);
}

function all(matchers: Matcher[]): Matcher {
  if (matchers.length === 1 && matchers[0]) return matchers[0];
  return (doc, details) => matchers.every((matches) => matches(doc, details));
}

function compileTopLevel(name: string, value: unknown, options: MatchOptions): Matcher {
  switch (name) {
    case '$and':
      return all(clauses(name, value, options));
    case '$or': {
      const branches = clauses(name, value, options);
      return (doc, details) => branches.some((matches) => matches(doc, details));
    }
    case '$nor': {
      const branches = clauses(name, value, options);
      return (doc) => !branches.some((matches) => matches(doc));
    }
    case '$expr': {
      const { evaluate } = options;
      if (!evaluate) throw new MongoError(224, '$expr is not allowed in this context');
      return (doc) => isTruthy(evaluate(value, isDocument(doc) ? doc : {}));
    }
    case '$comment':
      return () => true;
    case '$alwaysTrue':
      return () => true;
    case '$alwaysFalse':
      return () => false;
    case '$sampleRate': {
      const rate = toNumber(value) ?? 1;
      return () => Math.random() < rate;
    }
    case '$text':
      throw new MongoError(27, 'text index required for $text query');
    case '$where':
      throw badValue('$where not allowed: this server runs no JavaScript');
    case '$jsonSchema':
      throw badValue('$jsonSchema is not supported by this server');
    default:
      throw badValue(
        `unknown top level operator: ${name}. If you have a field name that starts with a '$' symbol, consider using $getField or $setField.`,
      );
  }
}

function clauses(name: string, value: unknown, options: MatchOptions): Matcher[] {
  if (!Array.isArray(value)) throw badValue(`${name} must be an array`);
  if (value.length === 0) throw badValue(`${name} must be a nonempty array`);
  return value.map((clause: unknown) => {
    if (!isDocument(clause)) throw badValue(`${name} argument's entries must be objects`);
    return compileFilter(clause, options);
  });
}

/** Whether a value is a document of operators, like `{ $gt: 1 }`, and not a document to be equal to. */
export function isOperatorDocument(value: unknown): value is Document {
  if (!isDocument(value)) return false;
  const first = Object.keys(value)[0];
  return first?.startsWith('$') === true && !['$ref', '$id', '$db'].includes(first);
}

function compileField(path: string, value: unknown, options: MatchOptions): Matcher {
  if (isRegex(value)) return leaf(path, regexPredicate(value, undefined));
  if (!isOperatorDocument(value)) return leaf(path, equalTo(value, options.collation));
  return all(compileOperators(path, value, options));
}

function compileOperators(path: string, operators: Document, options: MatchOptions): Matcher[] {
  const matchers: Matcher[] = [];
  for (const [operator, argument] of Object.entries(operators)) {
    if (operator === '$options') {
      if (!('$regex' in operators)) throw badValue('$options needs a $regex');
      continue;
    }
    matchers.push(compileOperator(path, operator, argument, operators, options));
  }
  return matchers;
}

function compileOperator(
  path: string,
  operator: string,
  argument: unknown,
  operators: Document,
  options: MatchOptions,
): Matcher {
  const parts = partsOf(path);
  switch (operator) {
    case '$exists': {
      const wanted = isTruthy(argument);
      return (doc) => walkPath(doc, parts, (value) => value !== undefined) === wanted;
    }
    case '$not':
      return negate(compileNot(path, argument, options));
    case '$ne':
      if (isRegex(argument)) throw badValue("Can't have regex as arg to $ne.");
      return negate(leaf(path, equalTo(argument, options.collation)));
    case '$nin':
      return negate(leaf(path, oneOf('$nin', argument, options.collation)));
    case '$size': {
      const size = toNumber(argument);
      if (size === undefined)
        throw failedToParse(`Failed to parse $size. Expected a number in: $size: ${String(argument)}`);
      if (!Number.isInteger(size))
        throw failedToParse(`Failed to parse $size. Expected an integer: $size: ${size}`);
      if (size < 0)
        throw failedToParse(`Failed to parse $size. Expected a non-negative number in: $size: ${size}`);
      return (doc) => walkPath(doc, parts, (value) => Array.isArray(value) && value.length === size);
    }
    case '$elemMatch': {
      const matches = compileElemMatch(argument, options);
      return (doc, details) =>
        walkPath(doc, parts, (value, outer) => {
          const found = Array.isArray(value) ? value.findIndex(matches) : -1;
          if (found >= 0 && details) details.index = outer ?? found;
          return found >= 0;
        });
    }
    case '$all':
      return compileAll(path, argument, options);
    default:
      return leaf(path, valuePredicate(operator, argument, operators, options));
  }
}

const negate =
  (matches: Matcher): Matcher =>
  (doc) =>
    !matches(doc);

function compileNot(path: string, argument: unknown, options: MatchOptions): Matcher {
  if (isRegex(argument)) return leaf(path, regexPredicate(argument, undefined));
  if (!isDocument(argument)) throw badValue('$not needs a regex or a document');
  if (Object.keys(argument).length === 0) throw badValue('$not cannot be empty');
  return all(compileOperators(path, argument, options));
}

/** A test of an array's elements, for `$elemMatch` in filters, projections and `$pull`. */
export function compileElemMatch(argument: unknown, options: MatchOptions): Predicate {
  if (!isDocument(argument)) throw badValue('$elemMatch needs an Object');
  const first = Object.keys(argument)[0];
  const onValues =
    isOperatorDocument(argument) && !['$and', '$or', '$nor', '$expr', '$where'].includes(first ?? '');
  if (onValues) {
    const matches = all(compileOperators(bareValue, argument, options));
    return (value) => matches(value);
  }
  const matches = compileFilter(argument, options);
  return (value) =>
    (isDocument(value) || Array.isArray(value)) && matches(Array.isArray(value) ? { ...value } : value);
}

/** The path of operators that test a value itself; no field can have this name. */
const bareValue = '\0';
const partsOf = (path: string): string[] => (path === bareValue ? [] : path.split('.'));

function compileAll(path: string, argument: unknown, options: MatchOptions): Matcher {
  if (!Array.isArray(argument)) throw badValue('$all needs an array');
  if (argument.length === 0) return () => false;
  return all(
    argument.map((item: unknown) => {
      if (isDocument(item) && '$elemMatch' in item) return all(compileOperators(path, item, options));
      if (isOperatorDocument(item)) throw badValue('no $ expressions in $all');
      return leaf(path, isRegex(item) ? regexPredicate(item, undefined) : equalTo(item, options.collation));
    }),
  );
}

/** Tries a predicate on each value a path leads to, and on the elements of an array at its end. */
function leaf(path: string, predicate: Predicate): Matcher {
  // The elements of an array are tested one by one; an array among them is not entered.
  if (path === bareValue) return predicate;
  const parts = path.split('.');
  return (doc, details) =>
    walkPath(doc, parts, (value, outer) => {
      if (Array.isArray(value)) {
        const found = value.findIndex(predicate);
        if (found >= 0) {
          if (details) details.index = outer ?? found;
          return true;
        }
      }
      if (!predicate(value)) return false;
      if (details && outer !== undefined) details.index = outer;
      return true;
    });
}

function valuePredicate(
  operator: string,
  argument: unknown,
  operators: Document,
  options: MatchOptions,
): Predicate {
  const { collation } = options;
  switch (operator) {
    case '$eq':
      return equalTo(argument, collation);
    case '$in':
      return oneOf('$in', argument, collation);
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      return rangePredicate(operator, argument, collation);
    case '$regex':
      return regexPredicate(argument, operators.$options);
    case '$mod':
      return modPredicate(argument);
    case '$type':
      return typePredicate(argument);
    case '$bitsAllSet':
    case '$bitsAllClear':
    case '$bitsAnySet':
    case '$bitsAnyClear':
      return bitsPredicate(operator, argument);
    case '$near':
    case '$nearSphere':
      throw new MongoError(291, 'error processing query: unable to find index for $geoNear query');
    case '$geoWithin':
    case '$geoIntersects':
      throw badValue(`${operator} is not supported by this server`);
    default:
      throw badValue(`unknown operator: ${operator}`);
  }
}

function equalTo(expected: unknown, collation: Collation | undefined): Predicate {
  if (expected === null || expected === undefined) return (value) => value === null || value === undefined;
  return (value) => value !== undefined && equalValues(value, expected, collation);
}

function oneOf(name: string, argument: unknown, collation: Collation | undefined): Predicate {
  if (!Array.isArray(argument)) throw badValue(`${name} needs an array`);
  const predicates = argument.map((item: unknown) => {
    if (isOperatorDocument(item)) throw badValue(`cannot nest $ under ${name}`);
    return isRegex(item) ? regexPredicate(item, undefined) : equalTo(item, collation);
  });
  return (value) => predicates.some((predicate) => predicate(value));
}

function rangePredicate(operator: string, bound: unknown, collation: Collation | undefined): Predicate {
  if (isRegex(bound)) throw badValue(`Can't have RegEx as arg to predicate over field.`);
  const test = {
    $gt: (order: number) => order > 0,
    $gte: (order: number) => order >= 0,
    $lt: (order: number) => order < 0,
    $lte: (order: number) => order <= 0,
  }[operator];
  if (!test) throw badValue(`unknown operator: ${operator}`);
  if (bound === null || bound === undefined) {
    const inclusive = operator.endsWith('e');
    return (value) => inclusive && (value === null || value === undefined);
  }
  // The ends of the order compare with every type; any other bound only with its own.
  const anyType = bound instanceof MinKey || bound instanceof MaxKey;
  const type = orderOfType(bound);
  const isNaNBound = Number.isNaN(toNumber(bound));
  return (value) => {
    if (value === undefined) return false;
    if (!anyType && orderOfType(value) !== type) return false;
    // NaN is equal to itself and neither above nor below any number.
    if (isNaNBound || (!anyType && Number.isNaN(toNumber(value)))) {
      return operator.endsWith('e') && isNaNBound && Number.isNaN(toNumber(value));
    }
    return test(compareValues(value, bound, collation));
  };
}

export function isRegex(value: unknown): value is BSONRegExp | RegExp {
  return value instanceof BSONRegExp || value instanceof RegExp;
}

/** A JS regular expression for a BSON one; `x` (extended) is rewritten, since JS has no such flag. */
export function toRegExp(pattern: unknown, options: unknown): RegExp {
  let source = '';
  let flags = '';
  if (pattern instanceof BSONRegExp) {
    source = pattern.pattern;
    flags = pattern.options;
  } else if (pattern instanceof RegExp) {
    source = pattern.source;
    flags = pattern.flags;
  } else if (typeof pattern === 'string') source = pattern;
  else throw badValue('$regex has to be a string');
  if (options !== undefined) {
    if (typeof options !== 'string') throw badValue('$options has to be a string');
    flags = options;
  }
  const bad = [...flags].find((flag) => !'imsxu'.includes(flag));
  if (bad) throw new MongoError(51108, `invalid flag in regex options: ${bad}`);
  const inline = /^\(\?([imsx]+)\)/.exec(source);
  if (inline) {
    source = source.slice(inline[0].length);
    flags += inline[1];
  }
  if (flags.includes('x'))
    source = source.replace(/\\.|\[(?:\\.|[^\]])*\]|\s+|#.*$/gm, (m) => (/^(\s|#)/.test(m) ? '' : m));
  try {
    return new RegExp(source, [...new Set(flags.replace(/[xu]/g, ''))].join(''));
  } catch (error) {
    throw new MongoError(
      51091,
      `Regular expression is invalid: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function regexPredicate(pattern: unknown, options: unknown): Predicate {
  const regex = toRegExp(pattern, options);
  return (value) => {
    if (typeof value === 'string') return regex.test(value);
    if (value instanceof BSONSymbol) return regex.test(value.value);
    return isRegex(value) && isRegex(pattern) && equalValues(value, pattern);
  };
}

function modPredicate(argument: unknown): Predicate {
  if (!Array.isArray(argument)) throw badValue('malformed mod, needs to be an array');
  if (argument.length < 2) throw badValue('malformed mod, not enough elements');
  if (argument.length > 2) throw badValue('malformed mod, too many elements');
  const [divisor, remainder] = argument.map((item: unknown, i) => {
    const value = toNumber(item);
    if (value === undefined) throw badValue(`malformed mod, ${i ? 'remainder' : 'divisor'} not a number`);
    return BigInt(Math.trunc(value));
  });
  if (!divisor) throw badValue('divisor cannot be 0');
  return (value) => {
    const number = toNumber(value);
    if (number === undefined || !Number.isFinite(number)) return false;
    const exact = value instanceof Long ? value.toBigInt() : BigInt(Math.trunc(number));
    return exact % divisor === remainder;
  };
}

function typePredicate(argument: unknown): Predicate {
  const list: unknown[] = Array.isArray(argument) ? argument : [argument];
  const names = new Set<string>();
  for (const item of list) {
    if (typeof item === 'string') {
      if (item === 'number') for (const name of ['int', 'long', 'double', 'decimal']) names.add(name);
      else if (item in typeNumbers) names.add(item);
      else throw badValue(`Unknown type name alias: ${item}`);
      continue;
    }
    const number = toNumber(item);
    if (number === undefined) throw new MongoError(14, 'type must be represented as a number or a string');
    const name = Object.keys(typeNumbers).find((key) => typeNumbers[key] === number);
    if (!name) throw badValue(`Invalid numerical type code: ${number}`);
    names.add(name);
  }
  return (value) => names.has(typeName(value));
}

function bitsPredicate(operator: string, argument: unknown): Predicate {
  let mask = 0n;
  if (Array.isArray(argument)) for (const bit of argument) mask |= 1n << BigInt(toNumber(bit) ?? 0);
  else if (argument instanceof Binary) mask = bitsOfBinary(argument);
  else if (isNumeric(argument)) mask = BigInt(Math.trunc(toNumber(argument) ?? 0));
  else
    throw badValue(`${operator} takes an Array, a number, or a BinData but received: ${typeName(argument)}`);
  return (value) => {
    let bits: bigint;
    if (value instanceof Binary) bits = bitsOfBinary(value);
    else {
      const number = value instanceof Decimal128 ? undefined : toNumber(value);
      if (number === undefined || !Number.isInteger(number)) return false;
      bits = value instanceof Long ? value.toBigInt() : BigInt(number);
    }
    switch (operator) {
      case '$bitsAllSet':
        return (bits & mask) === mask;
      case '$bitsAllClear':
        return (bits & mask) === 0n;
      case '$bitsAnySet':
        return (bits & mask) !== 0n;
      default:
        return (bits & mask) !== mask;
    }
  };
}

function bitsOfBinary(value: Binary): bigint {
  return value.value().reduceRight((bits: bigint, byte: number) => (bits << 8n) | BigInt(byte), 0n);
}
