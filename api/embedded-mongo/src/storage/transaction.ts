import type { Transaction as Snapshot } from 'lmdb';
import { check } from '../input.ts';
import type { Catalog, Collection } from './catalog.ts';
import { keyOfName, nameOfKey, type Range } from './keyspace.ts';
import type { Store } from './store.ts';
import type { Entry, OpenTransaction, WriteView } from './view.ts';

/** A transaction's changes are kept in memory until the commit. */
const maxTransactionBytes = 128 * 1024 * 1024;

/** The prefix of a key with its owner and section. */
const sectionOf = (name: string): string => name.slice(0, 6);

/** Binary search: the index of the first name not before the given one. */
function placeOf(names: readonly string[], name: string): number {
  let [low, high] = [0, names.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((names[middle] ?? '') < name) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A snapshot overlaid with the transaction's own changes, which stay in memory until the commit. */
export class TransactionView implements WriteView, OpenTransaction {
  readonly startedAt = Date.now();
  /** The snapshot's commit number. */
  readonly startEpoch: number;
  readonly changes = new Map<string, Buffer | undefined>();
  /** Collections created in the transaction by name, invisible to others before the commit. */
  readonly created = new Map<string, Collection>();
  readonly ended: Promise<void>;
  epoch = 0;
  /** The changed names, by section. */
  private readonly sections = new Map<string, { readonly names: string[]; isSorted: boolean }>();
  private release: (() => void) | undefined;
  private readonly store: Store;
  private readonly snapshot: Snapshot;
  private bytes = 0;

  constructor(store: Store) {
    this.store = store;
    this.snapshot = store.snapshot();
    this.startEpoch = store.epoch;
    store.transactions.add(this);
    this.ended = new Promise((resolve) => {
      this.release = resolve;
    });
  }

  get isOpen(): boolean {
    return this.release !== undefined;
  }

  /** Fails after the transaction's end, which frees the snapshot and may come while a statement pauses. */
  private checkOpen(): void {
    check(this.isOpen, 251, 'The transaction ended while one of its commands was running.');
  }

  get(key: Buffer): Buffer | undefined {
    this.checkOpen();
    const name = nameOfKey(key);
    return this.changes.has(name) ? this.changes.get(name) : this.store.get(key, this.snapshot);
  }

  *range(range: Range): Generator<Entry> {
    const names = this.namesInOrder(range.start);
    const own = names.slice(placeOf(names, nameOfKey(range.start)), placeOf(names, nameOfKey(range.end)));
    // Sorted so that the next change is at the end.
    if (!range.reverse) own.reverse();
    for (const entry of this.store.range(range, this.snapshot, () => this.checkOpen())) {
      const name = nameOfKey(entry.key);
      for (let next = own.at(-1); next && (range.reverse ? next > name : next < name); next = own.at(-1))
        yield* this.changed(own.pop());
      if (own.at(-1) === name) own.pop();
      if (this.changes.has(name)) yield* this.changed(name);
      else yield entry;
    }
    while (own.length > 0) yield* this.changed(own.pop());
  }

  /** The changed keys of one section, sorted on demand; a range never spans sections. */
  private namesInOrder(key: Buffer): string[] {
    const part = this.sections.get(sectionOf(nameOfKey(key)));
    if (!part) return [];
    if (part.isSorted) return part.names;
    part.names.sort();
    part.isSorted = true;
    return part.names;
  }

  private *changed(name = ''): Generator<Entry> {
    const value = this.changes.get(name);
    if (value) yield { key: keyOfName(name), value };
  }

  count(range: Range): number {
    let count = 0;
    for (const _ of this.range(range)) count++;
    return count;
  }

  claim(key: Buffer): void {
    this.checkOpen();
    const name = nameOfKey(key);
    const isCurrent = (this.store.changed.get(name) ?? -1) < this.startEpoch;
    const isFree = (this.store.writerOf(name) ?? this) === this;
    check(isCurrent && isFree, 112, 'Write conflict during plan execution. Please retry your transaction.');
  }

  put(key: Buffer, value?: Uint8Array): void {
    const name = nameOfKey(key);
    if (!this.changes.has(name)) this.note(name);
    this.changes.set(name, value && Buffer.from(value));
    this.epoch++;
    this.bytes += key.length + (value?.length ?? 0);
    const hasRoom = this.bytes <= maxTransactionBytes;
    check(hasRoom, 257, 'The transaction is too large; split it into smaller ones.');
  }

  private note(name: string): void {
    const section = sectionOf(name);
    const part = this.sections.get(section) ?? { names: [], isSorted: true };
    const { names } = part;
    // Most keys arrive in order: those of new documents, and many of their index entries.
    part.isSorted &&= name > (names.at(-1) ?? '');
    names.push(name);
    this.sections.set(section, part);
  }

  /** Writes the changes into the current commit. */
  apply(catalog?: Pick<Catalog, 'add'>): void {
    this.checkOpen();
    catalog?.add([...this.created.values()]);
    for (const [name, value] of this.changes) {
      this.store.put(keyOfName(name), value);
      this.store.outdate(name);
    }
  }

  /** Releases the snapshot and waiting writers; discards changes that were not applied. */
  end(): void {
    if (!this.release) return;
    this.store.transactions.delete(this);
    if (this.store.transactions.size === 0) this.store.changed.clear();
    this.snapshot.done();
    this.changes.clear();
    this.sections.clear();
    for (const collection of this.created.values()) if (!collection.isStored) collection.isDropped = true;
    this.release();
    this.release = undefined;
  }
}
