import { evalExpr } from 'mingo/core';
import { check, checkFields, table } from '../input.ts';
import { isOperatorDocument } from '../query/matcher.ts';
import { type Document, isDocument, toNumber } from '../values/types.ts';
import { mingoWith, translated } from './expressions.ts';
import { accumulatorOf } from './group.ts';
import { asDocument, isFilled, listOf } from './operator.ts';
import { onlyAddOthers, type PipelineOptions, type Run, stageOf } from './stage.ts';
import { stages as knownStages } from './stages.ts';

const isAnything = (): boolean => true;
const isCount = (argument: unknown): boolean =>
  Number.isInteger(toNumber(argument)) && (toNumber(argument) ?? 0) >= 0;
const isComputed = (argument: unknown): boolean =>
  isOperatorDocument(argument) || String(argument).startsWith('$');
const topLevel = ['$out', '$merge', '$facet', '$collStats', '$indexStats', '$documents'];

/** A condition on a stage's argument, and the error if it does not hold. */
type Rule = readonly [holds: (argument: unknown) => boolean, code: number, message: string];
const rules: Record<string, Rule> = table({
  $match: [isDocument, 15959, 'the match filter must be an expression in an object'],
  $project: [isFilled, 51272, 'Invalid $project: the specification must have at least one field'],
  $limit: [(count) => isCount(count) && toNumber(count) !== 0, 15958, 'the limit must be positive'],
  $skip: [isCount, 5107200, 'invalid argument to $skip stage: Expected a non-negative number'],
  $sort: [isFilled, 15976, '$sort stage must have at least one sort key'],
  $count: [
    (name) => typeof name === 'string' && /^[^$.][^.]*$/.test(name),
    40160,
    'the count field must be a name without $ and .',
  ],
  $sample: [
    (spec) => isCount(asDocument(spec).size),
    28747,
    'the size of $sample must be a positive integer',
  ],
  $group: [(spec) => '_id' in asDocument(spec), 15955, 'a group specification must include an _id'],
  $sortByCount: [isComputed, 40148, 'the sortByCount field must be a $-prefixed path or an expression'],
  $facet: [isFilled, 40169, 'the $facet specification must be a non-empty object'],
});

/** The field names of stages with fixed ones, and the error code for an unknown field. */
const fieldsOfStages: Record<string, readonly [fields: string, code: number]> = table({
  $lookup: ['from localField foreignField let pipeline as', 9],
  $graphLookup: [
    'from startWith connectFromField connectToField as maxDepth depthField restrictSearchWithMatch',
    40104,
  ],
  $bucket: ['groupBy boundaries default output', 40197],
  $bucketAuto: ['groupBy buckets output granularity', 40245],
  $sample: ['size', 28748],
  $unionWith: ['coll pipeline', 40415],
  $fill: ['partitionBy partitionByFields sortBy output', 40415],
  $setWindowFields: ['partitionBy sortBy output', 40415],
  $replaceRoot: ['newRoot', 40415],
  $out: ['db coll', 40415],
  $merge: ['into on let whenMatched whenNotMatched', 40415],
});

/** Rejects unknown fields of a stage. */
export function checkStageFields(name: string, argument: unknown): void {
  const [fields, code] = fieldsOfStages[name] ?? [];
  if (fields && isDocument(argument)) checkFields(argument, fields.split(' '), name, code);
}

/** Validates a stage's argument and inner pipelines before any stage runs. */
function checkArgument(name: string, argument: unknown): void {
  const [holds, code, message] = rules[name] ?? [isAnything, 2, ''];
  check(holds(argument), code, () => message);
  checkStageFields(name, argument);
  const { _id, ...fields } = asDocument(argument);
  if (name === '$group') Object.entries(fields).forEach(accumulatorOf);
  if (name === '$lookup' || name === '$unionWith')
    checkStages(listOf(fields.pipeline ?? [], 14).map(asDocument));
  if (name !== '$facet') return;
  for (const list of Object.values(asDocument(argument))) {
    const inner = listOf(list, 40170).map(asDocument);
    const bad = inner.map((stage) => stageOf(stage)[0]).find((other) => topLevel.includes(other));
    check(!bad, 40600, () => `${bad} is not allowed to be used within a $facet stage`);
    checkStages(inner);
  }
}

/** Rejects a pipeline with an unknown stage before anything runs. */
export function checkStages(stages: readonly Document[], allowed?: readonly string[]): void {
  for (const [i, [name, argument]] of stages.map(stageOf).entries()) {
    check(allowed?.includes(name) ?? true, 72, () => `${name} is not allowed to be used within an update`);
    check(name !== '$changeStream', 40573, 'The $changeStream stage is only supported on replica sets');
    check(Object.hasOwn(knownStages, name), 40324, () => `Unrecognized pipeline stage name: '${name}'`);
    check(name !== '$documents' || i === 0, 40602, '$documents is only valid as the first stage');
    checkArgument(name, argument);
  }
}

/** Runs a pipeline on documents in memory. */
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
    const run: Run = {
      ...options,
      mingo,
      evaluate,
      match: { collation: options.collation, compile },
      runStages,
    };
    let found = docs;
    for (const [i, [name, argument]] of stages.map(stageOf).entries()) {
      const isSent = options.isSent && onlyAddOthers(stages.slice(i));
      found = knownStages[name]?.(found, argument, { ...run, isSent }) ?? [];
    }
    return found;
  }, options.collation);
}

const updateStages = ['$addFields', '$set', '$project', '$unset', '$replaceRoot', '$replaceWith'];

/** Runs an update pipeline's stages on one document. */
export function runUpdatePipeline(
  stages: readonly Document[],
  doc: Document,
  options: PipelineOptions,
): Document {
  checkStages(stages, updateStages);
  return runStages([doc], stages, options)[0] ?? doc;
}
