import { Decimal128, Long } from 'bson';
import { Aggregator } from 'mingo/aggregator';
import { Context, evalExpr } from 'mingo/core';
import { Lazy, type Iterator as LazyDocuments } from 'mingo/lazy';
import * as mingoAccumulators from 'mingo/operators/accumulator';
import * as mingoExpressions from 'mingo/operators/expression';
import * as mingoStages from 'mingo/operators/pipeline';
import * as mingoWindow from 'mingo/operators/window';
import { failedToParse, MongoError } from '../errors.ts';
import type { Collation } from '../query/collation.ts';
import type { Tick } from '../query/find.ts';
import { compileFilter, type MatchOptions } from '../query/matcher.ts';
import { walkPath } from '../query/paths.ts';
import { compileProjection } from '../query/projection.ts';
import { parseSort, TopSorter } from '../query/sort.ts';
import { structuredCopy } from '../query/update.ts';
import { identityOf } from '../values/compare.ts';
import { type Document, isDocument, toNumber } from '../values/types.ts';
import { accumulators, expressions, type MingoOptions } from './operators.ts';

// mingo calculates with numbers; BSON's classes stand for theirs.
for (const { prototype } of [Long, Decimal128])
  Object.defineProperty(prototype, 'valueOf', { value: toNumberOfThis, configurable: true });
function toNumberOfThis(this: unknown): number | undefined {
  return toNumber(this);
}

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

type Stage = (docs: LazyDocuments, argument: unknown, options: MingoOptions) => LazyDocuments;

/** The one name and argument of a stage. */
export function stageOf(stage: Document): [string, unknown] {
  const entries = Object.entries(stage);
  const [entry] = entries;
  if (entries.length !== 1 || !entry)
    throw new MongoError(40323, 'A pipeline stage specification object must contain exactly one field.');
  return entry;
}

/** Stages that come from elsewhere, or that nobody may use here, because they run code. */
const otherStages = new Map([
  ['$changeStream', new MongoError(40573, 'The $changeStream stage is only supported on replica sets')],
  ['$geoNear', new MongoError(238, '$geoNear is not supported by this server')],
]);

/** Refuses a pipeline with a stage that is not known, before anything runs. */
export function checkStages(stages: readonly Document[], allowed?: ReadonlySet<string>): void {
  for (const [name, argument] of stages.map(stageOf)) {
    if (allowed && !allowed.has(name))
      throw new MongoError(72, `${name} is not allowed to be used within an update`);
    if (!(name in stageTable) || name === '$out' || name === '$merge')
      throw otherStages.get(name) ?? new MongoError(40324, `Unrecognized pipeline stage name: '${name}'`);
    refuseCode(argument);
  }
}

function refuseCode(argument: unknown): void {
  if (Array.isArray(argument)) argument.forEach(refuseCode);
  if (!isDocument(argument)) return;
  for (const [name, value] of Object.entries(argument)) {
    if (['$function', '$accumulator', '$where'].includes(name))
      throw new MongoError(168, `Unrecognized expression '${name}'`);
    refuseCode(value);
  }
}

const codes: readonly [pattern: RegExp, code: number, text: string][] = [
  [/accumulator '(.*)' is not registered/, 168, 'Unrecognized expression'],
  [/[uU]se of undefined variable: (.*)/, 17276, 'Use of undefined variable'],
  [/unregistered pipeline operator (.*)\.$/, 40324, 'Unrecognized pipeline stage name'],
];

/** Gives mingo's errors MongoDB's codes. */
function translated<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof MongoError || !(error instanceof Error)) throw error;
    for (const [pattern, code, text] of codes) {
      const name = pattern.exec(error.message)?.[1];
      if (name) throw new MongoError(code, `${text}: '${name}'`);
    }
    throw failedToParse(error.message);
  }
}

const mingoOptions = (options: PipelineOptions): MingoOptions => {
  const context = Context.init({
    expression: { ...mingoExpressions, ...expressions, ...accumulators },
    accumulator: { ...mingoAccumulators, ...accumulators },
    pipeline: stageTable,
    window: { ...mingoWindow },
  } as Parameters<typeof Context.init>[0]); // ours look like mingo's own, for its values are unknown to it
  const variables: Document = {};
  const result = {
    context,
    idKey: '_id',
    useStrictMode: true,
    failOnError: true,
    scriptEnabled: true,
    processingMode: 0,
    variables,
    collectionResolver: (name: string) => options.source?.find(name, {}) ?? [],
    pipelineOptions: options,
  };
  for (const [name, value] of Object.entries(options.variables ?? {}))
    variables[name] = evalExpr({}, value, result);
  return result;
};

/** Runs a pipeline over documents in memory. */
export function runStages(
  docs: Iterable<Document>,
  stages: readonly Document[],
  options: PipelineOptions,
): Document[] {
  checkStages(stages);
  return translated(() => new Aggregator([...stages], mingoOptions(options)).run(docs as Document[])).filter(
    isDocument,
  );
}

const updateStages = new Set(['$addFields', '$set', '$project', '$unset', '$replaceRoot', '$replaceWith']);

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
  return (doc) => translated(() => evalExpr(doc, expression, mingo));
}

