import { MongoServerError } from 'mongodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AnyDocument, startDatabase, type TestDatabase } from './testing/database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await startDatabase();
});
afterAll(() => db.stop());

async function codeOf(work: Promise<unknown>): Promise<unknown> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof MongoServerError ? error.code : error;
}

describe('a transaction about collections and indexes', () => {
  const names = async (): Promise<string[]> =>
    (await db.client.db('made').listCollections().toArray()).map(({ name }) => name).sort();

  test.each([true, false])('is alone in seeing what it makes until it commits (%s)', async (commits) => {
    await db.client.db('made').dropDatabase();
    const made = db.client.db('made');
    const session = db.client.startSession();
    session.startTransaction();
    await made.collection<AnyDocument>('implicit').insertOne({ _id: 1, k: 1 }, { session });
    const explicit = await made.createCollection<AnyDocument>('explicit', { session });
    await explicit.createIndex({ k: 1 }, { unique: true, session });
    await explicit.insertOne({ _id: 1, k: 1 }, { session });
    expect(await explicit.findOne({ k: 1 }, { session })).toEqual({ _id: 1, k: 1 });
    expect(await names()).toEqual([]);
    expect(await made.collection('implicit').countDocuments()).toBe(0);
    if (commits) await session.commitTransaction();
    else await session.abortTransaction();
    await session.endSession();
    expect(await names()).toEqual(commits ? ['explicit', 'implicit'] : []);
    if (!commits) return;
    await db.restart();
    const kept = db.client.db('made').collection<AnyDocument>('explicit');
    expect(await kept.findOne({ k: 1 }, { hint: 'k_1' })).toEqual({ _id: 1, k: 1 });
    expect(await codeOf(kept.insertOne({ k: 1 }))).toBe(11000);
  });

  test('conflicts with whoever makes the same, and makes no index where documents are', async () => {
    await db.client.db('made').dropDatabase();
    const made = db.client.db('made');
    const session = db.client.startSession();
    session.startTransaction();
    await made.collection('other').insertOne({ from: 'transaction' }, { session });
    await made.collection('same').insertOne({ from: 'transaction' }, { session });
    await made.collection('same').insertOne({ from: 'outside' });
    expect(await codeOf(session.commitTransaction())).toBe(112);
    await session.endSession();
    expect(await names()).toEqual(['same']);
    expect(
      await made
        .collection('same')
        .find({}, { projection: { _id: 0 } })
        .toArray(),
    ).toEqual([{ from: 'outside' }]);
    const second = db.client.startSession();
    second.startTransaction();
    expect(await codeOf(made.collection('same').createIndex({ from: 1 }, { session: second }))).toBe(263);
    await second.endSession();
  });

  test('is told of a collection that was dropped, or made anew, after it began', async () => {
    await db.client.db('made').dropDatabase();
    const there = db.client.db('made').collection<AnyDocument>('there');
    await there.insertOne({ _id: 1 });
    const session = db.client.startSession();
    for (const again of [false, true]) {
      session.startTransaction();
      await db.client.db('made').collection('another').findOne({}, { session });
      await there.drop();
      if (again) await there.insertOne({ _id: 2 });
      expect(await codeOf(there.findOne({}, { session }))).toBe(246);
      await session.abortTransaction();
      await there.insertOne({ _id: 3 });
    }
    expect(await session.withTransaction(() => there.countDocuments({}, { session }))).toBe(2);
    await session.endSession();
  });
});
