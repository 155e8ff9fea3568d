import { check, optionalDocument } from '../input.ts';
import { compileFilter, type Matcher } from '../query/matcher.ts';
import { type Collection, uuidOf } from '../storage/catalog.ts';
import { afterPrefix, documentsSection, prefixOf } from '../storage/keyspace.ts';
import { equalValues } from '../values/compare.ts';
import type { Document } from '../values/decode.ts';
import { isTruthy } from '../values/types.ts';
import { type Context, collectionName, findCollection, type Handlers } from './context.ts';
import { whenIdle } from './indexes.ts';
import { openListCursor } from './reads.ts';

const unsupported = ['capped', 'validator', 'viewOn', 'timeseries', 'clusteredIndex', 'encryptedFields'];

const filterOf = ({ body }: Context): Matcher => compileFilter(optionalDocument(body, 'filter') ?? {});

/** Commands about whole collections and databases. */
export const collectionCommands: Handlers = {
  async create(ctx) {
    const { body, db, engine } = ctx;
    const name = collectionName(ctx);
    const wanted = unsupported.find((option) => isTruthy(body[option]) && !equalValues(body[option], {}));
    check(!wanted, 2, `the collection option '${wanted}' is not supported by this server`);
    const collation = optionalDocument(body, 'collation');
    const options = collation ? { collation } : {};
    await engine.change(() => {
      const existing = engine.catalog.find(db, name) ?? engine.catalog.create(db, name, options);
      const isSame = equalValues(existing.options, options);
      check(isSame, 48, `namespace ${existing.ns} already exists, but with different options`);
    });
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
    const matches = filterOf(ctx);
    const infos = ctx.engine.catalog.collections(ctx.db).map((collection): Document => {
      const { name, options, indexes } = collection;
      if (isTruthy(ctx.body.nameOnly)) return { name, type: 'collection' };
      const info = { readOnly: false, uuid: uuidOf(collection) };
      return { name, type: 'collection', options, info, idIndex: indexes[0]?.spec };
    });
    return openListCursor(
      ctx,
      `${ctx.db}.$cmd.listCollections`,
      infos.filter((info) => matches(info)),
    );
  },

  listDatabases(ctx) {
    const { catalog } = ctx.engine;
    const matches = filterOf(ctx);
    const databases = catalog.databaseNames().map((name): Document => {
      if (isTruthy(ctx.body.nameOnly)) return { name };
      return { name, sizeOnDisk: statsOf(ctx, catalog.collections(name)).size, empty: false };
    });
    return { databases: databases.filter((db) => matches(db)) };
  },

  collStats: (ctx) => collectionStats(ctx, findCollection(ctx)),

  dbStats(ctx) {
    const collections = ctx.engine.catalog.collections(ctx.db);
    const { count, size, nindexes, ...stats } = statsOf(ctx, collections);
    const own = { db: ctx.db, collections: collections.length, views: 0, objects: count, indexes: nindexes };
    return { ...own, ...stats, dataSize: size, indexSize: 0 };
  },
};

async function dropCollection({ engine, server }: Context, collection: Collection): Promise<void> {
  await engine.write(function* () {
    yield* whenIdle(engine, collection);
    if (!collection.isDropped) engine.catalog.drop(collection);
    yield* engine.catalog.collectGarbage();
  });
  server.cursors.killWhere((cursor) => cursor.ns === collection.ns);
}

/** The figures of `collStats` and of the `$collStats` stage. */
export function collectionStats(ctx: Context, collection: Collection): Document {
  const { ns, indexes } = collection;
  const indexBuilds = indexes.filter((index) => index.building).map((index) => index.name);
  const indexSizes = Object.fromEntries(indexes.map((index) => [index.name, 0]));
  return { ns, ...statsOf(ctx, [collection]), totalIndexSize: 0, indexSizes, indexBuilds };
}

/** How many documents collections have, and their size, measured on a sample where there are many. */
function statsOf({ engine }: Context, collections: Collection[]): Record<string, number> {
  let [count, size, nindexes] = [0, 0, 0];
  for (const { id, indexes } of collections) {
    const start = prefixOf(id, documentsSection);
    const range = { start, end: afterPrefix(start) };
    const documents = engine.store.count(range);
    let [seen, bytes] = [0, 0];
    for (const { value } of engine.store.range(range)) {
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
