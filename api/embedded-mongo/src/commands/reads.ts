import { Long } from 'bson';
import { type Source, takeBatch } from '../cursors.ts';
import { badValue, MongoError } from '../errors.ts';
import {
  count as countDocuments,
  type FindPlan,
  type FindRequest,
  find as findDocuments,
  matchDetails,
  planFind,
  pointOf,
  readPoint,
} from '../query/find.ts';
import { walkPath } from '../query/paths.ts';
import { compileProjection, type Projection } from '../query/projection.ts';
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

function* encoded(
  ctx: Context,
  collection: Collection,
  request: FindRequest,
  plan: FindPlan,
  projection: Projection | undefined,
): Generator<Uint8Array | undefined> {
  for (const found of findDocuments(ctx.view, collection, request, ctx.tick, plan)) {
    if (!found) yield undefined;
    else if (!projection) yield found.bytes;
    else yield encode(projection(found.doc, matchDetails(plan.matches, found.doc)));
  }
}

export const find: Handler = (ctx) => {
  const ns = `${ctx.db}.${collectionName(ctx)}`;
  const { body } = ctx;
  const existing = findCollection(ctx);
  if (isTruthy(body.tailable)) {
    throw badValue('error processing query: tailable cursor requested on non capped collection');
  }
  if (existing && isView(existing)) return aggregateView(ctx, existing);
  // Without a collection the command is checked all the same: planning reads nothing but the indexes.
  const collection = existing ?? ({ indexes: [] } as unknown as Collection);
  const request = findRequest(ctx, collection, body);
  const plan = planFind(collection, request);
  const projection = compileProjection(body.projection, request.match);
  if (!existing) return { cursor: new CursorReply('firstBatch', [], 0n, ns), ok: 1 };
  const { limit } = request;
  const point = projection || request.skip || body.batchSize === 0 ? undefined : pointOf(plan);
  if (point) {
    // By far the commonest question: one document by its key.
    const bytes = readPoint(ctx.view, collection, point);
    return { cursor: new CursorReply('firstBatch', bytes ? [bytes] : [], 0n, ns), ok: 1 };
  }
  const single = isTruthy(body.singleBatch) || (toNumber(body.limit) ?? 0) < 0;
  return openCursor(ctx, ns, encoded(ctx, collection, request, plan, projection), body.batchSize, {
    single,
    limit,
  });
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
