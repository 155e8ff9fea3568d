import { randomBytes } from 'node:crypto';
import { check } from './input.ts';
import type { Limits } from './limits.ts';
import { pause } from './pause.ts';
import type { Session } from './sessions.ts';
import type { TransactionView } from './storage/transaction.ts';
import type { Document } from './values/decode.ts';
import { CursorReply } from './values/encode.ts';

/** Yields encoded documents; undefined at a pause. */
export type Batches = Iterator<Uint8Array | undefined>;

/** A cursor's source. Between two batches it keeps its position, but no documents that it has read. */
export interface Source {
  /** Resumes at its position. */
  open(): Batches;
  /** Reduces its memory; returns the bytes that it still holds. */
  park?(): Promise<number> | number;
}

/** A result that a client reads in batches. */
export interface Cursor {
  /** 0 until the cursor is kept. */
  id: bigint;
  readonly ns: string;
  readonly source: Source;
  readonly session: Session | undefined;
  /** The transaction that the cursor belongs to and ends with. */
  readonly transaction: TransactionView | undefined;
  readonly noTimeout: boolean;
  /** A document that did not fit into the last batch. */
  pending?: Uint8Array | undefined;
  /** The bytes it holds besides its position. */
  bytes: number;
  lastUse: number;
}

const maxBatchBytes = 16 * 1024 * 1024;

/** Open cursors. */
export class Cursors {
  private readonly open = new Map<bigint, Cursor>();
  private readonly limits: Limits;
  private held = 0;

  constructor(limits: Limits) {
    this.limits = limits;
  }

  find(id: bigint): Cursor {
    const cursor = this.open.get(id);
    check(cursor, 43, () => `cursor id ${id} not found`);
    return cursor;
  }

  kill(id: bigint): boolean {
    this.held -= this.open.get(id)?.bytes ?? 0;
    return this.open.delete(id);
  }

  killWhere(matches: (cursor: Cursor) => boolean): void {
    for (const cursor of this.open.values()) if (matches(cursor)) this.kill(cursor.id);
  }

  /** Closes idle cursors, and those of ended transactions. */
  sweep(timeoutMs = Number.POSITIVE_INFINITY): void {
    const oldest = Date.now() - timeoutMs;
    this.killWhere(({ transaction, noTimeout, lastUse }) => {
      return transaction?.isOpen === false || (!noTimeout && lastUse < oldest);
    });
  }

  /** Replies with a cursor's next documents, and keeps it if there may be more than `limit`. */
  async answer(cursor: Cursor, batchSize: number, limit?: number): Promise<Document> {
    const batchName = cursor.id ? 'nextBatch' : 'firstBatch';
    // Unreachable for other commands while it is read, and gone if that fails.
    this.kill(cursor.id);
    const { batch, isDone } = await takeBatch(cursor, batchSize);
    const isOver = isDone || batch.length === limit;
    if (!isOver) await this.keep(cursor);
    return { cursor: new CursorReply(batchName, batch, isOver ? 0n : cursor.id, cursor.ns) };
  }

  private async keep(cursor: Cursor): Promise<void> {
    cursor.bytes = ((await cursor.source.park?.()) ?? 0) + (cursor.pending?.length ?? 0);
    const { maxCursors, maxCursorBytes } = this.limits;
    const isBounded = this.open.size < maxCursors && this.held + cursor.bytes <= maxCursorBytes;
    check(isBounded, 146, 'Too much is held by open cursors: read them to their end, or close them.');
    cursor.id ||= (randomBytes(8).readBigUInt64LE() & 0x7fffffffffffffffn) | 1n;
    cursor.lastUse = Date.now();
    this.held += cursor.bytes;
    this.open.set(cursor.id, cursor);
  }
}

/** Takes up to `size` documents of a cursor, and no more than fit into a message. */
async function takeBatch(cursor: Cursor, size: number) {
  const batch: Uint8Array[] = [];
  const batches = cursor.source.open();
  let bytes = 0;
  try {
    while (batch.length < size) {
      const next = cursor.pending ? { value: cursor.pending, done: false } : batches.next();
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
  } finally {
    batches.return?.();
  }
}
