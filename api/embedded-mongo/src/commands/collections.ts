import { setTimeout as wait } from 'node:timers/promises';
import { UUID } from 'bson';
import type { Engine } from '../engine.ts';
import { check, documentList, optionalDocument, words } from '../input.ts';
import { checkLocale, sameCollation } from '../query/collation.ts';
import { compileFilter } from '../query/matcher.ts';
import { type Collection, type Index, makeIndex } from '../storage/catalog.ts';
import { documentsOf, prefixOf } from '../storage/keyspace.ts';
import { buildIndex } from '../storage/records.ts';
import type { WriteTask } from '../storage/view.ts';
import { equalValues } from '../values/compare.ts';
import { type Document, isDocument, isTruthy, toNumber } from '../values/types.ts';
import { type Context, collectionName, ensureCollection, findCollection, type Handlers } from './context.ts';
import { checkFlags, checkScale } from './fields.ts';
import { openListCursor } from './reads.ts';

/** Unsupported collection options. */
const unsupported = words(
  'capped validator viewOn pipeline timeseries clusteredIndex encryptedFields expireAfterSeconds ' +
    'changeStreamPreAndPostImages',
);
/** Supported and ignored fields of an index specification, besides key and name. */
const options = ['unique', 'sparse', 'partialFilterExpression', 'expireAfterSeconds', 'collation', 'hidden'];
const ignored = ['v', 'key', 'name', 'ns', 'background', 'dropDups', 'storageEngine', 'prepareUnique'];

/** Applies the `filter` of a listing command. */
function filtered(items: Document[], { body }: Context): Document[] {
  const matches = compileFilter(optionalDocument(body, 'filter') ?? {});
  return items.filter((item) => matches(item));
}

function existing(ctx: Context): Collection {
  const collection = findCollection(ctx);
  check(!collection.isDropped, 26, () => `ns does not exist: ${collection.ns}`);
  return collection;
}

/** Commands on databases, collections and indexes. */
export const collectionCommands: Handlers = {
  async create(ctx) {
    const { body, db, engine } = ctx;
    const name = collectionName(ctx);
    const wanted = unsupported.find((option) => isTruthy(body[option]) && !equalValues(body[option], {}));
    check(!wanted, 2, () => `the collection option '${wanted}' is not supported by this server`);
    const isSized = body.size !== undefined || body.max !== undefined;
    check(!isSized, 72, "the 'capped' field needs to be true when either 'size' or 'max' is present");
    const idKey = optionalDocument(body, 'idIndex')?.key ?? { _id: 1 };
    check(equalValues(idKey, { _id: 1 }), 2, "The field 'key' for an _id index must be {_id: 1}");
    const collation = optionalDocument(body, 'collation');
    checkLocale(collation);
    const asked = collation ? { collation } : {};
    const ensure = (): Collection => ensureCollection(ctx, name, db, asked);
    const collection = ctx.transaction ? ensure() : await engine.change(ensure);
    const isSame = equalValues(collection.options, asked);
    check(isSame, 48, () => `namespace ${collection.ns} already exists, but with different options`);
  },

  async drop(ctx) {
    const collection = findCollection(ctx);
    if (collection.isDropped) return;
    const nIndexesWas = collection.indexes.length;
    await dropCollection(ctx, collection);
    return { nIndexesWas, ns: collection.ns };
  },

  async dropDatabase(ctx) {
    for (const collection of ctx.engine.catalog.collections(ctx.db)) await dropCollection(ctx, collection);
    return { dropped: ctx.db };
  },

  listCollections(ctx) {
    const infos = ctx.engine.catalog.collections(ctx.db).map((collection): Document => {
      const { name, indexes } = collection;
      if (isTruthy(ctx.body.nameOnly)) return { name, type: 'collection' };
      const info = { readOnly: false, uuid: new UUID(collection.uuid).toBinary() };
      return { name, type: 'collection', options: collection.options, info, idIndex: indexes[0]?.spec };
    });
    return openListCursor(ctx, `${ctx.db}.$cmd.listCollections`, filtered(infos, ctx));
  },

  listDatabases(ctx) {
    const { catalog } = ctx.engine;
    const names = [...new Set(catalog.all().map(({ db }) => db))].sort();
    const databases = names.map((name): Document => {
      if (isTruthy(ctx.body.nameOnly)) return { name };
      return { name, sizeOnDisk: statsOf(ctx, catalog.collections(name)).size, empty: false };
    });
    return { databases: filtered(databases, ctx) };
  },

  collStats(ctx) {
    checkScale(ctx.body);
    return collectionStats(ctx, findCollection(ctx));
  },

  dbStats(ctx) {
    checkScale(ctx.body);
    const collections = ctx.engine.catalog.collections(ctx.db);
    const { count, size, nindexes, ...stats } = statsOf(ctx, collections);
    const own = { db: ctx.db, collections: collections.length, views: 0, objects: count, indexes: nindexes };
    return { ...own, ...stats, dataSize: size, indexSize: 0 };
  },

  async createIndexes(ctx) {
    const { engine, body, transaction } = ctx;
    const asked = documentList(body, 'indexes');
    check(asked.length > 0, 2, 'Must specify at least one index to create');
    const { isDropped: createdCollectionAutomatically, ns } = findCollection(ctx);
    const ensure = (): Collection => ensureCollection(ctx);
    const collection = transaction ? ensure() : await engine.change(ensure);
    const numIndexesBefore = collection.indexes.length;
    for (const spec of asked.map((one) => completeSpec(one, collection)))
      if (!transaction) await engine.write(createIndex(engine, collection, spec));
      else if (!findSame(collection, makeIndex(spec))) {
        const isWritten = engine.store.writersIn(collection.id).includes(transaction);
        const text = (): string =>
          `Cannot create new indexes on existing collection ${ns} in a multi-document transaction.`;
        check(!collection.isStored && !isWritten, 263, text);
        engine.catalog.addIndex(collection, spec);
      }
    return { numIndexesBefore, numIndexesAfter: collection.indexes.length, createdCollectionAutomatically };
  },

  listIndexes(ctx) {
    const { db, name, indexes } = existing(ctx);
    const specs = indexes.filter((index) => !index.building).map((index) => index.spec);
    return openListCursor(ctx, `${db}.$cmd.listIndexes.${name}`, specs);
  },

  async dropIndexes(ctx) {
    const collection = existing(ctx);
    const nIndexesWas = collection.indexes.length;
    await ctx.engine.write(dropIndexes(ctx, collection));
    return { nIndexesWas };
  },
};

