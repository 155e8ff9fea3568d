import { badValue, failedToParse, MongoError } from '../errors.ts';
import { table } from '../input.ts';
import { type Document, isDocument, isTruthy, toNumber } from '../values/types.ts';
import type { Collation } from './collation.ts';
import { walkPath } from './paths.ts';
import { isOperatorDocument, type Test, tests } from './predicates.ts';
import { isRegex } from './regex.ts';

export { isOperatorDocument } from './predicates.ts';

/** A match's details: the matching array element, for the positional `$`. */
export interface MatchDetails {
  index?: number;
}

export type Matcher = (doc: unknown, details?: MatchDetails) => boolean;

/** A filter's context. */
export interface MatchOptions {
  readonly collation?: Collation | undefined;
  /** Compiles an aggregation expression, for `$expr`. */
  readonly compile?: (expression: unknown) => (doc: Document) => unknown;
  /** The filter applies to an array element, which may be a DBRef. */
  readonly isElement?: boolean;
}

/** Compiles a filter. @throws MongoDB's errors for an invalid one */
export function compileFilter(filter: Document, options: MatchOptions = {}): Matcher {
  return all(
    Object.entries(filter).map(([name, value]) => {
      const isReference = options.isElement && /^\$(ref|id|db)$/.test(name);
      if (name.startsWith('$') && !isReference) return compileLogical(name, value, options);
      const isPlain = !isOperatorDocument(value);
      const operators = isPlain ? { [isRegex(value) ? '$regex' : '$eq']: value } : value;
      return compileOperators(operators, name.split('.'), options);
    }),
  );
}

function all(matchers: Matcher[]): Matcher {
  const [first] = matchers;
  if (first && matchers.length === 1) return first;
  return (doc, details) => matchers.every((matches) => matches(doc, details));
}

const not =
  (matches: Matcher): Matcher =>
  (doc) =>
    !matches(doc);

const noGeoIndex = (): MongoError => new MongoError(291, 'unable to find index for $geoNear query');
/** Operators that are refused with the errors of a MongoDB server that cannot run them. */
const refused: Record<string, () => MongoError> = table({
  $text: () => new MongoError(27, 'text index required for $text query'),
  $where: () => badValue('$where not allowed: this server runs no JavaScript'),
  $near: noGeoIndex,
  $nearSphere: noGeoIndex,
});

function compileLogical(name: string, value: unknown, options: MatchOptions): Matcher {
  if (name === '$comment') return () => true;
  if (name === '$expr') {
    if (!options.compile) throw new MongoError(224, '$expr is not allowed in this context');
    const evaluate = options.compile(value);
    return (doc) => isTruthy(evaluate(isDocument(doc) ? doc : {}));
  }
  if (!['$and', '$or', '$nor'].includes(name))
    throw refused[name]?.() ?? badValue(`unknown top level operator: ${name}`);
  if (!Array.isArray(value) || value.length === 0) throw badValue(`${name} must be a nonempty array`);
  if (!value.every(isDocument)) throw badValue(`${name} argument's entries must be objects`);
  const clauses = value.map((clause) => compileFilter(clause, options));
  if (name === '$and') return all(clauses);
  return (doc, details) => clauses.some((matches) => matches(doc, details)) === (name === '$or');
}

/** The path that operators apply to; undefined is the value itself, as in `$elemMatch: { $gt: 1 }`. */
type Parts = readonly string[] | undefined;

function compileOperators(operators: Document, parts: Parts, options: MatchOptions): Matcher {
  if ('$options' in operators && !('$regex' in operators)) throw badValue('$options needs a $regex');
  return all(
    Object.entries(operators).flatMap(([name, argument]) => {
      if (name === '$options') return [];
      const compile = operatorsOnPaths[name];
      if (compile) return compile(argument, parts, options);
      const makeTest = tests[name];
      if (!makeTest) throw refused[name]?.() ?? badValue(`unknown operator: ${name}`);
      return leaf(makeTest(argument, options.collation, operators.$options), parts);
    }),
  );
}

