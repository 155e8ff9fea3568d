/** The layout of the data file's single ordered key space. Key = owner (u32), section (u16), rest. */

/** Sections of owner 0, the server itself; every collection has its own owner number. */
export const section = { format: 0, catalog: 1, session: 2, garbage: 3, changes: 4 } as const;

/** Sections of a collection: 0 contains the documents by record number, and each index has its own. */
const documentsSection = 0;
export const idIndexSection = 1;

export function prefixOf(owner: number, part: number, room = 0): Buffer {
  const key = Buffer.allocUnsafe(6 + room);
  key.writeUInt32BE(owner, 0);
  key.writeUInt16BE(part, 4);
  return key;
}

/** The prefix of all keys of an owner. */
export const ownerPrefix = (owner: number): Buffer => prefixOf(owner, 0).subarray(0, 4);

/** A range of keys: start inclusive, end exclusive. */
export interface Range {
  readonly start: Buffer;
  readonly end: Buffer;
  readonly reverse?: boolean;
  /** The likely number of keys read, at least 1. */
  readonly expected?: number | undefined;
}

/** All keys with a prefix. */
export const rangeOf = (prefix: Buffer): Range => ({ start: prefix, end: afterPrefix(prefix) });

/** A collection's documents, in order of insertion. */
export const documentsOf = (owner: number): Range => rangeOf(prefixOf(owner, documentsSection));

/** Whether a key belongs to a document rather than to an index or the server. */
export const isDocument = (key: Buffer): boolean =>
  key.readUInt16BE(4) === documentsSection && key.readUInt32BE(0) !== 0;

/** The first key after all keys with a prefix. */
export function afterPrefix(prefix: Buffer): Buffer {
  let last = prefix.length - 1;
  while (prefix[last] === 0xff) last--;
  if (last < 0) return Buffer.concat([prefix, Buffer.alloc(64, 0xff)]);
  const end = Buffer.from(prefix.subarray(0, last + 1));
  end.writeUInt8(end.readUInt8(last) + 1, last);
  return end;
}

/** The immediate successor of a key. */
export const nextKey = (key: Buffer): Buffer => Buffer.concat([key, Buffer.alloc(1)]);

/** Record numbers have 48 bits, so a JS number represents them exactly. */
export function writeRecordId(id: number): Buffer {
  const bytes = Buffer.allocUnsafe(6);
  bytes.writeUIntBE(id, 0, 6);
  return bytes;
}

/** The record number at the end of a document's key, or in an index entry's value. */
export const readRecordId = (bytes: Buffer): number => bytes.readUIntBE(bytes.length - 6, 6);

export function documentKey(owner: number, recordId: number): Buffer {
  const key = prefixOf(owner, documentsSection, 6);
  key.writeUIntBE(recordId, 6, 6);
  return key;
}

/** Keys as strings that compare like their bytes. */
export const nameOfKey = (key: Buffer): string => key.toString('latin1');
export const keyOfName = (name: string): Buffer => Buffer.from(name, 'latin1');
