import { failedToParse, MongoError } from '../errors.ts';
import type { Tick } from '../query/find.ts';
import { compileFilter, type MatchOptions } from '../query/matcher.ts';
import { getPath, walkPath } from '../query/paths.ts';
import { compileProjection } from '../query/projection.ts';
import { parseSort, sortBy, TopSorter } from '../query/sort.ts';
import { structuredCopy } from '../query/update.ts';
import { identityOf } from '../values/compare.ts';
import type { Document } from '../values/decode.ts';
import { isDocument, isTruthy, toNumber } from '../values/types.ts';
import {
  compile,
  compileExpression,
  type Expression,
  type ExpressionOptions,
  type Scope,
} from './expressions.ts';
import { borrowedAccumulator, plain, runBorrowedStage } from './mingo.ts';
import { average, distinctValues, extreme, mergeObjects, sum } from './operators.ts';

/** What stages may ask of the database. */
export interface PipelineSource {
  /** The documents of another collection that fit a filter. */
  find(collection: string, filter: Document): Document[];
  /** Whether a filter on this field would use an index. */
  hasIndex(collection: string, field: string): boolean;
}

export interface StageOptions extends ExpressionOptions {
  readonly allowed?: ReadonlySet<string>;
  readonly source?: PipelineSource | undefined;
  readonly tick?: Tick | undefined;
}

type Stage = (docs: Document[], argument: unknown, options: StageOptions) => Document[];

/** The one name and argument of a stage. */
export function stageOf(stage: Document): [string, unknown] {
  const entries = Object.entries(stage);
  const [entry] = entries;
  if (entries.length !== 1 || !entry)
    throw new MongoError(40323, 'A pipeline stage specification object must contain exactly one field.');
  return entry;
}

/** Runs a pipeline over documents in memory. */
export function runStages(docs: Document[], stages: readonly Document[], options: StageOptions): Document[] {
  let result = docs;
  for (const stage of stages) {
    const [name, argument] = stageOf(stage);
    if (options.allowed && !options.allowed.has(name))
      throw new MongoError(72, `${name} is not allowed to be used within an update`);
    result = stageFor(name)(result, argument, options);
  }
  return result;
}

/** Refuses a pipeline with a stage that is not known, before anything runs. */
export function checkStages(stages: readonly Document[]): void {
  for (const stage of stages) stageFor(stageOf(stage)[0]);
}

function stageFor(name: string): Stage {
  const stage = stages[name];
  if (stage) return stage;
  if (name === '$changeStream')
    throw new MongoError(40573, 'The $changeStream stage is only supported on replica sets');
  if (name === '$geoNear' || name === '$search' || name === '$vectorSearch')
    throw new MongoError(238, `${name} is not supported by this server`);
  throw new MongoError(40324, `Unrecognized pipeline stage name: '${name}'`);
}

const matchOptionsOf = (options: StageOptions): MatchOptions => ({
  collation: options.collation,
  evaluate: (expression, doc) => compileExpression(expression, options)(doc),
});

function documentArgument(name: string, argument: unknown): Document {
  if (!isDocument(argument)) throw new MongoError(40272, `the ${name} stage specification must be an object`);
  return argument;
}

function countArgument(name: string, argument: unknown, least: number): number {
  const count = toNumber(argument);
  if (count === undefined || !Number.isInteger(count))
    throw new MongoError(2107201, `invalid argument to ${name} stage: Expected an integer`);
  if (count < least)
    throw new MongoError(
      15958,
      least
        ? 'the limit must be positive'
        : `invalid argument to ${name} stage: Expected a non-negative number`,
    );
  return count;
}

/** Sets a path in a copy of a document, sharing what does not change; through arrays it sets every element. */
function withPath(target: unknown, parts: readonly string[], value: unknown): unknown {
  const [part = '', ...rest] = parts;
  if (Array.isArray(target)) return target.map((item: unknown) => withPath(item, parts, value));
  const copy: Document = isDocument(target) ? { ...target } : {};
  const next = rest.length === 0 ? value : withPath(copy[part], rest, value);
  if (next === undefined) delete copy[part];
  else copy[part] = next;
  return copy;
}

