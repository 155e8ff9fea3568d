import type { mongo } from 'mongoose';
import { contentOf, parseLine, readLines } from './lines.ts';
import { type Change, parseDocument } from './log-segments.ts';
import { BackupError, type CollectionBackup, fileOf, type Manifest } from './manifest.ts';

const batchSize = 500;

/** Inserts all collections of a backup into an empty database, verifies each by reading it back, then applies later changes. */
export async function fillDatabase(
  db: mongo.Db,
  folder: string,
  { collections }: Manifest,
  changes: readonly Change[],
): Promise<void> {
  const changed = new Map<string, Change[]>();
  for (const change of changes) {
    const ofCollection = changed.get(change.collection);
    if (ofCollection) ofCollection.push(change);
    else changed.set(change.collection, [change]);
  }
  for (const collection of collections) {
    const { name, options, indexes } = collection;
    const target = await db.createCollection(name, options);
    await insertLines(target, fileOf(folder, collection));
    // Before creating indexes: a TTL index may expire documents.
    await compare(target, collection);
    // Also before unique indexes, which intermediate states could violate.
    await applyChanges(target, changed.get(name));
    changed.delete(name);
    if (indexes.length > 0) await db.command({ createIndexes: name, indexes });
  }
  for (const [name, ofNew] of changed) await applyChanges(db.collection(name), ofNew);
}

async function applyChanges(collection: mongo.Collection, changes: readonly Change[] = []): Promise<void> {
  for (let at = 0; at < changes.length; at += batchSize) {
    const writes = changes.slice(at, at + batchSize).map(({ id, document }): mongo.AnyBulkWriteOperation => {
      // Safe: `_id` values of any BSON type can be queried.
      const filter = { _id: id } as mongo.Filter<mongo.Document>;
      if (document === null) return { deleteOne: { filter } };
      return { replaceOne: { filter, replacement: parseDocument(document), upsert: true } };
    });
    await collection.bulkWrite(writes);
  }
}

async function insertLines(collection: mongo.Collection, file: string): Promise<void> {
  let batch: mongo.Document[] = [];
  const insert = async () => {
    if (batch.length > 0) await collection.insertMany(batch);
    batch = [];
  };
  for await (const line of readLines(file)) {
    if (batch.push(parseLine(line)) === batchSize) await insert();
  }
  await insert();
}

/** @throws {BackupError} unless a collection holds exactly what its backup recorded */
async function compare(collection: mongo.Collection, expected: CollectionBackup): Promise<void> {
  const { documents, sha256 } = await contentOf(collection);
  if (documents === expected.documents && sha256 === expected.sha256) return;
  throw new BackupError(
    `${expected.name} is not what was backed up: ${documents} documents of ${expected.documents}, sha256 ${sha256} and not ${expected.sha256}. Nothing was changed.`,
  );
}
