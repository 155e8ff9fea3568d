import { Long } from 'bson';
import { check, checkFields, table } from '../input.ts';
import { compileFilter, isOperatorDocument, type MatchOptions } from '../query/matcher.ts';
import { ownValue } from '../query/paths.ts';
import { compileProjection } from '../query/projection.ts';
import { compareValues } from '../values/compare.ts';
import { structuredCopy } from '../values/copy.ts';
import { type Document, isDocument, toNumber } from '../values/types.ts';
import { accumulators, mergeObjects } from './accumulators.ts';
import { setPath, sorted, withPath } from './documents.ts';
import { graphLookup, lookup } from './lookup.ts';
import { asDocument, isMissing, listOf, type MingoOptions, textOf } from './operator.ts';
import { checkStages, type PipelineOptions, runStages, stageOf } from './pipeline.ts';
import { bucketAuto, fill, redact } from './reshaping.ts';
import { groupBy } from './values.ts';
import { setWindowFields } from './windows.ts';

/** What a stage runs with. */
export interface Run extends PipelineOptions {
  readonly mingo: MingoOptions;
  readonly match: MatchOptions;
  readonly evaluate: (doc: unknown, expression: unknown) => unknown;
}

export type Stage = (docs: Document[], argument: unknown, run: Run) => Document[];

const isAnything = (): boolean => true;
const isFilled = (argument: unknown): boolean => Object.keys(asDocument(argument)).length > 0;
const isCount = (argument: unknown): boolean =>
  Number.isInteger(toNumber(argument)) && (toNumber(argument) ?? 0) >= 0;
const isComputed = (argument: unknown): boolean =>
  isOperatorDocument(argument) || String(argument).startsWith('$');
const topLevel = ['$out', '$merge', '$facet', '$collStats', '$indexStats', '$documents'];

