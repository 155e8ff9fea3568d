import { randomUUID } from 'node:crypto';
import { Binary, UUID } from 'bson';
import { MongoError } from '../errors.ts';
import { type Collation, parseCollation } from '../query/collation.ts';
import { compileFilter, type Matcher } from '../query/matcher.ts';
import { type Document, decode } from '../values/decode.ts';
import { encode } from '../values/encode.ts';
import { isDocument, isTruthy, toNumber } from '../values/types.ts';
import {
  afterPrefix,
  documentsSection,
  idIndexSection,
  prefixOf,
  readRecordId,
  section,
} from './keyspace.ts';
import type { Store } from './store.ts';

export interface IndexField {
  readonly path: string;
  readonly parts: string[];
  readonly descending: boolean;
}

/** An index as it is used: its specification, and what is known of its keys. */
export interface Index {
  readonly section: number;
  readonly name: string;
  readonly spec: Document;
  readonly fields: readonly IndexField[];
  readonly unique: boolean;
  readonly sparse: boolean;
  readonly partialFilter: Document | undefined;
  readonly matchesPartial: Matcher | undefined;
  readonly collation: Collation | undefined;
  readonly expireAfterSeconds: number | undefined;
  readonly hidden: boolean;
  /** Fields with an array on their path in some document. */
  multikeyFields: Set<number>;
  /** Some key was too long: the order of keys is not exact. */
  truncated: boolean;
  /** Not yet complete: written to, but not read. */
  building: boolean;
}

export interface Collection {
  readonly db: string;
  readonly name: string;
  readonly ns: string;
  readonly id: number;
  readonly uuid: string;
  readonly options: Document;
  readonly indexes: Index[];
  nextSection: number;
  nextRecordId: number;
  /** The commit at which an index was last built over existing documents. */
  indexedAt: number;
  /** Nothing may be written through this object any more: the collection is gone, or known by another object. */
  isDropped: boolean;
}

/** Builds the index that a stored or requested specification describes. */
export function makeIndex(spec: Document, indexSection: number, state: Document = {}): Index {
  const key = isDocument(spec.key) ? spec.key : {};
  const partialFilter = isDocument(spec.partialFilterExpression) ? spec.partialFilterExpression : undefined;
  const collation = parseCollation(spec.collation);
  return {
    section: indexSection,
    name: String(spec.name),
    spec,
    fields: Object.entries(key).map(([path, direction]) => ({
      path,
      parts: path.split('.'),
      descending: (toNumber(direction) ?? 1) < 0,
    })),
    unique: isTruthy(spec.unique) || indexSection === idIndexSection,
    sparse: isTruthy(spec.sparse),
    partialFilter,
    matchesPartial: partialFilter && compileFilter(partialFilter, { collation }),
    collation,
    expireAfterSeconds: toNumber(spec.expireAfterSeconds),
    hidden: isTruthy(spec.hidden),
    multikeyFields: new Set(Array.isArray(state.multikey) ? state.multikey.map(Number) : []),
    truncated: state.truncated === true,
    building: state.building === true,
  };
}

/** Which databases, collections and indexes exist; kept in memory, written with the changes it describes. */
export class Catalog {
  private readonly store: Store;
  private readonly databases = new Map<string, Map<string, Collection>>();
  private nextId = 1;
  /** Dropped collections whose keys are not all gone yet; their numbers must not be used again. */
  private readonly garbage = new Set<number>();
  /** Grows when collections or indexes come, go or change shape; plans and transactions look at it. */
  version = 0;

  constructor(store: Store) {
    this.store = store;
    this.load();
  }

  private readonly unsaved = new Set<Collection>();

  /** Notes that an index met its first array or over-long key; written with the next commit, whoever makes it. */
  shapeChanged(collection: Collection): void {
    this.unsaved.add(collection);
    this.version++;
  }

  /** Writes the noted changes; call at the end of every commit. */
  saveShapes(): void {
    for (const collection of this.unsaved) {
      if (this.find(collection.db, collection.name)?.id === collection.id) this.save(collection);
    }
    this.unsaved.clear();
  }

  /**
   * Reads the catalog again, after a commit that failed. Record numbers and shapes already given out stay, because an
   * open transaction may be about to commit documents that rely on them.
   */
  reload(): void {
    const before = new Map(this.all().map((collection) => [collection.id, collection]));
    // Commands that wait for their turn hold the old objects, which must not hand out record numbers any more.
    for (const old of before.values()) old.isDropped = true;
    this.load();
    for (const collection of this.all()) {
      const old = before.get(collection.id);
      if (!old) continue;
      collection.nextRecordId = Math.max(collection.nextRecordId, old.nextRecordId);
      for (const index of collection.indexes) {
        const known = old.indexes.find((other) => other.section === index.section);
        for (const field of known?.multikeyFields ?? []) index.multikeyFields.add(field);
        index.truncated ||= known?.truncated ?? false;
      }
      this.unsaved.add(collection);
    }
  }

  private load(): void {
    this.databases.clear();
    this.unsaved.clear();
    this.garbage.clear();
    this.nextId = 1;
    this.version++;
    const prefix = prefixOf(0, section.catalog);
    for (const { value } of this.store.range({ start: prefix, end: afterPrefix(prefix) })) {
      const stored = decode(value);
      this.nextId = Math.max(this.nextId, Number(stored.id) + 1);
      if (stored.dropped === true) {
        this.garbage.add(Number(stored.id));
        continue;
      }
      const [db, name] = [String(stored.db), String(stored.name)];
      const collection: Collection = {
        db,
        name,
        ns: `${db}.${name}`,
        id: Number(stored.id),
        uuid: String(stored.uuid),
        options: isDocument(stored.options) ? stored.options : {},
        indexes: (Array.isArray(stored.indexes) ? stored.indexes.filter(isDocument) : []).map((index) =>
          makeIndex(isDocument(index.spec) ? index.spec : {}, Number(index.section), index),
        ),
        nextSection: Number(stored.nextSection),
        nextRecordId: this.findNextRecordId(Number(stored.id)),
        indexedAt: -1,
        isDropped: false,
      };
      this.place(collection);
    }
  }

