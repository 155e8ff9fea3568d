import { Aggregator } from 'mingo/aggregator';
import { Context, evalExpr, ProcessingMode } from 'mingo/core';
import * as mingoExpressions from 'mingo/operators/expression';
import { MongoError } from '../errors.ts';
import { check } from '../input.ts';
import type { Collation } from '../query/collation.ts';
import type { Tick } from '../query/find.ts';
import type { Document } from '../values/types.ts';
import { accumulators } from './accumulators.ts';
import { arithmetic } from './arithmetic.ts';
import { conversions } from './conversions.ts';
import { dates } from './dates.ts';
import type { MingoOptions } from './operator.ts';
import { operators } from './operators.ts';
import { checkArgument, stages as knownStages, type Run } from './stages.ts';
import { texts } from './texts.ts';
import { collated } from './values.ts';

/** What stages may ask of the database. */
export interface PipelineSource {
  /** The documents of another collection that fit a filter. */
  find(collection: string, filter: Document): Document[];
  /** Whether a filter on this field would use an index. */
  hasIndex(collection: string, field: string): boolean;
}

export interface PipelineOptions {
  readonly collation?: Collation | undefined;
  /** The values of `let`. */
  readonly variables?: Document | undefined;
  readonly source?: PipelineSource | undefined;
  readonly tick?: Tick | undefined;
}

/** The one name and argument of a stage. */
export function stageOf(stage: Document): [string, unknown] {
  const [entry, ...others] = Object.entries(stage);
  check(
    entry && others.length === 0,
    40323,
    'A pipeline stage specification object must contain exactly one field.',
  );
  return entry;
}

/** Refuses a pipeline with a stage that is not known, before anything runs. */
export function checkStages(stages: readonly Document[], allowed?: readonly string[]): void {
  for (const [i, [name, argument]] of stages.map(stageOf).entries()) {
    check(allowed?.includes(name) ?? true, 72, `${name} is not allowed to be used within an update`);
    check(name !== '$changeStream', 40573, 'The $changeStream stage is only supported on replica sets');
    check(Object.hasOwn(knownStages, name), 40324, `Unrecognized pipeline stage name: '${name}'`);
    check(name !== '$documents' || i === 0, 40602, '$documents is only valid as the first stage');
    checkArgument(name, argument);
  }
}

/**
 * What mingo has and this server refuses, as hardly anybody uses it: it runs code, or mingo's results are not MongoDB's
 * (another hash, exact types lost). Of what is not here, and not ours, mingo's answer is MongoDB's.
 */
const refused = [
  '$function',
  '$toHashedIndexKey',
  '$sigmoid',
  '$sampleRate',
  '$dateToParts',
  '$indexOfBytes',
];
const ofMingo = Object.entries(mingoExpressions).filter(([name]) => !refused.includes(name));
const ownOperators = { ...operators, ...conversions, ...arithmetic, ...dates, ...texts, ...accumulators };
const expression = { ...Object.fromEntries(ofMingo), ...ownOperators };

/** mingo hands its prepared options to stages only, so they are taken from one; preparing them copies all operators. */
function prepare(given: Document = {}): MingoOptions {
  const variables: Document = {};
  let mingo = {} as MingoOptions; // until it is prepared
  const $prepare = (docs: unknown, _argument: unknown, prepared: MingoOptions): unknown => {
    mingo = prepared;
    return docs;
  };
  const tables = { expression, pipeline: { $prepare } };
  const context = Context.init(tables as unknown as Parameters<typeof Context.init>[0]); // ours take mingo's values
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
const mingoWith = (variables: Document = {}): MingoOptions =>
  Object.keys(variables).length ? prepare(variables) : withoutVariables;

/** Gives mingo's errors MongoDB's codes. */
function translated<T>(run: () => T, collation?: Collation): T {
  try {
    return collated(collation, run);
  } catch (error) {
    if (error instanceof MongoError || !(error instanceof Error)) throw error;
    const unknown = /accumulator '(.*)' is not registered/.exec(error.message)?.[1];
    check(!unknown, 168, `Unrecognized expression '${unknown}'`);
    throw new MongoError(/undefined variable/i.test(error.message) ? 17276 : 9, error.message);
  }
}

/** Compiles an expression to a function of a document. */
export function compileExpression(expression: unknown, { collation, variables }: PipelineOptions = {}) {
  const mingo = translated(() => mingoWith(variables));
  return (doc: unknown): unknown => translated(() => evalExpr(doc, expression, mingo), collation);
}

/** Runs a pipeline over documents in memory. */
export function runStages(
  docs: Document[],
  stages: readonly Document[],
  options: PipelineOptions,
): Document[] {
  checkStages(stages);
  return translated(() => {
    const mingo = mingoWith(options.variables);
    const evaluate = (doc: unknown, expression: unknown): unknown => evalExpr(doc, expression, mingo);
    const compile = (expression: unknown) => (doc: Document) => evaluate(doc, expression);
    const run: Run = { ...options, mingo, evaluate, match: { collation: options.collation, compile } };
    let found = docs;
    for (const [name, argument] of stages.map(stageOf))
      found = knownStages[name]?.(found, argument, run) ?? [];
    return found;
  }, options.collation);
}

const updateStages = ['$addFields', '$set', '$project', '$unset', '$replaceRoot', '$replaceWith'];

/** Runs the stages of an update pipeline on one document. */
export function runUpdatePipeline(
  stages: readonly Document[],
  doc: Document,
  options: PipelineOptions,
): Document {
  checkStages(stages, updateStages);
  return runStages([doc], stages, options)[0] ?? doc;
}
