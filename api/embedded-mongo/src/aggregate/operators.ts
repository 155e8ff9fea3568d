import { evalExpr } from 'mingo/core';
import { $filter } from 'mingo/operators/expression';
import { check, checkFields } from '../input.ts';
import { ownValue } from '../query/paths.ts';
import { sortArray } from '../query/sort.ts';
import { type Document, isDocument, isNumeric, isTruthy } from '../values/types.ts';
import {
  asDocument,
  isMissing,
  listOf,
  type Operator,
  onArguments,
  onNamed,
  textOf,
  unlessNull,
  type Values,
  wholeOf,
} from './operator.ts';
import { compare, isEqual, unique } from './values.ts';

// Comparisons, conditionals, arrays and objects where mingo differs from MongoDB.

/** Compares values. A missing value sorts before null here, unlike in a sort. */
function order([a, b]: Values): number {
  return Number(a !== undefined) - Number(b !== undefined) || Math.sign(compare(a, b));
}

const comparison = (test: (order: number) => boolean): Operator =>
  onArguments((values) => test(order(values)), 2);

/** `$arrayElemAt`, and `$first` and `$last` of an array. */
export function elementAt([value, index]: Values): unknown {
  const list = listOf(value, 28689);
  check(isNumeric(index), 28690, "$arrayElemAt's second argument must be a numeric value");
  return list.at(wholeOf(index, 28691));
}

function toPair(pair: unknown): [string, unknown] {
  const isObject = isDocument(pair) && Object.keys(pair).toSorted().join() === 'k,v';
  const [key, value] = isObject ? [pair.k, pair.v] : listOf(pair, 40392);
  check(isObject || listOf(pair, 40392).length === 2, 40397, '$arrayToObject needs pairs of key and value');
  return [textOf(key, isObject ? 40394 : 40395), value];
}

function slice([list, first, count]: Values): unknown {
  const array = listOf(list, 28724);
  const at = wholeOf(first, 28725);
  if (count === undefined) return at < 0 ? array.slice(at) : array.slice(0, at);
  const limit = wholeOf(count, 28729, 1);
  const start = at < 0 ? Math.max(0, array.length + at) : at;
  return array.slice(start, start + limit);
}

const reduce: Operator = (doc, argument, options) => {
  const { input, initialValue, in: body } = asDocument(argument);
  const list = evalExpr(doc, input, options);
  if (isMissing(list)) return null;
  const literal = (value: unknown): Document => ({ $literal: value });
  return listOf(list, 40080).reduce(
    (value, item) =>
      evalExpr(doc, { $let: { vars: { value: literal(value), this: literal(item) }, in: body } }, options),
    evalExpr(doc, initialValue, options),
  );
};

const cond: Operator = (doc, argument, options) => {
  const { if: test, then: yes, else: no, ...others } = asDocument(argument);
  const branches = isDocument(argument) ? [test, yes, no] : listOf(argument, 16020);
  const missing = branches.indexOf(undefined);
  check(missing < 0, 17080 + missing, "$cond needs 'if', 'then' and 'else'");
  const isWhole = branches.length === 3 && Object.keys(others).length === 0;
  check(isWhole, isDocument(argument) ? 17083 : 16020, '$cond takes exactly 3 arguments');
  return evalExpr(doc, branches[isTruthy(evalExpr(doc, branches[0], options)) ? 1 : 2], options);
};

const chooseBranch: Operator = (doc, argument, options) => {
  const { branches = [], ...others } = asDocument(argument);
  const cases = listOf(branches, 40061).map(asDocument);
  check(cases.length > 0, 40068, '$switch requires at least one branch');
  for (const branch of cases) checkFields(branch, ['case', 'then'], '$switch.branches', 40063);
  const isRight = cases.every((branch) => 'case' in branch && 'then' in branch);
  check(isRight, 40067, "$switch requires each branch have a 'case' and a 'then' expression");
  const chosen = cases.find((branch) => isTruthy(evalExpr(doc, branch.case, options)));
  check(chosen || 'default' in others, 40066, '$switch found no matching branch, and has no default');
  return evalExpr(doc, chosen ? chosen.then : others.default, options);
};

const getField: Operator = (doc, argument, options) => {
  const isLongRun = isDocument(argument) && ('field' in argument || 'input' in argument);
  if (isLongRun) checkFields(argument, ['field', 'input'], '$getField', 3041701);
  const isWhole = !isLongRun || ('field' in argument && 'input' in argument);
  check(isWhole, 3041703, "$getField requires 'field' and 'input' to be specified");
  const field = textOf(evalExpr(doc, isLongRun ? argument.field : argument, options), 5654602);
  const from = evalExpr(doc, isLongRun ? argument.input : '$$CURRENT', options);
  if (from === null) return null;
  return isDocument(from) ? ownValue(from, field) : undefined;
};

