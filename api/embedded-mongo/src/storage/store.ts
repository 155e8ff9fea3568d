import { chmodSync, existsSync, mkdirSync, readdirSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { open, type RootDatabase, type Transaction as Snapshot } from 'lmdb';
import { MongoError } from '../errors.ts';
import { isDocument, nameOfKey, nextKey, ownerPrefix, prefixOf, type Range, section } from './keyspace.ts';
import { FolderLock } from './lock.ts';
import {
  type CommitNotes,
  type Entry,
  LockedError,
  type OpenTransaction,
  type Touched,
  type WriteTask,
  type WriteView,
} from './view.ts';

/** Incremented when the layout of keys or values changes; other versions are refused. */
const formatVersion = 2;

/** Restricts files to their owner; lmdb has this option, but not in its types. */
const own: object = { permissionsMode: 0o600 };
const encodings = { keyEncoding: 'binary', encoding: 'binary' } as const;
const pathOf = (dataDir: string): string => join(dataDir, 'embedded-mongo.mdb');

/** The assumed disk use of a changed key besides its value, and the disk space that a commit leaves free. */
const pageSize = 4096;
const spareBytes = 1 << 20;

const firstPiece = 16;
const largestPiece = 256;
const largestPieceBytes = 1 << 20;

/** The data file: ordered byte keys, a single writer, snapshots for readers, durable commits. As a view, the latest data. */
export class Store implements WriteView {
  /** The number of commits, and the total of bytes that they may have changed. */
  epoch = 0;
  written = 0;
  /** Open transactions, and the commits that last changed each key since the oldest of them began. */
  readonly transactions = new Set<OpenTransaction>();
  readonly changed = new Map<string, number>();
  private readonly db: RootDatabase<Buffer, Buffer>;
  /** The shared snapshot for reads outside commits and transactions, until the next commit. */
  private reader: Snapshot | undefined;
  private isWriting = false;
  /** Records commits' documents; without it none are recorded. */
  notes: CommitNotes | undefined;
  /** Receives them once they are durable. */
  onCommit: ((changes: Uint8Array<ArrayBuffer>) => void) | undefined;
  private touched: Touched[] = [];
  private readonly dataDir: string;
  readonly lock: FolderLock;

  /** `flush: false` leaves flushing to the operating system: data survives a crash of the process, but not of the machine. */
  constructor(dataDir: string, flush = true) {
    this.dataDir = dataDir;
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    this.lock = new FolderLock(dataDir);
    try {
      this.db = open({ path: pathOf(dataDir), ...encodings, ...own, maxReaders: 512, noSync: !flush });
      keepPrivate(dataDir);
      this.checkFormat();
    } catch (error) {
      this.lock.release();
      throw error;
    }
  }

  private checkFormat(): void {
    const key = prefixOf(0, section.format);
    const found = this.get(key);
    if (!found) return this.commit(() => this.put(key, Buffer.from(`{"format":${formatVersion}}`)));
    const { format } = JSON.parse(found.toString()) as { format: number }; // safe: written above
    if (format === formatVersion) return;
    const other = format > formatVersion ? 'a newer' : 'an older';
    const text = `which needs ${other} embedded-mongo: copy its documents with that one and write them here.`;
    throw new Error(`The data in ${this.dataDir} has format ${format}, ${text}`);
  }

  get(key: Buffer, transaction?: Snapshot): Buffer | undefined {
    return this.db.get(key, { transaction: transaction ?? this.latest() });
  }

  /**
   * Reads a range in chunks. No lmdb cursor outlives a chunk, so a pausing reader (an open cursor, a long scan) pins no old pages. Writing
   * while reading is safe, because the next chunk starts after the last key read.
   */
  *range(range: Range, transaction?: Snapshot, beforePiece?: () => void): Generator<Entry> {
    const { reverse, expected = firstPiece } = range;
    let { start, end } = range;
    for (let size = Math.min(expected, largestPiece); ; size = Math.min(size * 4, largestPiece)) {
      beforePiece?.();
      const bounds = reverse
        ? { start: end, end: start, reverse, exclusiveStart: true, inclusiveEnd: true }
        : { start, end };
      const piece: Entry[] = [];
      let room = largestPieceBytes;
      for (const entry of this.db.getRange({ ...bounds, transaction: transaction ?? this.latest() })) {
        // With an exclusive start lmdb may still return the key itself if it is the last one.
        if (reverse && Buffer.compare(entry.key, end) >= 0) continue;
        piece.push(entry);
        room -= entry.value.length;
        if (piece.length >= size || room < 0) break;
      }
      yield* piece;
      const last = piece.at(-1);
      if (!last || (piece.length < size && room >= 0)) return;
      if (reverse) end = last.key;
      else start = nextKey(last.key);
    }
  }

  count({ start, end }: Range): number {
    return this.db.getCount({ start, end, transaction: this.latest() });
  }

  /** A snapshot of everything committed; call its `done` to release it. */
  snapshot(): Snapshot {
    this.db.resetReadTxn();
    return this.db.useReadTransaction();
  }

  /** The shared snapshot of the last commit; lmdb itself would create one for each event-loop turn, with a timer. */
  private latest(): Snapshot | undefined {
    if (!this.isWriting) this.reader ??= this.snapshot();
    return this.reader;
  }

  private endReader(): void {
    this.reader?.done();
    this.reader = undefined;
  }

  /** Runs all writes of the callback as one atomic, durable commit. */
  commit<T>(callback: () => T): T {
    this.endReader();
    this.isWriting = true;
    this.touched = [];
    let changes: Uint8Array<ArrayBuffer> | undefined;
    const run = () => {
      const before = this.written;
      const result = callback();
      if (this.written > before) changes = this.notes?.add(this.touched);
      return result;
    };
    try {
      const result = this.db.transactionSync(() => this.checkRoom(run));
      this.epoch++;
      if (changes) this.onCommit?.(changes);
      return result;
    } catch (error) {
      throw asStorageError(error);
    } finally {
      this.isWriting = false;
    }
  }

  /** lmdb's transaction numbers, which increase by one per commit: of the last commit, and of the current one. */
  lastCommit = (): number => (this.db.getStats() as { lastTxnId: number }).lastTxnId; // see its README
  commitNumber = (): number => this.db.getWriteTxnId();

  /** Refuses commits without free disk space: lmdb 3.5.6 corrupts memory when a page cannot be written (`sprintf` into 100 bytes). */
  private checkRoom<T>(callback: () => T): T {
    const before = this.written;
    const result = callback();
    const { bavail, bsize } = statfsSync(this.dataDir);
    if (this.written > before && bavail * bsize < spareBytes + 2 * (this.written - before))
      throw new Error('No space left on device');
    return result;
  }

  /** A write outside transactions waits for an open transaction that has changed the same key. */
  claim(key: Buffer): void {
    const name = nameOfKey(key);
    const writer = this.writerOf(name);
    if (writer) throw new LockedError(writer.ended);
    this.outdate(name);
  }

  /** Records that open transactions' snapshots no longer show a key's current value. */
  outdate(name: string): void {
    if (this.transactions.size > 0) this.changed.set(name, this.epoch);
  }

  /** The open transaction that has changed a key. */
  writerOf(name: string): OpenTransaction | undefined {
    return [...this.transactions].find(({ changes }) => changes.has(name));
  }

  /** The open transactions that have changed a collection. */
  writersIn(collectionId: number): OpenTransaction[] {
    const prefix = nameOfKey(ownerPrefix(collectionId));
    const isInside = (name: string): boolean => name.startsWith(prefix);
    return [...this.transactions].filter(({ changes }) => [...changes.keys()].some(isInside));
  }

  /** Waits until there are none, because their changes only cover the current indexes. */
  *whenIdle(collectionId: number): WriteTask<void> {
    for (let [writer] = this.writersIn(collectionId); writer; [writer] = this.writersIn(collectionId))
      yield writer.ended;
  }

  /** Writes a key, or removes it without a value; inside a commit. `isLast` appends after all other keys and fills pages completely. */
  put(key: Buffer, value?: Uint8Array, isLast = false): void {
    this.written += pageSize + (value?.length ?? 0);
    if (this.notes && isDocument(key))
      this.touched.push({ key, value, before: value ? undefined : this.get(key) });
    if (value && isLast) return this.db.putSync(key, value as Buffer, { append: true });
    // Complete when the call returns. lmdb accepts any byte array.
    void (value ? this.db.put(key, value as Buffer) : this.db.remove(key));
  }

  async close(): Promise<void> {
    this.endReader();
    await this.db.close();
    this.lock.release();
  }
}

/** Restricts a folder and its files to their owner, even if an earlier version did not. */
function keepPrivate(dataDir: string): void {
  try {
    chmodSync(dataDir, 0o700);
  } catch (error) {
    // The folder belongs to another user, such as a mounted volume; our files in it are still private.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
  for (const name of readdirSync(dataDir))
    if (name.startsWith('embedded-mongo.')) chmodSync(join(dataDir, name), 0o600);
}

/** Copies a snapshot of a data folder; a server may be using it. */
export async function backupFolder(dataDir: string, targetDir: string): Promise<void> {
  const [source, target] = [pathOf(dataDir), pathOf(targetDir)];
  if (!existsSync(source)) throw new Error(`There is no data in ${dataDir}.`);
  if (existsSync(target)) throw new Error(`${target} exists already; choose another folder.`);
  // The copy is private from its first byte.
  mkdirSync(targetDir, { recursive: true, mode: 0o700 });
  keepPrivate(targetDir);
  const db = open({ path: source, ...encodings, readOnly: true });
  await db.backup(target, true);
  await db.close();
  keepPrivate(targetDir);
}

/** Translates disk errors to MongoDB's: `OutOfDiskSpace`, or `FileStreamFailed` for a failing disk. */
export function asStorageError(error: unknown): unknown {
  const message = error instanceof Error ? error.message : String(error);
  const hasNoRoom = /MDB_MAP_FULL|MDB_TXN_FULL|ENOSPC|No space|EDQUOT|quota exceeded|EFBIG|File too large/;
  const isBroken = /EIO|Input\/output|EROFS|Read-only file system/;
  const code = hasNoRoom.test(message) ? 14031 : isBroken.test(message) ? 39 : null;
  if (code === null) return error;
  return new MongoError(code, `The data could not be written, nothing was changed: ${message}`);
}