function addFields(docs: Document[], argument: unknown, options: StageOptions): Document[] {
  const fields = flattenFields(documentArgument('$addFields', argument)).map(
    ([path, value]) => [path.split('.'), compileExpression(value, options)] as const,
  );
  return docs.map((doc) => {
    let result: unknown = doc;
    for (const [parts, evaluate] of fields) result = withPath(result, parts, evaluate(doc));
    return result as Document; // withPath gives a document for a document
  });
}

/** `{ a: { b: expression } }` adds to what `a` has, like `'a.b'`. */
function flattenFields(fields: Document, prefix = ''): [string, unknown][] {
  return Object.entries(fields).flatMap(([name, value]) => {
    const nested =
      isDocument(value) && Object.keys(value).length > 0 && !Object.keys(value)[0]?.startsWith('$');
    return nested && isDocument(value)
      ? flattenFields(value, `${prefix}${name}.`)
      : [[`${prefix}${name}`, value] as [string, unknown]];
  });
}

function unset(docs: Document[], argument: unknown, options: StageOptions): Document[] {
  const paths: unknown[] = Array.isArray(argument) ? argument : [argument];
  if (!paths.every((path) => typeof path === 'string'))
    throw new MongoError(31002, '$unset specification must be a string or an array');
  return project(docs, Object.fromEntries(paths.map((path) => [path, false])), options);
}

function project(docs: Document[], argument: unknown, options: StageOptions): Document[] {
  const spec = documentArgument('$project', argument);
  if (Object.keys(spec).length === 0)
    throw new MongoError(
      51272,
      'Invalid $project :: caused by :: projection specification must have at least one field',
    );
  const projection = compileProjection(spec, { ...matchOptionsOf(options), isAggregation: true });
  return projection ? docs.map((doc) => projection(doc)) : docs;
}

function replaceRoot(docs: Document[], expression: unknown, options: StageOptions): Document[] {
  const evaluate = compileExpression(expression, options);
  return docs.map((doc) => {
    const root = evaluate(doc);
    if (!isDocument(root))
      throw new MongoError(
        40228,
        `'newRoot' expression must evaluate to an object, but resulting value was: ${String(root)}`,
      );
    return root;
  });
}

function unwind(docs: Document[], argument: unknown): Document[] {
  const spec = isDocument(argument) ? argument : { path: argument };
  const { path, includeArrayIndex, preserveNullAndEmptyArrays } = spec;
  if (typeof path !== 'string' || !path.startsWith('$'))
    throw new MongoError(
      28818,
      `path option to $unwind stage should be prefixed with a '$': ${String(path)}`,
    );
  const parts = path.slice(1).split('.');
  const keep = isTruthy(preserveNullAndEmptyArrays);
  const withIndex = (doc: unknown, index: unknown): Document => {
    const placed =
      typeof includeArrayIndex === 'string' ? withPath(doc, includeArrayIndex.split('.'), index) : doc;
    return placed as Document; // a document stays a document
  };
  return docs.flatMap((doc) => {
    const value = getPath(doc, path.slice(1));
    if (!Array.isArray(value))
      return value === null || value === undefined
        ? keep
          ? [withIndex(doc, null)]
          : []
        : [withIndex(doc, null)];
    if (value.length === 0) return keep ? [withIndex(withPath(doc, parts, undefined), null)] : [];
    return value.map((item: unknown, i) => withIndex(withPath(doc, parts, item ?? null), i));
  });
}

type Accumulate = (docs: Document[], scopes: Scope[]) => unknown;

