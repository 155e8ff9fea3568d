import { serialize } from 'bson';
import type { Document } from './decode.ts';

/** BSON bytes that are already encoded, put into a reply as they are. */
export class RawDocument {
  readonly bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

/** A list of encoded documents, put into a reply as an array without decoding them. */
export class RawArray {
  readonly items: Uint8Array[];
  constructor(items: Uint8Array[]) {
    this.items = items;
  }
}

/** Writes a document as BSON; `undefined` fields are left out. */
export function encode(doc: Document): Uint8Array {
  return serialize(doc, { ignoreUndefined: true });
}

/** The size a document takes as BSON. */
export const maxDocumentSize = 16 * 1024 * 1024;

function isPlainObject(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function holdsRaw(value: unknown): boolean {
  if (value instanceof RawDocument || value instanceof RawArray) return true;
  return isPlainObject(value) && Object.values(value).some(holdsRaw);
}

function element(type: number, name: string, body: Uint8Array[]): Uint8Array[] {
  return [Buffer.from(`${String.fromCharCode(type)}${name}\0`, 'latin1'), ...body];
}

function wrap(parts: Uint8Array[]): Uint8Array[] {
  let size = 5;
  for (const part of parts) size += part.length;
  const header = Buffer.allocUnsafe(4);
  header.writeInt32LE(size);
  return [header, ...parts, Buffer.from([0])];
}

function rawParts(doc: Document): Uint8Array[] {
  const parts: Uint8Array[] = [];
  for (const [name, value] of Object.entries(doc)) {
    if (value === undefined) continue;
    if (value instanceof RawDocument) parts.push(...element(3, name, [value.bytes]));
    else if (value instanceof RawArray) parts.push(...element(4, name, [rawArray(value.items)]));
    else if (holdsRaw(value) && isPlainObject(value)) parts.push(...element(3, name, rawParts(value)));
    else parts.push(encode({ [name]: value }).subarray(4, -1));
  }
  return wrap(parts);
}

/** One buffer for the whole array: a page of results is copied once, not an element at a time. */
function rawArray(items: Uint8Array[]): Uint8Array {
  let size = 5;
  for (let i = 0; i < items.length; i++) size += 2 + String(i).length + (items[i]?.length ?? 0);
  const out = Buffer.allocUnsafe(size);
  out.writeInt32LE(size, 0);
  let at = 4;
  items.forEach((item, i) => {
    out[at++] = 3;
    at += out.write(String(i), at, 'latin1');
    out[at++] = 0;
    out.set(item, at);
    at += item.length;
  });
  out[at] = 0;
  return out;
}

/** Encodes a reply, which may hold already encoded documents at any depth of plain objects. */
export function encodeReply(doc: Document): Uint8Array {
  return holdsRaw(doc) ? Buffer.concat(rawParts(doc)) : encode(doc);
}
