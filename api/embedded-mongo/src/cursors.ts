import { randomBytes } from 'node:crypto';
import { pause } from './commands/context.ts';
import { check } from './input.ts';
import type { Session } from './sessions.ts';
import type { TransactionView } from './storage/view.ts';
import type { Document } from './values/decode.ts';
import { CursorReply } from './values/encode.ts';

/** A result that a client reads in several batches. */
export interface Cursor {
  /** 0 until it is kept. */
  id: bigint;
  readonly ns: string;
  /** Gives encoded documents one by one; undefined where it pauses. */
  readonly source: Iterator<Uint8Array | undefined>;
  readonly session: Session | undefined;
  /** The transaction it belongs to and ends with. */
  readonly transaction: TransactionView | undefined;
  readonly noTimeout: boolean;
  /** A document that did not fit into the last batch. */
  pending?: Uint8Array | undefined;
  lastUse: number;
}

const maxBatchBytes = 16 * 1024 * 1024;

/** The cursors that clients hold open. */
export class Cursors {
  private readonly open = new Map<bigint, Cursor>();

  find(id: bigint): Cursor {
    const cursor = this.open.get(id);
    check(cursor, 43, `cursor id ${id} not found`);
    return cursor;
  }

  kill(id: bigint): boolean {
    this.open.get(id)?.source.return?.();
    return this.open.delete(id);
  }

  killWhere(matches: (cursor: Cursor) => boolean): void {
    for (const cursor of this.open.values()) if (matches(cursor)) this.kill(cursor.id);
  }

  /** Closes cursors that were left alone for too long, and those of transactions that have ended. */
  sweep(timeoutMs = Number.POSITIVE_INFINITY): void {
    const oldest = Date.now() - timeoutMs;
    this.killWhere(({ transaction, noTimeout, lastUse }) => {
      return transaction?.isOpen === false || (!noTimeout && lastUse < oldest);
    });
  }

  /** Answers with the next documents of a cursor, which is kept if there may be more than `limit`. */
  async answer(cursor: Cursor, batchSize: number, limit?: number): Promise<Document> {
    const batchName = cursor.id ? 'nextBatch' : 'firstBatch';
    // It is out of reach of others while it is read, and gone if that fails.
    this.open.delete(cursor.id);
    const { batch, isDone } = await takeBatch(cursor, batchSize);
    const isOver = isDone || batch.length === limit;
    if (isOver) cursor.source.return?.();
    else this.keep(cursor);
    return { cursor: new CursorReply(batchName, batch, isOver ? 0n : cursor.id, cursor.ns) };
  }

  private keep(cursor: Cursor): void {
    cursor.id ||= (randomBytes(8).readBigUInt64LE() & 0x7fffffffffffffffn) | 1n;
    cursor.lastUse = Date.now();
    this.open.set(cursor.id, cursor);
  }
}

/** Takes the next documents of a cursor: up to `size`, and no more than a message may carry. */
async function takeBatch(cursor: Cursor, size: number) {
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
