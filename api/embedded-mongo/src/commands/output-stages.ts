import { runStages } from '../aggregate/pipeline.ts';
import { whenUnlocked } from '../engine.ts';
import { MongoError } from '../errors.ts';
import { check } from '../input.ts';
import { find, findFirst } from '../query/find.ts';
import { getPath } from '../query/paths.ts';
import { findRequest } from '../query/request.ts';
import { TransactionView } from '../storage/view.ts';
import type { Document } from '../values/decode.ts';
import { isDocument } from '../values/types.ts';
import { type Context, ensureCollection, write } from './context.ts';

function targetOf(ctx: Context, argument: unknown): [name: string, db: string] {
  const { db = ctx.db, coll } = isDocument(argument) ? argument : { coll: argument };
  const isNamed = typeof db === 'string' && typeof coll === 'string';
  check(isNamed, 16990, 'the target collection must be a string or { db, coll }');
  return [coll, db];
}

/** What `$merge` makes of a document that is there already. */
const matchedModes: Record<string, (found: Document, doc: Document) => Document> = {
  replace: (_found, doc) => doc,
  merge: (found, doc) => ({ ...found, ...doc }),
  keepExisting: (found) => found,
  fail: () => {
    throw new MongoError(11000, 'E11000 duplicate key error: $merge found a matching document');
  },
};

type OutputStage = (ctx: Context, docs: Document[], argument: unknown) => Promise<void>;

/** The stages that write what a pipeline results in. */
export const outputStages: Record<string, OutputStage> = {
  /** Replaces what a collection holds, all or nothing. */
  async $out(ctx, docs, argument) {
    const { engine } = ctx;
    const [name, db] = targetOf(ctx, argument);
    const collection = await engine.write(() => ensureCollection(ctx, name, db));
    const view = new TransactionView(engine.store);
    try {
      for (const old of find({ ...findRequest(ctx, collection, {}), view }))
        if (old) engine.records.remove(view, collection, old.recordId, old.doc);
      for (const doc of docs) engine.records.insert(view, collection, doc);
      await engine.change(() => view.apply());
    } finally {
      view.end();
    }
  },

  async $merge(ctx, docs, argument) {
    const { records } = ctx.engine;
    const spec = isDocument(argument) && 'into' in argument ? argument : { into: argument };
    const { whenMatched = 'merge', whenNotMatched = 'insert' } = spec;
    const [name, db] = targetOf(ctx, spec.into);
    const on = (Array.isArray(spec.on) ? spec.on : [spec.on ?? '_id']).map(String);
    const pipeline = Array.isArray(whenMatched) ? whenMatched.filter(isDocument) : undefined;
    const combine = pipeline
      ? (found: Document, doc: Document): Document =>
          runStages([found], pipeline, { variables: { new: { $literal: doc } } })[0] ?? found
      : matchedModes[String(whenMatched)];
    check(combine, 2, `Enumeration value '${String(whenMatched)}' for field 'whenMatched' is not valid.`);
    await write(ctx, function* () {
      const collection = yield* ensureCollection(ctx, name, db);
      const isUnique = collection.indexes.some(
        ({ unique, fields }) =>
          unique && fields.length === on.length && fields.every(({ path }) => on.includes(path)),
      );
      check(isUnique, 51183, 'Cannot find index to verify that join fields will be unique');
      for (const doc of docs) {
        const filter = Object.fromEntries(on.map((path) => [path, { $eq: getPath(doc, path) ?? null }]));
        const request = findRequest(ctx, collection, { filter });
        yield* whenUnlocked(() => {
          const found = findFirst(request);
          if (found) {
            const { _id } = found.doc;
            const after = Object.assign({ _id }, combine(found.doc, doc), { _id });
            records.update(ctx.view, collection, found.recordId, found.doc, after);
          } else if (whenNotMatched === 'insert') records.insert(ctx.view, collection, doc);
          else check(whenNotMatched === 'discard', 13113, '$merge could not find a matching document');
        });
      }
      return {};
    });
  },
};
