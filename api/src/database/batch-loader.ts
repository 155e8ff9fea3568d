import { mongo, type PipelineStage, type QueryFilter } from 'mongoose';
import { outsideRequest, requestContext } from '../request-context.ts';
import { outsideTrace, traceparent } from '../trace.ts';
import type { ModelOf } from './any-model.ts';
import { DocumentCache } from './document-cache.ts';
import type { ObjectId } from './ids.ts';
import { isInTransaction } from './transaction.ts';

type Key = string | ObjectId;
type Stage = PipelineStage.Lookup | PipelineStage.Sort | PipelineStage.Limit | PipelineStage.Project;

/** A read pending until the end of the tick. Its filter is built last, as keys are added until then. */
interface Read {
  Model: ModelOf<never>;
  filterOf(): object;
  /** Stages after the filter: sort and limit, or a join. */
  stages: readonly Stage[];
  /** Traces of the requests it serves. */
  traces: Set<string>;
  /** Whether it shares one command with others. */
  isShared: boolean;
  resolve(found: unknown[]): void;
  reject(error: unknown): void;
}

/** Larger batches run a query of their own, so that one caller with many keys does not delay the others. */
const mostKeys = 200;
/** The maximum number of documents in one response of the database. */
export const answerSize = 1000;
/** The maximum number of reads per command. */
const mostReads = 20;

const queues = new WeakMap<object, Read[]>();

/** Runs a read together with all others of the same tick, outside any request's context, as they serve several requests. */
function enqueue(read: Omit<Read, 'resolve' | 'reject'>): Promise<unknown[]> {
  const connection = read.Model.db;
  return new Promise((resolve, reject) => {
    const waiting = queues.get(connection);
    if (waiting) {
      waiting.push({ ...read, resolve, reject });
      return;
    }
    const queue: Read[] = [{ ...read, resolve, reject }];
    queues.set(connection, queue);
    setImmediate(() => {
      queues.delete(connection);
      outsideRequest(() => outsideTrace(() => send(queue)));
    });
  });
}

function send(queue: readonly Read[]): void {
  const shared = queue.filter(({ isShared }) => isShared);
  for (const read of queue.filter(({ isShared }) => !isShared)) query(read).then(read.resolve, read.reject);
  for (let sent = 0; sent < shared.length; sent += mostReads) {
    const reads = shared.slice(sent, sent + mostReads);
    queryTogether(reads).then(
      (found) => reads.forEach(({ resolve }, place) => resolve(found[place] ?? [])),
      (error: unknown) => reads.forEach(({ reject }) => reject(error)),
    );
  }
}

/** Reads several collections by one command: each document comes with the index of its read. */
async function queryTogether(reads: readonly Read[]): Promise<unknown[][]> {
  const [first, ...others] = reads;
  if (!first) return [];
  if (others.length === 0) return [await query(first)];
  const stagesOf = ({ filterOf, stages }: Read, place: number) => [
    { $match: filterOf() },
    ...stages,
    { $replaceRoot: { newRoot: { place: { $literal: place }, doc: '$$ROOT' } } },
  ];
  const pipeline = [
    ...stagesOf(first, 0),
    ...others.map((read, index) => ({
      $unionWith: { coll: read.Model.collection.name, pipeline: stagesOf(read, index + 1) },
    })),
  ];
  const traces = commentOn(...reads.map((read) => read.traces));
  const lists = reads.map((): unknown[] => []);
  const bytes = await firstAnswer(first.Model, aggregateCommand(first.Model, pipeline, traces));
  for (const one of bytes ?? [])
    lists[one.readInt32LE(wrapped.placeAt)]?.push(decoded.decode(one, wrapped.docAt));
  if (bytes) return lists;
  const found = await first.Model.aggregate<{ place: number; doc: unknown }>(pipeline, {
    batchSize: answerSize,
    ...traces,
  });
  for (const { place, doc } of found) lists[place]?.push(doc);
  return lists;
}

