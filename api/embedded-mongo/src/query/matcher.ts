import { Binary, Long, MaxKey, MinKey } from 'bson';
import { badValue, failedToParse, MongoError } from '../errors.ts';
import { compareValues, equalValues } from '../values/compare.ts';
import {
  type Document,
  isDocument,
  isNumeric,
  isTruthy,
  orderOfType,
  toNumber,
  typeName,
  typesNamed,
} from '../values/types.ts';
import type { Collation } from './collation.ts';
import { walkPath } from './paths.ts';
import { isRegex, toRegExp } from './regex.ts';

/** What a match leaves behind: the array element that matched, for the positional `$`. */
export interface MatchDetails {
  index?: number;
}

export type Matcher = (doc: unknown, details?: MatchDetails) => boolean;

/** What a filter needs besides itself. */
export interface MatchOptions {
  readonly collation?: Collation | undefined;
  /** Evaluates an aggregation expression, for `$expr`. */
  readonly evaluate?: (expression: unknown, doc: Document) => unknown;
}

/** A test of one value. `all` also passes what an array holds as a whole, and not only by element. */
type Test = (value: unknown) => boolean;

/** Compiles a filter; throws MongoDB's error for what it does not understand. */
export function compileFilter(filter: Document, options: MatchOptions = {}): Matcher {
  return all(
    Object.entries(filter).map(([name, value]) => {
      if (name.startsWith('$')) return compileTopLevel(name, value, options);
      return compileOperators(
        name,
        isOperatorDocument(value) ? value : { [isRegex(value) ? '$regex' : '$eq']: value },
        options,
      );
    }),
  );
}

function all(matchers: Matcher[]): Matcher {
  const [first] = matchers;
  if (first && matchers.length === 1) return first;
  return (doc, details) => matchers.every((matches) => matches(doc, details));
}

const unsupported: Record<string, MongoError> = {
  $text: new MongoError(27, 'text index required for $text query'),
  $where: badValue('$where not allowed: this server runs no JavaScript'),
  $jsonSchema: badValue('$jsonSchema is not supported by this server'),
  $near: new MongoError(291, 'error processing query: unable to find index for $geoNear query'),
  $nearSphere: new MongoError(291, 'error processing query: unable to find index for $geoNear query'),
};

function compileTopLevel(name: string, value: unknown, options: MatchOptions): Matcher {
  switch (name) {
    case '$and':
      return all(clauses(name, value, options));
    case '$or':
    case '$nor': {
      const branches = clauses(name, value, options);
      return (doc, details) => branches.some((matches) => matches(doc, details)) === (name === '$or');
    }
    case '$expr': {
      const { evaluate } = options;
      if (!evaluate) throw new MongoError(224, '$expr is not allowed in this context');
      return (doc) => isTruthy(evaluate(value, isDocument(doc) ? doc : {}));
    }
    case '$comment':
      return () => true;
    default:
      throw (
        unsupported[name] ??
        badValue(
          `unknown top level operator: ${name}. If you have a field name that starts with a '$' symbol, consider using $getField or $setField.`,
        )
      );
  }
}

function clauses(name: string, value: unknown, options: MatchOptions): Matcher[] {
  if (!Array.isArray(value) || value.length === 0) throw badValue(`${name} must be a nonempty array`);
  return value.map((clause: unknown) => {
    if (!isDocument(clause)) throw badValue(`${name} argument's entries must be objects`);
    return compileFilter(clause, options);
  });
}

/** Whether a value is a document of operators, like `{ $gt: 1 }`, and not a document to be equal to. */
export function isOperatorDocument(value: unknown): value is Document {
  const first = isDocument(value) ? Object.keys(value)[0] : undefined;
  return first?.startsWith('$') === true && !['$ref', '$id', '$db'].includes(first);
}

function compileOperators(path: string, operators: Document, options: MatchOptions): Matcher {
  if ('$options' in operators && !('$regex' in operators)) throw badValue('$options needs a $regex');
  return all(
    Object.entries(operators)
      .filter(([name]) => name !== '$options')
      .map(([name, argument]) => compileOperator(path, name, argument, operators.$options, options)),
  );
}

