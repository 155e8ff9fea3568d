import { checkStages, type PipelineSource, runStages, stageOf } from '../aggregate/pipeline.ts';
import { whenUnlocked } from '../engine.ts';
import { badValue, failedToParse, MongoError } from '../errors.ts';
import { type FindRequest, find, planFind } from '../query/find.ts';
import { parseSort } from '../query/sort.ts';
import { structuredCopy } from '../query/update.ts';
import type { Collection } from '../storage/catalog.ts';
import type { Document } from '../values/decode.ts';
import { encode, maxDocumentSize } from '../values/encode.ts';
import { isDocument, isTruthy, toNumber } from '../values/types.ts';
import { storageStats } from './collections.ts';
import {
  type Context,
  checkSnapshot,
  ensureCollection,
  findRequest,
  type Handler,
  matchOptions,
  optionalDocument,
  pause,
  write,
} from './context.ts';
import { openCursor } from './reads.ts';

export const isView = (collection: Collection): boolean => 'viewOn' in collection.options;

/** The leading stages that a find can do, with indexes; the rest runs in memory. */
function pushDown(stages: Document[]): { request: Document; rest: Document[] } {
  const request: Document = {};
  const filters: Document[] = [];
  let taken = 0;
  for (const stage of stages) {
    const [name, argument] = stageOf(stage);
    if (
      name === '$match' &&
      isDocument(argument) &&
      !('sort' in request) &&
      !('limit' in request) &&
      !('skip' in request)
    )
      filters.push(argument);
    else if (
      name === '$sort' &&
      isDocument(argument) &&
      !('sort' in request) &&
      !('limit' in request) &&
      !('skip' in request)
    )
      request.sort = argument;
    else if (
      name === '$skip' &&
      !('skip' in request) &&
      !('limit' in request) &&
      (toNumber(argument) ?? -1) >= 0
    )
      request.skip = argument;
    else if (name === '$limit' && !('limit' in request) && (toNumber(argument) ?? 0) > 0)
      request.limit = argument;
    else break;
    taken++;
  }
  if (filters.length) request.filter = filters.length === 1 ? filters[0] : { $and: filters };
  return { request, rest: stages.slice(taken) };
}

function pipelineSource(ctx: Context): PipelineSource {
  const { catalog } = ctx.engine;
  const request = (collection: Collection, filter: Document): FindRequest =>
    findRequest(ctx, collection, { filter });
  return {
    find(name, filter) {
      const collection = catalog.find(ctx.db, name);
      if (!collection) return [];
      if (isView(collection)) {
        const { viewOn, pipeline } = viewOf(collection);
        return runStages(this.find(viewOn, {}), [...pipeline, { $match: filter }], {
          source: this,
          tick: ctx.tick,
        });
      }
      const found: Document[] = [];
      for (const doc of find(ctx.view, collection, request(collection, filter), ctx.tick))
        if (doc) found.push(doc.doc);
      return found;
    },
    hasIndex(name, field) {
      const collection = catalog.find(ctx.db, name);
      return (
        collection !== undefined &&
        !isView(collection) &&
        planFind(collection, request(collection, { [field]: 1 })).indexes.length > 0
      );
    },
  };
}

export function viewOf(collection: Collection): { viewOn: string; pipeline: Document[] } {
  const { viewOn, pipeline } = collection.options;
  return { viewOn: String(viewOn), pipeline: Array.isArray(pipeline) ? pipeline.filter(isDocument) : [] };
}