/** Offsets of a document and its read's index in the wrapper of `queryTogether`. */
const wrapped = (() => {
  const bytes = Buffer.from(mongo.BSON.serialize({ place: 0, doc: {} }));
  return { placeAt: bytes.indexOf('place\0') + 6, docAt: bytes.indexOf('doc\0') + 4 };
})();

async function query({
  Model,
  filterOf,
  stages,
  traces,
}: Pick<Read, 'Model' | 'filterOf' | 'stages' | 'traces'>): Promise<unknown[]> {
  const comment = commentOn(traces);
  const filter = filterOf();
  if (stages.length > 0) return aggregate(Model, [{ $match: filter }, ...stages], comment);
  const found = await firstAnswer(Model, { find: Model.collection.name, filter, batchSize, ...comment });
  return found?.map((bytes) => decoded.decode(bytes)) ?? Model.find(filter, null, comment).lean();
}

async function aggregate(
  Model: ModelOf<never>,
  pipeline: PipelineStage[],
  comment: object,
): Promise<unknown[]> {
  const found = await firstAnswer(Model, aggregateCommand(Model, pipeline, comment));
  return (
    found?.map((bytes) => decoded.decode(bytes)) ??
    Model.aggregate(pipeline, { batchSize: answerSize, ...comment })
  );
}

const aggregateCommand = (Model: ModelOf<never>, pipeline: PipelineStage[], comment: object) => ({
  aggregate: Model.collection.name,
  pipeline,
  cursor: { batchSize },
  ...comment,
});

/** The maximum number of documents of a bare command. */
const batchSize = 10_000;

/** The cache of documents read by bare commands. */
const decoded = new DocumentCache();

/**
 * Runs a bare command without decoding: a cursor is half the cost of a small read. Null in a transaction, on failure and for incomplete
 * responses: a cursor then repeats the read, with the driver's retries and batches.
 */
async function firstAnswer(Model: ModelOf<never>, command: object): Promise<Buffer[] | null> {
  const { db } = Model.db;
  if (!db || isInTransaction()) return null;
  const { readConcern } = db;
  try {
    const { cursor } = await db.command(
      { ...command, ...(readConcern && { readConcern }) },
      { fieldsAsRaw: { firstBatch: true } },
    );
    if (Number(cursor.id) === 0) return cursor.firstBatch;
    await db.command({ killCursors: Model.collection.name, cursors: [cursor.id] });
  } catch (error) {
    if (error instanceof mongo.MongoServerSelectionError) throw error;
  }
  return null;
}

/** Traces of the requests that a command serves, as it runs outside their contexts. */
function commentOn(...traces: Array<Set<string>>): { comment?: string } {
  const all = new Set(traces.flatMap((some) => [...some]));
  return all.size === 0 ? {} : { comment: [...all].join(' ') };
}

/** A read without stages, to which others with the same filter object join until the end of the tick. */
interface WaitingFind {
  traces: Set<string>;
  found: Promise<unknown[]>;
}

const waitingFinds = new WeakMap<object, Map<object, WaitingFind>>();

/**
 * Finds documents. All such reads of one tick of the event loop, of any collection and by any request, become one command: most of their cost
 * is the round trip. Those with the same filter object are one read. In a transaction each is a separate query.
 *
 * @param filter with values of the stored types: they are not cast
 */
export async function batchFind<Doc>(
  Model: ModelOf<Doc>,
  filter: QueryFilter<Doc>,
  stages: readonly Stage[] = [],
): Promise<Doc[]> {
  requestContext()?.signal.throwIfAborted();
  // Safe: the query is of this model, and readers never change documents.
  const model = Model as unknown as ModelOf<never>;
  const traces = ownTrace();
  const read = { Model: model, filterOf: () => filter, stages, traces };
  if (isInTransaction()) return query(read) as Promise<Doc[]>;
  if (stages.length > 0) return enqueue({ ...read, isShared: true }) as Promise<Doc[]>;
  const waiting = waitingFinds.get(Model) ?? new Map<object, WaitingFind>();
  waitingFinds.set(Model, waiting);
  const same = waiting.get(filter);
  if (same) {
    for (const trace of traces) same.traces.add(trace);
    return same.found as Promise<Doc[]>;
  }
  const filterOf = () => {
    waiting.delete(filter);
    return filter;
  };
  const found = enqueue({ ...read, filterOf, isShared: true });
  waiting.set(filter, { traces, found });
  return found as Promise<Doc[]>;
}

