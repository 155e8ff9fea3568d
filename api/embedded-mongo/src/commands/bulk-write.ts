import { Long } from 'bson';
import { type WriteTask, whenUnlocked } from '../engine.ts';
import { badValue, MongoError } from '../errors.ts';
import type { Collection } from '../storage/catalog.ts';
import type { WriteView } from '../storage/view.ts';
import type { Document } from '../values/decode.ts';
import { fillTimestamps } from '../values/timestamps.ts';
import { isDocument, isTruthy, toNumber } from '../values/types.ts';
import { type Context, documentList, ensureCollection, type Handler, write } from './context.ts';
import { answer, checkBatch, collectErrors, runDelete, runUpdate } from './writes.ts';

const kinds = ['insert', 'update', 'delete'] as const;

/** Writes to several collections in one command. */
export const bulkWrite: Handler = async (ctx) => {
  const ops = documentList(ctx.body, 'ops', 'bulkWrite');
  checkBatch(ops);
  const collections: Collection[] = [];
  for (const { ns } of documentList(ctx.body, 'nsInfo', 'bulkWrite')) {
    const [, db, name] = /^([^.]*)\.(.*)$/s.exec(String(ns)) ?? [];
    if (!db || !name) throw new MongoError(73, `Invalid namespace specified '${String(ns)}'`);
    collections.push(await ensureCollection(ctx, name, db));
  }
  return write(ctx, function* (view) {
    const failed = collectErrors(ctx);
    const counts = { nInserted: 0, nMatched: 0, nModified: 0, nUpserted: 0, nDeleted: 0 };
    const results: Document[] = [];
    for (const [idx, op] of ops.entries()) {
      try {
        results.push({ ok: 1, idx, ...(yield* runOperation(ctx, view, collections, op, counts)) });
      } catch (error) {
        const goesOn = failed.add(idx, error);
        const { index: _, ...details } = failed.errors.at(-1) ?? {};
        results.push({ ok: 0, idx, n: 0, ...details });
        if (!goesOn) break;
      }
    }
    const firstBatch = isTruthy(ctx.body.errorsOnly) ? results.filter((result) => result.ok === 0) : results;
    const cursor = { id: Long.ZERO, firstBatch, ns: 'admin.$cmd.bulkWrite' };
    return answer(ctx, { cursor, nErrors: failed.errors.length, ...counts });
  });
};

function* runOperation(
  ctx: Context,
  view: WriteView,
  collections: Collection[],
  op: Document,
  counts: Record<'nInserted' | 'nMatched' | 'nModified' | 'nUpserted' | 'nDeleted', number>,
): WriteTask<Document> {
  const kind = kinds.find((name) => name in op);
  const collection = kind && collections[toNumber(op[kind]) ?? -1];
  if (!kind || !collection) throw badValue('BulkWrite ops entry is not valid');
  if (kind === 'insert') {
    const { document } = op;
    if (!isDocument(document)) throw badValue('BulkWrite insert needs a document');
    yield* whenUnlocked(() => ctx.engine.records.insert(view, collection, fillTimestamps(document)));
    counts.nInserted++;
    return { n: 1 };
  }
  if (kind === 'delete') {
    const n = yield* runDelete(ctx, view, collection, {
      ...op,
      q: op.filter,
      limit: isTruthy(op.multi) ? 0 : 1,
    });
    counts.nDeleted += n;
    return { n };
  }
  const done = yield* runUpdate(ctx, view, collection, {
    ...op,
    q: op.filter,
    u: op.updateMods,
    c: op.constants,
  });
  if (done.upserted) counts.nUpserted++;
  else counts.nMatched += done.n;
  counts.nModified += done.nModified;
  return { ...done };
}