/** Runs a pipeline on a collection and gives all its results. */
async function run(
  ctx: Context,
  collectionName: string | undefined,
  stages: Document[],
): Promise<Document[]> {
  const match = matchOptions(ctx);
  const options = {
    collation: match.collation,
    variables: optionalDocument(ctx.body, 'let'),
    source: pipelineSource(ctx),
    tick: ctx.tick,
  };
  const [first] = stages;
  if (first && ('$collStats' in first || '$indexStats' in first)) {
    return runStages(statistics(ctx, collectionName ?? '', first), stages.slice(1), options);
  }
  checkStages(stages);
  const collection =
    collectionName === undefined ? undefined : ctx.engine.catalog.find(ctx.db, collectionName);
  if (!collection) return runStages([], stages, options);
  if (isView(collection)) {
    const view = viewOf(collection);
    return run(ctx, view.viewOn, [...view.pipeline, ...stages]);
  }
  checkSnapshot(ctx, collection);
  const { request, rest } = pushDown(stages);
  if (request.sort) parseSort(request.sort);
  const [onlyCount] = rest;
  const docs: Document[] = [];
  let n = 0;
  const countsOnly = rest.length === 1 && onlyCount && ('$count' in onlyCount || isCountGroup(onlyCount));
  const wanted = findRequest(ctx, collection, {
    ...request,
    collation: ctx.body.collation,
    hint: ctx.body.hint,
  });
  for (const found of find(ctx.view, collection, wanted, ctx.tick)) {
    if (!found) await pause();
    else if (countsOnly) n++;
    else docs.push(found.doc);
  }
  if (countsOnly && onlyCount) {
    if (n === 0) return [];
    return '$count' in onlyCount
      ? [{ [String(onlyCount.$count)]: n }]
      : [{ _id: (onlyCount.$group as Document)._id, n }]; // checked by isCountGroup
  }
  return runStages(docs, rest, options);
}

/** What shells and Compass show about a collection. */
function statistics(ctx: Context, name: string, stage: Document): Document[] {
  const collection = ctx.engine.catalog.find(ctx.db, name);
  const host = ctx.server.host();
  if ('$indexStats' in stage) {
    const accesses = { ops: 0, since: new Date(ctx.server.startedAt) };
    return (collection?.indexes ?? []).map((index) => ({
      name: index.name,
      key: index.spec.key,
      host,
      accesses,
      spec: index.spec,
    }));
  }
  if (!collection) throw new MongoError(26, `Collection [${ctx.db}.${name}] not found.`);
  const stats = storageStats(ctx, collection);
  return [{ ns: collection.ns, host, localTime: new Date(), storageStats: stats, count: stats.count }];
}

/** `countDocuments` of the drivers: `{ $group: { _id: 1, n: { $sum: 1 } } }`. */
function isCountGroup(stage: Document): boolean {
  const { $group: spec } = stage;
  return (
    isDocument(spec) &&
    Object.keys(spec).join() === '_id,n' &&
    (spec._id === 1 || spec._id === null) &&
    isDocument(spec.n) &&
    spec.n.$sum === 1
  );
}

function pipelineOf(ctx: Context): Document[] {
  const { pipeline } = ctx.body;
  if (!Array.isArray(pipeline)) throw new MongoError(14, 'A pipeline must be an array of objects');
  return pipeline.map((stage: unknown) => {
    if (!isDocument(stage)) throw new MongoError(14, 'Each element of the pipeline array must be an object');
    return stage;
  });
}

function* encodeAll(docs: Document[]): Generator<Uint8Array> {
  for (const doc of docs) {
    const bytes = encode(doc);
    if (bytes.length > maxDocumentSize)
      throw new MongoError(
        10334,
        `BSONObj size: ${bytes.length} is invalid. Size must be between 0 and ${maxDocumentSize}(16MB)`,
      );
    yield bytes;
  }
}

export const aggregate: Handler = async (ctx) => {
  const stages = pipelineOf(ctx);
  const target = ctx.body.aggregate;
  const name = typeof target === 'string' ? target : undefined;
  if (ctx.body.cursor === undefined && !ctx.body.explain)
    throw failedToParse("The 'cursor' option is required, except for aggregate with the explain argument");
  const ns = `${ctx.db}.${name ?? '$cmd.aggregate'}`;
  const last = stages.at(-1);
  const [lastName, argument] = last ? stageOf(last) : [];
  const misplaced = stages.slice(0, -1).find((stage) => '$out' in stage || '$merge' in stage);
  if (misplaced)
    throw new MongoError(40601, `${Object.keys(misplaced)[0]} can only be the final stage in the pipeline`);
  const cursor = optionalDocument(ctx.body, 'cursor');
  if (lastName === '$out' || lastName === '$merge') {
    const docs = await run(ctx, name, stages.slice(0, -1));
    await (lastName === '$out' ? out(ctx, docs, argument) : merge(ctx, docs, argument));
    return openCursor(ctx, ns, encodeAll([]), cursor?.batchSize);
  }
  return openCursor(ctx, ns, encodeAll(await run(ctx, name, stages)), cursor?.batchSize);
};

