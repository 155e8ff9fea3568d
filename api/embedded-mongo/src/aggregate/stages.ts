import { Long } from 'bson';
import { evalExpr } from 'mingo/core';
import { Lazy, type Iterator as LazyDocuments } from 'mingo/lazy';
import * as mingoAccumulators from 'mingo/operators/accumulator';
import * as mingoStages from 'mingo/operators/pipeline';
import { failedToParse, MongoError } from '../errors.ts';
import type { Collation } from '../query/collation.ts';
import { compileFilter, isOperatorDocument, type MatchOptions } from '../query/matcher.ts';
import { ownValue, walkPath } from '../query/paths.ts';
import { compileProjection } from '../query/projection.ts';
import { parseSort, TopSorter } from '../query/sort.ts';
import { structuredCopy } from '../query/update.ts';
import { compareValues, identityOf } from '../values/compare.ts';
import { type Document, isDocument, isNumeric, orderOfType, toNumber } from '../values/types.ts';
import { fail, listOf, type MingoOptions, textOf, wholeOf } from './operator.ts';
import { accumulators } from './operators.ts';
import { checkStages, type PipelineOptions, type PipelineSource, runStages, stageOf } from './pipeline.ts';

/** A stage as mingo calls it. */
export type Stage = (docs: LazyDocuments, argument: unknown, options: MingoOptions) => LazyDocuments;

const asDocument = (argument: unknown): Document => (isDocument(argument) ? argument : {});

/** A copy of a value with something else at a path, in every element of an array; undefined takes the field away. */
function withPath(value: unknown, path: readonly string[], put: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return put;
  if (Array.isArray(value)) return value.map((item) => withPath(item, path, put));
  const doc = asDocument(value);
  const field = withPath(ownValue(doc, name), rest, put);
  if (field !== undefined) return { ...doc, [name]: field };
  const { [name]: _removed, ...others } = doc;
  return others;
}

/** The fields that `$addFields` sets, by their paths: documents in it are paths written otherwise. */
function fieldsOf(spec: Document, prefix: string[] = []): [path: string[], value: unknown][] {
  return Object.entries(spec).flatMap(([name, value]) => {
    const path = [...prefix, ...name.split('.')];
    if (name.startsWith('$'))
      fail(16410, `FieldPath field names may not start with '$'. Consider using $getField or $setField.`);
    if (path.includes('')) fail(15998, 'FieldPath field names may not be empty strings.');
    if (!isDocument(value) || isOperatorDocument(value)) return [[path, value]];
    if (Object.keys(value).length === 0)
      fail(40180, `an empty object is not a valid value. Found empty object at path ${path.join('.')}`);
    return fieldsOf(value, path);
  });
}

const addFields: Stage = (docs, argument, mingo) => {
  if (!isDocument(argument)) return fail(40272, '$addFields specification stage must be an object');
  const fields = fieldsOf(argument);
  if (fields.length === 0) fail(40177, 'specification must have at least one field');
  const paths = fields.map(([path]) => `${path.join('.')}.`);
  if (paths.some((path, i) => paths.some((other, j) => i !== j && path.startsWith(other))))
    fail(40176, 'specification contains two conflicting paths');
  return docs.map((doc) =>
    fields.reduce((result, [path, value]) => withPath(result, path, evalExpr(doc, value, mingo)), doc),
  );
};

const unwind: Stage = (docs, argument) => {
  const spec = typeof argument === 'string' ? { path: argument } : argument;
  if (!isDocument(spec))
    return fail(15981, 'expected either a string or an object as specification for $unwind stage');
  const { path, includeArrayIndex, preserveNullAndEmptyArrays, ...others } = spec;
  const [unknown] = Object.keys(others);
  if (unknown) fail(28811, `unrecognized option to $unwind stage: ${unknown}`);
  if (path === undefined) fail(28812, 'no path specified to $unwind stage');
  const name = textOf(path, 28808);
  if (!/^\$./.test(name)) fail(28818, `path option to $unwind stage should be prefixed with a '$': ${name}`);
  const indexName = includeArrayIndex === undefined ? undefined : textOf(includeArrayIndex, 28810);
  if (indexName?.startsWith('$'))
    fail(28822, `includeArrayIndex option to $unwind stage should not be prefixed with a '$'`);
  const parts = name.slice(1).split('.');
  const withIndex = (doc: unknown, index: number | null): unknown =>
    indexName === undefined
      ? doc
      : withPath(doc, indexName.split('.'), index === null ? null : Long.fromNumber(index));
  return docs.transform((all) =>
    Lazy(
      all.flatMap((doc) => {
        const value = parts.reduce<unknown>((at, part) => ownValue(asDocument(at), part), doc);
        if (Array.isArray(value) && value.length > 0)
          return value.map((item, i) => withIndex(withPath(doc, parts, item), i));
        const isEmpty = Array.isArray(value) || value === null || value === undefined;
        if (isEmpty && preserveNullAndEmptyArrays !== true) return [];
        return [withIndex(Array.isArray(value) ? withPath(doc, parts, undefined) : doc, null)];
      }),
    ),
  );
};

