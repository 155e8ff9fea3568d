import { Long } from 'bson';
import { badValue, MongoError } from '../errors.ts';
import { check, table } from '../input.ts';
import { compareValues, equalValues } from '../values/compare.ts';
import { calculate } from '../values/numbers.ts';
import { show } from '../values/show.ts';
import { nextTimestamp } from '../values/timestamps.ts';
import { type Document, isDocument, isNumeric, toNumber, typeName } from '../values/types.ts';
import { compileElemMatch, compileFilter, isOperatorDocument, type MatchOptions } from './matcher.ts';
import { isRegex } from './regex.ts';
import { sortArray } from './sort.ts';

/** Computes the new value at a path; undefined changes nothing, `removed` removes the field. */
export type Modifier = (value: unknown, doc: Document) => unknown;
export const removed = Symbol('removed');

type Compile = (argument: unknown, path: string, options: MatchOptions) => Modifier;

/** The array that an operator changes; undefined if the field is missing. */
function arrayIn(value: unknown, refusal: (type: string) => string, code = 2): unknown[] | undefined {
  if (value === undefined || Array.isArray(value)) return value;
  throw new MongoError(code, refusal(typeName(value)));
}

const lastOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

const set: Compile = (argument) => () => argument;

const extreme =
  (wanted: number): Compile =>
  (argument, _path, { collation }) =>
  (value) =>
    value === undefined || Math.sign(compareValues(argument, value, collation)) === wanted ? argument : value;

const arithmetic =
  (name: string, operation: 'plus' | 'times', verb: string): Compile =>
  (argument, path) => {
    const text = (): string => `Cannot ${verb} with non-numeric argument: {${path}: ${show(argument)}}`;
    check(isNumeric(argument), 14, text);
    return (value, doc) => {
      if (value === undefined) return operation === 'plus' ? argument : calculate('times', argument, 0);
      const found = (): string =>
        `{_id: ${show(doc._id)}} has the field '${lastOf(path)}' of non-numeric type ${typeName(value)}`;
      check(isNumeric(value), 14, () => `Cannot apply ${name} to a value of non-numeric type. ${found()}`);
      const result = calculate(operation, value, argument);
      const isWhole = [value, argument].every((operand) => /int|long/.test(typeName(operand)));
      const isLost = isWhole && typeName(result) === 'double';
      check(!isLost, 2, () => `Failed to apply ${name} operations to current value (${String(value)})`);
      return result;
    };
  };

/** `$pull` and `$pullAll`: keep the items that do not match. */
const pull =
  (
    operator: string,
    matching: (argument: unknown, options: MatchOptions) => (item: unknown) => boolean,
  ): Compile =>
  (argument, _path, options) => {
    const matches = matching(argument, options);
    const refusal = (): string => `Cannot apply ${operator} to a non-array value`;
    return (value) => arrayIn(value, refusal)?.filter((item) => !matches(item));
  };

function pullCondition(argument: unknown, options: MatchOptions): (item: unknown) => boolean {
  if (isRegex(argument) || !isDocument(argument)) return compileElemMatch({ $in: [argument] }, options);
  if (isOperatorDocument(argument)) return compileElemMatch(argument, options);
  const matches = compileFilter(argument, options);
  return (item) => isDocument(item) && matches(item);
}

function eachOf(operator: string, argument: unknown, code: number): unknown[] {
  const items: unknown = isDocument(argument) && '$each' in argument ? argument.$each : [argument];
  const text = (): string =>
    `The argument to $each in ${operator} must be an array but it was of type: ${typeName(items)}`;
  check(Array.isArray(items), code, text);
  return items;
}