/** Operators that depend on a value's position or on a whole array, or that consist of other operators. */
const operatorsOnPaths: Record<string, (argument: unknown, parts: Parts, options: MatchOptions) => Matcher> =
  table({
    $ne(argument, parts, options) {
      if (isRegex(argument)) throw badValue("Can't have regex as arg to $ne.");
      return not(compileOperators({ $eq: argument }, parts, options));
    },
    $nin: (argument, parts, options) => not(compileOperators({ $in: argument }, parts, options)),
    $not(argument, parts, options) {
      if (isRegex(argument)) return not(compileOperators({ $regex: argument }, parts, options));
      if (!isDocument(argument) || Object.keys(argument).length === 0)
        throw badValue('$not needs a regex or a document');
      return not(compileOperators(argument, parts, options));
    },
    $exists(argument, parts) {
      const exists = onWhole((value) => value !== undefined, parts);
      return isTruthy(argument) ? exists : not(exists);
    },
    $size(argument, parts) {
      const size = toNumber(argument) ?? -1;
      if (!Number.isInteger(size) || size < 0)
        throw failedToParse(
          `Failed to parse $size. Expected a non-negative integer in: $size: ${String(argument)}`,
        );
      return onWhole((value) => Array.isArray(value) && value.length === size, parts);
    },
    $elemMatch(argument, parts, options) {
      const matches = compileElemMatch(argument, options);
      return (doc, details) =>
        walkPath(doc, parts ?? [], (value, outer) =>
          noteIndex(Array.isArray(value) ? value.findIndex(matches) : -1, outer, details),
        );
    },
    $all(argument, parts, options) {
      if (!Array.isArray(argument)) throw badValue('$all needs an array');
      if (argument.length === 0) return () => false;
      const conditions = argument.map((item: unknown): Document => {
        if (!isOperatorDocument(item)) return { $in: [item] };
        if ('$elemMatch' in item) return item;
        throw badValue('no $ expressions in $all');
      });
      return all(conditions.map((condition) => compileOperators(condition, parts, options)));
    },
  });

/** Compiles a test of an array's elements, for `$elemMatch` in filters and projections, and for `$pull`. */
export function compileElemMatch(argument: unknown, options: MatchOptions): Test {
  if (!isDocument(argument)) throw badValue('$elemMatch needs an Object');
  const isLogical = ['$and', '$or', '$nor', '$expr', '$where'].includes(Object.keys(argument)[0] ?? '');
  const onValues = isOperatorDocument(argument) && !isLogical;
  const matches = onValues
    ? compileOperators(argument, undefined, options)
    : compileFilter(argument, { ...options, isElement: true });
  if (onValues) return (value) => matches(value);
  return (value) =>
    (isDocument(value) || Array.isArray(value)) && matches(Array.isArray(value) ? { ...value } : value);
}

const onWhole =
  (test: Test, parts: Parts): Matcher =>
  (doc, details) =>
    walkPath(doc, parts ?? [], (value, outer) => test(value) && noteOuter(outer, details));

/** Tests each value at a path, and the elements of an array at its end. */
function leaf(test: Test, parts: Parts): Matcher {
  // Elements are tested one by one; a nested array is not entered.
  if (!parts) return test;
  return (doc, details) =>
    walkPath(doc, parts, (value, outer) => {
      const found = Array.isArray(value) ? value.findIndex(test) : -1;
      return noteIndex(found, outer, details) || (test(value) && noteOuter(outer, details));
    });
}

/** Records a match of a whole value, which may lie in an array element. */
const noteOuter = (outer: number | undefined, details: MatchDetails | undefined): boolean =>
  noteIndex(0, outer, outer === undefined ? undefined : details);

function noteIndex(found: number, outer: number | undefined, details: MatchDetails | undefined): boolean {
  if (found >= 0 && details) details.index = outer ?? found;
  return found >= 0;
}