/** `$bucket` is a group by the lower bounds, in their order. */
const bucket: Stage = (docs, argument, mingo) => {
  const { groupBy, boundaries, default: others, output = { count: { $sum: 1 } } } = asDocument(argument);
  if (groupBy === undefined || boundaries === undefined)
    fail(40198, "$bucket requires 'groupBy' and 'boundaries' to be specified");
  const bounds = listOf(boundaries, 40200).map((bound) => evalExpr({}, bound, mingo));
  if (bounds.length < 2) fail(40192, "The $bucket 'boundaries' field must have at least 2 values");
  for (const [i, bound] of bounds.slice(1).entries()) {
    if (orderOfType(bound) !== orderOfType(bounds[i]))
      fail(40193, "All values in the 'boundaries' option to $bucket must have the same type");
    if (compareValues(bound, bounds[i]) <= 0)
      fail(40194, "The 'boundaries' option to $bucket must be sorted");
  }
  if (
    others !== undefined &&
    compareValues(others, bounds[0]) >= 0 &&
    compareValues(others, bounds.at(-1)) < 0
  )
    fail(
      40199,
      "The $bucket 'default' field must be less than the lowest boundary or greater than or equal to the highest boundary.",
    );
  const branches = bounds.slice(1).map((bound, i) => ({
    case: { $and: [{ $gte: [groupBy, { $literal: bounds[i] }] }, { $lt: [groupBy, { $literal: bound }] }] },
    // oxlint-disable-next-line unicorn/no-thenable -- a branch of `$switch`
    then: { $literal: bounds[i] },
  }));
  const _id = { $switch: { branches, ...(others === undefined ? {} : { default: { $literal: others } }) } };
  return $sort($group(docs, { _id, ...asDocument(output) }, mingo), { _id: 1 }, mingo);
};

function checkCount(argument: unknown, name: string, code: number): number {
  const count = isNumeric(argument) ? (toNumber(argument) ?? -1) : -1;
  if (Number.isInteger(count) && count >= 0) return count;
  return fail(
    code,
    `invalid argument to ${name} stage: Expected a non-negative number in: ${name}: ${String(argument)}`,
  );
}

/** What is wrong with the argument of a stage is said before any of them runs. */
export const stageChecks: Record<string, (argument: unknown) => void> = {
  $limit(argument) {
    if (checkCount(argument, '$limit', 5107201) === 0) fail(15958, 'the limit must be positive');
  },
  $skip: (argument) => checkCount(argument, '$skip', 5107200),
  $sort(argument) {
    if (!isDocument(argument)) fail(15973, 'the $sort key specification must be an object');
    if (Object.keys(asDocument(argument)).length === 0)
      fail(15976, '$sort stage must have at least one sort key');
  },
  $count(argument) {
    const name =
      typeof argument === 'string' && argument
        ? argument
        : fail(40156, 'the count field must be a non-empty string');
    if (name.startsWith('$')) fail(40158, 'the count field cannot be a $-prefixed path');
    if (name.includes('.')) fail(40160, "the count field cannot contain '.'");
  },
  $sample(argument) {
    if (!isDocument(argument)) fail(28745, 'the $sample stage specification must be an object');
    const { size } = asDocument(argument);
    if (size === undefined) fail(28749, '$sample stage must specify a size');
    if (!isNumeric(size)) fail(28746, 'size argument to $sample must be a number');
    if ((toNumber(size) ?? 0) <= 0) fail(28747, 'size argument to $sample must be a positive integer');
  },
  $group(argument) {
    if (!isDocument(argument)) fail(15947, "a group's fields must be specified in an object");
    if (!('_id' in asDocument(argument))) fail(15955, 'a group specification must include an _id');
    checkAccumulators(asDocument(argument));
  },
  $sortByCount(argument) {
    if (!isOperatorDocument(argument) && !String(argument).startsWith('$'))
      fail(40148, 'the sortByCount field must be defined as a $-prefixed path or an expression');
  },
  $facet(facets) {
    if (!isDocument(facets) || Object.keys(facets).length === 0)
      fail(40169, 'the $facet specification must be a non-empty object');
    for (const stages of Object.values(asDocument(facets))) {
      const inner = listOf(stages, 40170).filter(isDocument);
      const bad = inner.map((stage) => stageOf(stage)[0]).find((name) => notInFacets.includes(name));
      if (bad) fail(40600, `${bad} is not allowed to be used within a $facet stage`);
      checkStages(inner);
    }
  },
};
const notInFacets = ['$facet', '$out', '$merge', '$collStats', '$indexStats', '$documents'];

