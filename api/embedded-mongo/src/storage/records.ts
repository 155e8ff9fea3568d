import { EJSON, ObjectId } from 'bson';
import { MongoError } from '../errors.ts';
import { getPath } from '../query/paths.ts';
import { type Document, decode } from '../values/decode.ts';
import { encode, maxDocumentSize } from '../values/encode.ts';
import { isDocument, typeName } from '../values/types.ts';
import type { Collection, Index } from './catalog.ts';
import { indexKeys } from './index-keys.ts';
import { documentKey, documentsSection, prefixOf, rangeOf, readRecordId, writeRecordId } from './keyspace.ts';
import type { Store } from './store.ts';
import { nameOf, type WriteTask, type WriteView, whenUnlocked } from './view.ts';

/** Documents indexed in one commit: keeps memory and the wait of other writers small. */
const buildStep = 1000;
const recordMark = Buffer.from([0x04]);
const dbRefFields = new Set(['$ref', '$id', '$db']);

/** The record an index entry points to. */
export const recordOf = (value: Buffer): number => readRecordId(value);

/** Adds a document, with an `_id` in its first place. */
export function insert(view: WriteView, collection: Collection, doc: Document): void {
  const withId = Object.keys(doc)[0] === '_id' ? doc : { _id: new ObjectId(), ...doc };
  const { _id } = withId;
  const type = typeName(_id);
  if (type === 'array' || type === 'regex')
    throw new MongoError(53, `The '_id' value cannot be of type ${type}`);
  const names = isDocument(_id) ? Object.keys(_id) : [];
  if (names.some((name) => name.startsWith('$') && !dbRefFields.has(name)))
    throw new MongoError(52, "_id fields may not contain '$'-prefixed fields.");
  update(view, collection, collection.nextRecordId, undefined, withId);
  collection.nextRecordId++;
}

export function remove(view: WriteView, collection: Collection, recordId: number, doc: Document): void {
  update(view, collection, recordId, doc, undefined);
}

/** Changes a document and its index entries together; every check comes before the first write. */
export function update(
  view: WriteView,
  collection: Collection,
  recordId: number,
  before: Document | undefined,
  after: Document | undefined,
): void {
  if (collection.isDropped) throw new MongoError(175, `collection dropped. UUID ${collection.uuid}`);
  const bytes = after && encode(after);
  if (bytes && bytes.length > maxDocumentSize) {
    const text = `BSONObj size: ${bytes.length} is invalid. Size must be between 0 and ${maxDocumentSize}(16MB)`;
    throw new MongoError(10334, text);
  }
  const key = documentKey(collection.id, recordId);
  if (before) view.claim(key);
  const gone = entriesOf(collection, recordId, before);
  const added = entriesOf(collection, recordId, after);
  for (const name of added.keys()) if (gone.delete(name)) added.delete(name);
  checkUnique(view, collection, recordId, after ?? {}, added);
  for (const { index, entry } of gone.values()) if (index.unique) view.claim(entry);
  for (const { entry } of gone.values()) view.remove(entry);
  for (const { entry } of added.values()) view.put(entry, writeRecordId(recordId));
  view.put(key, bytes);
}

type Entries = Map<string, { readonly index: Index; readonly entry: Buffer }>;

/** The stored keys of a document's index entries. Those of equal keys differ by record, unless the index is unique. */
function entriesOf(collection: Collection, recordId: number, doc?: Document, indexes = collection.indexes) {
  const entries: Entries = new Map();
  if (!doc) return entries;
  for (const index of indexes) {
    for (const key of indexKeys(collection, index, doc)) {
      const parts = [prefixOf(collection.id, index.section), key];
      const entry = Buffer.concat(index.unique ? parts : [...parts, recordMark, writeRecordId(recordId)]);
      entries.set(nameOf(entry), { index, entry });
    }
  }
  return entries;
}

function checkUnique(
  view: WriteView,
  collection: Collection,
  recordId: number,
  doc: Document,
  entries: Entries,
): void {
  for (const { index, entry } of entries.values()) {
    if (!index.unique) continue;
    const holder = view.get(entry);
    if (holder && recordOf(holder) !== recordId) throw duplicateKey(collection, index, doc);
    if (!holder) view.claim(entry);
  }
}

/** Puts every document into a new index, a step at a time; writers keep it up to date meanwhile. */
export function* buildIndex(store: Store, collection: Collection, index: Index): WriteTask<void> {
  let { start, end } = rangeOf(prefixOf(collection.id, documentsSection));
  const add = (key: Buffer): void => {
    if (collection.isDropped || !collection.indexes.includes(index))
      throw new MongoError(
        276,
        `${collection.ns} or its index ${index.name} was dropped while it was being built`,
      );
    const [recordId, bytes] = [readRecordId(key, 6), store.get(key)];
    const doc = bytes && decode(bytes);
    const entries = entriesOf(collection, recordId, doc, [index]);
    checkUnique(store, collection, recordId, doc ?? {}, entries);
    for (const { entry } of entries.values()) store.put(entry, writeRecordId(recordId));
  };
  for (;;) {
    const keys = store.keys({ start, end }, buildStep);
    for (const key of keys) yield* whenUnlocked(() => add(key));
    const last = keys.at(-1);
    if (!last || keys.length < buildStep) break;
    start = Buffer.concat([last, Buffer.from([0])]);
    yield;
  }
  Object.assign(index, { building: false });
  Object.assign(collection, { indexedAt: store.commits, hasNewShape: true });
}

/** Error 11000, with the fields that mongoose and applications read. */
function duplicateKey(collection: Collection, index: Index, doc: Document): MongoError {
  const keyValue = Object.fromEntries(index.fields.map(({ path }) => [path, getPath(doc, path) ?? null]));
  const shown = Object.entries(keyValue).map(([path, value]) => {
    return `${path}: ${value instanceof ObjectId ? `ObjectId('${value.toHexString()}')` : EJSON.stringify(value)}`;
  });
  const text = `E11000 duplicate key error collection: ${collection.ns} index: ${index.name} dup key: { ${shown.join(', ')} }`;
  return new MongoError(11000, text, { keyPattern: index.spec.key, keyValue });
}
