import { evalExpr } from 'mingo/core';
import { Lazy, type Iterator as LazyDocuments } from 'mingo/lazy';
import * as mingoAccumulators from 'mingo/operators/accumulator';
import * as mingoStages from 'mingo/operators/pipeline';
import { failedToParse, MongoError } from '../errors.ts';
import { compileFilter, type MatchOptions } from '../query/matcher.ts';
import { walkPath } from '../query/paths.ts';
import { compileProjection } from '../query/projection.ts';
import { parseSort, TopSorter } from '../query/sort.ts';
import { structuredCopy } from '../query/update.ts';
import { identityOf } from '../values/compare.ts';
import { type Document, isDocument, toNumber } from '../values/types.ts';
import { accumulators, type MingoOptions } from './operators.ts';
import { type PipelineOptions, type PipelineSource, runStages } from './pipeline.ts';

/** A stage as mingo calls it. */
export type Stage = (docs: LazyDocuments, argument: unknown, options: MingoOptions) => LazyDocuments;

const asDocument = (argument: unknown): Document => (isDocument(argument) ? argument : {});

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
    $group(docs, argument, mingo) {
      checkAccumulators(asDocument(argument));
      return mingoStage('$group')(docs, argument, mingo);
    },
    $sortByCount: (docs, argument, mingo) =>
      sort(mingoStage('$group')(docs, { _id: argument, count: { $sum: 1 } }, mingo), { count: -1 }, mingo),
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
const mingoStage = (name: keyof typeof mingoStages): Stage => mingoStages[name] as unknown as Stage;

function checkAccumulators(fields: Document): void {
  for (const [field, value] of Object.entries(fields).filter(([name]) => name !== '_id')) {
    const [name = ''] = Object.keys(asDocument(value));
    if (!name.startsWith('$'))
      throw new MongoError(40234, `The field '${field}' must be an accumulator object`);
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
  if (!source || typeof from !== 'string' || typeof as !== 'string' || !(byField || Array.isArray(pipeline)))
    throw failedToParse(
      "$lookup requires 'from', 'as', and either 'pipeline' or 'localField' and 'foreignField'",
    );
  const find = byField ? joinBy(source, from, foreignField) : () => source.find(from, {});
  return docs.map((item) => {
    options.tick?.();
    const doc = asDocument(item);
    const found = find(byField ? valuesAt(doc, localField) : []);
    if (!Array.isArray(pipeline)) return { ...doc, [as]: found };
    const own = { ...variables };
    // A text that looks like a path stays a text.
    for (const [name, value] of Object.entries(asDocument(spec.let)))
      own[name] = { $literal: evalExpr(doc, value, mingo) ?? null };
    return {
      ...doc,
      [as]: runStages(found.map(structuredCopy), pipeline.filter(isDocument), { ...options, variables: own }),
    };
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
function joinBy(source: PipelineSource, from: string, field: string): (values: unknown[]) => Document[] {
  if (source.hasIndex(from, field))
    return (values) => (values.length ? source.find(from, { [field]: { $in: values } }) : []);
  const byValue = new Map<string, Set<Document>>();
  for (const doc of source.find(from, {})) {
    for (const identity of valuesAt(doc, field).map((value) => identityOf(value)))
      byValue.set(identity, (byValue.get(identity) ?? new Set()).add(doc));
  }
  return (values) => [...new Set(values.flatMap((value) => [...(byValue.get(identityOf(value)) ?? [])]))];
}
