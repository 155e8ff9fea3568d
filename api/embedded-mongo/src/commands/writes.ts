import { ObjectId } from 'bson';
import { runUpdatePipeline } from '../aggregate/pipeline.ts';
import { type WriteTask, whenUnlocked } from '../engine.ts';
import { failedToParse, MongoError } from '../errors.ts';
import { find, matchDetails, StoredDocument as Stored, type StoredDocument } from '../query/find.ts';
import { compileFilter, type Matcher, type MatchOptions } from '../query/matcher.ts';
import { compileProjection } from '../query/projection.ts';
import {
  compileUpdate,
  documentFromFilter,
  isReplacement,
  isUnchanged,
  type Updater,
} from '../query/update.ts';
import type { Collection } from '../storage/catalog.ts';
import { documentKey } from '../storage/keyspace.ts';
import type { WriteView } from '../storage/view.ts';
import type { Document } from '../values/decode.ts';
import { fillTimestamps } from '../values/timestamps.ts';
import { isDocument, isTruthy, toNumber } from '../values/types.ts';
import {
  type Context,
  documentList,
  ensureCollection,
  findCollection,
  findRequest,
  type Handler,
  matchOptions,
  optionalDocument,
  write,
} from './context.ts';

const maxWriteBatch = 100_000;
/** A long write gives others a turn after this many documents. */
const writesPerTurn = 1000;

interface WriteErrors {
  readonly errors: Document[];
  /** Takes the error of one statement; says whether the next may run. */
  add(index: number, error: unknown): boolean;
}

export function collectErrors(ctx: Context): WriteErrors {
  const ordered = ctx.body.ordered === undefined || isTruthy(ctx.body.ordered);
  const errors: Document[] = [];
  return {
    errors,
    add(index, error) {
      // A conflict ends the whole transaction; a full disk or our own mistake ends the command.
      if (!(error instanceof MongoError) || error.code === 14031) throw error;
      if (ctx.transaction && error.code === 112) throw error;
      errors.push({ index, code: error.code, ...error.details, errmsg: error.message });
      return !ordered;
    },
  };
}

export function checkBatch(items: Document[]): void {
  if (items.length === 0 || items.length > maxWriteBatch) {
    throw new MongoError(
      16,
      `Write batch sizes must be between 1 and ${maxWriteBatch}. Got ${items.length} operations.`,
    );
  }
}

/** Finishes a write command: keeps its answer if it may be asked for again. */
export function answer(ctx: Context, reply: Document, errors: Document[] = []): Document {
  const full = errors.length ? { ...reply, writeErrors: errors, ok: 1 } : { ...reply, ok: 1 };
  if (ctx.retryNumber !== undefined && ctx.session)
    ctx.server.sessions.keepReply(ctx.session, ctx.retryNumber, full);
  return full;
}

export const insert: Handler = async (ctx) => {
  const documents = documentList(ctx.body, 'documents', 'insert');
  checkBatch(documents);
  const found = await ensureCollection(ctx);
  return write(ctx, function* (view) {
    const { catalog } = ctx.engine;
    // Dropped while this insert waited for its turn: it makes the collection again, as any first insert does.
    const collection = found.isDropped
      ? (catalog.find(ctx.db, found.name) ?? catalog.create(ctx.db, found.name))
      : found;
    const failed = collectErrors(ctx);
    let n = 0;
    for (const [index, doc] of documents.entries()) {
      if (index % writesPerTurn === writesPerTurn - 1) yield;
      try {
        yield* whenUnlocked(() => ctx.engine.records.insert(view, collection, fillTimestamps(doc)));
        n++;
      } catch (error) {
        if (!failed.add(index, error)) break;
      }
    }
    return answer(ctx, { n }, failed.errors);
  });
};

interface UpdateStatement {
  readonly filter: Document;
  readonly updater: Updater;
  readonly isReplacement: boolean;
  readonly multi: boolean;
  readonly upsert: boolean;
  readonly request: Document;
  readonly match: MatchOptions;
  readonly matches: Matcher;
}

function parseUpdate(
  ctx: Context,
  collection: Collection | undefined,
  filter: Document,
  update: unknown,
  options: Document,
): UpdateStatement {
  const match = matchOptions(ctx, options, collection);
  const arrayFilters = options.arrayFilters;
  if (arrayFilters !== undefined && !Array.isArray(arrayFilters))
    throw failedToParse('arrayFilters must be an array');
  const multi = isTruthy(options.multi);
  const replacing = isReplacement(update);
  if (replacing && multi) throw failedToParse('multi update is not supported for replacement-style update');
  if (replacing && arrayFilters?.length)
    throw failedToParse('arrayFilters may not be specified for replacement-style updates');
  const variables = { ...optionalDocument(ctx.body, 'let'), ...optionalDocument(options, 'c') };
  const updater = compileUpdate(update, {
    ...match,
    arrayFilters: arrayFilters?.filter(isDocument),
    runPipeline: (stages, doc) => runUpdatePipeline(stages, doc, { collation: match.collation, variables }),
  });
  return {
    filter,
    updater,
    isReplacement: replacing,
    multi,
    upsert: isTruthy(options.upsert),
    request: { filter, sort: options.sort, collation: options.collation, hint: options.hint },
    match,
    matches: compileFilter(filter, match),
  };
}

