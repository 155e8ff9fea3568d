/** Where things live in the one ordered key space of the data file. Key = owner (u32), section (u16), rest. */

/** Owner 0 is the server itself; every collection has a number of its own. */
export const section = { format: 0, catalog: 1, session: 2, garbage: 3, changes: 4 } as const;

/** Inside a collection: section 0 holds the documents by record number, each index has a section of its own. */
const documentsSection = 0;
export const idIndexSection = 1;

export function prefixOf(owner: number, part: number, room = 0): Buffer {
  const key = Buffer.allocUnsafe(6 + room);
  key.writeUInt32BE(owner, 0);
  key.writeUInt16BE(part, 4);
  return key;
}

/** The start of all keys of an owner. */
export const ownerPrefix = (owner: number): Buffer => prefixOf(owner, 0).subarray(0, 4);

/** Keys from start up to before end. */
export interface Range {
  readonly start: Buffer;
  readonly end: Buffer;
  readonly reverse?: boolean;
  /** How many of the keys are likely to be read, at least 1. */
  readonly expected?: number | undefined;
}

/** All keys that start with a prefix. */
export const rangeOf = (prefix: Buffer): Range => ({ start: prefix, end: afterPrefix(prefix) });

/** The documents of a collection, in the order they were inserted. */
export const documentsOf = (owner: number): Range => rangeOf(prefixOf(owner, documentsSection));

/** Whether a key is that of a document, and not of an index or of the server. */
export const isDocument = (key: Buffer): boolean =>
  key.readUInt16BE(4) === documentsSection && key.readUInt32BE(0) !== 0;

/** The first key after everything that starts with a prefix. */
export function afterPrefix(prefix: Buffer): Buffer {
  let last = prefix.length - 1;
  while (prefix[last] === 0xff) last--;
  if (last < 0) return Buffer.concat([prefix, Buffer.alloc(64, 0xff)]);
  const end = Buffer.from(prefix.subarray(0, last + 1));
  end.writeUInt8(end.readUInt8(last) + 1, last);
  return end;
}

/** The first key that comes after a key. */
export const nextKey = (key: Buffer): Buffer => Buffer.concat([key, Buffer.alloc(1)]);

/** Record numbers are 48 bits, so they are exact in a JS number. */
export function writeRecordId(id: number): Buffer {
  const bytes = Buffer.allocUnsafe(6);
  bytes.writeUIntBE(id, 0, 6);
  return bytes;
}

/** The record that the last bytes of a document's key, or the value of an index entry, name. */
export const readRecordId = (bytes: Buffer): number => bytes.readUIntBE(bytes.length - 6, 6);

export function documentKey(owner: number, recordId: number): Buffer {
  const key = prefixOf(owner, documentsSection, 6);
  key.writeUIntBE(recordId, 6, 6);
  return key;
}

/** Keys as strings, which compare as their bytes do. */
export const nameOf = (key: Buffer): string => key.toString('latin1');
export const keyOfName = (name: string): Buffer => Buffer.from(name, 'latin1');
