import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import mongoose, { type mongo } from 'mongoose';
import type { Content } from './manifest.ts';

const { EJSON } = mongoose.mongo.BSON;

/** Driver options that preserve every value's BSON type. */
const exact = { promoteValues: false, promoteLongs: false, promoteBuffers: false, bsonRegExp: true } as const;

/**
 * Serialises documents one per line as canonical Extended JSON. Equal documents give equal bytes: sorted by id, fields in stored
 * order.
 */
export async function* linesOf(
  collection: mongo.Collection,
  content: ContentCount,
  snapshot?: mongo.ClientSession,
): AsyncGenerator<Buffer> {
  const documents = collection
    .find({}, { ...exact, ...(snapshot ? { session: snapshot } : {}) })
    .sort({ _id: 1 });
  for await (const document of documents) {
    const line = Buffer.from(`${EJSON.stringify(document, { relaxed: false })}\n`);
    content.add(line);
    yield line;
  }
}

export function parseLine(line: string): mongo.Document {
  return EJSON.parse(line, { relaxed: false });
}

/** Counts and hashes lines. */
export class ContentCount {
  #documents = 0;
  #bytes = 0;
  #hash = createHash('sha256');

  add(line: Buffer): void {
    this.#documents += 1;
    this.#bytes += line.length;
    this.#hash.update(line);
  }

  /** Finishes the hash; callable once. */
  total(): Content {
    return { documents: this.#documents, bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }
}

/** Reads a file by lines that end with \n only: `node:readline` also splits at U+2028, which JSON may contain. */
export async function* readLines(file: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of createReadStream(file, { encoding: 'utf8', highWaterMark: 1 << 20 })) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest) yield rest;
}

/** Counts and hashes a collection's current content. */
export async function contentOf(collection: mongo.Collection): Promise<Content> {
  const content = new ContentCount();
  for await (const _ of linesOf(collection, content));
  return content.total();
}