const push: Compile = (argument, path, { collation }) => {
  const items = eachOf('$push', argument, 2);
  const clauses: Document = isDocument(argument) && '$each' in argument ? argument : {};
  const unknown = Object.keys(clauses).find((name) => !/^\$(each|slice|sort|position)$/.test(name));
  check(!unknown, 2, () => `Unrecognized clause in $push: ${unknown}`);
  const [slice, position] = ['$slice', '$position'].map((name) => {
    const places = toNumber(clauses[name]);
    const isWhole = clauses[name] === undefined || Number.isInteger(places);
    const text = (): string =>
      `The value for ${name} must be an integer value but was given ${show(clauses[name])}`;
    check(isWhole, 2, text);
    return places;
  });
  if (clauses.$sort !== undefined) sortArray([], clauses.$sort);
  return (value, doc) => {
    const refusal = (type: string): string =>
      `The field '${lastOf(path)}' must be an array but is of type ${type} in document {_id: ${show(doc._id)}}`;
    let array = [...(arrayIn(value, refusal) ?? [])];
    array.splice(position ?? array.length, 0, ...items);
    if (clauses.$sort !== undefined) array = sortArray(array, clauses.$sort, collation);
    return slice === undefined ? array : slice < 0 ? array.slice(slice) : array.slice(0, slice);
  };
};

const addToSet: Compile = (argument, path, { collation }) => {
  const items = eachOf('$addToSet', argument, 14);
  const hasMore = isDocument(argument) && '$each' in argument && Object.keys(argument).length > 1;
  check(!hasMore, 2, 'Found unexpected fields after $each in $addToSet');
  const refusal = (type: string): string =>
    `Cannot apply $addToSet to non-array field. Field named '${lastOf(path)}' has non-array type ${type}`;
  return (value) => {
    const array = [...(arrayIn(value, refusal) ?? [])];
    for (const item of items) {
      if (!array.some((known) => equalValues(known, item, collation))) array.push(item);
    }
    return array;
  };
};

const bit: Compile = (argument, path) => {
  const steps = Object.entries(isDocument(argument) ? argument : {});
  check(steps.length > 0, 2, () => `The $bit modifier needs an object of operations, not ${show(argument)}`);
  const modifiers = steps.map(([operation, operand]): Modifier => {
    if (operation !== 'and' && operation !== 'or' && operation !== 'xor')
      throw badValue(`The $bit modifier only supports 'and', 'or', and 'xor', not '${operation}'`);
    return (value = 0) => {
      const types = [typeName(value), typeName(operand)];
      const isWhole = types.every((type) => type === 'int' || type === 'long');
      const found = (): string => `The field '${path}' has the type ${types[0]}`;
      check(isWhole, 2, () => `Cannot apply $bit to a value of non-integral type. ${found()}`);
      const result = Long.fromString(String(value))[operation](Long.fromString(String(operand)));
      return types.includes('long') ? result : result.toInt();
    };
  });
  return (value, doc) => modifiers.reduce((result, modify) => modify(result, doc), value);
};

/** All update operators except `$rename`, which has two paths. */
export const operators: Record<string, Compile> = table({
  $set: set,
  $setOnInsert: set,
  $unset: () => (value) => (value === undefined ? undefined : removed),
  $inc: arithmetic('$inc', 'plus', 'increment'),
  $mul: arithmetic('$mul', 'times', 'multiply'),
  $min: extreme(-1),
  $max: extreme(1),
  $push: push,
  $addToSet: addToSet,
  $pull: pull('$pull', pullCondition),
  $pullAll: pull('$pullAll', (argument, options) => {
    const text = (): string => `$pullAll requires an array argument but was given a ${typeName(argument)}`;
    check(Array.isArray(argument), 2, text);
    return (item) => argument.some((value) => equalValues(item, value, options.collation));
  }),
  $pop: (argument, path) => {
    const direction = toNumber(argument);
    check(direction === 1 || direction === -1, 9, () => `$pop expects 1 or -1, found: ${String(argument)}`);
    const refusal = (type: string): string =>
      `Path '${path}' contains an element of non-array type '${type}'`;
    return (value) => arrayIn(value, refusal, 14)?.slice(...(direction === 1 ? [0, -1] : [1]));
  },
  $bit: bit,
  $currentDate: (argument) => {
    const type = isDocument(argument) ? argument.$type : typeof argument === 'boolean' ? 'date' : undefined;
    const isKnown = type === 'date' || type === 'timestamp';
    check(isKnown, 2, "The '$type' string field is required to be 'date' or 'timestamp'");
    return () => (type === 'date' ? new Date() : nextTimestamp());
  },
});