  private findNextRecordId(id: number): number {
    const start = prefixOf(id, documentsSection);
    for (const { key } of this.store.range({ start, end: afterPrefix(start), reverse: true }))
      return readRecordId(key, 6) + 1;
    return 1;
  }

  private place(collection: Collection): void {
    let collections = this.databases.get(collection.db);
    if (!collections) {
      collections = new Map();
      this.databases.set(collection.db, collections);
    }
    collections.set(collection.name, collection);
  }

  databaseNames(): string[] {
    return [...this.databases.keys()].filter((db) => this.databases.get(db)?.size).sort();
  }

  collections(db: string): Collection[] {
    return [...(this.databases.get(db)?.values() ?? [])];
  }

  all(): Collection[] {
    return this.databaseNames().flatMap((db) => this.collections(db));
  }

  find(db: string, name: string): Collection | undefined {
    return this.databases.get(db)?.get(name);
  }

  /** Writes what the catalog says of a collection; call inside a commit. */
  save(collection: Collection): void {
    const stored = {
      db: collection.db,
      name: collection.name,
      id: collection.id,
      uuid: collection.uuid,
      options: collection.options,
      nextSection: collection.nextSection,
      indexes: collection.indexes.map((index) => ({
        section: index.section,
        spec: index.spec,
        multikey: [...index.multikeyFields],
        truncated: index.truncated,
        building: index.building,
      })),
    };
    this.store.put(this.keyOf(collection), encode(stored));
  }

  private keyOf(collection: { id: number }): Buffer {
    const id = Buffer.allocUnsafe(4);
    id.writeUInt32BE(collection.id);
    return Buffer.concat([prefixOf(0, section.catalog), id]);
  }

  /** Creates a collection with its `_id` index; call inside a commit. */
  create(db: string, name: string, options: Document = {}): Collection {
    checkNames(db, name);
    const isView = 'viewOn' in options;
    const collation = options.collation === undefined ? {} : { collation: options.collation };
    const idSpec = { v: 2, key: { _id: 1 }, name: '_id_', ...collation };
    const collection: Collection = {
      db,
      name,
      ns: `${db}.${name}`,
      id: this.nextId++,
      uuid: randomUUID(),
      options,
      indexes: isView ? [] : [makeIndex(idSpec, idIndexSection)],
      nextSection: idIndexSection + 1,
      nextRecordId: 1,
      indexedAt: -1,
      isDropped: false,
    };
    this.place(collection);
    this.save(collection);
    this.version++;
    return collection;
  }

  /** Adds an index that is empty so far; call inside a commit. */
  addIndex(collection: Collection, spec: Document, building = false): Index {
    const index = makeIndex(spec, collection.nextSection++, { building });
    collection.indexes.push(index);
    this.save(collection);
    this.version++;
    return index;
  }

  /** Removes an index, then its entries, giving way between steps; runs inside commits. */
  *dropIndex(collection: Collection, index: Index): Generator<undefined, void> {
    collection.indexes.splice(collection.indexes.indexOf(index), 1);
    this.save(collection);
    this.version++;
    yield* this.clear(prefixOf(collection.id, index.section));
  }

  /** Takes a collection out of the catalog; `collectGarbage` frees what it held. Call inside a commit. */
  drop(collection: Collection): void {
    this.databases.get(collection.db)?.delete(collection.name);
    this.store.put(this.keyOf(collection), encode({ id: collection.id, dropped: true }));
    this.garbage.add(collection.id);
    collection.isDropped = true;
    this.version++;
  }

  /** Frees the keys of dropped collections, giving way between steps; runs inside commits. */
  *collectGarbage(): Generator<undefined, void> {
    for (const id of this.garbage) {
      yield* this.clear(prefixOf(id, 0).subarray(0, 4));
      this.store.remove(this.keyOf({ id }));
      this.garbage.delete(id);
    }
  }

  rename(collection: Collection, db: string, name: string): void {
    checkNames(db, name);
    this.databases.get(collection.db)?.delete(collection.name);
    collection.isDropped = true;
    const renamed = { ...collection, isDropped: false, db, name, ns: `${db}.${name}` };
    this.place(renamed);
    this.save(renamed);
    this.version++;
  }

  private *clear(prefix: Buffer): Generator<undefined, void> {
    for (;;) {
      const keys = this.store.keys({ start: prefix, end: afterPrefix(prefix) }, clearStep);
      for (const key of keys) this.store.remove(key);
      if (keys.length < clearStep) return;
      yield;
    }
  }
}

/** Keys removed in one commit. */
const clearStep = 5000;

function checkNames(db: string, name: string): void {
  if (!db || /[/\\. "$\0]/.test(db) || db.length > 63)
    throw new MongoError(73, `Invalid database name: '${db}'`);
  if (!name || name.startsWith('.') || name.endsWith('.') || name.includes('\0') || name.includes('$')) {
    throw new MongoError(73, `Invalid namespace specified '${db}.${name}'`);
  }
  if (Buffer.byteLength(`${db}.${name}`) > 255)
    throw new MongoError(73, `Fully qualified namespace is too long: ${db}.${name}`);
}

export function uuidOf(collection: Collection): Binary {
  return new UUID(collection.uuid).toBinary();
}
