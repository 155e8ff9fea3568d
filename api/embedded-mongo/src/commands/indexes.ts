import type { WriteTask } from '../engine.ts';
import { MongoError } from '../errors.ts';
import { sameCollation } from '../query/collation.ts';
import { sameKeyPattern } from '../query/planner.ts';
import { type Collection, type Index, makeIndex } from '../storage/catalog.ts';
import { prefixOf } from '../storage/keyspace.ts';
import { equalValues } from '../values/compare.ts';
import type { Document } from '../values/decode.ts';
import { encode } from '../values/encode.ts';
import { isDocument, isTruthy, toNumber } from '../values/types.ts';
import {
  type Context,
  collectionName,
  documentList,
  ensureCollection,
  findCollection,
  type Handler,
} from './context.ts';
import { openCursor } from './reads.ts';

const knownOptions = new Set([
  'v',
  'key',
  'name',
  'ns',
  'unique',
  'sparse',
  'partialFilterExpression',
  'expireAfterSeconds',
  'collation',
  'hidden',
  'background',
  'storageEngine',
  'dropDups',
  'prepareUnique',
  'clustered',
]);

/** Completes and checks what was asked for. */
function completeSpec(spec: Document, collection: Collection): Document {
  const { key } = spec;
  if (!isDocument(key))
    throw new MongoError(9, "The 'key' field is a required property of an index specification");
  const entries = Object.entries(key);
  if (entries.length === 0) throw new MongoError(67, 'Index keys cannot be an empty object');
  for (const [path, direction] of entries) {
    if (typeof direction === 'string')
      throw new MongoError(
        67,
        `index type '${direction}' is not supported by this server, only 1 and -1 are`,
      );
    const number = toNumber(direction);
    if (number === undefined || number === 0)
      throw new MongoError(
        67,
        `Values in v:2 index key pattern cannot be of type ${typeof direction}. Only numbers > 0, numbers < 0, and strings are allowed.`,
      );
    if (
      path === '' ||
      path
        .split('.')
        .some((part) => part === '' || (part.startsWith('$') && !['$ref', '$id', '$db'].includes(part)))
    ) {
      throw new MongoError(67, `Index key contains an illegal field name: '${path}'`);
    }
  }
  if (entries.length > 32)
    throw new MongoError(67, 'Index key pattern has too many fields, at most 32 are allowed');
  for (const name of Object.keys(spec)) {
    if (!knownOptions.has(name))
      throw new MongoError(
        197,
        `The field '${name}' is not valid for an index specification. Specification: ${JSON.stringify(spec)}`,
      );
  }
  if (spec.expireAfterSeconds !== undefined) {
    const seconds = toNumber(spec.expireAfterSeconds);
    if (seconds === undefined || seconds < 0 || seconds > 0x7fffffff)
      throw new MongoError(
        67,
        'TTL index expireAfterSeconds must be a number of seconds from 0 to 2147483647',
      );
    if (entries.length > 1)
      throw new MongoError(67, 'TTL indexes are single-field indexes, compound indexes do not support TTL');
  }
  if (isTruthy(spec.sparse) && spec.partialFilterExpression !== undefined)
    throw new MongoError(67, "cannot mix 'partialFilterExpression' and 'sparse' options");
  const name =
    typeof spec.name === 'string' && spec.name
      ? spec.name
      : entries.map(([path, direction]) => `${path}_${String(direction)}`).join('_');
  const { key: _key, name: _name, v: _v, background: _, ns: __, dropDups: ___, ...rest } = spec;
  const collation = spec.collation ?? collection.options.collation;
  return { v: 2, key, name, ...rest, ...(collation === undefined ? {} : { collation }) };
}

/** Whether an index exists already; throws where one like it stands in the way. */
function isPresent(collection: Collection, wanted: Index): boolean {
  const byName = collection.indexes.find((index) => index.name === wanted.name);
  const byKey = collection.indexes.find(
    (index) =>
      sameKeyPattern(index.spec.key, wanted.spec.key) &&
      sameCollation(index.collation, wanted.collation) &&
      equalValues(index.partialFilter ?? null, wanted.partialFilter ?? null),
  );
  if (byName && byName !== byKey) {
    throw new MongoError(
      86,
      `An existing index has the same name as the requested index. When index names are not specified, they are auto generated and can cause conflicts. Please refer to our documentation. Requested index: ${JSON.stringify(wanted.spec)}, existing index: ${JSON.stringify(byName.spec)}`,
    );
  }
  if (!byKey) return false;
  // The `_id` index is always there, whatever is said about it.
  if (byKey === collection.indexes[0]) return true;
  const same =
    byKey.unique === wanted.unique &&
    byKey.sparse === wanted.sparse &&
    byKey.expireAfterSeconds === wanted.expireAfterSeconds;
  if (!same) {
    throw new MongoError(
      byName ? 86 : 85,
      `An equivalent index already exists with the same name but different options. Requested index: ${JSON.stringify(wanted.spec)}, existing index: ${JSON.stringify(byKey.spec)}`,
    );
  }
  if (!byName) throw new MongoError(85, `Index already exists with a different name: ${byKey.name}`);
  return true;
}