/** Callers waiting for the next query of one field of one model. */
interface Batch {
  keys: Map<string, Key>;
  traces: Set<string>;
  found: Promise<Map<string, unknown>>;
}

const batches = new WeakMap<object, Map<string, Batch>>();

/**
 * Loads documents by a unique field in batches (the DataLoader pattern): all reads issued in the same tick of the event loop, by
 * any request, become one query, because under load most of a request's cost is its queries (docs/decisions/0120). Nothing is
 * cached: each caller reads data stored after its call. Documents may be shared, so they are frozen. In a transaction each
 * read is a separate query.
 *
 * @param joined a join by the database
 */
export async function batchLoad<Doc, Field extends keyof Doc & string, Joined = unknown>(
  Model: ModelOf<Doc>,
  field: Field,
  keys: ReadonlyArray<Doc[Field] & Key>,
  joined: readonly PipelineStage.Lookup[] = [],
): Promise<Array<Doc & Joined>> {
  if (keys.length === 0) return [];
  // Aborts work for disconnected callers: most of it starts with such a read.
  requestContext()?.signal.throwIfAborted();
  // Safe: the query is of this model.
  const model = Model as unknown as ModelOf<never>;
  if (isInTransaction() || keys.length > mostKeys)
    return query({
      Model: model,
      filterOf: () => filterOf(field, keys),
      stages: joined,
      traces: ownTrace(),
    }) as Promise<Array<Doc & Joined>>;
  let fields = batches.get(Model);
  if (!fields) batches.set(Model, (fields = new Map()));
  const name = [field, ...joined.map(({ $lookup }) => $lookup.as)].join(' ');
  let batch = fields.get(name);
  // Several callers need the same in one tick, such as an owner and their visibility.
  const added = keys.filter((key) => !batch?.keys.has(String(key)));
  if (!batch || batch.keys.size + added.length > mostKeys) {
    const all = new Map<string, Key>();
    const traces = new Set<string>();
    const named = fields;
    const read = {
      Model: model,
      filterOf: () => {
        if (named.get(name)?.keys === all) named.delete(name);
        return filterOf(field, [...all.values()]);
      },
      stages: joined,
      traces,
      isShared: joined.length === 0,
    };
    const found = enqueue(read).then((docs) => {
      // Safe: the field is one of the model's.
      const ofModel = docs as Doc[];
      return new Map(ofModel.map((doc) => [String(doc[field]), Object.freeze(doc)]));
    });
    batch = { keys: all, traces, found };
    fields.set(name, batch);
  }
  for (const key of keys) batch.keys.set(String(key), key);
  for (const trace of ownTrace()) batch.traces.add(trace);
  const byKey = await batch.found;
  // Safe: the query is of this model.
  return keys.flatMap((key) => byKey.get(String(key)) ?? []) as Array<Doc & Joined>;
}

/** Loads one document by its id, or null; see `batchLoad`. */
export async function readOne<Doc extends { _id: Key }>(
  Model: ModelOf<Doc>,
  id: Doc['_id'],
): Promise<Doc | null> {
  const [found] = await batchLoad(Model, '_id', [id]);
  return found ?? null;
}

/** The caller's trace, if it has one. */
function ownTrace(): Set<string> {
  const trace = traceparent();
  return new Set(trace === undefined ? [] : [trace]);
}

const filterOf = (field: string, keys: readonly Key[]) => ({
  [field]: keys.length === 1 ? keys[0] : { $in: keys },
});
