import { badValue, MongoError } from '../errors.ts';
import { compileFilter } from '../query/matcher.ts';
import { type Collection, uuidOf } from '../storage/catalog.ts';
import { afterPrefix, documentsSection, prefixOf } from '../storage/keyspace.ts';
import { equalValues } from '../values/compare.ts';
import type { Document } from '../values/decode.ts';
import { encode } from '../values/encode.ts';
import { isDocument, isTruthy } from '../values/types.ts';
import { type Context, collectionName, findCollection, type Handler, optionalDocument } from './context.ts';
import { whenIdle } from './indexes.ts';
import { openCursor } from './reads.ts';

const creationOptions = [
  'capped',
  'size',
  'max',
  'validator',
  'validationLevel',
  'validationAction',
  'viewOn',
  'pipeline',
  'collation',
  'timeseries',
  'expireAfterSeconds',
  'clusteredIndex',
  'changeStreamPreAndPostImages',
  'encryptedFields',
];
const unsupported = ['capped', 'validator', 'timeseries', 'clusteredIndex', 'encryptedFields'];

export const create: Handler = async (ctx) => {
  const name = collectionName(ctx);
  const options: Document = {};
  for (const option of creationOptions)
    if (ctx.body[option] !== undefined) options[option] = ctx.body[option];
  for (const option of unsupported) {
    const value = options[option];
    if (value !== undefined && value !== false && !(isDocument(value) && Object.keys(value).length === 0)) {
      throw badValue(`the collection option '${option}' is not supported by this server`);
    }
    delete options[option];
  }
  const { catalog } = ctx.engine;
  await ctx.engine.change(() => {
    const existing = catalog.find(ctx.db, name);
    if (!existing) catalog.create(ctx.db, name, options);
    else if (!equalValues(existing.options, options))
      throw new MongoError(
        48,
        `namespace ${ctx.db}.${name} already exists, but with different options: ${JSON.stringify(existing.options)}`,
      );
  });
  return { ok: 1 };
};

export const drop: Handler = async (ctx) => {
  const collection = findCollection(ctx);
  if (!collection) return { ok: 1 };
  const nIndexesWas = collection.indexes.length;
  await dropCollection(ctx, collection);
  return { nIndexesWas, ns: collection.ns, ok: 1 };
};

async function dropCollection(ctx: Context, collection: Collection): Promise<void> {
  const { catalog } = ctx.engine;
  await ctx.engine.write(function* () {
    yield* whenIdle(ctx, collection);
    if (catalog.find(collection.db, collection.name) === collection) catalog.drop(collection);
    yield* catalog.collectGarbage();
  });
  ctx.server.cursors.killWhere((cursor) => cursor.ns === collection.ns);
}

export const dropDatabase: Handler = async (ctx) => {
  for (const collection of ctx.engine.catalog.collections(ctx.db)) await dropCollection(ctx, collection);
  return { dropped: ctx.db, ok: 1 };
};

export const listCollections: Handler = async (ctx) => {
  const matches = compileFilter(optionalDocument(ctx.body, 'filter') ?? {});
  const nameOnly = isTruthy(ctx.body.nameOnly);
  const list = ctx.engine.catalog
    .collections(ctx.db)
    .map((collection): Document => {
      const isView = 'viewOn' in collection.options;
      const info: Document = { name: collection.name, type: isView ? 'view' : 'collection' };
      if (nameOnly) return info;
      info.options = collection.options;
      info.info = isView ? { readOnly: true } : { readOnly: false, uuid: uuidOf(collection) };
      const [idIndex] = collection.indexes;
      if (idIndex) info.idIndex = idIndex.spec;
      return info;
    })
    .filter((info) => matches(info))
    .map(encode);
  const cursor = isDocument(ctx.body.cursor) ? ctx.body.cursor : {};
  return openCursor(ctx, `${ctx.db}.$cmd.listCollections`, list[Symbol.iterator](), cursor.batchSize);
};

export const listDatabases: Handler = (ctx) => {
  const { catalog } = ctx.engine;
  const matches = compileFilter(optionalDocument(ctx.body, 'filter') ?? {});
  const names = catalog.databaseNames();
  if (isTruthy(ctx.body.nameOnly))
    return { databases: names.map((name) => ({ name })).filter((db) => matches(db)), ok: 1 };
  const databases = names
    .map((name) => {
      const sizeOnDisk = catalog
        .collections(name)
        .reduce((sum, collection) => sum + sizeOf(ctx, collection).bytes, 0);
      return { name, sizeOnDisk, empty: false };
    })
    .filter((db) => matches(db));
  const totalSize = databases.reduce((sum, db) => sum + db.sizeOnDisk, 0);
  return { databases, totalSize, totalSizeMb: Math.floor(totalSize / 1_048_576), ok: 1 };
};

/** How many documents a collection has, and their size, measured on a sample where there are many. */
export function sizeOf(ctx: Context, collection: Collection): { count: number; bytes: number } {
  const start = prefixOf(collection.id, documentsSection);
  const range = { start, end: afterPrefix(start) };
  const count = ctx.engine.latest.count(range);
  let seen = 0;
  let bytes = 0;
  for (const { value } of ctx.engine.latest.range(range)) {
    bytes += value.length;
    if (++seen >= 1000) break;
  }
  return { count, bytes: seen ? Math.round((bytes / seen) * count) : 0 };
}

export const collStats: Handler = (ctx) => ({
  ns: `${ctx.db}.${collectionName(ctx)}`,
  ...storageStats(ctx, findCollection(ctx)),
  ok: 1,
});

/** The figures of `collStats` and of the `$collStats` stage. */
export function storageStats(ctx: Context, collection: Collection | undefined): Document {
  const { count, bytes } = collection ? sizeOf(ctx, collection) : { count: 0, bytes: 0 };
  const indexes = collection?.indexes ?? [];
  return {
    count,
    size: bytes,
    avgObjSize: count ? Math.round(bytes / count) : 0,
    storageSize: bytes,
    nindexes: indexes.length,
    indexDetails: {},
    indexBuilds: indexes.filter((index) => index.building).map((index) => index.name),
    totalIndexSize: 0,
    indexSizes: Object.fromEntries(indexes.map((index) => [index.name, 0])),
    totalSize: bytes,
    scaleFactor: 1,
  };
}

export const dbStats: Handler = (ctx) => {
  const collections = ctx.engine.catalog.collections(ctx.db);
  const sizes = collections.map((collection) => sizeOf(ctx, collection));
  const objects = sizes.reduce((sum, size) => sum + size.count, 0);
  const dataSize = sizes.reduce((sum, size) => sum + size.bytes, 0);
  const views = collections.filter((collection) => 'viewOn' in collection.options).length;
  return {
    db: ctx.db,
    collections: collections.length - views,
    views,
    objects,
    avgObjSize: objects ? dataSize / objects : 0,
    dataSize,
    storageSize: dataSize,
    indexes: collections.reduce((sum, collection) => sum + collection.indexes.length, 0),
    indexSize: 0,
    totalSize: dataSize,
    scaleFactor: 1,
    ok: 1,
  };
};