/** What must hold of the argument of a stage, and the error where it does not. */
type Rule = readonly [holds: (argument: unknown) => boolean, code: number, message: string];
const rules: Record<string, Rule> = table({
  $match: [isDocument, 15959, 'the match filter must be an expression in an object'],
  $project: [isFilled, 51272, 'Invalid $project: the specification must have at least one field'],
  $limit: [(count) => isCount(count) && toNumber(count) !== 0, 15958, 'the limit must be positive'],
  $skip: [isCount, 5107200, 'invalid argument to $skip stage: Expected a non-negative number'],
  $sort: [isFilled, 15976, '$sort stage must have at least one sort key'],
  $count: [
    (name) => /^[^$.][^.]*$/.test(String(name)),
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

/** The fields of the stages that have some of fixed names, and the error of another one. */
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

/** Refuses fields of a stage that are not known. */
export function checkStageFields(name: string, argument: unknown): void {
  const [fields, code] = fieldsOfStages[name] ?? [];
  if (fields && isDocument(argument)) checkFields(argument, fields.split(' '), name, code);
}

/** Checks the argument of a stage, and what is inside it, before any stage runs. */
export function checkArgument(name: string, argument: unknown): void {
  const [holds, code, message] = rules[name] ?? [isAnything, 2, ''];
  check(holds(argument), code, message);
  checkStageFields(name, argument);
  const { _id, ...fields } = asDocument(argument);
  if (name === '$group') Object.entries(fields).forEach(accumulatorOf);
  if (name !== '$facet') return;
  for (const list of Object.values(asDocument(argument))) {
    const inner = listOf(list, 40170).map(asDocument);
    const bad = inner.map((stage) => stageOf(stage)[0]).find((other) => topLevel.includes(other));
    check(!bad, 40600, `${bad} is not allowed to be used within a $facet stage`);
    checkStages(inner);
  }
}

const takeLists = ['$push', '$addToSet', '$first', '$last'];

/** The accumulator of a field of `$group`, and its argument. */
function accumulatorOf([field, spec]: [field: string, spec: unknown]): [name: string, argument: unknown] {
  check(isOperatorDocument(spec), 40234, `The field '${field}' must be an accumulator object`);
  check(!field.includes('.'), 40235, `The field name '${field}' cannot contain '.'`);
  const [[name, argument] = ['', undefined], ...others] = Object.entries(spec);
  check(others.length === 0, 40238, `The field '${field}' must specify one accumulator`);
  const isUnary = !Array.isArray(argument) || takeLists.includes(name);
  check(isUnary, 40237, `The ${name} accumulator is a unary operator`);
  check(name in accumulators, 15952, `unknown group operator '${name}'`);
  return [name, argument];
}

/** Gathers documents by a value. */
export const group: Stage = (docs, argument, { evaluate, mingo }) => {
  const { _id: by, ...fields } = asDocument(argument);
  const outputs = Object.entries(fields).map((entry) => [entry[0], ...accumulatorOf(entry)] as const);
  const keyOf = (doc: Document): unknown => {
    const key = evaluate(doc, by);
    return isDocument(key) ? mergeObjects([key]) : key;
  };
  return groupBy(docs, keyOf).map(([_id, members]) => {
    const result: Document = { _id };
    for (const [field, name, wanted] of outputs) result[field] = accumulators[name]?.(members, wanted, mingo);
    return result;
  });
};

/** The fields that `$addFields` sets, by their paths: documents in it are paths written otherwise. */
function fieldsOf(spec: Document, prefix = ''): [path: string, value: unknown][] {
  return Object.entries(spec).flatMap(([name, value]) => {
    const path = `${prefix}${name}`;
    check(!name.startsWith('$'), 16410, "FieldPath field names may not start with '$'. Consider $setField.");
    check(!path.split('.').includes(''), 15998, 'FieldPath field names may not be empty strings.');
    if (!isDocument(value) || isOperatorDocument(value)) return [[path, value]];
    check(isFilled(value), 40180, `an empty object is not a valid value. Found empty object at path ${path}`);
    return fieldsOf(value, `${path}.`);
  });
}

const addFields: Stage = (docs, argument, { evaluate }) => {
  check(isDocument(argument), 40272, '$addFields specification stage must be an object');
  const fields = fieldsOf(argument);
  check(fields.length > 0, 40177, 'specification must have at least one field');
  const isTwice = fields.some(([path], i) =>
    fields.some(([other], j) => i !== j && `${path}.`.startsWith(`${other}.`)),
  );
  check(!isTwice, 40176, 'specification contains two conflicting paths');
  return docs.map((doc) =>
    fields.reduce((result, [path, value]) => setPath(result, path, evaluate(doc, value)), doc),
  );
};

const project: Stage = (docs, argument, { match }) => {
  const projection = compileProjection(argument, { ...match, isAggregation: true });
  return docs.map((doc) => projection?.(doc) ?? doc);
};

const unwind: Stage = (docs, argument) => {
  const spec = typeof argument === 'string' ? { path: argument } : argument;
  check(isDocument(spec), 15981, 'expected either a string or an object as specification for $unwind stage');
  const { path, includeArrayIndex: indexName, preserveNullAndEmptyArrays, ...others } = spec;
  check(!isFilled(others), 28811, `unrecognized option to $unwind stage: ${Object.keys(others)[0]}`);
  const name = textOf(path, path === undefined ? 28812 : 28808);
  check(/^\$./.test(name), 28818, `path option to $unwind stage should be prefixed with a '$': ${name}`);
  const parts = name.slice(1).split('.');
  const withIndex = (doc: Document, index: Long | null): Document =>
    indexName === undefined ? doc : setPath(doc, textOf(indexName, 28810), index);
  return docs.flatMap((doc) => {
    const value = parts.reduce<unknown>((at, part) => ownValue(asDocument(at), part), doc);
    const put = (item: unknown): Document => asDocument(withPath(doc, parts, item));
    const isArray = Array.isArray(value);
    if (isArray && value.length > 0) return value.map((item, i) => withIndex(put(item), Long.fromNumber(i)));
    if ((isArray || isMissing(value)) && preserveNullAndEmptyArrays !== true) return [];
    return [withIndex(isArray ? put(undefined) : doc, null)];
  });
};

/** `$bucket` is a group by the lower bounds, in their order. */
const bucket: Stage = (docs, argument, run) => {
  const { groupBy: by, boundaries, default: others, output = { count: { $sum: 1 } } } = asDocument(argument);
  check(by !== undefined && boundaries !== undefined, 40198, "$bucket requires 'groupBy' and 'boundaries'");
  const bounds = listOf(boundaries, 40200).map((bound) => run.evaluate({}, bound));
  check(bounds.length > 1, 40192, "The $bucket 'boundaries' field must have at least 2 values");
  const pairs = bounds.slice(1).map((upper, i) => ({ lower: bounds[i], upper }));
  const areSorted = pairs.every(({ lower, upper }) => compareValues(lower, upper) < 0);
  check(areSorted, 40194, "The 'boundaries' option to $bucket must be sorted");
  const isInside = compareValues(others, bounds[0]) >= 0 && compareValues(others, bounds.at(-1)) < 0;
  check(others === undefined || !isInside, 40199, "The $bucket 'default' must not lie within the boundaries");
  const branches = pairs.map(({ lower, upper }) => ({
    case: { $and: [{ $gte: [by, { $literal: lower }] }, { $lt: [by, { $literal: upper }] }] },
    // oxlint-disable-next-line unicorn/no-thenable -- a branch of `$switch`
    then: { $literal: lower },
  }));
  const otherwise = others === undefined ? {} : { default: { $literal: others } };
  const spec = { _id: { $switch: { branches, ...otherwise } }, ...asDocument(output) };
  return sorted(group(docs, spec, run), { _id: 1 });
};

const replaceRoot: Stage = (docs, newRoot, { evaluate }) =>
  docs.map((doc) => {
    const root = evaluate(doc, newRoot);
    check(isDocument(root), 40228, "'newRoot' expression must evaluate to an object");
    return root;
  });

const sample: Stage = (docs, argument) => {
  const placed = docs.map((doc) => ({ doc, place: Math.random() })).sort((a, b) => a.place - b.place);
  return placed.slice(0, toNumber(asDocument(argument).size)).map(({ doc }) => doc);
};

/** The stages that are known. */
export const stages: Record<string, Stage> = table({
  $match(docs, argument, { match, tick }) {
    const matches = compileFilter(asDocument(argument), match);
    return docs.filter((doc) => {
      tick?.();
      return matches(doc);
    });
  },
  $project: project,
  $unset: (docs, paths, run) =>
    project(docs, Object.fromEntries([paths].flat().map((path) => [textOf(path, 31120), false])), run),
  $addFields: addFields,
  $set: addFields,
  $sort: (docs, argument, { collation }) => sorted(docs, argument, collation),
  $limit: (docs, count) => docs.slice(0, toNumber(count)),
  $skip: (docs, count) => docs.slice(toNumber(count)),
  $count: (docs, name) => (docs.length ? [{ [String(name)]: docs.length }] : []),
  $group: group,
  $sortByCount: (docs, by, run) => sorted(group(docs, { _id: by, count: { $sum: 1 } }, run), { count: -1 }),
  $bucket: bucket,
  $bucketAuto: bucketAuto,
  $redact: redact,
  $fill: fill,
  $unwind: unwind,
  $replaceRoot: (docs, argument, run) => replaceRoot(docs, asDocument(argument).newRoot, run),
  $replaceWith: replaceRoot,
  $sample: sample,
  $setWindowFields: setWindowFields,
  $lookup: lookup,
  $graphLookup: graphLookup,
  $unionWith(docs, argument, run) {
    const { coll, pipeline } = isDocument(argument) ? argument : { coll: argument };
    const others = coll === undefined ? [] : (run.source?.find(textOf(coll, 9), {}) ?? []);
    return [...docs, ...runStages(others, listOf(pipeline ?? [], 9).map(asDocument), run)];
  },
  $facet(docs, facets, run) {
    const result: Document = {};
    for (const [name, inner] of Object.entries(asDocument(facets)))
      result[name] = runStages(docs.map(structuredCopy), listOf(inner, 40170).map(asDocument), run);
    return [result];
  },
  $documents: (_docs, list, { evaluate }) => listOf(evaluate({}, list), 5858203).map(asDocument),
});
