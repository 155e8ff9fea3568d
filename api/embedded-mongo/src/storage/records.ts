import { EJSON, ObjectId } from 'bson';
import { MongoError } from '../errors.ts';
import { check } from '../input.ts';
import { getPath, valuesTogether, walkPath } from '../query/paths.ts';
import { type Document, decode } from '../values/decode.ts';
import { encode, maxDocumentSize } from '../values/encode.ts';
import { fitKey, KeyWriter } from '../values/keys.ts';
import { isDocument, typeName } from '../values/types.ts';
import type { Collection, Index } from './catalog.ts';
import * as keys from './keyspace.ts';
import type { Store } from './store.ts';
import { type WriteTask, type WriteView, whenUnlocked } from './view.ts';

/** Documents indexed per commit, which bounds memory and other writers' waits. */
const buildStep = 1000;
const recordMark = Buffer.from([0x04]);

/** Error messages for oversized documents, by the code of the operation. */
const tooLarge: Record<number, (size: number) => string> = {
  10334: (size) => `BSONObj size: ${size} is invalid. Size must be between 0 and ${maxDocumentSize}(16MB)`,
  17419: () => `Resulting document after update is larger than ${maxDocumentSize}`,
  17420: () => `Document to upsert is larger than ${maxDocumentSize}`,
};

/** Encodes a document as BSON; fails with the given code if it is too large. */
export function encodeDocument(doc: Document, code = 10334): Uint8Array {
  const bytes = encode(doc, code);
  check(bytes.length <= maxDocumentSize, code, () => tooLarge[code]?.(bytes.length) ?? '');
  return bytes;
}

/** Inserts a document, with `_id` as its first field. */
export function insert(view: WriteView, collection: Collection, doc: Document, isUpsert = false): void {
  const withId = Object.keys(doc)[0] === '_id' ? doc : { _id: new ObjectId(), ...doc };
  const { _id } = withId;
  const type = typeName(_id);
  check(type !== 'array' && type !== 'regex', 53, () => `The '_id' value cannot be of type ${type}`);
  const isOperator = (name: string): boolean => /^\$(?!(ref|id|db)$)/.test(name);
  const hasOperator = isDocument(_id) && Object.keys(_id).some(isOperator);
  check(!hasOperator, 52, "_id fields may not contain '$'-prefixed fields.");
  const bytes = encodeDocument(withId, isUpsert ? 17420 : undefined);
  update(view, collection, collection.nextRecordId, undefined, withId, bytes);
  collection.nextRecordId++;
}

/**
 * Updates a document and its index entries; all checks precede the first write.
 * @param bytes the new document if it is already encoded
 */
export function update(
  view: WriteView,
  collection: Collection,
  recordId: number,
  before?: Document,
  after?: Document,
  bytes = after && encodeDocument(after),
): void {
  check(!collection.isDropped, 175, () => `collection dropped. UUID ${collection.uuid}`);
  const key = keys.documentKey(collection.id, recordId);
  if (before) view.claim(key);
  const gone = entriesOf(collection, recordId, before);
  const added = entriesOf(collection, recordId, after);
  for (const name of added.keys()) if (gone.delete(name)) added.delete(name);
  for (const { index, entry } of gone.values()) if (index.unique) view.claim(entry);
  addEntries(view, collection, recordId, added, after);
  for (const { entry } of gone.values()) view.put(entry);
  view.put(key, bytes);
}

type Entries = Map<string, { readonly index: Index; readonly entry: Buffer }>;

/** A document's index entries as stored keys. Non-unique ones end with the record, so that equal keys differ. */
export function entriesOf(
  collection: Collection,
  recordId: number,
  doc?: Document,
  indexes = collection.indexes,
) {
  const entries: Entries = new Map();
  for (const index of doc ? indexes : []) {
    const prefix = keys.prefixOf(collection.id, index.section);
    const suffix = index.unique ? [] : [recordMark, keys.writeRecordId(recordId)];
    for (const key of indexKeys(collection, index, doc)) {
      const entry = Buffer.concat([prefix, key, ...suffix]);
      entries.set(keys.nameOfKey(entry), { index, entry });
    }
  }
  return entries;
}

/** Adds index entries; adds none if another document has a unique key. */
function addEntries(
  view: WriteView,
  collection: Collection,
  recordId: number,
  entries: Entries,
  doc: Document = {},
): void {
  for (const { index, entry } of entries.values()) {
    const holder = index.unique ? view.get(entry) : undefined;
    if (holder && keys.readRecordId(holder) !== recordId) throw duplicateKey(collection, index, doc);
    if (index.unique && !holder) view.claim(entry);
  }
  for (const { entry } of entries.values()) view.put(entry, keys.writeRecordId(recordId));
}

/** Fills a new index in steps; concurrent writes keep it up to date. */
export function* buildIndex(store: Store, collection: Collection, index: Index): WriteTask<void> {
  const text = (): string =>
    `${collection.ns} or its index ${index.name} was dropped while it was being built`;
  const add = (key: Buffer): void => {
    check(!collection.isDropped && collection.indexes.includes(index), 276, text);
    // Read again: the document may have changed during a pause.
    const [recordId, bytes] = [keys.readRecordId(key), store.get(key)];
    const doc = bytes && decode(bytes);
    addEntries(store, collection, recordId, entriesOf(collection, recordId, doc, [index]), doc);
  };
  let count = 0;
  for (const { key } of store.range(keys.documentsOf(collection.id))) {
    yield* whenUnlocked(() => add(key));
    if (++count % buildStep === 0) yield;
  }
  Object.assign(index, { building: false });
  Object.assign(collection, { indexedAt: store.epoch, hasNewShape: true });
}

/** Error 11000, with the fields that mongoose and applications read. */
function duplicateKey(collection: Collection, index: Index, doc: Document): MongoError {
  const keyValue = Object.fromEntries(index.fields.map(({ path }) => [path, getPath(doc, path) ?? null]));
  const show = (value: unknown): string =>
    value instanceof ObjectId ? `ObjectId('${value.toHexString()}')` : EJSON.stringify(value);
  const shown = Object.entries(keyValue).map(([path, value]) => `${path}: ${show(value)}`);
  const text = `E11000 duplicate key error collection: ${collection.ns} index: ${index.name} dup key: { ${shown.join(', ')} }`;
  return new MongoError(11000, text, { keyPattern: index.spec.key, keyValue });
}

/** A document's keys in an index. Records in the index if it meets an array or an over-long key. */
function indexKeys(collection: Collection, index: Index, doc: unknown): Buffer[] {
  const { fields, sparse, matchesPartial } = index;
  if (matchesPartial && !matchesPartial(doc)) return [];
  if (sparse && !fields.some(({ parts }) => walkPath(doc, parts, (value) => value !== undefined))) return [];
  const multikeyFields = new Set(index.multikeyFields);
  const writer = new KeyWriter(index.collation);
  const tuples = valuesTogether(doc, fields, multikeyFields);
  check(tuples, 171, 'cannot index parallel arrays');
  const fitted = tuples.map((tuple) => {
    for (const [i, value] of tuple.entries()) writer.value(value ?? null, fields[i]?.descending);
    return fitKey(writer.finish());
  });
  const truncated = index.truncated || fitted.some((one) => one.truncated);
  if (multikeyFields.size > index.multikeyFields.size || truncated !== index.truncated) {
    Object.assign(index, { multikeyFields, truncated });
    collection.hasNewShape = true;
  }
  return fitted.map(({ key }) => key);
}
