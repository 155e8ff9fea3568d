import { Double } from 'bson';
import { evalExpr } from 'mingo/core';
import { $firstN, $lastN, $maxN, $minN, $push as valuesOf } from 'mingo/operators/accumulator';
import { check, checkFields, table } from '../input.ts';
import { fromDouble } from '../values/decode.ts';
import { calculate } from '../values/numbers.ts';
import { type Document, isDocument, isNumeric, toNumber } from '../values/types.ts';
import { sorted } from './documents.ts';
import {
  asDocument,
  isFilled,
  isMissing,
  listOf,
  type MingoOptions,
  type Operator,
  onArguments,
  type Values,
  wholeOf,
} from './operator.ts';
import { elementAt } from './operators.ts';
import { compare, unique } from './values.ts';

/** An expression's values for all documents of a group; missing values stay undefined. */
function valuesIn(docs: unknown[], expression: unknown, options: MingoOptions): unknown[] {
  const found = valuesOf(docs, [expression] as never, options) as unknown[][];
  return found.map(([value]) => value);
}

/** An accumulator of a group's values; as an expression it takes its arguments, of which a single one may be an array. */
const onValues =
  (run: (values: unknown[]) => unknown): Operator =>
  (input, argument, options) => {
    if (Array.isArray(input)) return run(valuesIn(input, argument, options));
    const values = [argument].flat().map((one) => evalExpr(input, one, options));
    return run(values.length === 1 ? values.flat() : values);
  };

/** An accumulator of a group's documents, which is not allowed as an expression. */
const onGroup =
  (run: (docs: unknown[], argument: unknown, options: MingoOptions) => unknown): Operator =>
  (input, argument, options) => {
    check(Array.isArray(input), 168, 'Unrecognized expression: this accumulator is none');
    return run(input, argument, options);
  };

const sum = (values: Values): unknown =>
  values.filter(isNumeric).reduce((total: unknown, value) => calculate('plus', total, value), 0);
const present = (values: Values): unknown[] => values.filter((value) => value !== undefined);

const extreme = (sign: number): Operator =>
  onValues((values) =>
    values
      .filter((value) => !isMissing(value))
      .reduce((best, value) => (best === null || compare(value, best) * sign > 0 ? value : best), null),
  );

const deviation = (isSample: number): Operator =>
  onValues((values) => {
    const numbers = values.filter(isNumeric).map((value) => toNumber(value) ?? 0);
    if (numbers.length <= isSample) return null;
    const mean = numbers.reduce((a, b) => a + b, 0) / numbers.length;
    const squares = numbers.reduce((total, value) => total + (value - mean) ** 2, 0);
    return fromDouble(Math.sqrt(squares / (numbers.length - isSample)));
  });

/** Merges documents; omits undefined fields. */
export function mergeObjects(values: Values): Document {
  const docs = values.filter((value) => !isMissing(value));
  check(docs.every(isDocument), 40400, '$mergeObjects requires object inputs');
  const entries = docs.flatMap((doc) => Object.entries(doc));
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** `$first` and `$last`, of a group or of an array. */
function atEnd(index: number): Operator {
  const ofArray = onArguments(([list]) => (isMissing(list) ? null : elementAt([list, index])), 1);
  return (input, argument, options) =>
    Array.isArray(input)
      ? (valuesIn([input.at(index)], argument, options)[0] ?? null)
      : ofArray(input, argument, options);
}

// Safe: mingo's types describe the same values. As expressions they would lose the surrounding `$$this`.
const several = { $firstN, $lastN, $maxN, $minN } as unknown as Record<string, Operator>;
const ofSeveral = Object.entries(several).map(([name, run]) => {
  const checked: Operator = (docs, argument, options) => {
    checkFields(asDocument(argument), ['input', 'n'], name, 5787901);
    return run(docs, argument, options);
  };
  return [name, onGroup(checked)];
});

/** `$top` and its variants: the first or last of a sort order; several with an `n`. */
const topOf = (isLast: boolean, isSeveral: boolean): Operator =>
  onGroup((docs, argument, options) => {
    const { sortBy, output, n } = asDocument(argument);
    checkFields(asDocument(argument), ['sortBy', 'output', isSeveral ? 'n' : ''], '$top', 5788002);
    check(isDocument(sortBy) && output !== undefined, 5788005, "the operator needs 'sortBy' and 'output'");
    const count = wholeOf(isSeveral ? evalExpr({}, n, options) : 1, 5787908, 1);
    const inOrder = sorted(docs, sortBy);
    const chosen = isLast ? inOrder.slice(-count) : inOrder.slice(0, count);
    const values = valuesIn(chosen, output, options).map((value) => value ?? null);
    return isSeveral ? values : values[0];
  });

/** Percentiles by nearest rank, as MongoDB's `approximate` method gives for small groups. */
const percentiles = (read: (argument: Document, of: (part: number) => unknown) => unknown): Operator =>
  onGroup((docs, argument, options) => {
    const { input, method, ...others } = asDocument(argument);
    checkFields(others, ['p'], '$percentile');
    check(method === 'approximate', 2, "only 'approximate' can be used as percentile 'method'");
    const numbers = valuesIn(docs, input, options).filter(isNumeric).sort(compare);
    return read(others, (part) => {
      const number = toNumber(numbers[Math.max(0, Math.ceil(part * numbers.length) - 1)]);
      return number === undefined ? null : fromDouble(number);
    });
  });

/** The accumulators of `$group` and `$setWindowFields`; some are also expressions. */
export const accumulators: Record<string, Operator> = table({
  $sum: onValues(sum),
  $avg: onValues((values) => {
    const numbers = values.filter(isNumeric);
    return numbers.length ? calculate('div', sum(numbers), new Double(numbers.length)) : null;
  }),
  $min: extreme(-1),
  $max: extreme(1),
  $count: onGroup((docs, argument) => {
    check(isDocument(argument) && !isFilled(argument), 14, '$count takes no arguments, i.e. $count:{}');
    return docs.length;
  }),
  $push: onGroup((docs, argument, options) => present(valuesIn(docs, argument, options))),
  $addToSet: onGroup((docs, argument, options) => unique(present(valuesIn(docs, argument, options)))),
  $mergeObjects: (input, argument, options) =>
    (Array.isArray(input) ? onValues(mergeObjects) : onArguments(mergeObjects))(input, argument, options),
  $first: atEnd(0),
  $last: atEnd(-1),
  ...Object.fromEntries(ofSeveral),
  $top: topOf(false, false),
  $topN: topOf(false, true),
  $bottom: topOf(true, false),
  $bottomN: topOf(true, true),
  $median: percentiles((_argument, of) => of(0.5)),
  $percentile: percentiles(({ p }, of) => listOf(p, 7750301).map((part) => of(toNumber(part) ?? 0))),
  $stdDevPop: deviation(0),
  $stdDevSamp: deviation(1),
});
