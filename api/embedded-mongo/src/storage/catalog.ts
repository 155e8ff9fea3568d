import { randomUUID } from 'node:crypto';
import { check } from '../input.ts';
import { collationVersion, parseCollation } from '../query/collation.ts';
import { compileFilter } from '../query/matcher.ts';
import { type Document, decode } from '../values/decode.ts';
import { encode } from '../values/encode.ts';
import { isDocument, isTruthy, toNumber } from '../values/types.ts';
import {
  documentsOf,
  idIndexSection,
  ownerPrefix,
  prefixOf,
  rangeOf,
  readRecordId,
  section,
} from './keyspace.ts';
import type { Store } from './store.ts';

/** Builds an index object from a stored or requested specification. */
export function makeIndex(spec: Document, indexSection = 0, state: Document = { collationVersion }) {
  const partialFilter = isDocument(spec.partialFilterExpression) ? spec.partialFilterExpression : undefined;
  const collation = parseCollation(spec.collation);
  return {
    section: indexSection,
    name: String(spec.name),
    spec,
    fields: Object.entries(spec.key ?? {}).map(([path, direction]) => {
      return { path, parts: path.split('.'), descending: (toNumber(direction) ?? 1) < 0 };
    }),
    unique: isTruthy(spec.unique) || indexSection === idIndexSection,
    sparse: isTruthy(spec.sparse),
    partialFilter,
    matchesPartial: partialFilter && compileFilter(partialFilter, { collation }),
    collation,
    expireAfterSeconds: toNumber(spec.expireAfterSeconds),
    hidden: isTruthy(spec.hidden),
    /** Fields with an array on their path in some document. */
    multikeyFields: new Set(state.multikey as number[] | undefined),
    /** Some key was truncated: key order is not exact. */
    truncated: state.truncated === true,
    /** Incomplete, or with keys of an old order: written to, but not read. */
    building: state.building === true || Boolean(collation && state.collationVersion !== collationVersion),
  };
}
export type Index = ReturnType<typeof makeIndex>;

/** A collection as stored in the data file. */
type StoredCollection = Record<'db' | 'name' | 'uuid', string> &
  Record<'id' | 'nextSection', number> & { options: Document; indexes: Document[] };

/** Stands for a missing collection. */
const none = { id: 0xfffffffe, uuid: '', options: {}, nextSection: 0, indexes: [] };

function makeCollection(stored: StoredCollection, nextRecordId: number, isDropped = false) {
  return {
    ...stored,
    ns: `${stored.db}.${stored.name}`,
    indexes: stored.indexes.map((index) => makeIndex(index.spec as Document, Number(index.section), index)),
    nextRecordId,
    /** The commit at which an index was last built over existing documents. */
    indexedAt: -1,
    /** The catalog contains it; a collection created in a transaction is added at its commit. */
    isStored: !isDropped,
    /** The collection was dropped: nothing may be written through this object. */
    isDropped,
    /** An index met its first array or over-long key; saved with the next commit. */
    hasNewShape: false,
  };
}
export type Collection = ReturnType<typeof makeCollection>;

/** Keys removed per commit. */
const clearStep = 5000;

/** The catalog of databases, collections and indexes, kept in memory and saved with the changes that it describes. */
export class Catalog {
  private readonly store: Store;
  private readonly byName = new Map<string, Collection>();
  private nextId = 1;
  /** When collections were dropped, as long as open transactions may have seen them. */
  private readonly droppedAt = new Map<string, number>();

  constructor(store: Store) {
    this.store = store;
    this.reload();
  }

  /**
   * Reads the catalog, also after a failed commit. Known collections and indexes keep their objects and what those have learned, because
   * open transactions may be about to commit documents that rely on it.
   */
  reload(): void {
    const known = new Map(this.all().map((collection) => [collection.id, collection]));
    this.byName.clear();
    for (const { value } of this.store.range(rangeOf(prefixOf(0, section.catalog)))) {
      const stored = decode(value) as unknown as StoredCollection; // safe: written by `save`
      const last = this.store.range({ ...documentsOf(stored.id), reverse: true }).next();
      const read = makeCollection(stored, last.done ? 1 : readRecordId(last.value.key) + 1);
      const collection = known.get(stored.id) ?? read;
      const { indexes } = collection;
      collection.indexes = read.indexes.map((one) => {
        const old = indexes.find(({ section }) => section === one.section);
        return old ? Object.assign(old, { building: one.building }) : one;
      });
      this.place(collection);
      collection.hasNewShape = known.delete(stored.id);
    }
    for (const collection of known.values()) collection.isDropped = true;
    for (const { key } of this.store.range(rangeOf(prefixOf(0, section.garbage))))
      this.nextId = Math.max(this.nextId, key.readUInt32BE(6) + 1);
  }

  private place(collection: Collection): void {
    this.byName.set(collection.ns, collection);
    this.nextId = Math.max(this.nextId, collection.id + 1);
  }

  all(): Collection[] {
    return [...this.byName.values()];
  }

  collections(db: string): Collection[] {
    return this.all().filter((collection) => collection.db === db);
  }