/** The stages that need indexes, collations or exact types, and those that mingo does not do as MongoDB does. */
export function ownStages(options: PipelineOptions): Record<string, Stage> {
  const { collation, source, tick } = options;
  const matching = (mingo: MingoOptions): MatchOptions => ({
    collation,
    evaluate: (expression, doc) => evalExpr(doc, expression, mingo),
  });
  const sort: Stage = (docs, argument) =>
    docs.transform((all) => {
      const sorter = new TopSorter<unknown>(parseSort(argument), Number.POSITIVE_INFINITY, collation);
      for (const doc of all) sorter.add(doc, doc);
      return Lazy(sorter.finish());
    });
  const project: Stage = (docs, argument, mingo) => {
    if (Object.keys(asDocument(argument)).length === 0)
      throw new MongoError(
        51272,
        'Invalid $project: the projection specification must have at least one field',
      );
    const projection = compileProjection(argument, { ...matching(mingo), isAggregation: true });
    return docs.map((doc) => projection?.(asDocument(doc)));
  };
  return {
    $match(docs, argument, mingo) {
      if (!isDocument(argument))
        throw new MongoError(15959, 'the match filter must be an expression in an object');
      const matches = compileFilter(argument, matching(mingo));
      return docs.filter((doc) => {
        tick?.();
        return matches(doc);
      });
    },
    $project: project,
    $unset: (docs, argument, mingo) =>
      project(docs, Object.fromEntries([argument].flat().map((path) => [String(path), false])), mingo),
    $sort: sort,
    $addFields: addFields,
    $set: addFields,
    $unwind: unwind,
    $bucket: bucket,
    $redact: (docs, argument, mingo) =>
      $redact(docs, argument, mingo).filter((doc: unknown) => doc !== undefined),
    $graphLookup: (docs, argument, mingo) =>
      graphLookup(docs, asDocument(argument), mingo, matching(mingo), source),
    $sortByCount: (docs, argument, mingo) =>
      sort($group(docs, { _id: argument, count: { $sum: 1 } }, mingo), { count: -1 }, mingo),
    $lookup: (docs, argument, mingo) => lookup(docs, asDocument(argument), mingo, options),
    $count: (docs, argument) =>
      docs.transform((all) => Lazy(all.length ? [{ [String(argument)]: all.length }] : [])),
    $sample: (docs, argument) =>
      docs.transform((all) => {
        const placed = all.map((doc) => ({ doc, place: Math.random() })).sort((a, b) => a.place - b.place);
        return Lazy(placed.slice(0, toNumber(asDocument(argument).size)).map(({ doc }) => doc));
      }),
    $unionWith: (docs, argument) => {
      const { coll, pipeline = [] } = isDocument(argument) ? argument : { coll: argument };
      const others = runStages(
        source?.find(String(coll), {}) ?? [],
        [pipeline].flat().filter(isDocument),
        options,
      );
      return docs.transform((all) => Lazy([...all, ...others]));
    },
  };
}

// mingo's stages have types of their own, for the same values.
const { $group, $redact, $sort } = mingoStages as unknown as Record<'$group' | '$redact' | '$sort', Stage>;

function checkAccumulators(fields: Document): void {
  for (const [field, value] of Object.entries(fields).filter(([name]) => name !== '_id')) {
    const [name = ''] = Object.keys(asDocument(value));
    if (!name.startsWith('$'))
      throw new MongoError(40234, `The field '${field}' must be an accumulator object`);
    if (field.includes('.')) fail(40235, `The field name '${field}' cannot contain '.'`);
    if (Object.keys(asDocument(value)).length > 1)
      fail(40238, `The field '${field}' must specify one accumulator`);
    if (Array.isArray(asDocument(value)[name]) && !['$push', '$addToSet', '$first', '$last'].includes(name))
      fail(40237, `The ${name} accumulator is a unary operator`);
    if (!(name in accumulators || name in mingoAccumulators))
      throw new MongoError(15952, `unknown group operator '${name}'`);
  }
}

