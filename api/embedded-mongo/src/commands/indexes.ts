import type { Engine, WriteTask } from '../engine.ts';
import { check, documentList } from '../input.ts';
import { sameCollation } from '../query/collation.ts';
import { type Collection, type Index, makeIndex } from '../storage/catalog.ts';
import { ownerPrefix } from '../storage/keyspace.ts';
import { nameOf } from '../storage/view.ts';
import { equalValues } from '../values/compare.ts';
import { type Document, isDocument, isTruthy, toNumber } from '../values/types.ts';
import { ensureCollection, findCollection, type Handlers } from './context.ts';
import { openListCursor } from './reads.ts';

/** What an index specification may say besides its key and name, and what it may say in vain. */
const options = ['unique', 'sparse', 'partialFilterExpression', 'expireAfterSeconds', 'collation', 'hidden'];
const ignored = ['v', 'key', 'name', 'ns', 'background', 'dropDups', 'storageEngine', 'prepareUnique'];

/** Completes and checks what was asked for. */
function completeSpec(spec: Document, collection: Collection): Document {
  const { key, sparse, partialFilterExpression, expireAfterSeconds } = spec;
  check(isDocument(key), 9, "The 'key' field is a required property of an index specification");
  const fields = Object.entries(key);
  const parts = Object.keys(key).flatMap((path) => path.split('.'));
  const isIllegal = (part: string): boolean => part === '' || /^\$(?!(ref|id|db)$)/.test(part);
  const unknown = Object.keys(spec).find((name) => !options.includes(name) && !ignored.includes(name));
  const seconds = toNumber(expireAfterSeconds) ?? -1;
  const hasTtl = expireAfterSeconds !== undefined;
  const faults: [wrong: boolean, code: number, message: string][] = [
    [fields.length === 0, 67, 'Index keys cannot be an empty object'],
    [fields.length > 32, 67, 'Index key pattern has too many fields, at most 32 are allowed'],
    [fields.some(([, direction]) => !toNumber(direction)), 67, 'Index keys must be 1 or -1 on this server'],
    [parts.some(isIllegal), 67, 'Index key contains an illegal field name'],
    [unknown !== undefined, 197, `The field '${unknown}' is not valid for an index specification.`],
    [hasTtl && !(seconds >= 0 && seconds <= 0x7fffffff), 67, 'expireAfterSeconds is out of range'],
    [hasTtl && fields.length > 1, 67, 'TTL indexes are single-field indexes'],
    [isTruthy(sparse) && !!partialFilterExpression, 67, "cannot mix 'partialFilterExpression' and 'sparse'"],
  ];
  for (const [wrong, code, message] of faults) check(!wrong, code, message);
  const name = spec.name || fields.map(([path, direction]) => `${path}_${String(direction)}`).join('_');
  const kept = Object.entries(spec).filter(([option]) => options.includes(option));
  const { collation } = collection.options;
  return { v: 2, key, name, ...(collation ? { collation } : {}), ...Object.fromEntries(kept) };
}

/** Whether an index exists already; fails where one like it stands in the way. */
function isPresent({ indexes }: Collection, wanted: Index): boolean {
  const byName = indexes.find(({ name }) => name === wanted.name);
  const byKey = indexes.find(
    ({ spec, collation, partialFilter }) =>
      equalValues(spec.key, wanted.spec.key) &&
      sameCollation(collation, wanted.collation) &&
      equalValues(partialFilter ?? null, wanted.partialFilter ?? null),
  );
  check(!byName || byName === byKey, 86, `An existing index has the same name: ${wanted.name}`);
  // The `_id` index is always there, whatever is said about it.
  if (!byKey || byKey === indexes[0]) return byKey !== undefined;
  const isSame = (['unique', 'sparse', 'expireAfterSeconds'] as const).every(
    (one) => byKey[one] === wanted[one],
  );
  check(isSame, byName ? 86 : 85, `An equivalent index already exists with different options: ${byKey.name}`);
  check(byName, 85, `Index already exists with a different name: ${byKey.name}`);
  return true;
}

/** Waits until no open transaction has written to a collection, as its changes know only the present indexes. */
export function* whenIdle({ store }: Engine, collection: Collection): WriteTask<void> {
  const prefix = nameOf(ownerPrefix(collection.id));
  for (;;) {
    const holder = store.holderOf(prefix);
    if (!holder) return;
    yield holder.ended;
  }
}

function* createIndex(engine: Engine, collection: Collection, spec: Document): WriteTask<void> {
  const wanted = makeIndex(spec, 0);
  if (isPresent(collection, wanted)) return;
  yield* whenIdle(engine, collection);
  // Another command may have made it meanwhile.
  if (isPresent(collection, wanted)) return;
  const index = engine.catalog.addIndex(collection, spec, true);
  try {
    yield* engine.records.buildIndex(engine.store, collection, index);
  } catch (error) {
    if (!collection.isDropped) yield* engine.catalog.dropIndex(collection, index);
    throw error;
  }
}

function findIndex({ indexes }: Collection, asked: unknown): Index {
  const index = indexes.find(({ name, spec }) =>
    typeof asked === 'string' ? name === asked : equalValues(spec.key, asked),
  );
  check(index, 27, `index not found: ${JSON.stringify(asked)}`);
  check(index !== indexes[0], 72, 'cannot drop _id index');
  return index;
}

/** Commands about the indexes of a collection. */
export const indexCommands: Handlers = {
  async createIndexes(ctx) {
    const { engine, body } = ctx;
    const asked = documentList(body, 'indexes');
    check(asked.length > 0, 2, 'Must specify at least one index to create');
    const createdCollectionAutomatically = findCollection(ctx).isDropped;
    const collection = await engine.write(() => ensureCollection(ctx));
    const numIndexesBefore = collection.indexes.length;
    for (const spec of asked.map((one) => completeSpec(one, collection)))
      await engine.write(() => createIndex(engine, collection, spec));
    return { numIndexesBefore, numIndexesAfter: collection.indexes.length, createdCollectionAutomatically };
  },

  listIndexes(ctx) {
    const { db, name, ns, indexes, isDropped } = findCollection(ctx);
    check(!isDropped, 26, `ns does not exist: ${ns}`);
    const specs = indexes.filter((index) => !index.building).map((index) => index.spec);
    return openListCursor(ctx, `${db}.$cmd.listIndexes.${name}`, specs);
  },

  async dropIndexes(ctx) {
    const { engine, body } = ctx;
    const collection = findCollection(ctx);
    check(!collection.isDropped, 26, `ns not found ${collection.ns}`);
    const nIndexesWas = collection.indexes.length;
    await engine.write(function* () {
      yield* whenIdle(engine, collection);
      const asked = Array.isArray(body.index) ? body.index : [body.index];
      const all = body.index === '*' ? collection.indexes.slice(1) : undefined;
      for (const index of all ?? asked.map((one) => findIndex(collection, one)))
        yield* engine.catalog.dropIndex(collection, index);
    });
    return { nIndexesWas };
  },
};