async function dropCollection({ engine, server }: Context, collection: Collection): Promise<void> {
  await engine.write(freeCollection(engine, collection));
  server.cursors.killWhere((cursor) => cursor.ns === collection.ns);
}

function* freeCollection({ catalog, store }: Engine, collection: Collection): WriteTask<void> {
  yield* store.whenIdle(collection.id);
  if (!collection.isDropped) catalog.drop(collection);
  yield* catalog.collectGarbage();
}

/** The statistics of `collStats` and the `$collStats` stage. */
export function collectionStats(ctx: Context, collection: Collection): Document {
  const { ns, indexes } = collection;
  const indexBuilds = indexes.filter((index) => index.building).map((index) => index.name);
  const indexSizes = Object.fromEntries(indexes.map((index) => [index.name, 0]));
  return { ns, ...statsOf(ctx, [collection]), totalIndexSize: 0, indexSizes, indexBuilds };
}

/** The number and size of collections' documents; the size of many is estimated from a sample. */
function statsOf({ engine }: Context, collections: Collection[]): Record<string, number> {
  let [count, size, nindexes] = [0, 0, 0];
  for (const { id, indexes } of collections) {
    const documents = engine.store.count(documentsOf(id));
    let [seen, bytes] = [0, 0];
    for (const { value } of engine.store.range(documentsOf(id))) {
      bytes += value.length;
      if (++seen >= 1000) break;
    }
    count += documents;
    size += seen && Math.round((bytes / seen) * documents);
    nindexes += indexes.length;
  }
  const avgObjSize = count && Math.round(size / count);
  return { count, size, avgObjSize, storageSize: size, totalSize: size, nindexes, scaleFactor: 1 };
}

