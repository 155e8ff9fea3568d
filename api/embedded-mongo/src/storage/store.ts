import { existsSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { open, type RootDatabase, type Transaction } from 'lmdb';
import { MongoError } from '../errors.ts';
import { prefixOf, section } from './keyspace.ts';

/** Raised when the layout of keys or values changes; a newer file is refused, never guessed at. */
export const formatVersion = 1;

const dataFile = 'embedded-mongo.mdb';
const lockFile = 'embedded-mongo.lock';

const firstPiece = 16;
const largestPiece = 256;
const largestPieceBytes = 1 << 20;
const zero = Buffer.from([0]);

export interface StoreOptions {
  /** False leaves flushing to the system: for data that may be lost when the machine, not only the process, dies. */
  readonly flush?: boolean;
}

export interface Entry {
  readonly key: Buffer;
  readonly value: Buffer;
}

export interface Range {
  readonly start: Buffer;
  /** Exclusive. */
  readonly end: Buffer;
  readonly reverse?: boolean;
}

/** The data file: ordered byte keys, one writer, snapshots for readers, durable on commit. */
export class Store {
  private readonly db: RootDatabase<Buffer, Buffer>;
  private readonly lockPath: string;

  constructor(dataDir: string, options: StoreOptions = {}) {
    mkdirSync(dataDir, { recursive: true });
    this.lockPath = join(dataDir, lockFile);
    takeLock(this.lockPath, dataDir);
    try {
      this.db = open<Buffer, Buffer>({
        path: join(dataDir, dataFile),
        keyEncoding: 'binary',
        encoding: 'binary',
        maxReaders: 512,
        noSync: options.flush === false,
      });
      this.checkFormat(dataDir);
    } catch (error) {
      unlinkSync(this.lockPath);
      throw error;
    }
  }

  /** Lets the tools of other processes find the server of this folder. */
  announce(uri: string): void {
    writeFileSync(this.lockPath, JSON.stringify({ ...readHolder(this.lockPath), uri }));
  }

  private checkFormat(dataDir: string): void {
    const key = prefixOf(0, section.format);
    const found = this.db.get(key);
    if (!found) {
      this.db.transactionSync(
        () => void this.db.put(key, Buffer.from(JSON.stringify({ format: formatVersion }))),
      );
      return;
    }
    const { format } = JSON.parse(found.toString()) as { format: number }; // written by this class only
    if (format > formatVersion) {
      throw new Error(
        `The data in ${dataDir} has format ${format}, which needs a newer embedded-mongo (this one knows ${formatVersion}).`,
      );
    }
  }

  get(key: Buffer, transaction?: Transaction): Buffer | undefined {
    return asBuffer(transaction ? this.db.get(key, { transaction }) : this.db.get(key));
  }

  /**
   * Reads a range piece by piece. No lmdb cursor outlives a piece, so a reader that pauses (a client's open cursor, a
   * long scan) pins no old pages, and writing while reading is safe: the next piece starts behind the last key read.
   */
  *range(range: Range, transaction?: Transaction, beforePiece?: () => void): Generator<Entry> {
    let { start, end } = range;
    for (let size = firstPiece; ; size = Math.min(size * 4, largestPiece)) {
      beforePiece?.();
      const piece = this.piece(
        { start, end, ...(range.reverse ? { reverse: true } : {}) },
        size,
        transaction,
      );
      yield* piece.entries;
      const last = piece.entries.at(-1);
      if (!last || piece.isLast) return;
      if (range.reverse) end = last.key;
      else start = Buffer.concat([last.key, zero]);
    }
  }

  private piece(
    range: Range,
    size: number,
    transaction?: Transaction,
  ): { entries: Entry[]; isLast: boolean } {
    const bounds = range.reverse
      ? { start: range.end, end: range.start, reverse: true, exclusiveStart: true, inclusiveEnd: true }
      : { start: range.start, end: range.end };
    const entries: Entry[] = [];
    let bytes = 0;
    for (const entry of this.db.getRange(transaction ? { ...bounds, transaction } : bounds)) {
      // With an exclusive start lmdb may still give the key itself where it is the last one.
      if (range.reverse && Buffer.compare(entry.key, range.end) >= 0) continue;
      entries.push({ key: asBuffer(entry.key), value: asBuffer(entry.value) });
      bytes += entry.value.length;
      if (entries.length >= size || bytes > largestPieceBytes) return { entries, isLast: false };
    }
    return { entries, isLast: true };
  }

  /** The first keys of a range, without their values. */
  keys(range: Range, limit: number): Buffer[] {
    return [...this.db.getKeys({ start: range.start, end: range.end, limit })].map((key) => asBuffer(key));
  }

  count(range: Range, transaction?: Transaction): number {
    const bounds = { start: range.start, end: range.end, values: false };
    return this.db.getCount(transaction ? { ...bounds, transaction } : bounds);
  }

  /** A stable view of everything committed so far; call `done` when it is no longer needed. */
  snapshot(): Transaction {
    this.db.resetReadTxn();
    return this.db.useReadTransaction();
  }

  /** Runs all writes of the callback as one durable, all-or-nothing change. */
  commit(callback: () => void): void {
    try {
      this.db.transactionSync(callback);
    } catch (error) {
      throw asStorageError(error);
    }
  }

  put(key: Buffer, value: Uint8Array): void {
    // Inside a commit: done when it returns.
    void this.db.put(
      key,
      Buffer.isBuffer(value) ? value : Buffer.from(value.buffer, value.byteOffset, value.byteLength),
    );
  }

  remove(key: Buffer): void {
    void this.db.remove(key);
  }

  /** Writes a consistent copy of the data while it is being used. */
  async backup(path: string): Promise<void> {
    await this.db.backup(path, true);
  }

  async close(): Promise<void> {
    await this.db.close();
    unlinkSync(this.lockPath);
  }
}

function asBuffer<T extends Uint8Array | undefined>(
  bytes: T,
): T extends undefined ? Buffer | undefined : Buffer;
function asBuffer(bytes: Uint8Array | undefined): Buffer | undefined {
  if (bytes === undefined || Buffer.isBuffer(bytes)) return bytes;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function asStorageError(error: unknown): unknown {
  const message = error instanceof Error ? error.message : String(error);
  if (
    /MDB_MAP_FULL|ENOSPC|No space left|MDB_TXN_FULL|Input\/output error|EIO|EDQUOT|EFBIG|File too large/.test(
      message,
    )
  ) {
    return new MongoError(14031, `The data could not be written, nothing was changed: ${message}`);
  }
  return error;
}

/** A process number alone may have been given to another process since; with its start time it cannot be mistaken. */
function startTime(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    // Not on Linux, or the process is gone: `isRunning` then asks the system another way.
    return undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function takeLock(path: string, dataDir: string): void {
  const content = JSON.stringify({ pid: process.pid, startTime: startTime(process.pid) });
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      writeFileSync(path, content, { flag: 'wx' });
      return;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    const holder = readHolder(path);
    if (holder && isHolding(holder)) {
      throw new Error(
        `The data folder ${dataDir} is already in use by process ${holder.pid}; stop it or choose another folder.`,
      );
    }
    unlinkSync(path);
  }
  throw new Error(
    `The data folder ${dataDir} is already in use by another process; stop it or choose another folder.`,
  );
}

interface Holder {
  readonly pid: number;
  readonly startTime?: string;
  readonly uri?: string;
}

/** Where the running server of a data folder listens, if there is one. */
export function runningServer(dataDir: string): string | undefined {
  const holder = readHolder(join(dataDir, lockFile));
  return holder && isHolding(holder) ? holder.uri : undefined;
}

const isHolding = (holder: Holder): boolean =>
  isRunning(holder.pid) && holder.startTime === startTime(holder.pid);

/** Copies the data of a folder, whether or not a server is using it: a reader of its own sees one moment. */
export async function backupFolder(dataDir: string, targetDir: string): Promise<void> {
  const source = join(dataDir, dataFile);
  if (!existsSync(source)) throw new Error(`There is no data in ${dataDir}.`);
  const target = join(targetDir, dataFile);
  if (existsSync(target)) throw new Error(`${target} exists already; choose another folder.`);
  mkdirSync(targetDir, { recursive: true });
  const db = open<Buffer, Buffer>({
    path: source,
    keyEncoding: 'binary',
    encoding: 'binary',
    readOnly: true,
  });
  await db.backup(target, true);
  await db.close();
}

function readHolder(path: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder; // written by takeLock and announce
  } catch {
    // A file cut short by a crash names nobody.
    return undefined;
  }
}
