import { ObjectId } from 'bson';
import { runUpdatePipeline } from '../aggregate/pipeline.ts';
import { MongoError } from '../errors.ts';
import { check, documentList } from '../input.ts';
import { find, findFirst, matchedIndex, readRecord, type StoredDocument } from '../query/find.ts';
import { compileProjection } from '../query/projection.ts';
import { findRequest } from '../query/request.ts';
import * as updates from '../query/update.ts';
import type { Collection } from '../storage/catalog.ts';
import * as records from '../storage/records.ts';
import { type WriteTask, whenUnlocked } from '../storage/view.ts';
import type { Document } from '../values/decode.ts';
import { fillTimestamps } from '../values/timestamps.ts';
import { isDocument, isTruthy, toNumber } from '../values/types.ts';
import { type Context, ensureCollection, findCollection, type Handlers, write } from './context.ts';
import { maxWriteBatchSize } from './server.ts';

/** A long write yields after this many documents. */
const writesPerTurn = 1000;

/** A statement's result; `before` and `after` are the last document's. */
interface Outcome {
  n: number;
  nModified: number;
  before?: Document;
  after?: Document;
  upserted?: { readonly _id: unknown };
}

type Change = ReturnType<typeof readChange>;

/** Parses a statement `{ q, u, upsert, … }` into the change of the documents that it finds; without `u` it removes them. */
function readChange(ctx: Context, collection: Collection, statement: Document, removes = false) {
  const { q, u, upsert, arrayFilters = [] } = statement;
  const isWhole = q !== undefined && (removes || u !== undefined);
  check(isWhole, 40414, "The fields 'q' and 'u' of a statement are required");
  const request = findRequest(ctx, collection, { ...statement, filter: q });
  if (removes) return { request };
  const { filter, match, collation, variables } = request;
  const isList = Array.isArray(arrayFilters) && arrayFilters.every(isDocument);
  check(isList, 14, "BSON field 'arrayFilters' must be an array of objects");
  const replaces = updates.isReplacement(u);
  const isPlain = request.limit === 1 && arrayFilters.length === 0;
  check(!replaces || isPlain, 9, 'a replacement-style update takes neither multi nor arrayFilters');
  const updater = updates.compileUpdate(u, {
    ...match,
    arrayFilters,
    runPipeline: (stages, doc) => runUpdatePipeline(stages, doc, { collation, variables }),
  });
  const create = (): Document => {
    const asked = updates.documentFromFilter(filter);
    const onlyId = '_id' in asked ? { _id: asked._id } : {};
    const doc = updater(replaces ? onlyId : asked, { isInsert: true });
    return '_id' in doc ? doc : { _id: new ObjectId(), ...doc };
  };
  return { request, updater, create: isTruthy(upsert) ? create : undefined };
}

function* runChange({ view }: Context, change: Change): WriteTask<Outcome> {
  const { request, updater, create } = change;
  const { collection } = request;
  const outcome: Outcome = { n: 0, nModified: 0 };
  const apply = ({ doc, bytes, recordId }: StoredDocument): void => {
    const after = updater?.(doc, { arrayIndex: () => matchedIndex(request, doc), isInsert: false });
    const encoded = after && records.encodeDocument(after, 17419);
    const isChanged = encoded !== undefined && Buffer.compare(bytes, encoded) !== 0;
    if (isChanged || !after) records.update(view, collection, recordId, doc, after, encoded);
    outcome.n++;
    if (isChanged) outcome.nModified++;
    Object.assign(outcome, { before: doc, after: isChanged ? after : doc });
  };
  if (request.limit === 1) {
    yield* whenUnlocked(() => {
      const found = findFirst(request);
      if (found) apply(found);
    });
  } else {
    const recordIds = new Set<number>();
    for (const found of find(request)) {
      if (found) recordIds.add(found.recordId);
      else yield;
    }
    let turn = 0;
    for (const recordId of recordIds) {
      if (++turn % writesPerTurn === 0) yield;
      yield* whenUnlocked(() => {
        const found = readRecord(view, collection, recordId);
        // Check again: the document may have changed during a pause.
        if (found && request.matcher()(found.doc)) apply(found);
      });
    }
  }
  if (outcome.n > 0 || !create) return outcome;
  const after = create();
  yield* whenUnlocked(() => records.insert(view, collection, after, true));
  return { n: 1, nModified: 0, after, upserted: { _id: after._id } };
}