function accumulator(name: string, argument: unknown, options: StageOptions): Accumulate {
  const { collation } = options;
  if (name === '$count') return (docs) => docs.length;
  const own: Record<string, (values: unknown[]) => unknown> = {
    $sum: sum,
    $avg: average,
    $min: (values) => extreme(values, -1, collation),
    $max: (values) => extreme(values, 1, collation),
    $first: (values) => values[0] ?? null,
    $last: (values) => values.at(-1) ?? null,
    $push: (values) => values.filter((value) => value !== undefined),
    $addToSet: (values) =>
      distinctValues(
        values.filter((value) => value !== undefined),
        collation,
      ),
    $mergeObjects: mergeObjects,
  };
  const run = own[name];
  if (run) {
    const evaluate: Expression = compile(argument);
    return (_docs, scopes) => run(scopes.map(evaluate));
  }
  if (name === '$top' || name === '$bottom' || name === '$topN' || name === '$bottomN')
    return topAccumulator(name, argument, options);
  if (name === '$firstN' || name === '$lastN' || name === '$minN' || name === '$maxN')
    return manyAccumulator(name, argument, options);
  const borrowed = borrowedAccumulator(name);
  if (!borrowed) throw new MongoError(15952, `unknown group operator '${name}'`);
  const spec = isDocument(argument) && 'input' in argument ? argument : { input: argument };
  const evaluate = compile(spec.input);
  return (_docs, scopes) => {
    const values = scopes.map((scope) => ({ v: plain(evaluate(scope)) }));
    return borrowed(
      values,
      'input' in spec && isDocument(argument) && 'input' in argument ? { ...argument, input: '$v' } : '$v',
    );
  };
}

function topAccumulator(name: string, argument: unknown, options: StageOptions): Accumulate {
  const spec = documentArgument(name, argument);
  const output = compile(spec.output);
  const order = parseSort(spec.sortBy);
  const n = spec.n === undefined ? undefined : compile(spec.n);
  return (_docs, scopes) => {
    const sorted = sortBy(scopes, order, (scope) => scope.root, options.collation).map(
      (scope) => output(scope) ?? null,
    );
    const count = n && scopes[0] ? (toNumber(n(scopes[0])) ?? 1) : 1;
    const taken = name.startsWith('$top') ? sorted.slice(0, count) : sorted.slice(-count);
    return n ? taken : taken[0];
  };
}

function manyAccumulator(name: string, argument: unknown, options: StageOptions): Accumulate {
  const spec = documentArgument(name, argument);
  const [input, n] = [compile(spec.input), compile(spec.n)];
  return (_docs, scopes) => {
    const count = scopes[0] ? (toNumber(n(scopes[0])) ?? 1) : 1;
    const values = scopes.map((scope) => input(scope) ?? null);
    if (name === '$firstN') return values.slice(0, count);
    if (name === '$lastN') return values.slice(-count);
    const direction = name === '$minN' ? 1 : -1;
    const wrapped = values.filter((value) => value !== null).map((v) => ({ v }));
    return sortBy(wrapped, parseSort({ v: direction }), (item) => item, options.collation)
      .slice(0, count)
      .map(({ v }) => v);
  };
}

function group(docs: Document[], argument: unknown, options: StageOptions): Document[] {
  const spec = documentArgument('$group', argument);
  if (!('_id' in spec)) throw new MongoError(15955, 'a group specification must include an _id');
  const { _id: idExpression, ...fields } = spec;
  const id = compileExpression(idExpression, options);
  const accumulators = Object.entries(fields).map(([field, value]) => {
    if (field.includes('.')) throw new MongoError(40235, `The field name '${field}' cannot contain '.'`);
    const entries = isDocument(value) ? Object.entries(value) : [];
    const [entry] = entries;
    if (!entry || entries.length !== 1 || !entry[0].startsWith('$'))
      throw new MongoError(40234, `The field '${field}' must be an accumulator object`);
    return [field, accumulator(entry[0], entry[1], options)] as const;
  });
  const groups = new Map<string, { id: unknown; docs: Document[] }>();
  for (const doc of docs) {
    options.tick?.();
    const value = id(doc) ?? null;
    const identity = identityOf(value, options.collation);
    const known = groups.get(identity);
    if (known) known.docs.push(doc);
    else groups.set(identity, { id: value, docs: [doc] });
  }
  const variables = variablesOf(options);
  return [...groups.values()].map((members) => {
    const scopes = members.docs.map((root): Scope => ({ root, variables, collation: options.collation }));
    const result: Document = { _id: members.id };
    for (const [field, accumulate] of accumulators) result[field] = accumulate(members.docs, scopes);
    return result;
  });
}

