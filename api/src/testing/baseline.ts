import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import mongoose, { type mongo } from 'mongoose';

const { EJSON } = mongoose.mongo.BSON;

/** Replaces a database's content with the migration baseline, indexes included. */
export async function putBaseline(db: mongo.Db): Promise<void> {
  await db.dropDatabase();
  const file = path.join(import.meta.dirname, '../migrations/baseline.jsonl.gz');
  const lines = gunzipSync(await readFile(file))
    .toString()
    .trim()
    .split('\n');
  let name = '';
  let documents: object[] = [];
  const insert = async () => {
    if (documents.length > 0) await db.collection(name).insertMany(documents);
    documents = [];
  };
  for (const line of lines) {
    const { collection, indexes, document } = EJSON.parse(line);
    if (document) documents.push(document);
    if (!collection) continue;
    await insert();
    name = collection;
    await db.createCollection(name);
    if (indexes.length > 0) await db.command({ createIndexes: name, indexes });
  }
  await insert();
}
