import { Long, serialize } from 'bson';
import { MongoError } from '../errors.ts';
import type { Document } from './types.ts';

/** The maximum size of a document in bytes. */
export const maxDocumentSize = 16 * 1024 * 1024;

/** Encodes a document as BSON without undefined fields. Fails with the code `tooLarge` if it exceeds bson's buffer. */
export function encode(doc: Document, tooLarge = 22): Uint8Array {
  try {
    return serialize(doc, { ignoreUndefined: true });
  } catch (error) {
    const isRoom = error instanceof RangeError && 'code' in error;
    throw new MongoError(isRoom ? tooLarge : 22, `the document cannot be written as BSON: ${String(error)}`);
  }
}

/** Cached replies of finished cursors without their documents: most replies use them. */
const framesOfDone = new Map<string, Uint8Array>();

/** A reply's `cursor`: its documents are already encoded and copied as they are. */
export class CursorReply {
  private readonly batchName: string;
  private readonly batch: readonly Uint8Array[];
  private readonly id: bigint;
  private readonly ns: string;

  /** An id of 0 means that there are no more documents. */
  constructor(batchName: 'firstBatch' | 'nextBatch', batch: readonly Uint8Array[], id: bigint, ns: string) {
    this.batchName = batchName;
    this.batch = batch;
    this.id = id;
    this.ns = ns;
  }

  /** The reply with an empty batch. */
  private frame(): Uint8Array {
    const { batchName, id, ns } = this;
    const name = id === 0n ? `${batchName} ${ns}` : '';
    const known = framesOfDone.get(name);
    if (known) return known;
    const frame = encode({ cursor: { [batchName]: [], id: Long.fromBigInt(id), ns }, ok: 1 });
    if (framesOfDone.size > 1000) framesOfDone.clear();
    if (name) framesOfDone.set(name, frame);
    return frame;
  }

  /** The whole reply after `headroom` bytes: inserts the documents into the empty batch of the frame. */
  encode(headroom: number): Buffer {
    const frame = this.frame();
    // The lengths to adjust: of the reply, of its `cursor`, and of the batch.
    const cursorAt = 4 + '_cursor_'.length;
    const batchAt = cursorAt + 4 + `_${this.batchName}_`.length;
    let added = 0;
    for (const [i, bytes] of this.batch.entries()) added += 2 + String(i).length + bytes.length;
    const reply = Buffer.allocUnsafe(headroom + frame.length + added);
    reply.set(frame.subarray(0, batchAt + 4), headroom);
    let end = headroom + batchAt + 4;
    for (const [i, bytes] of this.batch.entries()) {
      end += reply.write(`\x03${i}\0`, end, 'latin1');
      reply.set(bytes, end);
      end += bytes.length;
    }
    reply.set(frame.subarray(batchAt + 4), end);
    for (const at of [headroom, headroom + cursorAt, headroom + batchAt])
      reply.writeInt32LE(reply.readInt32LE(at) + added, at);
    return reply;
  }
}

/** Encodes a reply after `headroom` bytes for the caller to fill. */
export function encodeReply(reply: Document, headroom: number): Buffer {
  if (reply.cursor instanceof CursorReply) return reply.cursor.encode(headroom);
  try {
    return Buffer.concat([Buffer.alloc(headroom), encode(reply, 10334)]);
  } catch (error) {
    const { message: errmsg, code, codeName } = error as MongoError; // safe: thrown by `encode`
    return encodeReply({ ok: 0, errmsg, code, codeName }, headroom);
  }
}
