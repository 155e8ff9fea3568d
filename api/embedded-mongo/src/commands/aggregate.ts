import { compileExpression } from '../aggregate/expressions.ts';
import { asDocument, isFilled } from '../aggregate/operator.ts';
import { checkStageFields, checkStages, runStages } from '../aggregate/pipeline.ts';
import { leadingFind, onlyAddOthers, type PipelineSource, stageOf, wrapperOf } from '../aggregate/stage.ts';
import { MongoError } from '../errors.ts';
import { check, checkFields, checkOneOf, documentList, optionalDocument, table } from '../input.ts';
import { find, findFirst } from '../query/find.ts';
import { getPath } from '../query/paths.ts';
import { planFind } from '../query/planner.ts';
import { type FindRequest, findRequest } from '../query/request.ts';
import type { Collection } from '../storage/catalog.ts';
import * as records from '../storage/records.ts';
import { TransactionView } from '../storage/transaction.ts';
import { whenUnlocked } from '../storage/view.ts';
import { equalValues } from '../values/compare.ts';
import type { Document } from '../values/decode.ts';
import { isDocument } from '../values/types.ts';
import { collectionStats } from './collections.ts';
import { type Context, collect, ensureCollection, findCollection, type Handler, write } from './context.ts';
import { checkScale, refuseOptions } from './fields.ts';
import { countOf, openFoundCursor, openListCursor } from './reads.ts';

/** Stages that return statistics of a collection, for shells and Compass. */
type Statistic = (ctx: Context, collection: Collection, argument: Document) => Document[];
const statistics: Record<string, Statistic> = table({
  $collStats(ctx, collection, asked) {
    checkFields(asked, ['storageStats', 'count', 'latencyStats', 'queryExecStats'], '$collStats');
    refuseOptions(asked, ['latencyStats', 'queryExecStats'], '$collStats');
    checkScale(asDocument(asked.storageStats));
    check(!collection.isDropped, 26, () => `Collection [${collection.ns}] not found.`);
    const { ns, ...storageStats } = collectionStats(ctx, collection);
    const known = Object.entries({ storageStats, count: storageStats.count });
    const wanted = known.filter(([name]) => name in asked);
    return [{ ns, host: ctx.server.host, localTime: new Date(), ...Object.fromEntries(wanted) }];
  },
  $indexStats({ server }, { indexes }, asked) {
    check(!isFilled(asked), 28803, 'The $indexStats stage specification must be an empty object');
    const common = { host: server.host, accesses: { ops: 0, since: server.startedAt } };
    return indexes.map(({ name, spec }) => ({ name, key: spec.key, ...common, spec }));
  },
});

/** The final stage of the drivers' `countDocuments`; indexes may answer it. */
const countStage = { $group: { _id: 1, n: { $sum: 1 } } };

/** Runs a pipeline on a collection. Returns all results, or the equivalent find if it is no more than that. */
async function run(
  ctx: Context,
  collection: Collection,
  stages: Document[],
  isSent: boolean,
): Promise<Document[] | FindRequest> {
  const [first, ...others] = stages;
  const [name = '', argument] = first ? stageOf(first) : [];
  const statistic = statistics[name];
  const leading = statistic ? { request: {}, rest: others } : leadingFind(stages);
  const { collation, hint } = ctx.body;
  const request = findRequest(ctx, collection, { ...leading.request, collation, hint });
  const [last, another] = leading.rest;
  if (last && !another && equalValues(last, countStage)) {
    const n = await countOf(request);
    return n ? [{ _id: 1, n }] : [];
  }
  if (!statistic && leading.rest.length === 0) return request;
  const isWhole = isSent && onlyAddOthers(leading.rest.slice(1));
  const wrap = isWhole ? wrapperOf(leading.rest.slice(0, 1)) : undefined;
  const docs = statistic
    ? statistic(ctx, collection, asDocument(argument))
    : await collect(find(request), wrap ?? (({ doc }) => doc));
  const options = { collation: request.collation, variables: request.variables, tick: ctx.tick, isSent };
  return runStages(docs, leading.rest.slice(wrap ? 1 : 0), { ...options, source: sourceOf(ctx) });
}

/** Other collections, for `$lookup` and similar stages. */
function sourceOf(ctx: Context): PipelineSource {
  const requestOf = (name: string, wanted: Document): FindRequest =>
    findRequest(ctx, findCollection(ctx, name), wanted);
  const hasIndex = (request: FindRequest) => planFind(request).scans.some((scan) => scan.index);
  return {
    find: (name, wanted, read = ({ doc }) => doc) =>
      Array.from(find(requestOf(name, wanted))).flatMap((found) => (found ? [read(found)] : [])),
    hasIndex: (name, field) => hasIndex(requestOf(name, { filter: { [field]: 1 } })),
  };
}

function targetOf(ctx: Context, argument: unknown): [name: string, db: string] {
  const { db = ctx.db, coll, ...others } = isDocument(argument) ? argument : { coll: argument };
  checkFields(others, [], 'into');
  const isNamed = typeof db === 'string' && typeof coll === 'string';
  check(isNamed, 16990, 'the target collection must be a string or { db, coll }');
  return [coll, db];
}