function compileOperator(
  path: string,
  name: string,
  argument: unknown,
  flags: unknown,
  options: MatchOptions,
): Matcher {
  const parts = path === bareValue ? [] : path.split('.');
  const also = (operators: Document): Matcher => compileOperators(path, operators, options);
  const not =
    (matches: Matcher): Matcher =>
    (doc) =>
      !matches(doc);
  const onWhole =
    (test: Test): Matcher =>
    (doc) =>
      walkPath(doc, parts, test);
  switch (name) {
    case '$ne':
      if (isRegex(argument)) throw badValue("Can't have regex as arg to $ne.");
      return not(also({ $eq: argument }));
    case '$nin':
      return not(also({ $in: argument }));
    case '$not':
      if (isRegex(argument)) return not(also({ $regex: argument }));
      if (!isDocument(argument)) throw badValue('$not needs a regex or a document');
      if (Object.keys(argument).length === 0) throw badValue('$not cannot be empty');
      return not(also(argument));
    case '$exists': {
      const exists = onWhole((value) => value !== undefined);
      return isTruthy(argument) ? exists : not(exists);
    }
    case '$size': {
      const size = toNumber(argument);
      if (size === undefined || !Number.isInteger(size) || size < 0)
        throw failedToParse(
          `Failed to parse $size. Expected a non-negative integer in: $size: ${String(argument)}`,
        );
      return onWhole((value) => Array.isArray(value) && value.length === size);
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
      if (!Array.isArray(argument)) throw badValue('$all needs an array');
      if (argument.length === 0) return () => false;
      return all(
        argument.map((item: unknown) => {
          if (isOperatorDocument(item) && !('$elemMatch' in item)) throw badValue('no $ expressions in $all');
          return also(isOperatorDocument(item) ? item : { $in: [item] });
        }),
      );
    default:
      return leaf(path, parts, compileTest(name, argument, flags, options.collation));
  }
}

/** A test of an array's elements, for `$elemMatch` in filters, projections and `$pull`. */
export function compileElemMatch(argument: unknown, options: MatchOptions): Test {
  if (!isDocument(argument)) throw badValue('$elemMatch needs an Object');
  const [first = ''] = Object.keys(argument);
  if (isOperatorDocument(argument) && !['$and', '$or', '$nor', '$expr', '$where'].includes(first)) {
    const matches = compileOperators(bareValue, argument, options);
    return (value) => matches(value);
  }
  const matches = compileFilter(argument, options);
  return (value) =>
    (isDocument(value) || Array.isArray(value)) && matches(Array.isArray(value) ? { ...value } : value);
}

/** The path of operators that test a value itself; no field can have this name. */
const bareValue = '\0';

/** Tries a test on each value a path leads to, and on the elements of an array at its end. */
function leaf(path: string, parts: string[], test: Test): Matcher {
  // The elements of an array are tested one by one; an array among them is not entered.
  if (path === bareValue) return test;
  return (doc, details) =>
    walkPath(doc, parts, (value, outer) => {
      const found = Array.isArray(value) ? value.findIndex(test) : -1;
      const matched = found >= 0 || test(value);
      if (matched && details && (outer !== undefined || found >= 0)) details.index = outer ?? found;
      return matched;
    });
}

const directions: Record<string, (order: number) => boolean> = {
  $gt: (order) => order > 0,
  $gte: (order) => order >= 0,
  $lt: (order) => order < 0,
  $lte: (order) => order <= 0,
};

const bitTests: Record<string, (bits: bigint, mask: bigint) => boolean> = {
  $bitsAllSet: (bits, mask) => (bits & mask) === mask,
  $bitsAllClear: (bits, mask) => (bits & mask) === 0n,
  $bitsAnySet: (bits, mask) => (bits & mask) !== 0n,
  $bitsAnyClear: (bits, mask) => (bits & mask) !== mask,
};

function compileTest(
  name: string,
  argument: unknown,
  flags: unknown,
  collation: Collation | undefined,
): Test {
  const direction = directions[name];
  if (direction) return rangeTest(direction, argument, collation);
  const bitTest = bitTests[name];
  if (bitTest) {
    const mask = bitsOf(
      Array.isArray(argument)
        ? argument.reduce((sum: number, bit) => sum + 2 ** (toNumber(bit) ?? 0), 0)
        : argument,
    );
    if (mask === undefined)
      throw badValue(`${name} takes an Array, a number, or a BinData but received: ${typeName(argument)}`);
    return (value) => {
      const bits = bitsOf(value);
      return bits !== undefined && bitTest(bits, mask);
    };
  }
  switch (name) {
    case '$eq':
      if (argument === null || argument === undefined)
        return (value) => value === null || value === undefined;
      return (value) => value !== undefined && equalValues(value, argument, collation);
    case '$in': {
      if (!Array.isArray(argument)) throw badValue('$in needs an array');
      if (argument.some(isOperatorDocument)) throw badValue('cannot nest $ under $in');
      const tests = argument.map((item) =>
        compileTest(isRegex(item) ? '$regex' : '$eq', item, undefined, collation),
      );
      return (value) => tests.some((test) => test(value));
    }
    case '$regex': {
      const regex = toRegExp(argument, flags);
      return (value) => {
        if (typeof value === 'string' || typeName(value) === 'symbol') return regex.test(String(value));
        return isRegex(value) && isRegex(argument) && equalValues(value, argument);
      };
    }
    case '$mod':
      return modTest(argument);
    case '$type': {
      const names = (Array.isArray(argument) ? argument : [argument]).flatMap((type: unknown) => {
        const named = typesNamed(type);
        if (!named) throw badValue(`Unknown type name alias: ${String(type)}`);
        return named;
      });
      return (value) => names.includes(typeName(value));
    }
    default:
      throw unsupported[name] ?? badValue(`unknown operator: ${name}`);
  }
}

function rangeTest(
  direction: (order: number) => boolean,
  bound: unknown,
  collation: Collation | undefined,
): Test {
  if (isRegex(bound)) throw badValue("Can't have RegEx as arg to predicate over field.");
  const inclusive = direction(0);
  if (bound === null || bound === undefined)
    return (value) => inclusive && (value === null || value === undefined);
  // The ends of the order compare with every type; any other bound only with its own.
  const anyType = bound instanceof MinKey || bound instanceof MaxKey;
  const type = orderOfType(bound);
  const isNaNBound = Number.isNaN(toNumber(bound));
  return (value) => {
    if (value === undefined || !(anyType || orderOfType(value) === type)) return false;
    // NaN is equal to itself and neither above nor below any number.
    const isNaNValue = !anyType && Number.isNaN(toNumber(value));
    if (isNaNBound || isNaNValue) return inclusive && isNaNBound && isNaNValue;
    return direction(compareValues(value, bound, collation));
  };
}

/** The integer a value stands for; undefined where it stands for none. A fraction is cut off where that is wanted. */
function integerOf(value: unknown, cut = false): bigint | undefined {
  if (value instanceof Long && isNumeric(value)) return value.toBigInt();
  const number = toNumber(value);
  return number === undefined || !Number.isFinite(number) || !(cut || Number.isInteger(number))
    ? undefined
    : BigInt(Math.trunc(number));
}

function modTest(argument: unknown): Test {
  if (!Array.isArray(argument) || argument.length !== 2)
    throw badValue('malformed mod, needs to be an array of two numbers');
  const [divisor, remainder] = argument.map((item) => integerOf(item, true));
  if (divisor === undefined || remainder === undefined)
    throw badValue('malformed mod, divisor or remainder not a number');
  if (divisor === 0n) throw badValue('divisor cannot be 0');
  return (value) => {
    const number = integerOf(value, true);
    return number !== undefined && number % divisor === remainder;
  };
}

/** The bits of an integer, or of a binary with the first byte lowest. */
function bitsOf(value: unknown): bigint | undefined {
  if (value instanceof Binary) return BigInt(`0x0${Buffer.from(value.value()).reverse().toString('hex')}`);
  return typeName(value) === 'decimal' ? undefined : integerOf(value);
}
