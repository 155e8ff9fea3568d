import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { open, type RootDatabase, type Transaction as Snapshot } from 'lmdb';
import { MongoError } from '../errors.ts';
import { prefixOf, type Range, section } from './keyspace.ts';
import { releaseLock, takeLock } from './lock.ts';
import { type Entry, LockedError, nameOf, type TransactionView, type WriteView } from './view.ts';

/** Raised when the layout of keys or values changes; a newer file is refused, never guessed at. */
const formatVersion = 1;

const encodings = { keyEncoding: 'binary', encoding: 'binary' } as const;
const pathOf = (dataDir: string): string => join(dataDir, 'embedded-mongo.mdb');

const firstPiece = 16;
const largestPiece = 256;
const largestPieceBytes = 1 << 20;

/** The data file: ordered byte keys, one writer, snapshots for readers, durable on commit. As a view, the latest data. */
export class Store implements WriteView {
  /** How often anything was committed and written, ever. */
  commits = 0;
  writes = 0;
  /** Transactions under way, and the commits in which keys were last changed since the first of them began. */
  readonly transactions = new Set<TransactionView>();
  readonly changed = new Map<string, number>();
  private readonly db: RootDatabase<Buffer, Buffer>;
  private readonly dataDir: string;

  /** `flush: false` leaves flushing to the system: the data then survives the process, but not the machine. */
  constructor(dataDir: string, flush = true) {
    this.dataDir = dataDir;
    mkdirSync(dataDir, { recursive: true });
    takeLock(dataDir);
    try {
      this.db = open({ path: pathOf(dataDir), ...encodings, maxReaders: 512, noSync: !flush });
      this.checkFormat();
    } catch (error) {
      releaseLock(dataDir);
      throw error;
    }
  }

  private checkFormat(): void {
    const key = prefixOf(0, section.format);
    const found = this.db.get(key);
    if (!found)
      return this.commit(() => this.put(key, Buffer.from(JSON.stringify({ format: formatVersion }))));
    const { format } = JSON.parse(found.toString()) as { format: number }; // written above
    if (format > formatVersion) {
      throw new Error(
        `The data in ${this.dataDir} has format ${format}, which needs a newer embedded-mongo (this one knows ${formatVersion}).`,
      );
    }
  }

  get epoch(): number {
    return this.commits;
  }

  get(key: Buffer, transaction?: Snapshot): Buffer | undefined {
    return this.db.get(key, transaction && { transaction });
  }

  /**
   * Reads a range piece by piece. No lmdb cursor outlives a piece, so a reader that pauses (a client's open cursor, a
   * long scan) pins no old pages, and writing while reading is safe: the next piece starts behind the last key read.
   */
  *range(range: Range, transaction?: Snapshot, beforePiece?: () => void): Generator<Entry> {
    const { reverse } = range;
    let { start, end } = range;
    for (let size = firstPiece; ; size = Math.min(size * 4, largestPiece)) {
      beforePiece?.();
      const bounds = reverse
        ? { start: end, end: start, reverse, exclusiveStart: true, inclusiveEnd: true }
        : { start, end };
      const piece: Entry[] = [];
      let room = largestPieceBytes;
      for (const entry of this.db.getRange({ ...bounds, transaction })) {
        // With an exclusive start lmdb may still give the key itself where it is the last one.
        if (reverse && Buffer.compare(entry.key, end) >= 0) continue;
        piece.push(entry);
        room -= entry.value.length;
        if (piece.length >= size || room < 0) break;
      }
      yield* piece;
      const last = piece.at(-1);
      if (!last || (piece.length < size && room >= 0)) return;
      if (reverse) end = last.key;
      else start = Buffer.concat([last.key, Buffer.from([0])]);
    }
  }

  /** The first keys of a range, without their values. */
  keys({ start, end }: Range, limit: number): Buffer[] {
    return [...this.db.getKeys({ start, end, limit })];
  }

  count({ start, end }: Range): number {
    return this.db.getCount({ start, end });
  }

  /** A stable view of everything committed so far; call `done` when it is no longer needed. */
  snapshot(): Snapshot {
    this.db.resetReadTxn();
    return this.db.useReadTransaction();
  }

  /** Runs all writes of the callback as one durable, all-or-nothing change. */
  commit<T>(callback: () => T): T {
    try {
      const result = this.db.transactionSync(callback);
      this.commits++;
      return result;
    } catch (error) {
      throw asStorageError(error);
    }
  }

  /** A write outside transactions waits for a transaction that has changed the same. */
  claim(key: Buffer): void {
    const name = nameOf(key);
    const holder = this.claimantOf(name);
    if (holder) throw new LockedError(holder.ended);
    this.outdate(name);
  }

  /** Notes that the snapshots of open transactions no longer show a key as it is. */
  outdate(name: string): void {
    if (this.transactions.size > 0) this.changed.set(name, this.commits);
  }

  /** The open transaction that has changed a key. */
  claimantOf(name: string): TransactionView | undefined {
    return [...this.transactions].find((view) => view.claimed.has(name));
  }

  /** An open transaction that has changed anything under a prefix. */
  holderOf(prefix: string): TransactionView | undefined {
    return [...this.transactions].find((view) => [...view.claimed].some((name) => name.startsWith(prefix)));
  }

  put(key: Buffer, value: Uint8Array | undefined): void {
    this.writes++;
    // Inside a commit: done when it returns. lmdb takes bytes of any kind.
    void (value ? this.db.put(key, value as Buffer) : this.db.remove(key));
  }

  remove(key: Buffer): void {
    this.put(key, undefined);
  }

  async close(): Promise<void> {
    await this.db.close();
    releaseLock(this.dataDir);
  }
}

/** Copies the data of a folder, whether or not a server is using it: a reader of its own sees one moment. */
export async function backupFolder(dataDir: string, targetDir: string): Promise<void> {
  const [source, target] = [pathOf(dataDir), pathOf(targetDir)];
  if (!existsSync(source)) throw new Error(`There is no data in ${dataDir}.`);
  if (existsSync(target)) throw new Error(`${target} exists already; choose another folder.`);
  const db = open({ path: source, ...encodings, readOnly: true });
  await db.backup(target, true);
  await db.close();
}

function asStorageError(error: unknown): unknown {
  const message = error instanceof Error ? error.message : String(error);
  const isDisk = /MDB_MAP_FULL|MDB_TXN_FULL|ENOSPC|No space|EIO|Input\/output|EDQUOT|EFBIG|File too large/;
  if (!isDisk.test(message)) return error;
  return new MongoError(14031, `The data could not be written, nothing was changed: ${message}`);
}
