import type { Source } from '../cursors.ts';
import { check, int64Of, optionalDocument, optionalNumber } from '../input.ts';
import { bytesFound, countKeys, find, firstPosition, parkPosition } from '../query/find.ts';
import { walkPath } from '../query/paths.ts';
import { planFind } from '../query/planner.ts';
import { compileProjection } from '../query/projection.ts';
import { type FindRequest, findRequest } from '../query/request.ts';
import { encodeDocument } from '../storage/records.ts';
import { identityOf } from '../values/compare.ts';
import type { Document } from '../values/decode.ts';
import { encode } from '../values/encode.ts';
import { isTruthy, toNumber } from '../values/types.ts';
import { type Context, collect, findCollection, type Handlers } from './context.ts';
import { refuseOptions } from './fields.ts';

const defaultBatchSize = 101;
/** The memory of a decoded, compiled and planned filter, per encoded byte. */
const memoryPerByte = 12;

/** Replies with the first batch, and keeps the cursor if there are more. */
function openCursor(ctx: Context, ns: string, source: Source, options: Document): Promise<Document> {
  const { server, session, transaction, body } = ctx;
  const batchSize = optionalNumber(options, 'batchSize', 0) ?? defaultBatchSize;
  const noTimeout = isTruthy(body.noCursorTimeout);
  const cursor = { id: 0n, ns, source, session, transaction, noTimeout, bytes: 0, lastUse: 0 };
  // Clients expect a find with a limit to end without a cursor when the limit is reached.
  const limit = isTruthy(options.singleBatch) ? batchSize : toNumber(options.limit);
  return server.cursors.answer(cursor, batchSize, limit);
}

/** Reads a request's results, resuming after the last batch. */
function sourceOf(request: FindRequest, projection?: unknown): Source {
  const plan = planFind(request);
  const project = compileProjection(projection, request.match);
  const position = firstPosition();
  let held = 0;
  return {
    open: () => bytesFound(request, plan, position, project),
    park() {
      held ||=
        encode({ filter: request.filter, projection, variables: request.variables }).length * memoryPerByte;
      return parkPosition(position) + held;
    },
  };
}

/** Replies with a cursor over a request's results, for aggregations. */
export const openFoundCursor = (ctx: Context, request: FindRequest): Promise<Document> =>
  openCursor(ctx, request.collection.ns, sourceOf(request), optionalDocument(ctx.body, 'cursor') ?? {});

/** Replies with a cursor over a command's documents; those waiting for the client are kept encoded. */
export function openListCursor(ctx: Context, ns: string, docs: Document[]): Promise<Document> {
  let rest: (Document | Uint8Array)[] = docs;
  let next = 0;
  const source: Source = {
    *open() {
      while (next < rest.length) yield bytesOf(rest[next++]);
    },
    async park() {
      let bytes = 0;
      rest = await collect(pausing(rest.slice(next)), (item) => {
        const encoded = bytesOf(item);
        bytes += encoded.length;
        return encoded;
      });
      next = 0;
      return bytes;
    },
  };
  return openCursor(ctx, ns, source, optionalDocument(ctx.body, 'cursor') ?? {});
}

const bytesOf = (item: Document | Uint8Array = {}): Uint8Array =>
  item instanceof Uint8Array ? item : encodeDocument(item);

/** Yields regularly to other work. */
function* pausing<T>(items: readonly T[]): Generator<T | undefined> {
  for (const [i, item] of items.entries()) {
    if (i % 1000 === 999) yield undefined;
    yield item;
  }
}

/** Counts a request's documents. */
export async function countOf(request: FindRequest): Promise<number> {
  const plan = planFind(request);
  return countKeys(request, plan) ?? (await collect(find(request, plan), () => true)).length;
}

/** Commands that only read, except `aggregate`. */
export const readCommands: Handlers = {
  find(ctx) {
    const { body } = ctx;
    check(!isTruthy(body.tailable), 2, 'tailable cursor requested on non capped collection');
    refuseOptions(body, ['min', 'max', 'returnKey', 'showRecordId'], 'find');
    optionalNumber(body, 'limit', 0);
    const request = findRequest(ctx, findCollection(ctx), body);
    return openCursor(ctx, request.collection.ns, sourceOf(request, body.projection), body);
  },

  getMore({ body, db, server, ...ctx }) {
    const id = int64Of(body.getMore, 'getMore.getMore');
    const cursor = server.cursors.find(id);
    const { ns, session, transaction } = cursor;
    const isOwn = ns === `${db}.${String(body.collection)}`;
    check(isOwn, 13, () => `The cursor belongs to a different namespace ${ns}`);
    check(!session || session === ctx.session, 13, () => `Cursor ${id} was created in another session`);
    check(transaction === ctx.transaction, 50738, () => `Cursor ${id} was created in another transaction`);
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