/** Answers a find or count on a view, by its pipeline. */
export async function aggregateView(
  ctx: Context,
  collection: Collection,
  filterName = 'filter',
): Promise<Document> {
  const { body } = ctx;
  const stages: Document[] = [];
  const filter = optionalDocument(body, filterName);
  if (filter) stages.push({ $match: filter });
  if (body.sort && Object.keys(optionalDocument(body, 'sort') ?? {}).length)
    stages.push({ $sort: body.sort });
  if (toNumber(body.skip)) stages.push({ $skip: body.skip });
  const limit = Math.abs(toNumber(body.limit) ?? 0);
  if (limit) stages.push({ $limit: limit });
  const projection = optionalDocument(body, 'projection');
  if (projection && Object.keys(projection).length) stages.push({ $project: projection });
  const docs = await run(ctx, collection.name, stages);
  const batchSize = filterName === 'query' ? docs.length + 1 : body.batchSize;
  return openCursor(ctx, collection.ns, encodeAll(docs), batchSize, { single: isTruthy(body.singleBatch) });
}

function targetOf(ctx: Context, argument: unknown, field: 'coll' | 'into'): { db: string; name: string } {
  if (typeof argument === 'string') return { db: ctx.db, name: argument };
  if (!isDocument(argument) || typeof argument[field === 'into' ? 'coll' : field] !== 'string')
    throw new MongoError(16990, 'the target collection must be a string or { db, coll }');
  return { db: typeof argument.db === 'string' ? argument.db : ctx.db, name: String(argument.coll) };
}

/** Replaces a collection by the results, in one commit. */
async function out(ctx: Context, docs: Document[], argument: unknown): Promise<void> {
  const { db, name } = targetOf(ctx, argument, 'coll');
  const { engine } = ctx;
  await engine.write(function* () {
    const old = engine.catalog.find(db, name);
    const specs = old?.indexes.slice(1) ?? [];
    if (old) engine.catalog.drop(old);
    const collection = engine.catalog.create(db, name, old?.options);
    for (const index of specs) engine.catalog.addIndex(collection, index.spec);
    for (const doc of docs) engine.records.insert(engine.latest, collection, structuredCopy(doc));
    yield* engine.catalog.collectGarbage();
  });
}

async function merge(ctx: Context, docs: Document[], argument: unknown): Promise<void> {
  const spec = isDocument(argument) && 'into' in argument ? argument : { into: argument };
  const { db, name } = targetOf(ctx, spec.into, 'into');
  const on = (Array.isArray(spec.on) ? spec.on : [spec.on ?? '_id']).map(String);
  const whenMatched = spec.whenMatched ?? 'merge';
  const whenNotMatched = spec.whenNotMatched ?? 'insert';
  const collection = await ensureCollection(ctx, name, db);
  if (
    !on.every((field) => field === '_id') &&
    !collection.indexes.some(
      (index) =>
        index.unique &&
        index.fields.every((field) => on.includes(field.path)) &&
        index.fields.length === on.length,
    )
  ) {
    throw new MongoError(51183, `Cannot find index to verify that join fields will be unique`);
  }
  const { records } = ctx.engine;
  await write(ctx, function* (view) {
    for (const doc of docs) {
      yield* whenUnlocked(() => {
        const filter = Object.fromEntries(on.map((field) => [field, doc[field]]));
        const found = [
          ...find(view, collection, { ...findRequest(ctx, collection, { filter }), limit: 1 }, ctx.tick),
        ].find((item) => item);
        if (!found) {
          if (whenNotMatched === 'fail')
            throw new MongoError(
              13113,
              '$merge could not find a matching document in the target collection for at least one document in the source collection',
            );
          if (whenNotMatched === 'insert') records.insert(view, collection, doc);
          return;
        }
        if (whenMatched === 'keepExisting') return;
        if (whenMatched === 'fail')
          throw new MongoError(11000, `E11000 duplicate key error collection: ${collection.ns}`);
        let after: Document;
        if (whenMatched === 'replace') after = { ...doc, _id: found.doc._id };
        else if (whenMatched === 'merge') after = { ...found.doc, ...doc, _id: found.doc._id };
        else if (Array.isArray(whenMatched)) {
          const [result] = runStages([found.doc], whenMatched.filter(isDocument), {
            variables: { new: { $literal: doc } },
          });
          after = { ...result, _id: found.doc._id };
        } else
          throw badValue(
            `Enumeration value '${String(whenMatched)}' for field 'whenMatched' is not a valid value.`,
          );
        records.update(view, collection, found.recordId, found.doc, after);
      });
    }
  });
}
