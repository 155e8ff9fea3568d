import { decode } from '../values/decode.ts';
import { encode } from '../values/encode.ts';
import type { Catalog } from './catalog.ts';
import type { Touched } from './view.ts';

/**
 * The documents of a commit as BSON documents one after the other: `{ ns, put: DOCUMENT }` for each that was written and
 * `{ ns, gone: ID }` for each that was removed.
 */
export function encodeChanges(catalog: Catalog, touched: readonly Touched[]): Uint8Array<ArrayBuffer> {
  const names = new Map(catalog.all().map(({ id, ns }) => [id, ns]));
  const parts = touched.flatMap(({ key, value, before }) => {
    // Dropped collections are not reported.
    const ns = names.get(key.readUInt32BE(0));
    if (ns === undefined) return [];
    if (value) return [putOf(ns, value)];
    return before ? [encode({ ns, gone: decode(before)._id })] : [];
  });
  // A buffer of its own, which can be handed to another thread.
  return new Uint8Array(Buffer.concat(parts));
}

/** The stored bytes are copied as they are: reading them only to write them again takes longer than the commit. */
function putOf(ns: string, document: Uint8Array): Uint8Array {
  const head = Buffer.from(encode({ ns }));
  const field = Buffer.from('\x03put\0', 'latin1');
  const bytes = Buffer.concat([head.subarray(0, -1), field, document, Buffer.alloc(1)]);
  bytes.writeInt32LE(bytes.length, 0);
  return bytes;
}
