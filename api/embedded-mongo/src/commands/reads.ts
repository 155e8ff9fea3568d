import type { Cursor } from '../cursors.ts';
import { check, int64Of, optionalDocument, optionalNumber } from '../input.ts';
import { countKeys, type FindRequest, find, findRequest, matchedIndex } from '../query/find.ts';
import { walkPath } from '../query/paths.ts';
import { planFind } from '../query/planner.ts';
import { compileProjection } from '../query/projection.ts';
import { encodeDocument } from '../storage/records.ts';
import { identityOf } from '../values/compare.ts';
import type { Document } from '../values/decode.ts';
import { encode } from '../values/encode.ts';
import { isTruthy, toNumber } from '../values/types.ts';
import { type Context, collect, findCollection, type Handlers } from './context.ts';

const defaultBatchSize = 101;

/** Answers with the first batch, and keeps the cursor if there is more. */
function openCursor(
  ctx: Context,
  ns: string,
  source: Cursor['source'],
  options: Document,
): Promise<Document> {
  const { server, session, transaction, body } = ctx;
  const batchSize = optionalNumber(options, 'batchSize', 0) ?? defaultBatchSize;
  const noTimeout = isTruthy(body.noCursorTimeout);
  const cursor = { id: 0n, ns, source, session, transaction, noTimeout, lastUse: 0 };
  // A find with a limit is over when the limit is reached; clients count on getting no cursor then.
  const limit = isTruthy(options.singleBatch) ? batchSize : toNumber(options.limit);
  return server.cursors.answer(cursor, batchSize, limit);
}

/** Answers with a cursor over documents that a command has made. */
export function openListCursor(ctx: Context, ns: string, docs: Document[]): Promise<Document> {
  return openCursor(ctx, ns, encoded(docs, encodeDocument), optionalDocument(ctx.body, 'cursor') ?? {});
}

function* encoded<T>(
  items: Iterable<T | undefined>,
  toBytes: (item: T) => Uint8Array,
): Generator<Uint8Array | undefined> {
  for (const item of items) yield item === undefined ? undefined : toBytes(item);
}

/** How many documents a request finds. */
export async function countOf(request: FindRequest): Promise<number> {
  const plan = planFind(request);
  return countKeys(request, plan) ?? (await collect(find(request, plan), () => true)).length;
}

/** Commands that only read, besides `aggregate`. */
export const readCommands: Handlers = {
  find(ctx) {
    const { body } = ctx;
    check(!isTruthy(body.tailable), 2, 'tailable cursor requested on non capped collection');
    const unsupported = ['min', 'max', 'returnKey', 'showRecordId'].find((name) => isTruthy(body[name]));
    check(!unsupported, 238, `The option '${unsupported}' of find is not supported by this server`);
    optionalNumber(body, 'limit', 0);
    const request = findRequest(ctx, findCollection(ctx), body);
    const found = find(request, planFind(request));
    const project = compileProjection(body.projection, request.match);
    const source = encoded(found, (item) =>
      project ? encode(project(item.doc, () => matchedIndex(request, item.doc))) : item.bytes,
    );
    return openCursor(ctx, request.collection.ns, source, body);
  },

  getMore({ body, db, server, ...ctx }) {
    const id = int64Of(body.getMore, 'getMore.getMore');
    const cursor = server.cursors.find(id);
    const { ns, session, transaction } = cursor;
    check(ns === `${db}.${String(body.collection)}`, 13, `The cursor belongs to a different namespace ${ns}`);
    check(!session || session === ctx.session, 13, `Cursor ${id} was created in another session`);
    check(transaction === ctx.transaction, 50738, `Cursor ${id} was created in another transaction`);
    return server.cursors.answer(cursor, optionalNumber(body, 'batchSize', 0) || Number.POSITIVE_INFINITY);
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
    const offer = (value: unknown): boolean => {
      const identity = identityOf(value, request.collation);
      if (value !== undefined && !values.has(identity)) values.set(identity, value);
      return false;
    };
    const offerAll = (value: unknown): boolean => (Array.isArray(value) ? value.some(offer) : offer(value));
    await collect(find(request), ({ doc }) => walkPath(doc, key.split('.'), offerAll));
    return { values: [...values].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value) };
  },
};
