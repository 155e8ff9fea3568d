import { checkStages, type PipelineSource, runStages, stageOf } from '../aggregate/pipeline.ts';
import { check, documentList } from '../input.ts';
import { find } from '../query/find.ts';
import { planFind } from '../query/planner.ts';
import { type FindRequest, findRequest } from '../query/request.ts';
import type { Collection } from '../storage/catalog.ts';
import { equalValues } from '../values/compare.ts';
import type { Document } from '../values/decode.ts';
import { isDocument, toNumber } from '../values/types.ts';
import { collectionStats } from './collections.ts';
import { type Context, collect, findCollection, type Handler } from './context.ts';
import { outputStages } from './output-stages.ts';
import { countOf, openListCursor } from './reads.ts';

/** The stages that a find can do, with indexes, in the order in which it does them. */
const findStages = ['$match', '$sort', '$skip', '$limit'];

/** The find that a pipeline begins with; the rest of it runs in memory. */
export function leadingFind(stages: Document[]): { request: Document; rest: Document[] } {
  const request: Document = {};
  const filters: unknown[] = [];
  let next = 0;
  let taken = 0;
  for (const [name, argument] of stages.map(stageOf)) {
    const place = findStages.indexOf(name);
    const isSound = place < 2 ? isDocument(argument) : (toNumber(argument) ?? 0) > 0;
    if (place < next || !isSound) break;
    if (place === 0) filters.push(argument);
    else {
      request[name.slice(1)] = argument;
      next = place + 1;
    }
    taken++;
  }
  if (filters.length) request.filter = filters.length === 1 ? filters[0] : { $and: filters };
  return { request, rest: stages.slice(taken) };
}

/** Stages that tell of a collection, for shells and Compass. */
const statistics: Record<string, (ctx: Context, collection: Collection) => Document[]> = {
  $collStats(ctx, collection) {
    check(!collection.isDropped, 26, `Collection [${collection.ns}] not found.`);
    const { ns, ...storageStats } = collectionStats(ctx, collection);
    return [{ ns, host: ctx.server.host(), localTime: new Date(), storageStats, count: storageStats.count }];
  },
  $indexStats({ server }, { indexes }) {
    const accesses = { ops: 0, since: new Date(server.startedAt) };
    return indexes.map(({ name, spec }) => ({ name, key: spec.key, host: server.host(), accesses, spec }));
  },
};

/** What `countDocuments` of the drivers ends with; indexes may have the answer. */
const countStage = { $group: { _id: 1, n: { $sum: 1 } } };

/** Runs a pipeline on a collection and gives all its results. */
async function run(ctx: Context, collection: Collection, stages: Document[]): Promise<Document[]> {
  const [first, ...others] = stages;
  const statistic = first && statistics[stageOf(first)[0]];
  checkStages(statistic ? others : stages);
  const leading = statistic ? { request: {}, rest: others } : leadingFind(stages);
  const { collation, hint } = ctx.body;
  const request = findRequest(ctx, collection, { ...leading.request, collation, hint });
  const [last, another] = leading.rest;
  if (last && !another && equalValues(last, countStage)) {
    const n = await countOf(request);
    return n ? [{ _id: 1, n }] : [];
  }
  const docs = statistic ? statistic(ctx, collection) : await collect(find(request), ({ doc }) => doc);
  const options = { collation: request.collation, variables: request.variables, tick: ctx.tick };
  return runStages(docs, leading.rest, { ...options, source: sourceOf(ctx) });
}

/** Other collections, for `$lookup` and its kind. */
function sourceOf(ctx: Context): PipelineSource {
  const requestOf = (name: string, filter: Document): FindRequest =>
    findRequest(ctx, findCollection(ctx, name), { filter });
  return {
    find: (name, filter) =>
      Array.from(find(requestOf(name, filter))).flatMap((found) => (found ? [found.doc] : [])),
    hasIndex: (name, field) => planFind(requestOf(name, { [field]: 1 })).scans.some((scan) => scan.index),
  };
}

export const aggregate: Handler = async (ctx) => {
  const { body } = ctx;
  const stages = documentList(body, 'pipeline');
  check(body.cursor !== undefined, 9, "The 'cursor' option is required");
  const name = typeof body.aggregate === 'string' ? body.aggregate : '$cmd.aggregate';
  const collection = findCollection(ctx, name);
  const place = stages.findIndex((stage) => stageOf(stage)[0] in outputStages);
  const isLast = place < 0 || place === stages.length - 1;
  check(isLast, 40601, '$out and $merge can only be the final stage in the pipeline');
  const docs = await run(ctx, collection, place < 0 ? stages : stages.slice(0, place));
  const output = stages[place];
  if (!output) return openListCursor(ctx, collection.ns, docs);
  const [outputName, argument] = stageOf(output);
  await outputStages[outputName]?.(ctx, docs, argument);
  return openListCursor(ctx, collection.ns, []);
};
