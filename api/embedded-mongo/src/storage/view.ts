import type { Range } from './keyspace.ts';

/** A key written by a commit, or removed if without a value; `before` is the removed document. */
export interface Touched {
  readonly key: Buffer;
  readonly value: Uint8Array | undefined;
  readonly before: Buffer | undefined;
}

/** Records what commits change; returns the changed documents, if any. */
export interface CommitNotes {
  add(touched: readonly Touched[]): Uint8Array<ArrayBuffer> | undefined;
}

export interface Entry {
  readonly key: Buffer;
  readonly value: Buffer;
}

/** A command's view of the data: everything committed, or a transaction's snapshot with its own changes. */
export interface View {
  /** Increases whenever data seen through the view may have changed. */
  readonly epoch: number;
  get(key: Buffer): Buffer | undefined;
  range(range: Range): Iterable<Entry>;
  count(range: Range): number;
}

/** A writable view. */
export interface WriteView extends View {
  /** Called before changing a document or unique key; fails if that would overwrite another transaction's change. */
  claim(key: Buffer): void;
  /** Writes a key, or removes it without a value. */
  put(key: Buffer, value?: Uint8Array): void;
}

/** The part of an open transaction that others need. */
export interface OpenTransaction {
  /** Its changes by key; undefined is a removal. */
  readonly changes: ReadonlyMap<string, Buffer | undefined>;
  readonly ended: Promise<void>;
}

/** A write outside transactions met a document that an open transaction has changed. */
export class LockedError extends Error {
  readonly released: Promise<void>;
  constructor(released: Promise<void>) {
    super('locked by a transaction');
    this.released = released;
  }
}

/** A write: runs inside a commit and may yield, either a promise to wait for, or nothing to let others write. */
export type WriteTask<T> = Generator<Promise<void> | undefined, T>;

/** Retries an action that met a locked document, once the locking transaction has ended. */
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