type RunStatement = (collection: Collection, statement: Document) => WriteTask<Outcome>;

/** Runs a command's statements in sequence; replies with counts and errors. */
function runAll(ctx: Context, listName: string, run: RunStatement): Promise<Document> {
  const { body, transaction } = ctx;
  const statements = documentList(body, listName);
  const isSized = statements.length > 0 && statements.length <= maxWriteBatchSize;
  const text = (): string =>
    `Write batch sizes must be from 1 to ${maxWriteBatchSize}. Got ${statements.length}.`;
  check(isSized, 16, text);
  const creates = listName === 'documents' || statements.some(({ upsert }) => isTruthy(upsert));
  return write(ctx, function* () {
    const collection = creates ? ensureCollection(ctx) : findCollection(ctx);
    let [n, nModified, room] = [0, 0, 1 << 20];
    const upserted: Document[] = [];
    const writeErrors: Document[] = [];
    for (const [index, statement] of statements.entries()) {
      if (index % writesPerTurn === writesPerTurn - 1) yield;
      try {
        const done = yield* run(collection, statement);
        n += done.n;
        nModified += done.nModified;
        if (done.upserted) upserted.push({ index, ...done.upserted });
      } catch (error) {
        // A conflict aborts the whole transaction; a full disk or an internal error aborts the command.
        if (!(error instanceof MongoError) || [39, 14031].includes(error.code)) throw error;
        if (transaction && error.code === 112) throw error;
        // Many error messages would exceed a reply's size, so later ones are omitted.
        const told = room > 0 ? { ...error.details, errmsg: error.message } : { errmsg: '' };
        room -= error.message.length;
        writeErrors.push({ index, code: error.code, ...told });
        if (isTruthy(body.ordered ?? true)) break;
      }
    }
    const reply: Document = listName === 'updates' ? { n, nModified } : { n };
    if (upserted.length > 0) reply.upserted = upserted;
    if (writeErrors.length > 0) reply.writeErrors = writeErrors;
    return reply;
  });
}

/** Commands that write documents. */
export const writeCommands: Handlers = {
  insert: (ctx) =>
    runAll(ctx, 'documents', function* (collection, doc) {
      yield* whenUnlocked(() => records.insert(ctx.view, collection, fillTimestamps(doc)));
      return { n: 1, nModified: 0 };
    }),
  update: (ctx) =>
    runAll(ctx, 'updates', (collection, statement) => {
      const limit = isTruthy(statement.multi) ? 0 : 1;
      return runChange(ctx, readChange(ctx, collection, { ...statement, limit }));
    }),
  delete: (ctx) =>
    runAll(ctx, 'deletes', (collection, statement) => {
      const isLimit = [0, 1].includes(toNumber(statement.limit) ?? -1);
      const text = (): string =>
        `The limit field in delete objects must be 0 or 1. Got ${String(statement.limit)}`;
      check(isLimit, 9, text);
      return runChange(ctx, readChange(ctx, collection, statement, true));
    }),

  findAndModify(ctx) {
    const { body } = ctx;
    const [removes, returnsNew, upserts] = [body.remove, body.new, body.upsert].map(isTruthy);
    const hasUpdate = body.update !== undefined;
    check(removes !== hasUpdate, 9, "Either an 'update' or 'remove'=true must be specified, and not both");
    check(!removes || !(upserts || returnsNew), 9, "Cannot specify 'upsert' or 'new' with 'remove'=true");
    return write(ctx, function* () {
      const collection = upserts ? ensureCollection(ctx) : findCollection(ctx);
      const statement = { ...body, q: body.query ?? {}, u: body.update, limit: 1 };
      const change = readChange(ctx, collection, statement, removes);
      const projection = compileProjection(body.fields, change.request.match);
      const { n, before, after, upserted } = yield* runChange(ctx, change);
      const doc = returnsNew ? after : before;
      const value =
        doc && projection ? projection(doc, () => matchedIndex(change.request, doc)) : (doc ?? null);
      const updatedExisting = removes ? {} : { updatedExisting: before !== undefined };
      const lastErrorObject = { n, ...updatedExisting, ...(upserted ? { upserted: upserted._id } : {}) };
      return { lastErrorObject, value };
    });
  },
};
