import { isDeepStrictEqual as isEqual } from 'node:util';
import type { Connection } from 'mongoose';
import type { SentCommand } from './record-commands.ts';

/** How the database finds what one kind of command asks for. */
export interface QueryPlan {
  /** The command with its values left out: what all commands of this kind have in common. */
  shape: string;
  /** Stages and indexes, the last stage first. */
  plan: string;
  /** Documents read. */
  examined: number;
  /** Keys of indexes read. */
  keysExamined: number;
  returned: number;
}

/** What a command looks for, as finds: also what it changes or removes, and each of those that go together (`readTogether`). */
export function findsOf(command: SentCommand): SentCommand[] {
  const [[kind, collection] = ['', '']] = Object.entries(command);
  // True because these are the fields of such commands.
  const { updates, deletes, query } = command as Record<string, Array<{ q: unknown }>>;
  const { pipeline = [] } = command as { pipeline?: PipelineStage[] };
  if (kind === 'findAndModify') return [{ find: collection, filter: query }];
  if (kind === 'update' || kind === 'delete')
    return (updates ?? deletes ?? []).map(({ q }) => ({ find: collection, filter: q }));
  const others = pipeline.flatMap(({ $unionWith }) => $unionWith ?? []);
  if (pipeline.length === 0 || pipeline.some(({ $lookup }) => $lookup)) return [command];
  const own = pipeline.filter(({ $unionWith }) => !$unionWith);
  return [{ coll: collection, pipeline: own }, ...others].map(({ coll, pipeline: stages }) => {
    const { $match, $sort, $limit, $project }: PipelineStage = Object.assign({}, ...stages);
    const found = { find: coll, filter: $match, sort: $sort, limit: $limit, projection: $project };
    return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
  });
}

interface PipelineStage {
  $match?: object;
  $sort?: object;
  $limit?: number;
  $project?: object;
  $lookup?: object;
  $unionWith?: { coll: string; pipeline: PipelineStage[] };
}

/** A plan that looks at everything. */
export const unbounded = /COLLSCAN/;

/** Asks the database how it answers a command, and answers it once to count what that reads. */
export async function explainCommand(connection: Connection, command: SentCommand): Promise<QueryPlan> {
  const explained = await connection.db?.command({ explain: command, verbosity: 'executionStats' });
  const stats = findKey(explained, 'executionStats') as ExecutionStats | undefined;
  if (!stats) throw new Error(`There are no figures of ${JSON.stringify(command)}.`);
  return {
    shape: shapeOf(command),
    plan: describePlan(findKey(explained, 'winningPlan')),
    examined: stats.totalDocsExamined,
    keysExamined: stats.totalKeysExamined,
    returned: stats.nReturned,
  };
}

interface ExecutionStats {
  totalKeysExamined: number;
  totalDocsExamined: number;
  nReturned: number;
}

/** The first value of this name, however deep: servers wrap the plan of an aggregation differently. */
function findKey(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    if (key === name) return inner;
    const found = findKey(inner, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

function describePlan(stage: unknown): string {
  // True because plans of all servers are trees of such stages.
  const { queryPlan, stage: name, indexName, inputStage, inputStages = [] } = stage as PlanStage;
  if (queryPlan) return describePlan(queryPlan);
  const inputs = (inputStage ? [inputStage] : inputStages).map(describePlan);
  const own = indexName ? `${name} ${indexName}` : String(name);
  if (inputs.length > 1) return `${own} (${[...new Set(inputs)].join(' | ')})`;
  return [own, ...inputs].join(' < ');
}

interface PlanStage {
  queryPlan?: unknown;
  stage?: string;
  indexName?: string;
  inputStage?: unknown;
  inputStages?: unknown[];
}

/** A command with its values left out. */
export function shapeOf(command: SentCommand): string {
  const [[name, collection] = ['', '']] = Object.entries(command);
  const { filter, query, pipeline, updates, deletes, sort, projection, skip, limit } = command;
  const parts: Array<[string, unknown]> = [
    ['', withoutValues(filter ?? query ?? pipeline ?? updates ?? deletes ?? {})],
    ['sort', sort],
    ['only', projection],
    ['skip', skip === undefined ? undefined : '?'],
    ['limit', limit === undefined ? undefined : '?'],
  ];
  const told = parts.filter(([, value]) => value !== undefined && !isEmpty(value));
  return [
    `${String(collection)}.${name}`,
    ...told.map(([part, value]) => `${part} ${plain(value)}`.trim()),
  ].join(' ');
}

/** The operators and fields of a filter; lists of values count as one value. */
function withoutValues(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(withoutValues);
    return items.every((item) => item === '?') ? ['?'] : items;
  }
  if (value instanceof Map) return withoutValues(Object.fromEntries(value));
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return '?';
  const inner = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutValues(one)]));
  // One key or several: what is read together differs from one turn of the event loop to the next.
  return isEqual(inner, { $in: ['?'] }) ? '?' : inner;
}

const isEmpty = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.keys(plainObject(value)).length === 0;

function plainObject(value: object): object {
  return value instanceof Map ? Object.fromEntries(value) : value;
}

/** JSON as people write it. */
function plain(value: unknown): string {
  const text = JSON.stringify(value instanceof Map ? Object.fromEntries(value) : value);
  return text
    .replaceAll('"?"', '?')
    .replaceAll(/"([\w$.]+)":/g, '$1: ')
    .replaceAll(',', ', ');
}
