import { serialize } from 'bson';
import { MongoError } from '../errors.ts';
import type { Document } from './decode.ts';

/** The `cursor` of a reply: documents that are encoded already, and are copied into the reply as they are. */
export class CursorReply {
  readonly batchName: 'firstBatch' | 'nextBatch';
  readonly batch: readonly Uint8Array[];
  /** 0 when there is no more. */
  readonly id: bigint;
  readonly ns: string;
  constructor(batchName: 'firstBatch' | 'nextBatch', batch: readonly Uint8Array[], id: bigint, ns: string) {
    this.batchName = batchName;
    this.batch = batch;
    this.id = id;
    this.ns = ns;
  }
}

/** Writes a document as BSON; `undefined` fields are left out. */
export function encode(doc: Document): Uint8Array {
  try {
    return serialize(doc, { ignoreUndefined: true });
  } catch (error) {
    throw new MongoError(22, `the document cannot be written as BSON: ${String(error)}`);
  }
}

/** The most bytes a document may take. */
export const maxDocumentSize = 16 * 1024 * 1024;

/** Encodes a reply behind `headroom` bytes that the caller fills. */
export function encodeReply(reply: Document, headroom: number): Buffer {
  if (reply.cursor instanceof CursorReply) return encodeCursorReply(reply.cursor, headroom);
  const bytes = encode(reply);
  const out = Buffer.allocUnsafe(headroom + bytes.length);
  out.set(bytes, headroom);
  return out;
}

const decimalDigits = (n: number): number => (n < 10 ? 1 : n < 100 ? 2 : n < 1000 ? 3 : String(n).length);

/** `{ cursor: { firstBatch: [...], id, ns }, ok: 1 }` in one buffer, each document copied once. */
function encodeCursorReply({ batchName, batch, id, ns }: CursorReply, headroom: number): Buffer {
  const nsBytes = Buffer.byteLength(ns);
  let arraySize = 5;
  for (let i = 0; i < batch.length; i++) arraySize += 2 + decimalDigits(i) + (batch[i]?.length ?? 0);
  const cursorSize = 4 + (2 + batchName.length + arraySize) + (4 + 8) + (4 + 4 + nsBytes + 1) + 1;
  const size = 4 + (8 + cursorSize) + (4 + 8) + 1;
  const out = Buffer.allocUnsafe(headroom + size);
  let at = headroom;
  const element = (type: number, name: string): void => {
    out[at++] = type;
    at += out.write(name, at, 'latin1');
    out[at++] = 0;
  };
  at = out.writeInt32LE(size, at);
  element(3, 'cursor');
  at = out.writeInt32LE(cursorSize, at);
  element(4, batchName);
  at = out.writeInt32LE(arraySize, at);
  for (const [i, bytes] of batch.entries()) {
    element(3, String(i));
    out.set(bytes, at);
    at += bytes.length;
  }
  out[at++] = 0;
  element(0x12, 'id');
  at = out.writeBigInt64LE(id, at);
  element(2, 'ns');
  at = out.writeInt32LE(nsBytes + 1, at);
  at += out.write(ns, at, 'utf8');
  out[at++] = 0;
  out[at++] = 0;
  element(1, 'ok');
  at = out.writeDoubleLE(1, at);
  out[at] = 0;
  return out;
}