function variablesOf(options: StageOptions): Record<string, unknown> {
  const variables: Record<string, unknown> = { NOW: new Date() };
  for (const [name, value] of Object.entries(options.variables ?? {}))
    variables[name] = compileExpression(value)({});
  return variables;
}

function lookup(docs: Document[], argument: unknown, options: StageOptions): Document[] {
  const spec = documentArgument('$lookup', argument);
  const { from, localField, foreignField, as, pipeline } = spec;
  const { source } = options;
  if (!source || typeof from !== 'string' || typeof as !== 'string')
    throw failedToParse("$lookup needs 'from' and 'as'");
  const letFields = Object.entries(isDocument(spec.let) ? spec.let : {}).map(
    ([name, value]) => [name, compileExpression(value, options)] as const,
  );
  const stages = Array.isArray(pipeline) ? pipeline.filter(isDocument) : undefined;
  const byField = typeof localField === 'string' && typeof foreignField === 'string';
  if (!byField && !stages)
    throw failedToParse(
      "$lookup requires either 'pipeline' or both 'localField' and 'foreignField' to be specified",
    );
  const join = byField ? joinBy(source, from, foreignField) : undefined;
  const everything = join ? undefined : source.find(from, {});
  return docs.map((doc) => {
    options.tick?.();
    let found = join ? join(localValues(doc, String(localField))) : (everything ?? []);
    if (stages) {
      // Values are wrapped, so that a text that looks like a path stays a text.
      const variables = {
        ...options.variables,
        ...Object.fromEntries(
          letFields.map(([name, evaluate]) => [name, { $literal: evaluate(doc) ?? null }]),
        ),
      };
      found = runStages(found.map(structuredCopy), stages, { ...options, variables });
    }
    return withPath(doc, as.split('.'), found) as Document; // a document stays a document
  });
}