/** How `$merge` combines a document with an existing one. */
type Combine = (found: Document, doc: Document, on: string[]) => Document;
const matchedModes: Record<string, Combine> = table({
  replace: (_found, doc) => doc,
  merge: (found, doc) => ({ ...found, ...doc }),
  keepExisting: (found) => found,
  fail(found, _doc, on) {
    const text = 'E11000 duplicate key error: $merge found a matching document';
    const keyPattern = Object.fromEntries(on.map((path) => [path, 1]));
    const keyValue = Object.fromEntries(on.map((path) => [path, getPath(found, path) ?? null]));
    throw new MongoError(11000, text, { keyPattern, keyValue });
  },
});

/** Stages that write a pipeline's results. */
const outputStages: Record<string, (ctx: Context, docs: Document[], argument: unknown) => Promise<unknown>> =
  table({
    /** Replaces a collection's content atomically. */
    async $out(ctx, docs, argument) {
      const { engine } = ctx;
      const collection = await engine.change(() => ensureCollection(ctx, ...targetOf(ctx, argument)));
      const view = new TransactionView(engine.store);
      try {
        for (const old of find({ ...findRequest(ctx, collection, {}), view }))
          if (old) records.update(view, collection, old.recordId, old.doc);
        for (const doc of docs) records.insert(view, collection, doc);
        await engine.change(() => view.apply());
      } finally {
        view.end();
      }
    },

    $merge(ctx, docs, argument) {
      const spec = isDocument(argument) && 'into' in argument ? argument : { into: argument };
      const { whenMatched = 'merge', whenNotMatched = 'insert' } = spec;
      const target = targetOf(ctx, spec.into);
      const on = [spec.on ?? '_id'].flat().map(String);
      const pipeline = Array.isArray(whenMatched) ? whenMatched.filter(isDocument) : undefined;
      const given = Object.entries(optionalDocument(spec, 'let') ?? { new: '$$ROOT' });
      const compiled = given.map(([variable, value]) => [variable, compileExpression(value)] as const);
      const runPipeline: Combine = (found, doc) => {
        const values = compiled.map(([variable, read]) => [variable, { $literal: read(doc) ?? null }]);
        const variables: Document = Object.fromEntries(values);
        return runStages([found], pipeline ?? [], { variables })[0] ?? found;
      };
      const combine = pipeline ? runPipeline : matchedModes[String(whenMatched)];
      if (!pipeline) checkOneOf(whenMatched, Object.keys(matchedModes), 'whenMatched');
      checkOneOf(whenNotMatched, ['insert', 'discard', 'fail'], 'whenNotMatched');
      return write(ctx, function* () {
        const collection = ensureCollection(ctx, ...target);
        const isUnique = collection.indexes.some(({ unique, fields }) => {
          return unique && fields.length === on.length && fields.every(({ path }) => on.includes(path));
        });
        check(isUnique, 51183, 'Cannot find index to verify that join fields will be unique');
        for (const doc of docs) {
          const filter = Object.fromEntries(on.map((path) => [path, { $eq: getPath(doc, path) ?? null }]));
          const request = findRequest(ctx, collection, { filter });
          yield* whenUnlocked(() => {
            const found = findFirst(request);
            if (found) {
              const { _id } = found.doc;
              const after = Object.assign({ _id }, combine?.(found.doc, doc, on), { _id });
              records.update(ctx.view, collection, found.recordId, found.doc, after);
            } else if (whenNotMatched === 'insert') records.insert(ctx.view, collection, doc);
            else check(whenNotMatched === 'discard', 13113, '$merge could not find a matching document');
          });
        }
        return {};
      });
    },
  });

/** Rejects an invalid pipeline before any of it runs. */
export function checkPipeline(stages: Document[]): void {
  const names = stages.map((stage) => stageOf(stage)[0]);
  const isEarly = names.slice(0, -1).some((one) => one in outputStages);
  check(!isEarly, 40601, '$out and $merge can only be the final stage in the pipeline');
  const last = names.at(-1) ?? '';
  const hasOutput = last in outputStages;
  if (hasOutput) checkStageFields(last, Object.values(stages.at(-1) ?? {})[0]);
  const isStatistic = (names[0] ?? '') in statistics;
  checkStages(stages.slice(isStatistic ? 1 : 0, hasOutput ? -1 : undefined));
}

export const aggregate: Handler = async (ctx) => {
  const { body } = ctx;
  const stages = documentList(body, 'pipeline');
  check(body.cursor !== undefined, 9, "The 'cursor' option is required");
  const name = typeof body.aggregate === 'string' ? body.aggregate : '$cmd.aggregate';
  const collection = findCollection(ctx, name);
  checkPipeline(stages);
  const [last, target] = stages.length > 0 ? stageOf(stages.at(-1) ?? {}) : [''];
  const output = outputStages[last];
  check(!output || !ctx.transaction, 263, () => `Cannot run '${last}' in a multi-document transaction.`);
  const found = await run(ctx, collection, output ? stages.slice(0, -1) : stages, !output);
  if (!output && !Array.isArray(found)) return openFoundCursor(ctx, found);
  const docs = Array.isArray(found) ? found : await collect(find(found), ({ doc }) => doc);
  await output?.(ctx, docs, target);
  return openListCursor(ctx, collection.ns, output ? [] : docs);
};
