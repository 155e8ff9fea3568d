import type { Transaction as Snapshot } from 'lmdb';
import { MongoError, writeConflict } from '../errors.ts';
import type { Entry, Range, Store } from './store.ts';

/** How commands see the data: everything committed, or a transaction's snapshot with its own changes on top. */
export interface View {
  /** Changes whenever the data seen through the view may have changed. */
  readonly epoch: number;
  get(key: Buffer): Buffer | undefined;
  range(range: Range): Iterable<Entry>;
  count(range: Range): number;
}

/** A view that can be written. `claim` is called before a document or a unique key is changed. */
export interface WriteView extends View {
  claim(key: Buffer): void;
  put(key: Buffer, value: Uint8Array): void;
  remove(key: Buffer): void;
}

/** Changes are held in memory until the commit. */
const maxTransactionBytes = 128 * 1024 * 1024;

const nameOf = (key: Buffer): string => key.toString('latin1');

/** Thrown when a write outside a transaction meets a document that an open transaction has changed. */
export class LockedError extends Error {
  readonly released: Promise<void>;
  constructor(released: Promise<void>) {
    super('locked by a transaction');
    this.released = released;
  }
}

/** Who is changing what: the claims of open transactions, and what was committed while they were open. */
export class ConflictTable {
  private readonly claims = new Map<string, TransactionView>();
  private readonly changed = new Map<string, number>();
  private readonly open = new Set<TransactionView>();
  /** Grows with every commit; a transaction remembers the value at its snapshot. */
  commits = 0;

  begin(view: TransactionView): number {
    this.open.add(view);
    return this.commits;
  }

  end(view: TransactionView, claimed: Iterable<string>): void {
    for (const name of claimed) if (this.claims.get(name) === view) this.claims.delete(name);
    this.open.delete(view);
    if (this.open.size === 0) this.changed.clear();
  }

  /** A transaction takes a key, or fails as it would lose the other's change. */
  claim(name: string, view: TransactionView): void {
    const holder = this.claims.get(name);
    if (holder && holder !== view) throw writeConflict();
    if ((this.changed.get(name) ?? -1) >= view.startedAt) throw writeConflict();
    this.claims.set(name, view);
  }

  /** A write outside transactions waits for the holder. */
  await(name: string): void {
    const holder = this.claims.get(name);
    if (holder) throw new LockedError(holder.ended);
  }

  committed(name: string): void {
    if (this.open.size > 0) this.changed.set(name, this.commits);
  }

  finishCommit(): void {
    this.commits++;
  }

  /** Whether an open transaction has changed anything under a prefix. */
  holderOf(prefix: string): TransactionView | undefined {
    for (const [name, view] of this.claims) if (name.startsWith(prefix)) return view;
    return undefined;
  }
}

/** The latest committed data; inside a commit also that commit's own changes. */
export class LatestView implements WriteView {
  /** How often anything was written, ever. */
  writes = 0;
  private readonly store: Store;
  private readonly conflicts: ConflictTable;

  constructor(store: Store, conflicts: ConflictTable) {
    this.store = store;
    this.conflicts = conflicts;
  }

  get epoch(): number {
    return this.conflicts.commits;
  }
  get(key: Buffer): Buffer | undefined {
    return this.store.get(key);
  }
  range(range: Range): Iterable<Entry> {
    return this.store.range(range);
  }
  count(range: Range): number {
    return this.store.count(range);
  }
  claim(key: Buffer): void {
    const name = nameOf(key);
    this.conflicts.await(name);
    this.conflicts.committed(name);
  }
  put(key: Buffer, value: Uint8Array): void {
    this.writes++;
    this.store.put(key, value);
  }
  remove(key: Buffer): void {
    this.writes++;
    this.store.remove(key);
  }
}

/** A snapshot with the transaction's own changes on top, kept in memory until the commit. */
export class TransactionView implements WriteView {
  readonly startedAt: number;
  readonly ended: Promise<void>;
  private release: () => void = () => {};
  private readonly snapshot: Snapshot;
  private readonly changes = new Map<string, Buffer | undefined>();
  private readonly sorted: string[] = [];
  private readonly claimed = new Set<string>();
  private readonly store: Store;
  private readonly conflicts: ConflictTable;
  bytes = 0;
  private isEnded = false;

  constructor(store: Store, conflicts: ConflictTable) {
    this.store = store;
    this.conflicts = conflicts;
    this.snapshot = store.snapshot();
    this.startedAt = conflicts.begin(this);
    this.ended = new Promise((resolve) => {
      this.release = resolve;
    });
  }

  get epoch(): number {
    return this.changes.size + this.bytes;
  }

  /** The snapshot is freed when the transaction ends, maybe while a statement of it was pausing. */
  private checkOpen(): void {
    if (this.isEnded)
      throw new MongoError(251, 'The transaction ended while one of its commands was running.');
  }

  get(key: Buffer): Buffer | undefined {
    this.checkOpen();
    const name = nameOf(key);
    return this.changes.has(name) ? this.changes.get(name) : this.store.get(key, this.snapshot);
  }

  *range(range: Range): Generator<Entry> {
    const own = this.ownKeys(range);
    let next = own.next();
    const before = range.reverse ? (a: string, b: string) => a > b : (a: string, b: string) => a < b;
    this.checkOpen();
    for (const entry of this.store.range(range, this.snapshot, () => this.checkOpen())) {
      const name = nameOf(entry.key);
      while (!next.done && before(next.value, name)) {
        yield* this.ownEntry(next.value);
        next = own.next();
      }
      if (!next.done && next.value === name) {
        yield* this.ownEntry(name);
        next = own.next();
      } else yield entry;
    }
    for (; !next.done; next = own.next()) yield* this.ownEntry(next.value);
  }

  private *ownEntry(name: string): Generator<Entry> {
    const value = this.changes.get(name);
    if (value) yield { key: Buffer.from(name, 'latin1'), value };
  }

  private *ownKeys(range: Range): Generator<string> {
    const [from, to] = [this.place(nameOf(range.start)), this.place(nameOf(range.end))];
    const names = this.sorted.slice(from, to);
    yield* range.reverse ? names.toReversed() : names;
  }

  private place(name: string): number {
    let low = 0;
    let high = this.sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.sorted[middle] ?? '') < name) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  count(range: Range): number {
    let count = 0;
    for (const _ of this.range(range)) count++;
    return count;
  }

  claim(key: Buffer): void {
    this.checkOpen();
    const name = nameOf(key);
    this.conflicts.claim(name, this);
    this.claimed.add(name);
  }

  private change(key: Buffer, value: Buffer | undefined): void {
    const name = nameOf(key);
    if (!this.changes.has(name)) this.sorted.splice(this.place(name), 0, name);
    this.changes.set(name, value);
    this.bytes += key.length + (value?.length ?? 0);
    if (this.bytes > maxTransactionBytes) {
      throw new MongoError(257, 'The transaction is too large; split it into smaller ones.');
    }
  }

  put(key: Buffer, value: Uint8Array): void {
    this.change(key, Buffer.from(value));
  }

  remove(key: Buffer): void {
    this.change(key, undefined);
  }

  /** Writes the changes into the commit that is being made. */
  apply(): void {
    for (const [name, value] of this.changes) {
      const key = Buffer.from(name, 'latin1');
      if (value) this.store.put(key, value);
      else this.store.remove(key);
    }
    for (const name of this.claimed) this.conflicts.committed(name);
  }

  /** Frees the snapshot and lets those waiting for its documents go on. */
  end(): void {
    this.isEnded = true;
    this.conflicts.end(this, this.claimed);
    this.snapshot.done();
    this.release();
  }
}
