import { type Source, takeBatch } from '../cursors.ts';
import { check, int64Of, optionalDocument, optionalNumber } from '../input.ts';
import { count, find, matchDetails, type StoredDocument } from '../query/find.ts';
import { walkPath } from '../query/paths.ts';
import { planFind } from '../query/planner.ts';
import { compileProjection } from '../query/projection.ts';
import { type FindRequest, findRequest } from '../query/request.ts';
import { identityOf } from '../values/compare.ts';
import type { Document } from '../values/decode.ts';
import { CursorReply, encode, maxDocumentSize } from '../values/encode.ts';
import { isTruthy, toNumber } from '../values/types.ts';
import { type Context, collect, findCollection, type Handlers, pause } from './context.ts';

const defaultBatchSize = 101;

/** Answers with the first batch, and keeps the cursor if there is more. */
async function openCursor(ctx: Context, ns: string, source: Source, options: Document): Promise<Document> {
  const { session, transaction, server } = ctx;
  const batchSize = optionalNumber(options, 'batchSize', 0) ?? defaultBatchSize;
  const noTimeout = isTruthy(ctx.body.noCursorTimeout);
  const cursor = server.cursors.create({
    ns,
    source,
    session,
    transactionNumber: transaction?.number,
    noTimeout,
  });
  const { batch, isDone } = await takeBatch(cursor, batchSize, pause);
  // A find with a limit is over when the limit is reached; clients count on getting no cursor then.
  const isOver = isDone || batch.length === toNumber(options.limit) || isTruthy(options.singleBatch);
  if (isOver) source.return?.();
  return { cursor: new CursorReply('firstBatch', batch, isOver ? 0n : server.cursors.keep(cursor), ns) };
}

/** Answers with a cursor over documents that a command has made. */
export function openListCursor(ctx: Context, ns: string, docs: Document[]): Promise<Document> {
  const toBytes = (doc: Document): Uint8Array => {
    const bytes = encode(doc);
    check(bytes.length <= maxDocumentSize, 10334, `BSONObj size: ${bytes.length} is invalid, above 16 MB`);
    return bytes;
  };
  return openCursor(ctx, ns, encoded(docs, toBytes), optionalDocument(ctx.body, 'cursor') ?? {});
}

function* encoded<T>(
  items: Iterable<T | undefined>,
  toBytes: (item: T) => Uint8Array,
): Generator<Uint8Array | undefined> {
  for (const item of items) yield item === undefined ? undefined : toBytes(item);
}

/** How many documents a request finds. */
export const countOf = async (request: FindRequest): Promise<number> =>
  (await collect(count(request), (total) => total)).at(-1) ?? 0;

/** Commands that only read, besides `aggregate`. */
export const readCommands: Handlers = {
  find(ctx) {
    const { body } = ctx;
    check(!isTruthy(body.tailable), 2, 'tailable cursor requested on non capped collection');
    const collection = findCollection(ctx);
    const request = findRequest(ctx, collection, body);
    const plan = planFind(request);
    const projection = compileProjection(body.projection, request.match);
    const toBytes = (found: StoredDocument): Uint8Array =>
      projection ? encode(projection(found.doc, matchDetails(request, found.doc))) : found.bytes;
    const source = encoded(find(request, plan), toBytes);
    return openCursor(ctx, collection.ns, source, body);
  },

  async getMore(ctx) {
    const { body, db } = ctx;
    const { cursors } = ctx.server;
    const id = int64Of(body.getMore, 'getMore.getMore');
    const cursor = cursors.find(id);
    const { ns, session, transactionNumber } = cursor;
    check(ns === `${db}.${String(body.collection)}`, 13, `The cursor belongs to a different namespace ${ns}`);
    check(!session || session === ctx.session, 13, `Cursor ${id} was created in another session`);
    const isOfTransaction = transactionNumber === ctx.transaction?.number;
    check(isOfTransaction, 50738, `Cursor ${id} was created in another transaction`);
    const batchSize = optionalNumber(body, 'batchSize', 0) || Number.POSITIVE_INFINITY;
    cursor.lastUse = Number.POSITIVE_INFINITY;
    try {
      const { batch, isDone } = await takeBatch(cursor, batchSize, pause);
      if (isDone) cursors.kill(id);
      else cursors.keep(cursor);
      return { cursor: new CursorReply('nextBatch', batch, isDone ? 0n : id, ns) };
    } catch (error) {
      cursors.kill(id);
      throw error;
    }
  },

  killCursors({ body, server }) {
    const ids: unknown[] = Array.isArray(body.cursors) ? body.cursors : [];
    const cursorsKilled = ids.filter((id) => server.cursors.kill(int64Of(id, 'killCursors.cursors')));
    const cursorsNotFound = ids.filter((id) => !cursorsKilled.includes(id));
    return { cursorsKilled, cursorsNotFound, cursorsAlive: [], cursorsUnknown: [] };
  },

  async count(ctx) {
    const request = findRequest(ctx, findCollection(ctx), { ...ctx.body, filter: ctx.body.query });
    return { n: await countOf(request) };
  },

  async distinct(ctx) {
    const { key, query } = ctx.body;
    check(typeof key === 'string', 14, "BSON field 'distinct.key' is the wrong type, expected type 'string'");
    const request = findRequest(ctx, findCollection(ctx), { ...ctx.body, filter: query });
    const values = new Map<string, unknown>();
    const offer = (value: unknown): void => {
      const identity = identityOf(value, request.collation);
      if (value !== undefined && !values.has(identity)) values.set(identity, value);
    };
    await collect(find(request), ({ doc }) =>
      walkPath(doc, key.split('.'), (value) => {
        for (const item of Array.isArray(value) ? value : [value]) offer(item);
        return false;
      }),
    );
    return { values: [...values].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value) };
  },
};