function localValues(doc: Document, path: string): unknown[] {
  const values: unknown[] = [];
  walkPath(doc, path.split('.'), (value) => {
    if (Array.isArray(value)) values.push(...value);
    else values.push(value ?? null);
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
    for (const identity of new Set(localValues(doc, field).map((value) => identityOf(value)))) {
      const list = byValue.get(identity);
      if (list) list.push(doc);
      else byValue.set(identity, [doc]);
    }
  }
  return (values) => [...new Set(values.flatMap((value) => byValue.get(identityOf(value)) ?? []))];
}

function unionWith(docs: Document[], argument: unknown, options: StageOptions): Document[] {
  const spec = isDocument(argument) ? argument : { coll: argument };
  const stages = Array.isArray(spec.pipeline) ? spec.pipeline.filter(isDocument) : [];
  return [...docs, ...runStages(options.source?.find(String(spec.coll), {}) ?? [], stages, options)];
}

function sample(docs: Document[], argument: unknown): Document[] {
  const size = toNumber(documentArgument('$sample', argument).size);
  if (size === undefined || size < 0)
    throw new MongoError(28747, 'size argument to $sample must be a positive integer');
  const pool = [...docs];
  for (let i = 0; i < Math.min(size, pool.length); i++) {
    const j = i + Math.floor(Math.random() * (pool.length - i));
    const [a, b] = [pool[i], pool[j]];
    if (a && b) [pool[i], pool[j]] = [b, a];
  }
  return pool.slice(0, size);
}

function sort(docs: Document[], argument: unknown, options: StageOptions): Document[] {
  const fields = parseSort(argument);
  if (fields.length === 0) throw new MongoError(15976, '$sort stage must have at least one sort key');
  const sorter = new TopSorter<Document>(fields, Number.POSITIVE_INFINITY, options.collation);
  for (const doc of docs) {
    options.tick?.();
    sorter.add(doc, doc);
  }
  return sorter.finish();
}

/** A bucket is a group by the lower boundary. */
function bucket(docs: Document[], argument: unknown, options: StageOptions): Document[] {
  const { groupBy, boundaries, default: otherwise, output } = documentArgument('$bucket', argument);
  if (!Array.isArray(boundaries) || boundaries.length < 2)
    throw new MongoError(40192, "The $bucket 'boundaries' field must have at least 2 values");
  const branches = boundaries.slice(0, -1).map((lower: unknown, i) => ({
    case: {
      $and: [{ $gte: [groupBy, { $literal: lower }] }, { $lt: [groupBy, { $literal: boundaries[i + 1] }] }],
    },
    // oxlint-disable-next-line unicorn/no-thenable -- a branch of $switch is written like this
    then: { $literal: lower },
  }));
  const _id = {
    $switch: { branches, ...(otherwise === undefined ? {} : { default: { $literal: otherwise } }) },
  };
  const fields = isDocument(output) ? output : { count: { $sum: 1 } };
  return sort(group(docs, { _id, ...fields }, options), { _id: 1 }, options);
}

function facet(docs: Document[], argument: unknown, options: StageOptions): Document[] {
  const result: Document = {};
  for (const [name, stages] of Object.entries(documentArgument('$facet', argument))) {
    if (!Array.isArray(stages))
      throw new MongoError(40170, `arguments to $facet must be arrays, ${name} is type ${typeof stages}`);
    result[name] = runStages(docs, stages.filter(isDocument), options);
  }
  return [result];
}

const borrowed =
  (name: string): Stage =>
  (docs, argument, { source }) =>
    runBorrowedStage(name, docs, argument, (collection) => source?.find(collection, {}) ?? []);

const stages: Record<string, Stage> = {
  $match: (docs, argument, options) => {
    if (!isDocument(argument))
      throw new MongoError(15959, 'the match filter must be an expression in an object');
    const matches = compileFilter(argument, matchOptionsOf(options));
    return docs.filter((doc) => {
      options.tick?.();
      return matches(doc);
    });
  },
  $project: project,
  $addFields: addFields,
  $set: addFields,
  $unset: unset,
  $replaceRoot: (docs, argument, options) =>
    replaceRoot(docs, documentArgument('$replaceRoot', argument).newRoot, options),
  $replaceWith: replaceRoot,
  $sort: sort,
  $limit: (docs, argument) => docs.slice(0, countArgument('$limit', argument, 1)),
  $skip: (docs, argument) => docs.slice(countArgument('$skip', argument, 0)),
  $unwind: unwind,
  $group: group,
  $count: (docs, argument) => {
    if (typeof argument !== 'string' || argument === '')
      throw new MongoError(40156, 'the count field must be a non-empty string');
    return docs.length ? [{ [argument]: docs.length }] : [];
  },
  $sortByCount: (docs, argument, options) =>
    sort(group(docs, { _id: argument, count: { $sum: 1 } }, options), { count: -1 }, options),
  $facet: facet,
  $lookup: lookup,
  $unionWith: unionWith,
  $sample: sample,
  $documents: (_docs, argument) => (Array.isArray(argument) ? argument.filter(isDocument) : []),
  $bucket: bucket,
  $bucketAuto: borrowed('$bucketAuto'),
  $graphLookup: borrowed('$graphLookup'),
  $redact: borrowed('$redact'),
  $setWindowFields: borrowed('$setWindowFields'),
  $densify: borrowed('$densify'),
  $fill: borrowed('$fill'),
};
