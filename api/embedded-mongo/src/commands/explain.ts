import { leadingFind } from '../aggregate/stage.ts';
import { check, documentList, optionalDocument } from '../input.ts';
import { find } from '../query/find.ts';
import { type FindPlan, planFind, type Scan } from '../query/planner.ts';
import { type FindRequest, findRequest } from '../query/request.ts';
import type { Document } from '../values/decode.ts';
import { isTruthy } from '../values/types.ts';
import { checkPipeline } from './aggregate.ts';
import { collect, findCollection, type Handler } from './context.ts';
import { checkCommand } from './fields.ts';
import { mongoVersion } from './server.ts';

const ofQuery = (command: Document): Document => ({ ...command, filter: command.query });
function ofFirst({ q, multi, limit, ...rest }: Document = {}): Document {
  return { ...rest, filter: q, limit: limit ?? (isTruthy(multi) ? 0 : 1) };
}

/** The find equivalent to a command. */
const findOf: Record<string, (command: Document) => Document> = {
  find: (command) => command,
  count: ofQuery,
  distinct: ofQuery,
  findAndModify: (command) => ({ ...ofQuery(command), limit: 1 }),
  aggregate(command) {
    const stages = documentList(command, 'pipeline');
    checkPipeline(stages);
    return { ...command, ...leadingFind(stages).request };
  },
  update: (command) => ofFirst(documentList(command, 'updates')[0]),
  delete: (command) => ofFirst(documentList(command, 'deletes')[0]),
};

/** Returns the plan for finding a command's documents, and on request its execution statistics. */
export const explain: Handler = async (ctx) => {
  const command = optionalDocument(ctx.body, 'explain') ?? {};
  const { verbosity = 'allPlansExecution' } = ctx.body;
  const isKnown = ['queryPlanner', 'executionStats', 'allPlansExecution'].includes(String(verbosity));
  const text = `verbosity string must be one of {'queryPlanner', 'executionStats', 'allPlansExecution'}`;
  check(isKnown, 9, text);
  const [name = '', target] = Object.entries(command)[0] ?? [];
  const asFind = Object.hasOwn(findOf, name) ? findOf[name] : undefined;
  check(asFind && typeof target === 'string', 59, () => `Explain failed due to unknown command: ${name}`);
  checkCommand(name, command, false);
  const request = findRequest(ctx, findCollection(ctx, target), asFind(command));
  const plan = planFind(request);
  const winningPlan = describe(plan, request);
  const queryPlanner = { namespace: request.collection.ns, winningPlan, rejectedPlans: [] };
  const reply = { queryPlanner, command, serverInfo: { host: ctx.server.host, version: mongoVersion } };
  if (verbosity === 'queryPlanner') return reply;
  const startedAt = Date.now();
  const { length: nReturned } = await collect(find(request, plan), () => true);
  const executionTimeMillis = Date.now() - startedAt;
  const examined = { totalKeysExamined: plan.keysExamined, totalDocsExamined: plan.docsExamined };
  const executionStages = { ...winningPlan, nReturned };
  const result = { executionSuccess: true, nReturned, executionTimeMillis, ...examined, executionStages };
  return { ...reply, executionStats: result };
};

function describe({ scans, exact, sorted }: FindPlan, { filter, sort, skip, limit }: FindRequest): Document {
  const inputs = scans.map(describeScan);
  let stage: Document = { ...inputs[0], filter };
  if (scans[0]?.index) {
    const inputStage = inputs.length > 1 ? { stage: 'OR', inputStages: inputs } : inputs[0];
    stage = { stage: 'FETCH', ...(exact ? {} : { filter }), inputStage };
  }
  const sortPattern = Object.fromEntries(sort.map(({ path, descending }) => [path, descending ? -1 : 1]));
  if (!sorted) stage = { stage: 'SORT', sortPattern, inputStage: stage };
  if (skip) stage = { stage: 'SKIP', skipAmount: skip, inputStage: stage };
  if (limit) stage = { stage: 'LIMIT', limitAmount: limit, inputStage: stage };
  return stage;
}

function describeScan({ index, reverse, intervals }: Scan): Document {
  const direction = reverse ? 'backward' : 'forward';
  if (!index) return { stage: 'COLLSCAN', direction };
  const plain = { indexName: index.name, keyPattern: index.spec.key, direction };
  return {
    stage: 'IXSCAN',
    ...plain,
    isMultiKey: index.multikeyFields.size > 0,
    intervals: intervals.length,
  };
}
