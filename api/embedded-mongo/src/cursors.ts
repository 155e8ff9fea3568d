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
  pending?: Uint8Array | undefined;
  lastUse: number;
}

const maxBatchBytes = 16 * 1024 * 1024;

/** The cursors that clients hold open. */
export class Cursors {
  private readonly open = new Map<bigint, OpenCursor>();

  get size(): number {
    return this.open.size;
  }

  create(cursor: Omit<OpenCursor, 'id' | 'pending' | 'lastUse'>): OpenCursor {
    return { ...cursor, id: 0n, lastUse: Date.now() };
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
    this.open.get(id)?.source.return?.();
    return this.open.delete(id);
  }

  killWhere(matches: (cursor: OpenCursor) => boolean): void {
    for (const cursor of this.open.values()) if (matches(cursor)) this.kill(cursor.id);
  }

  /** Closes cursors that were left alone for too long, and those of transactions that have ended. */
  sweep(timeoutMs = Number.POSITIVE_INFINITY): void {
    const oldest = Date.now() - timeoutMs;
    this.killWhere(({ session, transactionNumber, noTimeout, lastUse }) => {
      const isOrphan = transactionNumber !== undefined && session?.transaction?.number !== transactionNumber;
      return isOrphan || (!noTimeout && lastUse < oldest);
    });
  }
}

/** Takes the next documents of a cursor: up to `size`, and no more than a message may carry. */
export async function takeBatch(cursor: OpenCursor, size: number, pause: () => Promise<void>) {
  const batch: Uint8Array[] = [];
  let bytes = 0;
  while (batch.length < size) {
    const next = cursor.pending ? { value: cursor.pending, done: false } : cursor.source.next();
    cursor.pending = undefined;
    if (next.done) return { batch, isDone: true };
    if (!next.value) await pause();
    else if (batch.length > 0 && bytes + next.value.length > maxBatchBytes) {
      cursor.pending = next.value;
      break;
    } else {
      batch.push(next.value);
      bytes += next.value.length;
    }
  }
  return { batch, isDone: false };
}
