import { stageOf } from '../aggregate/pipeline.ts';
import { MongoError } from '../errors.ts';
import { type FindPlan, type FindRequest, type FindStats, find, planFind } from '../query/find.ts';
import type { IndexPlan } from '../query/planner.ts';
import type { Collection } from '../storage/catalog.ts';
import type { Document } from '../values/decode.ts';
import { isDocument, isTruthy } from '../values/types.ts';
import { type Context, findRequest, type Handler, pause } from './context.ts';

/** Says how a command would find its documents, and, when asked, what that costs. */
export const explain: Handler = async (ctx) => {
  const { body } = ctx;
  const command = isDocument(body.explain) ? body.explain : {};
  const [name = '', target] = Object.entries(command)[0] ?? [];
  const asked = requestOf(name, command);
  if (!asked || typeof target !== 'string')
    throw new MongoError(59, `Explain failed due to unknown command: ${name}`);
  const collection =
    ctx.engine.catalog.find(ctx.db, target) ??
    ({ indexes: [], ns: `${ctx.db}.${target}` } as unknown as Collection); // planning reads only these
  const request = findRequest(ctx, collection, asked);
  const plan = planFind(collection, request);
  const winningPlan = describe(plan, request);
  const reply: Document = {
    explainVersion: '1',
    queryPlanner: {
      namespace: `${ctx.db}.${target}`,
      parsedQuery: request.filter,
      indexFilterSet: false,
      winningPlan,
      rejectedPlans: [],
    },
    command,
    serverInfo: { host: ctx.server.host(), version: '8.0.0' },
    ok: 1,
  };
  if (body.verbosity !== 'queryPlanner' && 'id' in collection)
    reply.executionStats = await execute(ctx, collection, request, plan, winningPlan);
  return reply;
};

/** The find that a command amounts to. */
function requestOf(name: string, command: Document): Document | undefined {
  const { collation, hint } = command;
  const first = (list: unknown): Document => (Array.isArray(list) && isDocument(list[0]) ? list[0] : {});
  switch (name) {
    case 'find':
      return command;
    case 'count':
    case 'distinct':
      return { ...command, filter: command.query };
    case 'findAndModify':
      return { filter: command.query, sort: command.sort, limit: 1, collation, hint };
    case 'update':
      return { filter: first(command.updates).q, limit: isTruthy(first(command.updates).multi) ? 0 : 1 };
    case 'delete':
      return { filter: first(command.deletes).q, limit: first(command.deletes).limit };
    case 'aggregate': {
      const request: Document = { collation, hint };
      for (const stage of Array.isArray(command.pipeline) ? command.pipeline.filter(isDocument) : []) {
        const [stageName, argument] = stageOf(stage);
        if (stageName === '$match' && !('filter' in request)) request.filter = argument;
        else if (stageName === '$sort' && !('sort' in request)) request.sort = argument;
        else break;
      }
      return request;
    }
    default:
      return undefined;
  }
}

async function execute(
  ctx: Context,
  collection: Collection,
  request: FindRequest,
  plan: FindPlan,
  winningPlan: Document,
): Promise<Document> {
  const stats: FindStats = { keysExamined: 0, docsExamined: 0 };
  const startedAt = Date.now();
  let nReturned = 0;
  for (const found of find(ctx.view, collection, request, ctx.tick, plan, stats)) {
    if (found) nReturned++;
    else await pause();
  }
  return {
    executionSuccess: true,
    nReturned,
    executionTimeMillis: Date.now() - startedAt,
    totalKeysExamined: stats.keysExamined,
    totalDocsExamined: stats.docsExamined,
    executionStages: { ...winningPlan, nReturned },
  };
}

function describe(plan: FindPlan, request: FindRequest): Document {
  let stage: Document;
  if (plan.indexes.length === 0)
    stage = { stage: 'COLLSCAN', filter: request.filter, direction: plan.backwards ? 'backward' : 'forward' };
  else {
    const scans = plan.indexes.map(describeScan);
    const inputStage = scans.length === 1 ? scans[0] : { stage: 'OR', inputStages: scans };
    stage = { stage: 'FETCH', ...(plan.exact ? {} : { filter: request.filter }), inputStage };
  }
  if (!plan.sorted)
    stage = {
      stage: 'SORT',
      sortPattern: Object.fromEntries(request.sort.map((field) => [field.path, field.descending ? -1 : 1])),
      inputStage: stage,
    };
  if (request.skip) stage = { stage: 'SKIP', skipAmount: request.skip, inputStage: stage };
  if (request.limit) stage = { stage: 'LIMIT', limitAmount: request.limit, inputStage: stage };
  return stage;
}

function describeScan({ index, reverse, intervals }: IndexPlan): Document {
  return {
    stage: 'IXSCAN',
    keyPattern: index.spec.key,
    indexName: index.name,
    isMultiKey: index.multikeyFields.size > 0,
    isUnique: index.unique,
    isSparse: index.sparse,
    isPartial: index.partialFilter !== undefined,
    indexVersion: 2,
    direction: reverse ? 'backward' : 'forward',
    intervals: intervals.length,
  };
}
