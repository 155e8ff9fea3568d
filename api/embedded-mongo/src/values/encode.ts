import { serialize } from 'bson';
import { MongoError } from '../errors.ts';
import type { Document } from './types.ts';

/** The most bytes a document may take. */
export const maxDocumentSize = 16 * 1024 * 1024;

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

/** Encodes a reply behind `headroom` bytes that the caller fills. */
export function encodeReply(reply: Document, headroom: number): Buffer {
  if (reply.cursor instanceof CursorReply) return encodeCursorReply(reply.cursor, headroom);
  return Buffer.concat([Buffer.alloc(headroom), encode(reply)]);
}

/** `{ cursor: { firstBatch: [...], id, ns }, ok: 1 }` in one buffer, each document copied once. */
function encodeCursorReply({ batchName, batch, id, ns }: CursorReply, headroom: number): Buffer {
  const arraySize = batch.reduce((sum, bytes, i) => sum + 2 + String(i).length + bytes.length, 5);
  const cursorSize = 4 + (2 + batchName.length + arraySize) + (4 + 8) + (8 + Buffer.byteLength(ns) + 1) + 1;
  const size = 4 + (8 + cursorSize) + (4 + 8) + 1;
  const out = Buffer.alloc(headroom + size);
  let at = headroom;
  const element = (type: number, name: string): void => {
    out[at++] = type;
    at += out.write(name, at, 'latin1') + 1;
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
  at++;
  element(0x12, 'id');
  at = out.writeBigInt64LE(id, at);
  element(2, 'ns');
  at = out.writeInt32LE(Buffer.byteLength(ns) + 1, at);
  at += out.write(ns, at, 'utf8') + 2;
  element(1, 'ok');
  out.writeDoubleLE(1, at);
  return out;
}