function buildUpsert(statement: UpdateStatement): Document {
  const base = documentFromFilter(statement.filter);
  const start = statement.isReplacement ? ('_id' in base ? { _id: base._id } : {}) : base;
  const doc = statement.updater(start, { isInsert: true });
  return '_id' in doc ? doc : { _id: new ObjectId(), ...doc };
}

/** Finds the first document of a statement; nothing may change between finding it and changing it. */
function findFirst(
  ctx: Context,
  view: WriteView,
  collection: Collection,
  request: Document,
): StoredDocument | undefined {
  const wanted = { ...findRequest(ctx, collection, request), limit: 1 };
  for (const found of find(view, collection, wanted, ctx.tick)) if (found) return found;
  return undefined;
}

function applyUpdate(
  ctx: Context,
  view: WriteView,
  collection: Collection,
  found: StoredDocument,
  statement: UpdateStatement,
): { after: Document; changed: boolean } {
  const details = matchDetails(statement.matches, found.doc);
  const after = statement.updater(found.doc, { arrayIndex: details?.index, isInsert: false });
  if (isUnchanged(found.bytes, after)) return { after: found.doc, changed: false };
  ctx.engine.records.update(view, collection, found.recordId, found.doc, after);
  return { after, changed: true };
}

function* updateMany(
  ctx: Context,
  view: WriteView,
  collection: Collection,
  statement: UpdateStatement,
): WriteTask<{ n: number; nModified: number }> {
  const ids: number[] = [];
  for (const found of find(view, collection, findRequest(ctx, collection, statement.request), ctx.tick)) {
    if (found) ids.push(found.recordId);
  }
  let n = 0;
  let nModified = 0;
  for (const [i, recordId] of ids.entries()) {
    if (i % writesPerTurn === writesPerTurn - 1) yield;
    const changed = yield* whenUnlocked(() => {
      const bytes = view.get(documentKey(collection.id, recordId));
      if (!bytes) return undefined;
      const found = new Stored(recordId, bytes);
      // It was found before the pause; it may have changed since.
      if (!statement.matches(found.doc)) return undefined;
      return applyUpdate(ctx, view, collection, found, statement).changed;
    });
    if (changed === undefined) continue;
    n++;
    if (changed) nModified++;
  }
  return { n, nModified };
}

export interface UpdateOutcome {
  n: number;
  nModified: number;
  upserted?: { _id: unknown };
}

/** Runs one statement of an update: `{ q, u, multi, upsert, … }`. */
export function* runUpdate(
  ctx: Context,
  view: WriteView,
  collection: Collection | undefined,
  options: Document,
): WriteTask<UpdateOutcome> {
  const filter = optionalDocument(options, 'q') ?? {};
  const statement = parseUpdate(ctx, collection, filter, options.u, options);
  if (!collection) return { n: 0, nModified: 0 };
  if (statement.multi) {
    const done = yield* updateMany(ctx, view, collection, statement);
    if (done.n > 0 || !statement.upsert) return done;
  } else {
    const done = yield* whenUnlocked(() => {
      const found = findFirst(ctx, view, collection, statement.request);
      return found && applyUpdate(ctx, view, collection, found, statement);
    });
    if (done) return { n: 1, nModified: done.changed ? 1 : 0 };
    if (!statement.upsert) return { n: 0, nModified: 0 };
  }
  const doc = buildUpsert(statement);
  yield* whenUnlocked(() => ctx.engine.records.insert(view, collection, doc));
  return { n: 1, nModified: 0, upserted: { _id: doc._id } };
}

export const update: Handler = async (ctx) => {
  const updates = documentList(ctx.body, 'updates', 'update');
  checkBatch(updates);
  const mayInsert = updates.some((statement) => isTruthy(statement.upsert));
  const collection = mayInsert ? await ensureCollection(ctx) : findCollection(ctx);
  return write(ctx, function* (view) {
    const failed = collectErrors(ctx);
    const upserted: Document[] = [];
    let n = 0;
    let nModified = 0;
    for (const [index, options] of updates.entries()) {
      try {
        const done = yield* runUpdate(ctx, view, collection, options);
        n += done.n;
        nModified += done.nModified;
        if (done.upserted) upserted.push({ index, ...done.upserted });
      } catch (error) {
        if (!failed.add(index, error)) break;
      }
    }
    return answer(ctx, { n, nModified, ...(upserted.length ? { upserted } : {}) }, failed.errors);
  });
};

