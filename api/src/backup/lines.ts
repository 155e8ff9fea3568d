import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import mongoose, { type mongo } from 'mongoose';
import type { Content } from './manifest.ts';

const { EJSON } = mongoose.mongo.BSON;

/** How documents are read so that every value keeps its type. */
const exact = { promoteValues: false, promoteLongs: false, promoteBuffers: false, bsonRegExp: true } as const;

/**
 * One document a line, as canonical extended JSON. The same documents are always the same bytes: they go by their ids,
 * and fields keep their order.
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

/** Counts what goes by. */
export class ContentCount {
  #documents = 0;
  #bytes = 0;
  #hash = createHash('sha256');

  add(line: Buffer): void {
    this.#documents += 1;
    this.#bytes += line.length;
    this.#hash.update(line);
  }

  /** Once, at the end. */
  total(): Content {
    return { documents: this.#documents, bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }
}

/** Reads a file by lines. They end with \n only: `node:readline` would also cut at U+2028, which JSON may hold. */
export async function* readLines(file: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of createReadStream(file, { encoding: 'utf8', highWaterMark: 1 << 20 })) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest) yield rest;
}

/** What is really in a collection. */
export async function contentOf(collection: mongo.Collection): Promise<Content> {
  const content = new ContentCount();
  for await (const _ of linesOf(collection, content));
  return content.total();
}