  /** Finds a collection; a missing one is returned as an empty dropped one, so that commands need no special case. */
  find(db: string, name: string): Collection {
    return this.byName.get(`${db}.${name}`) ?? makeCollection({ ...none, db, name }, 0, true);
  }

  /** Whether a name had another collection when a transaction began. */
  isGone(ns: string, startEpoch: number): boolean {
    return (this.droppedAt.get(ns) ?? -1) >= startEpoch;
  }

  /** Finds a collection, or creates it with its `_id` index; call inside a commit. */
  ensure(db: string, name: string, options: Document = {}): Collection {
    const existing = this.find(db, name);
    if (!existing.isDropped) return existing;
    const collection = this.make(db, name, options);
    this.add([collection]);
    return collection;
  }

  /** Creates a collection without adding it to the catalog, because a transaction may never commit it. */
  make(db: string, name: string, options: Document = {}): Collection {
    const ns = `${db}.${name}`;
    const isDatabase = db && !/[/\\. "$\0]/.test(db) && db.length <= 63;
    check(isDatabase, 73, () => `Invalid database name: '${db}'`);
    const isName = name && !/^\.|\.$|[$\0]/.test(name) && Buffer.byteLength(ns) <= 255;
    check(isName, 73, () => `Invalid namespace specified '${ns}'`);
    check(!name.startsWith('system.'), 73, () => `Invalid system namespace: ${ns}`);
    const spec = { v: 2, key: { _id: 1 }, name: '_id_', collation: options.collation };
    const indexes = [{ section: idIndexSection, spec, collationVersion }];
    const [id, uuid, nextSection] = [this.nextId++, randomUUID(), idIndexSection + 1];
    const collection = makeCollection({ db, name, id, uuid, options, nextSection, indexes }, 1);
    collection.isStored = false;
    return collection;
  }

  /** Adds created collections, all or none; call inside a commit. */
  add(made: Collection[]): void {
    const taken = made.find(({ db, name }) => !this.find(db, name).isDropped);
    check(!taken, 112, () => `${taken?.ns} was created by another. Please retry your transaction.`);
    for (const collection of made) {
      collection.isStored = true;
      this.place(collection);
      this.save(collection);
    }
  }

  /** Saves what indexes have learned; call at the end of every commit. */
  saveShapes(): void {
    for (const collection of this.byName.values()) if (collection.hasNewShape) this.save(collection);
  }

  /** Saves a collection's catalog entry; call inside a commit. */
  save(collection: Collection): void {
    const { db, name, id, uuid, options, nextSection } = collection;
    const indexes = collection.indexes.map(({ section, spec, multikeyFields, truncated, building }) => {
      return { section, spec, multikey: [...multikeyFields], truncated, building, collationVersion };
    });
    this.store.put(catalogKey(id), encode({ db, name, id, uuid, options, nextSection, indexes }));
    collection.hasNewShape = false;
  }

  /** Adds an index that is not built yet; call inside a commit. */
  addIndex(collection: Collection, spec: Document): Index {
    const index = makeIndex(spec, collection.nextSection++, {
      building: collection.isStored,
      collationVersion,
    });
    collection.indexes.push(index);
    // An index of a collection created in a transaction is saved with its collection.
    if (collection.isStored) this.save(collection);
    return index;
  }

  /** Removes an index and frees its entries, yielding between steps; runs inside commits. */
  *dropIndex(collection: Collection, index: Index): Generator<undefined, void> {
    if (collection.isDropped) return;
    collection.indexes = collection.indexes.filter((one) => one !== index);
    this.save(collection);
    this.discard(prefixOf(collection.id, index.section));
    yield* this.collectGarbage();
  }

  /** Removes a collection; `collectGarbage` frees its data. Call inside a commit. */
  drop(collection: Collection): void {
    if (this.store.transactions.size === 0) this.droppedAt.clear();
    else this.droppedAt.set(collection.ns, this.store.epoch);
    this.byName.delete(collection.ns);
    collection.isDropped = true;
    this.store.put(catalogKey(collection.id));
    this.discard(ownerPrefix(collection.id));
  }

  /** Marks a key prefix as garbage on disk. */
  private discard(prefix: Buffer): void {
    this.store.put(Buffer.concat([prefixOf(0, section.garbage), prefix]), Buffer.alloc(0));
  }

  /** Frees all garbage, yielding between steps; runs inside commits. */
  *collectGarbage(): Generator<undefined, void> {
    for (const garbage of this.store.range(rangeOf(prefixOf(0, section.garbage)))) {
      yield* this.clear(garbage.key.subarray(6));
      this.store.put(garbage.key);
    }
  }

  /** Removes all keys with a prefix, yielding between steps; runs inside commits. */
  *clear(prefix: Buffer): Generator<undefined, void> {
    let count = 0;
    for (const { key } of this.store.range(rangeOf(prefix))) {
      this.store.put(key);
      if (++count % clearStep === 0) yield;
    }
  }
}

const catalogKey = (id: number): Buffer => Buffer.concat([prefixOf(0, section.catalog), ownerPrefix(id)]);