/** Runs one statement of a delete: `{ q, limit, … }`. */
export function* runDelete(
  ctx: Context,
  view: WriteView,
  collection: Collection | undefined,
  options: Document,
): WriteTask<number> {
  const filter = optionalDocument(options, 'q') ?? {};
  const limit = toNumber(options.limit);
  if (limit !== 0 && limit !== 1) {
    throw failedToParse(`The limit field in delete objects must be 0 or 1. Got ${String(options.limit)}`);
  }
  const matches = compileFilter(filter, matchOptions(ctx, options, collection));
  if (!collection) return 0;
  const request = { filter, collation: options.collation, hint: options.hint };
  if (limit === 0) return yield* removeMany(ctx, view, collection, request, matches);
  return yield* whenUnlocked(() => {
    const found = findFirst(ctx, view, collection, request);
    if (found) ctx.engine.records.remove(view, collection, found.recordId, found.doc);
    return found ? 1 : 0;
  });
}

export const remove: Handler = async (ctx) => {
  const deletes = documentList(ctx.body, 'deletes', 'delete');
  checkBatch(deletes);
  const collection = findCollection(ctx);
  return write(ctx, function* (view) {
    const failed = collectErrors(ctx);
    let n = 0;
    for (const [index, options] of deletes.entries()) {
      try {
        n += yield* runDelete(ctx, view, collection, options);
      } catch (error) {
        if (!failed.add(index, error)) break;
      }
    }
    return answer(ctx, { n }, failed.errors);
  });
};

function* removeMany(
  ctx: Context,
  view: WriteView,
  collection: Collection,
  request: Document,
  matches: Matcher,
): WriteTask<number> {
  const ids: number[] = [];
  for (const found of find(view, collection, findRequest(ctx, collection, request), ctx.tick)) {
    if (found) ids.push(found.recordId);
  }
  let n = 0;
  for (const [i, recordId] of ids.entries()) {
    if (i % writesPerTurn === writesPerTurn - 1) yield;
    n += yield* whenUnlocked(() => {
      const bytes = view.get(documentKey(collection.id, recordId));
      const found = bytes && new Stored(recordId, bytes);
      if (!found || !matches(found.doc)) return 0;
      ctx.engine.records.remove(view, collection, recordId, found.doc);
      return 1;
    });
  }
  return n;
}

export const findAndModify: Handler = async (ctx) => {
  const { body } = ctx;
  const removes = isTruthy(body.remove);
  const returnsNew = isTruthy(body.new);
  if (removes && body.update !== undefined)
    throw failedToParse("Cannot specify both an 'update' and 'remove'=true");
  if (removes && isTruthy(body.upsert))
    throw failedToParse("Cannot specify both 'upsert'=true and 'remove'=true");
  if (removes && returnsNew)
    throw failedToParse(
      "Cannot specify both 'new'=true and 'remove'=true; 'remove' always returns the deleted document",
    );
  if (!removes && body.update === undefined)
    throw failedToParse("Either an update or 'remove'=true must be specified");
  const collection = isTruthy(body.upsert) ? await ensureCollection(ctx) : findCollection(ctx);
  const filter = optionalDocument(body, 'query') ?? {};
  const request = { filter, sort: body.sort, collation: body.collation, hint: body.hint };
  const match = matchOptions(ctx, body, collection);
  const projection = compileProjection(body.fields, match);
  const matches = compileFilter(filter, match);
  const statement = removes
    ? undefined
    : parseUpdate(ctx, collection, filter, body.update, { ...body, multi: false });
  return write(ctx, function* (view) {
    const shape = (doc: Document): Document =>
      projection ? projection(doc, matchDetails(matches, doc)) : doc;
    if (!collection)
      return answer(ctx, {
        lastErrorObject: { n: 0, ...(removes ? {} : { updatedExisting: false }) },
        value: null,
      });
    const outcome = yield* whenUnlocked(() => {
      const found = findFirst(ctx, view, collection, request);
      if (!found) return undefined;
      if (!statement) {
        ctx.engine.records.remove(view, collection, found.recordId, found.doc);
        return { value: found.doc };
      }
      const { after } = applyUpdate(ctx, view, collection, found, statement);
      return { value: returnsNew ? after : found.doc };
    });
    if (outcome) {
      const lastErrorObject = removes ? { n: 1 } : { n: 1, updatedExisting: true };
      return answer(ctx, { lastErrorObject, value: shape(outcome.value) });
    }
    if (!statement?.upsert)
      return answer(ctx, {
        lastErrorObject: { n: 0, ...(removes ? {} : { updatedExisting: false }) },
        value: null,
      });
    const doc = buildUpsert(statement);
    yield* whenUnlocked(() => ctx.engine.records.insert(view, collection, doc));
    return answer(ctx, {
      lastErrorObject: { n: 1, updatedExisting: false, upserted: doc._id },
      value: returnsNew ? shape(doc) : null,
    });
  });
};
