import { compileExpression } from '../aggregate/pipeline.ts';
import type { Cursors } from '../cursors.ts';
import type { Engine, WriteTask } from '../engine.ts';
import { MongoError, typeMismatch } from '../errors.ts';
import { parseCollation } from '../query/collation.ts';
import { collationOf, type FindRequest, type Tick } from '../query/find.ts';
import type { MatchOptions } from '../query/matcher.ts';
import { parseSort } from '../query/sort.ts';
import type { Session, Sessions, Transaction } from '../sessions.ts';
import type { Collection } from '../storage/catalog.ts';
import type { View, WriteView } from '../storage/view.ts';
import type { Document } from '../values/decode.ts';
import { isDocument, toNumber } from '../values/types.ts';

/** What the server as a whole knows; shared by all commands. */
export interface Server {
  readonly engine: Engine;
  readonly sessions: Sessions;
  readonly cursors: Cursors;
  readonly startedAt: number;
  readonly host: () => string;
  readonly connections: () => number;
  readonly counters: Record<string, number>;
}

/** One command being run. */
export interface Context {
  readonly server: Server;
  readonly engine: Engine;
  readonly db: string;
  readonly name: string;
  readonly body: Document;
  readonly session: Session | undefined;
  readonly transaction: Transaction | undefined;
  /** The number of a retryable write. */
  readonly retryNumber: bigint | undefined;
  /** Where the command reads: the latest data, or the transaction's. */
  readonly view: View;
  readonly tick: Tick;
}

export type Handler = (ctx: Context) => Promise<Document> | Document;

const sliceMs = 20;

/** Throws 50 when the command's time is up; says true every 20 ms, so that a long scan lets others work. */
export function makeTick(maxTimeMS: number | undefined): Tick {
  const deadline = maxTimeMS ? Date.now() + maxTimeMS : Number.POSITIVE_INFINITY;
  let sliceEnd = Date.now() + sliceMs;
  let calls = 0;
  return () => {
    if (++calls % 64 !== 0) return false;
    const now = Date.now();
    if (now > deadline) throw new MongoError(50, 'operation exceeded time limit');
    if (now < sliceEnd) return false;
    sliceEnd = now + sliceMs;
    return true;
  };
}

export const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** The name of the collection a command is about. */
export function collectionName(ctx: Context): string {
  const name = ctx.body[ctx.name];
  if (typeof name !== 'string') throw new MongoError(73, `collection name has invalid type ${typeof name}`);
  if (name === '') throw new MongoError(73, `Invalid namespace specified '${ctx.db}.'`);
  return name;
}

export function findCollection(ctx: Context): Collection | undefined {
  const found = ctx.engine.catalog.find(ctx.db, collectionName(ctx));
  return found && checkSnapshot(ctx, found);
}

/** The collection a write goes to, created when it is the first. */
export async function ensureCollection(
  ctx: Context,
  name = collectionName(ctx),
  db = ctx.db,
): Promise<Collection> {
  const { catalog } = ctx.engine;
  const found = catalog.find(db, name);
  if (found && 'viewOn' in found.options)
    throw new MongoError(166, `Namespace ${db}.${name} is a view, not a collection`);
  if (found) return checkSnapshot(ctx, found);
  return ctx.engine.change(() => catalog.find(db, name) ?? catalog.create(db, name));
}

/** A transaction may not use a collection whose indexes were built after its snapshot: they lack what it sees. */
export function checkSnapshot(ctx: Context, collection: Collection): Collection {
  if (ctx.transaction && collection.indexedAt >= ctx.transaction.view.startedAt) {
    throw new MongoError(
      246,
      'Unable to read from a snapshot due to pending collection catalog changes; please retry the operation.',
    );
  }
  return collection;
}

/** Runs a write: inside the transaction's own changes, or as part of the next commit. */
export async function write<T>(ctx: Context, makeTask: (view: WriteView) => WriteTask<T>): Promise<T> {
  if (!ctx.transaction) return ctx.engine.write(() => makeTask(ctx.engine.latest));
  const task = makeTask(ctx.transaction.view);
  for (;;) {
    const result = task.next();
    if (result.done) return result.value;
    await result.value;
  }
}

/** Filters and expressions as a command means them: with its collation, `let` variables and `$expr`. */
export function matchOptions(ctx: Context, body: Document = ctx.body, collection?: Collection): MatchOptions {
  const asked = parseCollation(body.collation);
  const collation = collection ? collationOf(collection, asked) : asked;
  const variables = optionalDocument(ctx.body, 'let');
  return {
    collation,
    evaluate: (expression, doc) => compileExpression(expression, { collation, variables })(doc),
  };
}

export function findRequest(
  ctx: Context,
  collection: Collection,
  body: Document,
  filterName = 'filter',
): FindRequest {
  const filter = optionalDocument(body, filterName) ?? {};
  const match = matchOptions(ctx, body, collection);
  const skip = toNumber(body.skip) ?? 0;
  const limit = toNumber(body.limit) ?? 0;
  if (skip < 0) throw new MongoError(51024, `BSON field 'skip' value must be >= 0, actual value '${skip}'`);
  return {
    filter,
    sort: parseSort(body.sort),
    skip,
    limit: Math.abs(limit),
    collation: match.collation,
    hint: isDocument(body.hint) && Object.keys(body.hint).length === 0 ? undefined : body.hint,
    match,
  };
}

export function optionalDocument(body: Document, name: string): Document | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (!isDocument(value))
    throw typeMismatch(
      `BSON field '${name}' is the wrong type '${Array.isArray(value) ? 'array' : typeof value}', expected type 'object'`,
    );
  return value;
}

export function documentList(body: Document, name: string, command: string): Document[] {
  const list = body[name];
  if (list === undefined)
    throw new MongoError(40414, `BSON field '${command}.${name}' is missing but a required field`);
  if (!Array.isArray(list))
    throw typeMismatch(`BSON field '${command}.${name}' is the wrong type, expected type 'array'`);
  return list.map((item: unknown) => {
    if (!isDocument(item)) throw typeMismatch(`BSON field '${command}.${name}' must hold objects`);
    return item;
  });
}