function lookup(
  docs: LazyDocuments,
  spec: Document,
  mingo: MingoOptions,
  options: PipelineOptions,
): LazyDocuments {
  const { from, localField, foreignField, as, pipeline } = spec;
  const { source, variables } = options;
  const byField = typeof localField === 'string' && typeof foreignField === 'string';
  const hasDocuments = Array.isArray(pipeline) && '$documents' in asDocument(pipeline[0]);
  if (
    !source ||
    !(typeof from === 'string' || hasDocuments) ||
    typeof as !== 'string' ||
    !(byField || Array.isArray(pipeline))
  )
    throw failedToParse(
      "$lookup requires 'from', 'as', and either 'pipeline' or 'localField' and 'foreignField'",
    );
  const others = String(from ?? '');
  const find = byField
    ? joinBy(source, others, foreignField, options.collation)
    : () => source.find(others, {});
  return docs.map((item) => {
    options.tick?.();
    const doc = asDocument(item);
    const found = find(byField ? valuesAt(doc, localField) : []);
    if (!Array.isArray(pipeline)) return withPath(doc, as.split('.'), found);
    const own = { ...variables };
    // A text that looks like a path stays a text.
    for (const [name, value] of Object.entries(asDocument(spec.let)))
      own[name] = { $literal: evalExpr(doc, value, mingo) ?? null };
    const joined = runStages(found.map(structuredCopy), pipeline.filter(isDocument), {
      ...options,
      variables: own,
    });
    return withPath(doc, as.split('.'), joined);
  });
}

function valuesAt(doc: Document, path: string): unknown[] {
  const values: unknown[] = [];
  walkPath(doc, path.split('.'), (value) => {
    values.push(...(Array.isArray(value) ? value : [value ?? null]));
    return false;
  });
  return values;
}

/** Finds by an index where there is one; else the other collection is read once. */
function joinBy(
  source: PipelineSource,
  from: string,
  field: string,
  collation?: Collation,
): (values: unknown[]) => Document[] {
  if (source.hasIndex(from, field))
    return (values) => (values.length ? source.find(from, { [field]: { $in: values } }) : []);
  const all = source.find(from, {});
  const byValue = new Map<string, number[]>();
  for (const [i, doc] of all.entries())
    for (const identity of valuesAt(doc, field).map((value) => identityOf(value, collation)))
      byValue.set(identity, [...(byValue.get(identity) ?? []), i]);
  return (values) => {
    const places = new Set(values.flatMap((value) => byValue.get(identityOf(value, collation)) ?? []));
    return [...places].sort((a, b) => a - b).map((place) => all[place] ?? {});
  };
}

/** Follows a field from document to document; each is found once, at its smallest depth. */
function graphLookup(
  docs: LazyDocuments,
  spec: Document,
  mingo: MingoOptions,
  matching: MatchOptions,
  source: PipelineSource | undefined,
): LazyDocuments {
  const { from, startWith, connectFromField, connectToField, as, maxDepth, depthField } = spec;
  if (!source || ![from, connectFromField, connectToField, as].every((name) => typeof name === 'string'))
    return fail(
      40105,
      "$graphLookup requires 'from', 'as', 'startWith', 'connectFromField' and 'connectToField'",
    );
  const deepest = maxDepth === undefined ? Number.POSITIVE_INFINITY : wholeOf(maxDepth, 40100, 0);
  const find = joinBy(source, String(from), String(connectToField));
  const fits = compileFilter(asDocument(spec.restrictSearchWithMatch), matching);
  return docs.map((doc) => {
    const found = new Map<string, unknown>();
    let values = [evalExpr(doc, startWith, mingo)].flat();
    for (let depth = 0; values.length > 0 && depth <= deepest; depth++) {
      const next = find(values).filter((item) => !found.has(identityOf(item._id)) && fits(item));
      const place = typeof depthField === 'string' ? depthField.split('.') : undefined;
      for (const item of next)
        found.set(identityOf(item._id), place ? withPath(item, place, Long.fromNumber(depth)) : item);
      values = next.flatMap((item) => evalExpr(item, `$${String(connectFromField)}`, mingo) ?? []);
    }
    return withPath(doc, String(as).split('.'), [...found.values()]);
  });
}
