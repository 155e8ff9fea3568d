/** Where things live in the one ordered key space of the data file. Key = owner (u32), section (u16), rest. */

/** Owner 0 is the server itself; every collection has its own number. */
export const section = { format: 0, catalog: 1, session: 2 } as const;

/** Inside a collection: section 0 holds the documents by record number, each index has a section of its own. */
export const documentsSection = 0;
export const idIndexSection = 1;

export function prefixOf(owner: number, part: number): Buffer {
  const key = Buffer.allocUnsafe(6);
  key.writeUInt32BE(owner, 0);
  key.writeUInt16BE(part, 4);
  return key;
}

/** The first key after everything that starts with a prefix. */
export function afterPrefix(prefix: Buffer): Buffer {
  const end = Buffer.from(prefix);
  for (let i = end.length - 1; i >= 0; i--) {
    if (end[i] !== 0xff) {
      end[i] = (end[i] ?? 0) + 1;
      return end.subarray(0, i + 1);
    }
  }
  return Buffer.concat([prefix, Buffer.alloc(64, 0xff)]);
}

/** Record numbers are 48 bits, so they are exact in a JS number. */
export function writeRecordId(id: number): Buffer {
  const bytes = Buffer.allocUnsafe(6);
  bytes.writeUIntBE(id, 0, 6);
  return bytes;
}

export const readRecordId = (bytes: Buffer, offset = 0): number => bytes.readUIntBE(offset, 6);

export function documentKey(owner: number, recordId: number): Buffer {
  const key = Buffer.allocUnsafe(12);
  key.writeUInt32BE(owner, 0);
  key.writeUInt16BE(documentsSection, 4);
  key.writeUIntBE(recordId, 6, 6);
  return key;
}