/** Waits until no open transaction has written to a collection, as its changes know only the present indexes. */
export function* whenIdle(ctx: Pick<Context, 'engine'>, collection: Collection): WriteTask<void> {
  const prefix = prefixOf(collection.id, 0).subarray(0, 4).toString('latin1');
  for (
    let holder = ctx.engine.conflicts.holderOf(prefix);
    holder;
    holder = ctx.engine.conflicts.holderOf(prefix)
  )
    yield holder.ended;
}

export const createIndexes: Handler = async (ctx) => {
  const specs = documentList(ctx.body, 'indexes', 'createIndexes');
  if (specs.length === 0) throw new MongoError(2, 'Must specify at least one index to create');
  const existed = findCollection(ctx) !== undefined;
  const collection = await ensureCollection(ctx);
  const numIndexesBefore = collection.indexes.length;
  const wanted = specs.map((spec) => completeSpec(spec, collection));
  for (const spec of wanted) {
    await ctx.engine.write(function* () {
      if (isPresent(collection, makeIndex(spec, 0))) return;
      yield* whenIdle(ctx, collection);
      if (isPresent(collection, makeIndex(spec, 0))) return;
      const index = ctx.engine.catalog.addIndex(collection, spec, true);
      try {
        yield* ctx.engine.records.buildIndex(ctx.engine.store, collection, index);
      } catch (error) {
        if (ctx.engine.catalog.find(collection.db, collection.name) === collection)
          yield* ctx.engine.catalog.dropIndex(collection, index);
        throw error;
      }
    });
  }
  const numIndexesAfter = collection.indexes.length;
  return {
    numIndexesBefore,
    numIndexesAfter,
    createdCollectionAutomatically: !existed,
    ...(numIndexesAfter === numIndexesBefore ? { note: 'all indexes already exist' } : {}),
    ok: 1,
  };
};

export const listIndexes: Handler = async (ctx) => {
  const collection = findCollection(ctx);
  if (!collection) throw new MongoError(26, `ns does not exist: ${ctx.db}.${collectionName(ctx)}`);
  const cursor = isDocument(ctx.body.cursor) ? ctx.body.cursor : {};
  const list = collection.indexes.filter((index) => !index.building).map((index) => encode(index.spec));
  return openCursor(
    ctx,
    `${ctx.db}.$cmd.listIndexes.${collection.name}`,
    list[Symbol.iterator](),
    cursor.batchSize,
  );
};

export const dropIndexes: Handler = async (ctx) => {
  const collection = findCollection(ctx);
  if (!collection) throw new MongoError(26, `ns not found ${ctx.db}.${collectionName(ctx)}`);
  const asked = ctx.body.index;
  const nIndexesWas = collection.indexes.length;
  await ctx.engine.write(function* () {
    yield* whenIdle(ctx, collection);
    const chosen =
      asked === '*'
        ? collection.indexes.slice(1)
        : (Array.isArray(asked) ? asked : [asked]).map((one: unknown) => findIndex(collection, one));
    for (const index of chosen) yield* ctx.engine.catalog.dropIndex(collection, index);
  });
  return { nIndexesWas, ...(asked === '*' ? { msg: 'non-_id indexes dropped for collection' } : {}), ok: 1 };
};

function findIndex(collection: Collection, asked: unknown): Index {
  const index = collection.indexes.find((candidate) =>
    typeof asked === 'string' ? candidate.name === asked : sameKeyPattern(candidate.spec.key, asked),
  );
  if (!index) {
    throw new MongoError(
      27,
      typeof asked === 'string'
        ? `index not found with name [${asked}]`
        : `can't find index with key: ${JSON.stringify(asked)}`,
    );
  }
  if (index === collection.indexes[0]) throw new MongoError(72, 'cannot drop _id index');
  return index;
}
