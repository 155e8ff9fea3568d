import { ObjectId } from 'bson';
import { MongoError } from '../errors.ts';
import { getPath } from '../query/paths.ts';
import type { Document } from '../values/decode.ts';
import { encode, maxDocumentSize } from '../values/encode.ts';
import { isDocument, typeName } from '../values/types.ts';
import type { Catalog, Collection, Index } from './catalog.ts';
import { type IndexKeys, indexKeys } from './index-keys.ts';
import { documentKey, prefixOf, readRecordId, writeRecordId } from './keyspace.ts';
import type { WriteView } from './view.ts';

const recordMark = Buffer.from([0x04]);

/** The stored key of an index entry; entries of equal keys are told apart by their record, unless the index is unique. */
export function entryKey(collection: Collection, index: Index, key: Buffer, recordId: number): Buffer {
  const prefix = prefixOf(collection.id, index.section);
  return index.unique
    ? Buffer.concat([prefix, key])
    : Buffer.concat([prefix, key, recordMark, writeRecordId(recordId)]);
}

/** The record an index entry points to. */
export const recordOf = (value: Buffer): number => readRecordId(value);

/** Changes documents and their index entries together; every check comes before the first write. */
export class Records {
  private readonly catalog: Catalog;

  constructor(catalog: Catalog) {
    this.catalog = catalog;
  }

  insert(view: WriteView, collection: Collection, doc: Document): void {
    const withId = '_id' in doc ? idFirst(doc) : { _id: new ObjectId(), ...doc };
    checkId(withId._id);
    const bytes = encode(withId);
    checkSize(bytes);
    const recordId = collection.nextRecordId;
    const entries = this.prepare(view, collection, withId, recordId);
    collection.nextRecordId++;
    const key = documentKey(collection.id, recordId);
    for (const { entry } of entries) view.put(entry, writeRecordId(recordId));
    view.put(key, bytes);
  }

  update(view: WriteView, collection: Collection, recordId: number, before: Document, after: Document): void {
    const bytes = encode(after);
    checkSize(bytes);
    const key = documentKey(collection.id, recordId);
    view.claim(key);
    const old = this.entriesOf(collection, before, recordId);
    const entries = this.prepare(view, collection, after, recordId);
    const kept = new Set(entries.map(({ entry }) => entry.toString('latin1')));
    const had = new Set(old.map(({ entry }) => entry.toString('latin1')));
    const gone = old.filter(({ entry }) => !kept.has(entry.toString('latin1')));
    for (const { entry, index } of gone) if (index.unique) view.claim(entry);
    for (const { entry } of gone) view.remove(entry);
    for (const { entry } of entries) {
      if (!had.has(entry.toString('latin1'))) view.put(entry, writeRecordId(recordId));
    }
    view.put(key, bytes);
  }

  remove(view: WriteView, collection: Collection, recordId: number, doc: Document): void {
    const key = documentKey(collection.id, recordId);
    view.claim(key);
    const entries = this.entriesOf(collection, doc, recordId);
    for (const { entry, index } of entries) if (index.unique) view.claim(entry);
    for (const { entry } of entries) view.remove(entry);
    view.remove(key);
  }

  private entriesOf(
    collection: Collection,
    doc: Document,
    recordId: number,
  ): { index: Index; entry: Buffer }[] {
    return collection.indexes.flatMap((index) =>
      indexKeys(index, doc).keys.map((key) => ({ index, entry: entryKey(collection, index, key, recordId) })),
    );
  }

  /** The entries a document will have, once it is certain that no unique index forbids them. */
  private prepare(
    view: WriteView,
    collection: Collection,
    doc: Document,
    recordId: number,
  ): { entry: Buffer }[] {
    if (collection.isDropped) throw new MongoError(175, `collection dropped. UUID ${collection.uuid}`);
    const entries: { entry: Buffer }[] = [];
    for (const index of collection.indexes) {
      const keys = indexKeys(index, doc);
      for (const key of keys.keys) {
        const entry = entryKey(collection, index, key, recordId);
        if (index.unique) this.checkUnique(view, collection, index, entry, recordId, doc);
        entries.push({ entry });
      }
      this.noteShape(collection, index, keys);
    }
    return entries;
  }

  private checkUnique(
    view: WriteView,
    collection: Collection,
    index: Index,
    entry: Buffer,
    recordId: number,
    doc: Document,
  ): void {
    const holder = view.get(entry);
    if (holder && recordOf(holder) === recordId) return;
    if (holder) throw duplicateKey(collection, index, doc);
    view.claim(entry);
  }

  /** Remembers arrays and over-long keys, because they limit how the index may be used. */
  noteShape(collection: Collection, index: Index, keys: IndexKeys): void {
    const isNew = keys.multikeyFields.some((field) => !index.multikeyFields.has(field));
    if (!isNew && (!keys.truncated || index.truncated)) return;
    for (const field of keys.multikeyFields) index.multikeyFields.add(field);
    index.truncated ||= keys.truncated;
    this.catalog.shapeChanged(collection);
  }
}

/** MongoDB stores `_id` first. */
function idFirst(doc: Document): Document {
  if (Object.keys(doc)[0] === '_id') return doc;
  const { _id, ...rest } = doc;
  return { _id, ...rest };
}

function checkId(id: unknown): void {
  const type = typeName(id);
  if (type === 'array' || type === 'regex' || type === 'undefined') {
    throw new MongoError(53, `The '_id' value cannot be of type ${type}`);
  }
  if (
    isDocument(id) &&
    Object.keys(id).some((name) => name.startsWith('$') && !['$ref', '$id', '$db'].includes(name))
  ) {
    throw new MongoError(
      52,
      `_id fields may not contain '$'-prefixed fields: ${Object.keys(id)[0]} is not valid for storage.`,
    );
  }
}

function checkSize(bytes: Uint8Array): void {
  if (bytes.length > maxDocumentSize) {
    throw new MongoError(
      10334,
      `BSONObj size: ${bytes.length} (0x${bytes.length.toString(16).toUpperCase()}) is invalid. Size must be between 0 and ${maxDocumentSize}(16MB)`,
    );
  }
}

/** Error 11000, with the fields that mongoose and applications read. */
export function duplicateKey(collection: Collection, index: Index, doc: Document): MongoError {
  const keyValue: Document = {};
  for (const field of index.fields) keyValue[field.path] = getPath(doc, field.path) ?? null;
  const shown = Object.entries(keyValue).map(([path, value]) => `${path}: ${describe(value)}`);
  return new MongoError(
    11000,
    `E11000 duplicate key error collection: ${collection.ns} index: ${index.name} dup key: { ${shown.join(', ')} }`,
    { keyPattern: index.spec.key, keyValue },
  );
}

function describe(value: unknown): string {
  if (typeof value === 'string') return `"${value}"`;
  if (value instanceof ObjectId) return `ObjectId('${value.toHexString()}')`;
  if (value instanceof Date) return `new Date(${value.getTime()})`;
  if (isDocument(value))
    return `{ ${Object.entries(value)
      .map(([name, item]) => `${name}: ${describe(item)}`)
      .join(', ')} }`;
  if (Array.isArray(value)) return `[ ${value.map(describe).join(', ')} ]`;
  return String(value);
}
