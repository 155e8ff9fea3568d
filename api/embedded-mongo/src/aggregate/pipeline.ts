import { Decimal128, Long } from 'bson';
import { Aggregator } from 'mingo/aggregator';
import { Context, evalExpr } from 'mingo/core';
import * as mingoAccumulators from 'mingo/operators/accumulator';
import * as mingoExpressions from 'mingo/operators/expression';
import * as mingoStages from 'mingo/operators/pipeline';
import * as mingoWindow from 'mingo/operators/window';
import { failedToParse, MongoError } from '../errors.ts';
import type { Collation } from '../query/collation.ts';
import type { Tick } from '../query/find.ts';
import { type Document, isDocument, toNumber } from '../values/types.ts';
import { dates } from './dates.ts';
import type { MingoOptions } from './operator.ts';
import { accumulators, expressions } from './operators.ts';
import { ownStages, stageChecks } from './stages.ts';
import { texts } from './texts.ts';
import { collated } from './values.ts';

// mingo calculates with numbers; BSON's classes stand for theirs.
function valueOf(this: unknown): number | undefined {
  return toNumber(this);
}
for (const { prototype } of [Long, Decimal128])
  Object.defineProperty(prototype, 'valueOf', { value: valueOf });

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
  if (entry && others.length === 0) return entry;
  throw new MongoError(40323, 'A pipeline stage specification object must contain exactly one field.');
}

/** Refuses a pipeline with a stage that is not known, before anything runs. */
export function checkStages(stages: readonly Document[], allowed?: readonly string[]): void {
  for (const [name, argument] of stages.map(stageOf)) {
    if (allowed && !allowed.includes(name))
      throw new MongoError(72, `${name} is not allowed to be used within an update`);
    if (name === '$changeStream')
      throw new MongoError(40573, 'The $changeStream stage is only supported on replica sets');
    if (!(name in mingoStages)) throw new MongoError(40324, `Unrecognized pipeline stage name: '${name}'`);
    stageChecks[name]?.(argument);
    refuseCode(argument);
  }
}

function refuseCode(argument: unknown): void {
  if (Array.isArray(argument)) argument.forEach(refuseCode);
  if (!isDocument(argument)) return;
  const code = Object.keys(argument).find((name) => ['$function', '$accumulator', '$where'].includes(name));
  if (code) throw new MongoError(168, `Unrecognized expression '${code}'`);
  Object.values(argument).forEach(refuseCode);
}

const codesOfMingo: [RegExp, number][] = [
  [/undefined variable/i, 17276],
  [/^\$replaceRoot/, 40228],
  [/^\$map 'input'/, 16883],
  [/^\$filter 'input'/, 28651],
  [/^\$objectToArray/, 40390],
];

/** Gives mingo's errors MongoDB's codes. */
function translated<T>(run: () => T, collation?: Collation): T {
  try {
    return collated(collation, run);
  } catch (error) {
    if (error instanceof MongoError || !(error instanceof Error)) throw error;
    const expression = /accumulator '(.*)' is not registered/.exec(error.message)?.[1];
    if (expression) throw new MongoError(168, `Unrecognized expression '${expression}'`);
    const code = codesOfMingo.find(([pattern]) => pattern.test(error.message))?.[1];
    throw code ? new MongoError(code, error.message) : failedToParse(error.message);
  }
}

function mingoOptions(options: PipelineOptions): MingoOptions {
  const operators = {
    expression: { ...mingoExpressions, ...expressions, ...dates, ...texts, ...accumulators },
    accumulator: { ...mingoAccumulators, ...accumulators },
    pipeline: { ...mingoStages, ...ownStages(options) },
    window: { ...mingoWindow },
  };
  const variables: Document = {};
  const result = {
    context: Context.init(operators as Parameters<typeof Context.init>[0]), // ours are called with the values of mingo's
    idKey: '_id',
    useStrictMode: true,
    failOnError: true,
    // Some of mingo's own stages use `$function`; none from outside gets here.
    scriptEnabled: true,
    processingMode: 0,
    collectionResolver: (name: string) => options.source?.find(name, {}) ?? [],
    variables,
  };
  for (const [name, value] of Object.entries(options.variables ?? {}))
    variables[name] = evalExpr({}, value, result);
  return result;
}

/** Runs a pipeline over documents in memory. */
export function runStages(
  docs: readonly Document[],
  stages: readonly Document[],
  options: PipelineOptions,
): Document[] {
  checkStages(stages);
  const run = (): unknown[] => new Aggregator([...stages], mingoOptions(options)).run([...docs]);
  return translated(run, options.collation).filter(isDocument);
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

/** Compiles an expression to a function of a document. */
export function compileExpression(
  expression: unknown,
  options: PipelineOptions = {},
): (doc: unknown) => unknown {
  const mingo = translated(() => mingoOptions(options));
  return (doc) => translated(() => evalExpr(doc, expression, mingo), options.collation);
}
