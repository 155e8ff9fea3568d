import { Aggregator } from 'mingo/aggregator';
import { Context, evalExpr, ProcessingMode } from 'mingo/core';
import * as mingoExpressions from 'mingo/operators/expression';
import { MongoError } from '../errors.ts';
import { check, checkFields, words } from '../input.ts';
import type { Collation } from '../query/collation.ts';
import { type Document, isDocument } from '../values/types.ts';
import { accumulators } from './accumulators.ts';
import { arithmetic } from './arithmetic.ts';
import { conversions } from './conversions.ts';
import { dates } from './dates.ts';
import type { MingoOptions, Operator } from './operator.ts';
import { operators } from './operators.ts';
import type { PipelineOptions } from './stage.ts';
import { texts } from './texts.ts';
import { collated } from './values.ts';

/**
 * mingo's operators that this server refuses because they are rarely used: they run code, or their results differ from MongoDB's (another
 * hash, lost types). mingo's remaining operators behave like MongoDB's.
 */
const refused = words('$function $toHashedIndexKey $sigmoid $sampleRate $dateToParts $indexOfBytes');
const ofMingo = Object.entries(mingoExpressions).filter(([name]) => !refused.includes(name));
const ownOperators = { ...operators, ...conversions, ...arithmetic, ...dates, ...texts, ...accumulators };

/** The argument names of operators with named arguments, and the error code for an unknown name. */
const argumentNames: Record<string, readonly [names: string, code: number]> = {
  $map: ['input as in', 16879],
  $filter: ['input as cond limit', 28647],
  $let: ['vars in', 16875],
  $reduce: ['input initialValue in', 40076],
  $switch: ['branches default', 40067],
  $convert: ['input to onError onNull', 9],
  $zip: ['inputs useLongestLength defaults', 34464],
  $sortArray: ['input sortBy', 2942503],
  $dateToString: ['date format timezone onNull', 18534],
  $dateFromString: ['dateString format timezone onError onNull', 40541],
  $dateAdd: ['startDate unit amount timezone', 5166401],
  $dateSubtract: ['startDate unit amount timezone', 5166401],
  $dateDiff: ['startDate endDate unit timezone startOfWeek', 5166302],
  $dateTrunc: ['date unit binSize timezone startOfWeek', 5439008],
  ...Object.fromEntries(['$trim', '$ltrim', '$rtrim'].map((name) => [name, ['input chars', 50694] as const])),
  $regexMatch: ['input regex options', 31024],
  $regexFind: ['input regex options', 31024],
  $regexFindAll: ['input regex options', 31024],
  $replaceOne: ['input find replacement', 51750],
  $replaceAll: ['input find replacement', 51750],
  $setField: ['field input value', 4161101],
  $unsetField: ['field input', 4161101],
  $dateFromParts: [
    'year month day hour minute second millisecond isoWeekYear isoWeek isoDayOfWeek timezone',
    40518,
  ],
  $rand: ['', 3040501],
};
const strict = ([name, run]: [name: string, run: unknown]): [string, unknown] => {
  const [names, code] = argumentNames[name] ?? [];
  if (names === undefined) return [name, run];
  const known = names.split(' ');
  const checked: Operator = (input, argument, options) => {
    if (isDocument(argument)) checkFields(argument, known, name, code);
    return (run as Operator)(input, argument, options); // safe: mingo's types describe the same values
  };
  return [name, checked];
};
const expression = Object.fromEntries(
  Object.entries({ ...Object.fromEntries(ofMingo), ...ownOperators }).map(strict),
);

/** mingo passes its prepared options only to stages, so a stage captures them; preparing copies all operators. */
function prepare(given: Document = {}): MingoOptions {
  const variables: Document = {};
  let mingo = {} as MingoOptions; // assigned below
  const $prepare = (docs: unknown, _argument: unknown, prepared: MingoOptions): unknown => {
    mingo = prepared;
    return docs;
  };
  const tables = { expression, pipeline: { $prepare } };
  const context = Context.init(tables as unknown as Parameters<typeof Context.init>[0]); // safe: our operators take mingo's values
  const options = { context, idKey: '_id', useStrictMode: true, failOnError: true, scriptEnabled: false };
  new Aggregator([{ $prepare: {} }], {
    ...options,
    processingMode: ProcessingMode.CLONE_OFF,
    variables,
  }).stream([]);
  for (const [name, value] of Object.entries(given)) variables[name] = evalExpr({}, value, mingo);
  return mingo;
}
const withoutVariables = prepare();
/** mingo's options with the variables of `let`. */
export const mingoWith = (variables: Document = {}): MingoOptions =>
  Object.keys(variables).length ? prepare(variables) : withoutVariables;

/** Translates mingo's errors to MongoDB's codes. */
export function translated<T>(run: () => T, collation?: Collation): T {
  try {
    return collated(collation, run);
  } catch (error) {
    if (error instanceof MongoError || !(error instanceof Error)) throw error;
    const unknown = /accumulator '(.*)' is not registered/.exec(error.message)?.[1];
    check(!unknown, 168, () => `Unrecognized expression '${unknown}'`);
    throw new MongoError(/undefined variable/i.test(error.message) ? 17276 : 9, error.message);
  }
}

/** Rejects invalid expressions before reading documents, because there may be none. */
function checkExpression(part: unknown): void {
  check(part !== '$', 16872, "'$' by itself is not a valid FieldPath");
  if (Array.isArray(part)) for (const one of part) checkExpression(one);
  if (!isDocument(part)) return;
  for (const [name, argument] of Object.entries(part)) {
    const isKnown = !name.startsWith('$') || Object.hasOwn(expression, name);
    check(isKnown, 168, () => `Unrecognized expression '${name}'`);
    if (name !== '$literal') checkExpression(argument);
  }
}

/** Compiles an expression to a function of a document. */
export function compileExpression(expression: unknown, { collation, variables }: PipelineOptions = {}) {
  checkExpression(expression);
  const mingo = translated(() => mingoWith(variables));
  return (doc: unknown): unknown => translated(() => evalExpr(doc, expression, mingo), collation);
}
