import type { Range } from './keyspace.ts';

/** A key that a commit wrote or, without a value, removed; of a document that it removed, what that was. */
export interface Touched {
  readonly key: Buffer;
  readonly value: Uint8Array | undefined;
  readonly before: Buffer | undefined;
}

/** Notes what commits touch; gives back the documents among it, if any. */
export interface CommitNotes {
  add(touched: readonly Touched[]): Uint8Array<ArrayBuffer> | undefined;
}

export interface Entry {
  readonly key: Buffer;
  readonly value: Buffer;
}

/** How commands see the data: everything committed, or a transaction's snapshot with its own changes on top. */
export interface View {
  /** Rises whenever the data seen through the view may have changed. */
  readonly epoch: number;
  get(key: Buffer): Buffer | undefined;
  range(range: Range): Iterable<Entry>;
  count(range: Range): number;
}

/** A view that can be written. */
export interface WriteView extends View {
  /** Called before a document or a unique key is changed; fails where that would lose another's change. */
  claim(key: Buffer): void;
  /** Writes a key, or, without a value, removes it. */
  put(key: Buffer, value?: Uint8Array): void;
}

/** What others have to know of a transaction while it is open. */
export interface OpenTransaction {
  /** What it writes; undefined removes. */
  readonly changes: ReadonlyMap<string, Buffer | undefined>;
  readonly ended: Promise<void>;
}

/** Thrown when a write outside a transaction meets a document that an open transaction has changed. */
export class LockedError extends Error {
  readonly released: Promise<void>;
  constructor(released: Promise<void>) {
    super('locked by a transaction');
    this.released = released;
  }
}

/** A write: runs inside a commit, and may give way, either to wait for a promise or just to let others write. */
export type WriteTask<T> = Generator<Promise<void> | undefined, T>;

/** Repeats an action that met a document locked by a transaction, once that transaction has ended. */
export function* whenUnlocked<T>(action: () => T): WriteTask<T> {
  for (;;) {
    try {
      return action();
    } catch (error) {
      if (!(error instanceof LockedError)) throw error;
      yield error.released;
    }
  }
}