/** Validates and completes an index specification. */
function completeSpec(spec: Document, collection: Collection): Document {
  const { key, sparse, partialFilterExpression, expireAfterSeconds } = spec;
  check(isDocument(key), 9, "The 'key' field is a required property of an index specification");
  const fields = Object.entries(key);
  const parts = Object.keys(key).flatMap((path) => path.split('.'));
  const isIllegal = parts.some((part) => part === '' || /^\$(?!(ref|id|db)$)/.test(part));
  const unknown = Object.keys(spec).find((name) => !options.includes(name) && !ignored.includes(name));
  const seconds = toNumber(expireAfterSeconds) ?? -1;
  const hasTtl = expireAfterSeconds !== undefined;
  check(fields.length > 0, 67, 'Index keys cannot be an empty object');
  check(fields.length <= 32, 67, 'Index key pattern has too many fields, at most 32 are allowed');
  check(Object.values(key).every(toNumber), 67, 'Index keys must be 1 or -1 on this server');
  check(!isIllegal, 67, 'Index key contains an illegal field name');
  check(!unknown, 197, () => `The field '${unknown}' is not valid for an index specification.`);
  check(!hasTtl || (seconds >= 0 && seconds <= 0x7fffffff), 67, 'expireAfterSeconds is out of range');
  check(!hasTtl || fields.length === 1, 67, 'TTL indexes are single-field indexes');
  checkFlags(spec);
  checkLocale(spec.collation);
  optionalDocument(spec, 'partialFilterExpression');
  const isId = equalValues(key, { _id: 1 });
  const forId =
    isId &&
    ['unique', 'sparse', 'partialFilterExpression', 'expireAfterSeconds'].find((name) => name in spec);
  check(!forId, 197, () => `The field '${String(forId)}' is not valid for an _id index specification.`);
  const isMixed = isTruthy(sparse) && partialFilterExpression;
  check(!isMixed, 67, "cannot mix 'partialFilterExpression' and 'sparse'");
  const name = isId
    ? '_id_'
    : spec.name || fields.map(([path, direction]) => `${path}_${String(direction)}`).join('_');
  const kept = Object.entries(spec).filter(([option]) => options.includes(option));
  const { collation } = collection.options;
  return { v: 2, key, name, ...(collation ? { collation } : {}), ...Object.fromEntries(kept) };
}

/** Finds the requested index; fails if an existing one conflicts with it. */
function findSame({ indexes }: Collection, wanted: Index): Index | undefined {
  const byName = indexes.find(({ name }) => name === wanted.name);
  const byKey = indexes.find(
    ({ spec, collation, partialFilter }) =>
      equalValues(spec.key, wanted.spec.key) &&
      sameCollation(collation, wanted.collation) &&
      equalValues(partialFilter ?? null, wanted.partialFilter ?? null),
  );
  check(!byName || byName === byKey, 86, () => `An existing index has the same name: ${wanted.name}`);
  // The `_id` index always exists, whatever the specification says.
  if (!byKey || byKey === indexes[0]) return byKey;
  const compared = ['unique', 'sparse', 'expireAfterSeconds'] as const;
  const isSame = compared.every((one) => byKey[one] === wanted[one]);
  const text = (): string => `An equivalent index already exists with different options: ${byKey.name}`;
  check(isSame, byName ? 86 : 85, text);
  check(byName, 85, () => `Index already exists with a different name: ${byKey.name}`);
  return byKey;
}

const buildPollMs = 20;
const underWay = new WeakSet<Index>();

function* createIndex(engine: Engine, collection: Collection, spec: Document): WriteTask<void> {
  const wanted = makeIndex(spec);
  if (!findSame(collection, wanted)) yield* engine.store.whenIdle(collection.id);
  // Another command may be building it. If that build fails, the index is removed, and this one fails for the same reason.
  for (let same = findSame(collection, wanted); same; same = findSame(collection, wanted)) {
    if (!same.building) return;
    // A build that a full disk interrupted is completed by the next request for the index.
    if (!underWay.has(same)) return yield* finishIndex(engine, collection, same);
    yield wait(buildPollMs);
  }
  yield* finishIndex(engine, collection, engine.catalog.addIndex(collection, spec));
}

/** Builds an index from scratch (it may contain remains of a crash or of an old key order); removes it on failure. */
export function* finishIndex(engine: Engine, collection: Collection, index: Index): WriteTask<void> {
  underWay.add(index);
  try {
    yield* engine.catalog.clear(prefixOf(collection.id, index.section));
    yield* buildIndex(engine.store, collection, index);
  } catch (error) {
    yield* engine.catalog.dropIndex(collection, index);
    throw error;
  } finally {
    underWay.delete(index);
  }
}

function* dropIndexes({ engine, body }: Context, collection: Collection): WriteTask<void> {
  yield* engine.store.whenIdle(collection.id);
  const names = collection.indexes.slice(1).map(({ name }) => name);
  for (const asked of body.index === '*' ? names : [body.index].flat())
    yield* engine.catalog.dropIndex(collection, findIndex(collection, asked));
}

function findIndex({ indexes }: Collection, asked: unknown): Index {
  const index = indexes.find(({ name, spec }) => asked === name || equalValues(spec.key, asked));
  check(index, 27, () => `index not found: ${JSON.stringify(asked)}`);
  check(index !== indexes[0], 72, 'cannot drop _id index');
  return index;
}
