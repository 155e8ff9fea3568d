import { randomBytes } from 'node:crypto';
import { MongoError } from './errors.ts';
import type { Session } from './sessions.ts';

/** Gives encoded documents one by one; undefined where it pauses. */
export type Source = Iterator<Uint8Array | undefined>;

export interface OpenCursor {
  /** 0 until it is kept. */
  id: bigint;
  readonly ns: string;
  readonly source: Source;
  readonly session: Session | undefined;
  /** Set for the cursor of a transaction, which ends with it. */
  readonly transactionNumber: bigint | undefined;
  readonly noTimeout: boolean;
  /** A document that did not fit into the last batch. */
  pending: Uint8Array | undefined;
  lastUse: number;
}

const maxBatchBytes = 16 * 1024 * 1024;

/** The cursors that clients hold open. */
export class Cursors {
  private readonly open = new Map<bigint, OpenCursor>();
  private readonly timeoutMs: number;

  constructor(timeoutMs: number) {
    this.timeoutMs = timeoutMs;
  }

  get size(): number {
    return this.open.size;
  }

  create(cursor: Omit<OpenCursor, 'id' | 'pending' | 'lastUse'>): OpenCursor {
    return Object.assign(cursor, { id: 0n, pending: undefined, lastUse: Date.now() });
  }

  /** Keeps a cursor for the next request; gives its number. */
  keep(cursor: OpenCursor): bigint {
    cursor.id ||= (randomBytes(8).readBigUInt64LE() & 0x7fffffffffffffffn) | 1n;
    cursor.lastUse = Date.now();
    this.open.set(cursor.id, cursor);
    return cursor.id;
  }

  find(id: bigint): OpenCursor {
    const cursor = this.open.get(id);
    if (!cursor) throw new MongoError(43, `cursor id ${id} not found`);
    return cursor;
  }

  kill(id: bigint): boolean {
    const cursor = this.open.get(id);
    cursor?.source.return?.();
    return this.open.delete(id);
  }

  /** Closes cursors that were left alone, and those of transactions that have ended. */
  sweep(): void {
    const oldest = Date.now() - this.timeoutMs;
    for (const cursor of this.open.values()) {
      const orphaned =
        cursor.transactionNumber !== undefined &&
        cursor.session?.transaction?.number !== cursor.transactionNumber;
      if (orphaned || (!cursor.noTimeout && cursor.lastUse < oldest)) this.kill(cursor.id);
    }
  }

  killWhere(matches: (cursor: OpenCursor) => boolean): void {
    for (const cursor of this.open.values()) if (matches(cursor)) this.kill(cursor.id);
  }
}

/** Takes the next documents of a cursor: up to `size`, and no more than a message may carry. */
export async function takeBatch(
  cursor: OpenCursor,
  size: number,
  pause: () => Promise<void>,
): Promise<{ batch: Uint8Array[]; isDone: boolean }> {
  const batch: Uint8Array[] = [];
  let bytes = 0;
  while (batch.length < size) {
    let next = cursor.pending;
    cursor.pending = undefined;
    if (!next) {
      const result = cursor.source.next();
      if (result.done) return { batch, isDone: true };
      if (!result.value) {
        await pause();
        continue;
      }
      next = result.value;
    }
    if (batch.length > 0 && bytes + next.length > maxBatchBytes) {
      cursor.pending = next;
      return { batch, isDone: false };
    }
    batch.push(next);
    bytes += next.length;
  }
  return { batch, isDone: false };
}