/** mingo accepts only a number as the limit, not an expression. */
const filter: Operator = (doc, argument, options) => {
  const limit = evalExpr(doc, asDocument(argument).limit, options) ?? undefined;
  return $filter(doc as never, { ...asDocument(argument), limit } as never, options); // safe: mingo's types describe the same values
};

function range([start, end, step = 1]: Values): number[] {
  const [from, to, by] = [wholeOf(start, 34444), wholeOf(end, 34446), wholeOf(step, 34448)];
  check(by !== 0, 34449, '$range requires a non-zero step value');
  const length = Math.max(0, Math.ceil((to - from) / by));
  check(length <= 6_553_600, 146, '$range would use too much memory');
  return Array.from({ length }, (_, i) => from + i * by);
}

function indexOf([list, value, start = 0, end = Number.MAX_SAFE_INTEGER]: Values): number | null {
  if (isMissing(list)) return null;
  const [from, to] = [wholeOf(start, 40097, 0), wholeOf(end, 40097, 0)];
  return listOf(list, 40090).findIndex((item, i) => i >= from && i < to && isEqual(item, value));
}

const has = (list: Values, value: unknown): boolean => list.some((item) => isEqual(item, value));
const areAllIn = (list: Values, others: Values): boolean => list.every((item) => has(others, item));
const isSame = (list: Values, other: Values): boolean => areAllIn(list, other) && areAllIn(other, list);
/** An operator on sets: the first array's distinct elements and the others'. */
const onSets = (run: (first: Values, others: Values[]) => unknown) => (lists: Values) => {
  const [first = [], ...others] = lists.map((list) => unique(listOf(list, 17043)));
  return run(first, others);
};
const union = (first: Values, others: Values[]): Values => unique([first, ...others].flat()).sort(compare);
const shared = (first: Values, others: Values[]): Values =>
  first.filter((item) => others.every((set) => has(set, item)));

function zip({ inputs, useLongestLength, defaults }: Document): unknown {
  const given = listOf(inputs, 34461);
  if (given.some(isMissing)) return null;
  const lists = given.map((list) => listOf(list, 34468));
  const lengths = lists.map((list) => list.length);
  const length = useLongestLength === true ? Math.max(...lengths) : Math.min(...lengths);
  const others = defaults === undefined ? [] : listOf(defaults, 34462);
  return Array.from({ length }, (_, at) => lists.map((list, i) => list[at] ?? others[i] ?? null));
}

/** Own operators except those of numbers, dates and texts. */
export const operators: Record<string, Operator> = {
  $and: (doc, argument, options) => [argument].flat().every((one) => isTruthy(evalExpr(doc, one, options))),
  $or: (doc, argument, options) => [argument].flat().some((one) => isTruthy(evalExpr(doc, one, options))),
  $not: onArguments(([value]) => !isTruthy(value), 1),
  $cond: cond,
  $switch: chooseBranch,
  $getField: getField,
  $cmp: onArguments(order, 2),
  $eq: comparison((n) => n === 0),
  $ne: comparison((n) => n !== 0),
  $gt: comparison((n) => n > 0),
  $gte: comparison((n) => n >= 0),
  $lt: comparison((n) => n < 0),
  $lte: comparison((n) => n <= 0),
  $size: onArguments(([list]) => listOf(list, 17124).length, 1),
  $arrayElemAt: unlessNull(elementAt, 2),
  $concatArrays: unlessNull((lists) => lists.flatMap((list) => listOf(list, 28664))),
  $reverseArray: unlessNull(([list]) => listOf(list, 34435).toReversed(), 1),
  $in: onArguments(([value, list]) => has(listOf(list, 40081), value) && value !== undefined, 2),
  $indexOfArray: onArguments(indexOf, 2, 4),
  $range: onArguments(range, 2, 3),
  $slice: unlessNull(slice, 2, 3),
  $arrayToObject: unlessNull(([list]) => Object.fromEntries(listOf(list, 40386).map(toPair)), 1),
  $setUnion: unlessNull(onSets(union)),
  $setIntersection: unlessNull(onSets(shared)),
  $setDifference: unlessNull(
    onSets((first, [other = []]) => first.filter((item) => !has(other, item))),
    2,
  ),
  $setIsSubset: onArguments(
    onSets((first, [other = []]) => areAllIn(first, other)),
    2,
  ),
  $setEquals: onArguments(onSets((first, others) => others.every((set) => isSame(first, set)))),
  $zip: onNamed(zip),
  $filter: filter,
  $reduce: reduce,
  $sortArray: onNamed(({ input, sortBy }) =>
    isMissing(input) ? null : sortArray(listOf(input, 2942504), sortBy),
  ),
};
