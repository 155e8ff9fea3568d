import { Long } from 'bson';
import { type Source, takeBatch } from '../cursors.ts';
import { badValue, MongoError } from '../errors.ts';
import { count as countDocuments, find as findDocuments, matchDetails, planFind } from '../query/find.ts';
import { walkPath } from '../query/paths.ts';
import { compileProjection } from '../query/projection.ts';
import type { Collection } from '../storage/catalog.ts';
import { identityOf } from '../values/compare.ts';
import type { Document } from '../values/decode.ts';
import { CursorReply, encode } from '../values/encode.ts';
import { isTruthy, toNumber } from '../values/types.ts';
import { aggregateView, isView } from './aggregate.ts';
import { type Context, collectionName, findCollection, findRequest, type Handler, pause } from './context.ts';

const defaultBatchSize = 101;

/** Answers with the first batch, and keeps the cursor if there is more. */
export async function openCursor(
  ctx: Context,
  ns: string,
  source: Source,
  batchSize: unknown,
  options: { single?: boolean; limit?: number } = {},
): Promise<Document> {
  const wanted = toNumber(batchSize) ?? defaultBatchSize;
  if (wanted < 0)
    throw new MongoError(51024, `BSON field 'batchSize' value must be >= 0, actual value '${wanted}'`);
  const { cursors } = ctx.server;
  const cursor = cursors.create({
    ns,
    source,
    session: ctx.session,
    transactionNumber: ctx.transaction?.number,
    noTimeout: isTruthy(ctx.body.noCursorTimeout),
  });
  const { batch, isDone } = await takeBatch(cursor, wanted, pause);
  // A find with a limit is over when the limit is reached; clients count on getting no cursor then.
  const isOver = isDone || options.single || (options.limit && batch.length >= options.limit);
  if (isOver) source.return?.();
  return { cursor: new CursorReply('firstBatch', batch, isOver ? 0n : cursors.keep(cursor), ns), ok: 1 };
}

function* encoded(ctx: Context, collection: Collection): Generator<Uint8Array | undefined> {
  const request = findRequest(ctx, collection, ctx.body);
  const projection = compileProjection(ctx.body.projection, request.match);
  const plan = planFind(collection, request);
  for (const found of findDocuments(ctx.view, collection, request, ctx.tick, plan)) {
    if (!found) yield undefined;
    else if (!projection) yield found.bytes;
    else yield encode(projection(found.doc, matchDetails(plan.matches, found.doc)));
  }
}

export const find: Handler = async (ctx) => {
  const ns = `${ctx.db}.${collectionName(ctx)}`;
  const collection = findCollection(ctx);
  if (isTruthy(ctx.body.tailable))
    throw badValue(`error processing query: tailable cursor requested on non capped collection`);
  if (collection && isView(collection)) return aggregateView(ctx, collection);
  const single = isTruthy(ctx.body.singleBatch) || (toNumber(ctx.body.limit) ?? 0) < 0;
  if (!collection) {
    // The filter is checked all the same: a wrong one must not pass because nothing is stored yet.
    const empty = { indexes: [] } as unknown as Collection; // planning reads nothing but the indexes
    const request = findRequest(ctx, empty, ctx.body);
    planFind(empty, request);
    compileProjection(ctx.body.projection, request.match);
    return { cursor: new CursorReply('firstBatch', [], 0n, ns), ok: 1 };
  }
  const source = encoded(ctx, collection);
  const limit = Math.abs(toNumber(ctx.body.limit) ?? 0);
  return openCursor(ctx, ns, source, ctx.body.batchSize, { single, limit });
};

export const getMore: Handler = async (ctx) => {
  const { cursors } = ctx.server;
  const id = longOf(ctx.body.getMore);
  const cursor = cursors.find(id);
  const ns = `${ctx.db}.${String(ctx.body.collection)}`;
  if (cursor.ns !== ns)
    throw new MongoError(
      13,
      `Requested getMore on namespace '${ns}', but cursor belongs to a different namespace ${cursor.ns}`,
    );
  if (cursor.session && cursor.session !== ctx.session)
    throw new MongoError(13, `Cannot run getMore on cursor ${id}, which was created in another session`);
  if (cursor.transactionNumber !== ctx.transaction?.number) {
    throw new MongoError(
      50738,
      `Cannot run getMore on cursor ${id}, which was created in another transaction`,
    );
  }
  const batchSize = toNumber(ctx.body.batchSize);
  cursor.lastUse = Number.POSITIVE_INFINITY;
  try {
    const { batch, isDone } = await takeBatch(cursor, batchSize || Number.POSITIVE_INFINITY, pause);
    if (isDone) cursors.kill(id);
    else cursors.keep(cursor);
    return { cursor: new CursorReply('nextBatch', batch, isDone ? 0n : id, ns), ok: 1 };
  } catch (error) {
    cursors.kill(id);
    throw error;
  }
};

function longOf(value: unknown): bigint {
  if (value instanceof Long) return value.toBigInt();
  const number = toNumber(value);
  if (number === undefined)
    throw new MongoError(14, `BSON field 'getMore.getMore' is the wrong type, expected type 'long'`);
  return BigInt(number);
}

export const killCursors: Handler = (ctx) => {
  const ids: unknown[] = Array.isArray(ctx.body.cursors) ? ctx.body.cursors : [];
  const killed = ids.filter((id) => ctx.server.cursors.kill(longOf(id)));
  const notFound = ids.filter((id) => !killed.includes(id));
  return { cursorsKilled: killed, cursorsNotFound: notFound, cursorsAlive: [], cursorsUnknown: [], ok: 1 };
};

export const count: Handler = async (ctx) => {
  const collection = findCollection(ctx);
  if (!collection) return { n: 0, ok: 1 };
  if (isView(collection)) {
    const all = await aggregateView(ctx, collection, 'query');
    return { n: all.cursor instanceof CursorReply ? all.cursor.batch.length : 0, ok: 1 };
  }
  const request = findRequest(ctx, collection, ctx.body, 'query');
  const counting = countDocuments(ctx.view, collection, request, ctx.tick);
  for (;;) {
    const result = counting.next();
    if (result.done) return { n: result.value, ok: 1 };
    await pause();
  }
};

export const distinct: Handler = async (ctx) => {
  const { key } = ctx.body;
  if (typeof key !== 'string')
    throw new MongoError(14, "BSON field 'distinct.key' is the wrong type, expected type 'string'");
  const collection = findCollection(ctx);
  const values = new Map<string, unknown>();
  if (collection) {
    const request = findRequest(ctx, collection, ctx.body, 'query');
    const offer = (value: unknown): void => {
      const identity = identityOf(value, request.collation);
      if (!values.has(identity)) values.set(identity, value);
    };
    for (const found of findDocuments(ctx.view, collection, request, ctx.tick)) {
      if (!found) {
        await pause();
        continue;
      }
      walkPath(found.doc, key.split('.'), (value) => {
        if (Array.isArray(value)) for (const item of value) offer(item);
        else if (value !== undefined) offer(value);
        return false;
      });
    }
  }
  return {
    values: [...values.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value),
    ok: 1,
  };
};