// Ours are found in mingo's options, which it hands through to every stage.
const ours = (options: MingoOptions): PipelineOptions =>
  ('options' in options
    ? (options.options as { pipelineOptions: PipelineOptions })
    : (options as unknown as { pipelineOptions: PipelineOptions })
  ).pipelineOptions;

const matchOptions = (options: MingoOptions): MatchOptions => ({
  collation: ours(options).collation,
  evaluate: (expression, doc) => evalExpr(doc, expression, options),
});

const match: Stage = (docs, argument, options) => {
  if (!isDocument(argument))
    throw new MongoError(15959, 'the match filter must be an expression in an object');
  const matches = compileFilter(argument, matchOptions(options));
  const { tick } = ours(options);
  return docs.filter((doc) => {
    tick?.();
    return matches(doc);
  });
};

const project: Stage = (docs, argument, options) => {
  if (!isDocument(argument) || Object.keys(argument).length === 0)
    throw new MongoError(
      51272,
      'Invalid $project :: caused by :: projection specification must have at least one field',
    );
  const projection = compileProjection(argument, { ...matchOptions(options), isAggregation: true });
  return docs.map((doc) => projection?.(doc as Document)); // only documents go through a pipeline
};

const sort: Stage = (docs, argument, options) =>
  docs.transform((all) => {
    const sorter = new TopSorter<unknown>(
      parseSort(argument),
      Number.POSITIVE_INFINITY,
      ours(options).collation,
    );
    for (const doc of all) sorter.add(doc, doc);
    return Lazy(sorter.finish());
  });

const group: Stage = (docs, argument, options) => {
  for (const [field, value] of Object.entries(isDocument(argument) ? argument : {})) {
    const [name = ''] = Object.keys(isDocument(value) ? value : {});
    if (field !== '_id' && !name.startsWith('$'))
      throw new MongoError(40234, `The field '${field}' must be an accumulator object`);
    if (field !== '_id' && !(name in accumulators) && !(name in mingoAccumulators))
      throw new MongoError(15952, `unknown group operator '${name}'`);
  }
  return (mingoStages.$group as unknown as Stage)(docs, argument, options);
};

const lookup: Stage = (docs, argument, options) => {
  const {
    from,
    localField,
    foreignField,
    as,
    pipeline,
    let: variables,
  } = isDocument(argument) ? argument : {};
  const { source, ...rest } = ours(options);
  const byField = typeof localField === 'string' && typeof foreignField === 'string';
  if (!source || typeof from !== 'string' || typeof as !== 'string' || !(byField || Array.isArray(pipeline)))
    throw failedToParse(
      "$lookup requires 'from', 'as', and either 'pipeline' or both 'localField' and 'foreignField'",
    );
  const find = byField ? joinBy(source, from, foreignField) : () => source.find(from, {});
  return docs.map((doc) => {
    rest.tick?.();
    let found = find(byField ? valuesAt(doc, localField) : []);
    if (Array.isArray(pipeline)) {
      const own = Object.entries(isDocument(variables) ? variables : {}).map(([name, value]) => [
        name,
        { $literal: evalExpr(doc, value, options) ?? null },
      ]);
      const inner = { ...rest, source, variables: { ...rest.variables, ...Object.fromEntries(own) } };
      found = runStages(found.map(structuredCopy), pipeline.filter(isDocument), inner);
    }
    return { ...(doc as Document), [as]: found };
  });
};

function valuesAt(doc: unknown, path: string): unknown[] {
  const values: unknown[] = [];
  walkPath(doc, path.split('.'), (value) => {
    values.push(...(Array.isArray(value) ? value : [value ?? null]));
    return false;
  });
  return values;
}

/** Finds by an index where there is one; else the other collection is read once. */
function joinBy(source: PipelineSource, from: string, field: string): (values: unknown[]) => Document[] {
  if (source.hasIndex(from, field))
    return (values) => (values.length ? source.find(from, { [field]: { $in: values } }) : []);
  const byValue = new Map<string, Document[]>();
  for (const doc of source.find(from, {})) {
    for (const identity of new Set(valuesAt(doc, field).map((value) => identityOf(value))))
      byValue.set(identity, [...(byValue.get(identity) ?? []), doc]);
  }
  return (values) => [...new Set(values.flatMap((value) => byValue.get(identityOf(value)) ?? []))];
}

const count: Stage = (docs, argument) =>
  docs.transform((all) => Lazy(all.length ? [{ [String(argument)]: all.length }] : []));

const sample: Stage = (docs, argument) =>
  docs.transform((all) => {
    const size = toNumber(isDocument(argument) ? argument.size : undefined);
    if (size === undefined || size < 0)
      throw new MongoError(28747, 'size argument to $sample must be a positive integer');
    return Lazy(
      all
        .map((doc) => ({ doc, place: Math.random() }))
        .sort((a, b) => a.place - b.place)
        .slice(0, size)
        .map(({ doc }) => doc),
    );
  });

const stageTable: Record<string, unknown> = {
  ...mingoStages,
  $match: match,
  $project: project,
  $sort: sort,
  $group: group,
  $lookup: lookup,
  $count: count,
  $sample: sample,
  $unset: (docs: LazyDocuments, argument: unknown, options: MingoOptions) =>
    project(docs, Object.fromEntries([argument].flat().map((path) => [String(path), false])), options),
};
