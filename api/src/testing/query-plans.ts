import { isDeepStrictEqual as isEqual } from 'node:util';
import type { Connection } from 'mongoose';
import type { SentCommand } from './record-commands.ts';

/** The database's plan for one kind of command. */
export interface QueryPlan {
  /** The command without its values, the same for all commands of this kind. */
  shape: string;
  /** Stages and indexes, last stage first. */
  plan: string;
  /** Documents examined. */
  examined: number;
  /** Index keys examined. */
  keysExamined: number;
  returned: number;
}

/** Converts a command into equivalent finds: also the filters of updates and deletes, and each read of a batch (`batchFind`). */
export function findsOf(command: SentCommand): SentCommand[] {
  const [[kind, collection] = ['', '']] = Object.entries(command);
  // Safe: these commands have these fields.
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

/** A full collection scan. */
export const unbounded = /COLLSCAN/;

/** Explains a command with execution statistics. */
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

/** The first value with this key at any depth; servers nest an aggregation's plan differently. */
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
  // Safe: every server's plan is a tree of such stages.
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

/** A command without its values. */
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
  const shownParts = parts.filter(([, value]) => value !== undefined && !isEmpty(value));
  return [
    `${String(collection)}.${name}`,
    ...shownParts.map(([part, value]) => `${part} ${plain(value)}`.trim()),
  ].join(' ');
}

/** A filter's operators and fields; a list of values counts as one value. */
function withoutValues(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(withoutValues);
    return items.every((item) => item === '?') ? ['?'] : items;
  }
  if (value instanceof Map) return withoutValues(Object.fromEntries(value));
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return '?';
  const inner = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutValues(one)]));
  // One key or several: a batch's size differs between ticks.
  return isEqual(inner, { $in: ['?'] }) ? '?' : inner;
}

const isEmpty = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.keys(plainObject(value)).length === 0;

function plainObject(value: object): object {
  return value instanceof Map ? Object.fromEntries(value) : value;
}

/** Readable JSON. */
function plain(value: unknown): string {
  const text = JSON.stringify(value instanceof Map ? Object.fromEntries(value) : value);
  return text
    .replaceAll('"?"', '?')
    .replaceAll(/"([\w$.]+)":/g, '$1: ')
    .replaceAll(',', ', ');
}
