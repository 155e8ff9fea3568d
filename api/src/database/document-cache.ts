import { mongo } from 'mongoose';

/** Capacity of each of the two generations, in bytes of BSON; decoded documents take about four times as much. */
const generationBytes = 4 * 1024 ** 2;
/** Larger documents are rare and would evict many others. */
const largestBytes = 8 * 1024;

/**
 * Decodes documents and caches them by their bytes: equal bytes are the same document. Every reader still queries the database, so
 * nobody sees outdated data; the cache only saves decoding what many read, such as the newest members. Documents are frozen, because
 * readers share them. Entries unread for a whole generation are evicted.
 */
export class DocumentCache {
  private young = new Map<string, unknown>();
  private old = new Map<string, unknown>();
  private youngBytes = 0;

  /** The document at an offset in some bytes. */
  decode(bytes: Buffer, start = 0): unknown {
    const end = start + bytes.readInt32LE(start);
    if (end - start > largestBytes) return decode(bytes.subarray(start, end));
    const key = bytes.toString('latin1', start, end);
    const known = this.young.get(key);
    if (known !== undefined) return known;
    const doc = this.old.get(key) ?? decode(bytes.subarray(start, end));
    if (this.youngBytes + key.length > generationBytes) {
      this.old = this.young;
      this.young = new Map();
      this.youngBytes = 0;
    }
    this.young.set(key, doc);
    this.youngBytes += key.length;
    return doc;
  }
}

const decode = (bytes: Buffer): unknown => freezeAll(mongo.BSON.deserialize(bytes));

/** Deep-freezes a document, except class instances such as ids and dates. */
function freezeAll(value: unknown): unknown {
  if (!Array.isArray(value) && !isPlain(value)) return value;
  for (const inner of Object.values(value)) if (typeof inner === 'object') freezeAll(inner);
  return Object.freeze(value);
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
