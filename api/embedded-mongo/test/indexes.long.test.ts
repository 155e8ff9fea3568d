import { type Document, MongoServerError } from 'mongodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AnyDocument, startDatabase, type TestDatabase } from './testing/database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await startDatabase({ ttlIntervalMs: 100 });
});
afterAll(() => db.stop());

const items = () => db.client.db('indexes').collection<AnyDocument>('items');
beforeEach(() => items().drop());

async function failure(promise: Promise<unknown>): Promise<MongoServerError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(MongoServerError);
  return error as MongoServerError;
}

/** A find's plan: the innermost stage, the index, and the examined keys and documents. */
async function plan(
  filter: object,
  options: { sort?: Document; limit?: number; hint?: Document | string } = {},
): Promise<Document> {
  const explained = await items().find(filter, options).explain('executionStats');
  let stage = explained.queryPlanner.winningPlan;
  const stages = [stage.stage];
  while (stage.inputStage) {
    stage = stage.inputStage;
    stages.push(stage.stage);
  }
  const { totalKeysExamined: keys, totalDocsExamined: docs, nReturned } = explained.executionStats;
  return { stages: stages.join(' '), index: stage.indexName, keys, docs, nReturned };
}

describe('an index that begins with an array', () => {
  test('finds one value in the order of the following fields, but never sorts by the array itself', async () => {
    await items().createIndex({ tags: 1, at: -1, _id: -1 });
    await items().insertMany(
      Array.from({ length: 60 }, (_, n) => ({ _id: n, at: n % 7, tags: n % 2 ? ['a', 'b'] : ['c', 'a'] })),
    );
    const page = { sort: { at: -1, _id: -1 } as const, limit: 5 };
    expect(await plan({ tags: 'a' }, page)).toMatchObject({ stages: 'LIMIT FETCH IXSCAN', docs: 5 });
    expect(await plan({ tags: 'a', at: { $lte: 3 } }, page)).toMatchObject({ docs: 5, nReturned: 5 });
    const ids = (await items().find({ tags: 'a' }, page).toArray()).map(({ _id }) => _id);
    expect(ids).toEqual([55, 48, 41, 34, 27]);
    expect((await plan({ tags: 'a' }, { sort: { tags: 1 }, limit: 5 })).stages).toContain('SORT');
    expect((await plan({ tags: { $in: ['a', 'b'] } }, page)).stages).toContain('SORT');
  });
});

describe('unique indexes', () => {
  test('inserts, updates and upserts refuse a duplicate and name its key', async () => {
    await items().createIndex({ email: 1 }, { unique: true });
    await items().createIndex({ a: 1, 'b.c': 1 }, { unique: true });
    await items().insertMany([
      { _id: 1, email: 'x', a: 1, b: { c: 1 } },
      { _id: 2, email: 'y', a: 1, b: { c: 2 } },
    ]);
    expect(await failure(items().insertOne({ email: 'x', a: 9 }))).toMatchObject({
      code: 11000,
      keyPattern: { email: 1 },
      keyValue: { email: 'x' },
    });
    expect(await failure(items().updateOne({ _id: 2 }, { $set: { 'b.c': 1 } }))).toMatchObject({
      code: 11000,
      keyPattern: { a: 1, 'b.c': 1 },
      keyValue: { a: 1, 'b.c': 1 },
    });
    expect(await failure(items().insertOne({ _id: 1, email: 'z', a: 5 }))).toMatchObject({
      code: 11000,
      keyPattern: { _id: 1 },
      keyValue: { _id: 1 },
    });
    expect((await failure(items().insertOne({ email: 'x', a: 9 }))).message).toContain(
      'E11000 duplicate key error collection: indexes.items index: email_1 dup key: { email: "x" }',
    );
    expect(await items().countDocuments()).toBe(2);
    await items().updateOne({ _id: 1 }, { $set: { email: 'x', more: 1 } });
  });

  test('missing counts as null unless the index is sparse or partial', async () => {
    await items().createIndex({ a: 1 }, { unique: true });
    await items().createIndex({ b: 1 }, { unique: true, sparse: true });
    await items().createIndex({ c: 1 }, { unique: true, partialFilterExpression: { active: true } });
    await items().insertOne({ a: 1, c: 1, active: true });
    await items().insertOne({ c: 1, active: false });
    expect((await failure(items().insertOne({ c: 2 }))).keyPattern).toEqual({ a: 1 });
    expect((await failure(items().insertOne({ a: 3, c: 1, active: true }))).keyPattern).toEqual({ c: 1 });
    await items().updateOne({ active: false }, { $set: { active: true, c: 3 } });
    expect(await failure(items().updateOne({ c: 3 }, { $set: { c: 1 } }))).toMatchObject({ code: 11000 });
  });

  test('arrays are unique by element, but may repeat one themselves', async () => {
    await items().createIndex({ tags: 1 }, { unique: true });
    await items().insertOne({ tags: ['a', 'b', 'a'] });
    expect((await failure(items().insertOne({ tags: ['c', 'b'] }))).code).toBe(11000);
    await items().insertOne({ tags: ['c'] });
  });

  test('exactly one of many concurrent writers of a key wins', async () => {
    await items().createIndex({ key: 1 }, { unique: true });
    const results = await Promise.allSettled(
      Array.from({ length: 30 }, (_, n) => items().insertOne({ key: n % 3 })),
    );
    expect(results.filter((one) => one.status === 'fulfilled')).toHaveLength(3);
  });

  test('keys longer than a page are found and unique, and sorted without the index', async () => {
    const long = 'x'.repeat(3000);
    await items().createIndex({ s: 1 }, { unique: true });
    await items().insertMany([
      { _id: 1, s: `${long}a` },
      { _id: 2, s: `${long}b` },
      { _id: 3, s: 'y' },
    ]);
    expect((await failure(items().insertOne({ s: `${long}a` }))).code).toBe(11000);
    expect((await items().findOne({ s: `${long}b` }))?._id).toBe(2);
    expect(
      (
        await items()
          .find({ s: { $gte: `${long}b` } })
          .sort({ s: -1 })
          .toArray()
      ).map((doc) => doc._id),
    ).toEqual([3, 2]);
  });
});

describe('managing indexes', () => {
  test('creating is idempotent; conflicts return 85 or 86, invalid indexes 67 or 171', async () => {
    expect(await items().createIndex({ a: 1 })).toBe('a_1');
    expect(await items().createIndex({ a: 1 })).toBe('a_1');
    expect((await failure(items().createIndex({ a: 1 }, { name: 'other' }))).code).toBe(85);
    expect((await failure(items().createIndex({ b: 1 }, { name: 'a_1' }))).code).toBe(86);
    expect((await failure(items().createIndex({ a: 1 }, { unique: true }))).code).toBe(86);
    expect((await failure(items().createIndex({ a: '2dsphere' }))).code).toBe(67);
    expect((await failure(items().createIndex({ a: 1, b: 1 }, { expireAfterSeconds: 5 }))).code).toBe(67);
    await items().insertOne({ x: [1], y: [2] });
    expect((await failure(items().createIndex({ x: 1, y: 1 }))).code).toBe(171);
    expect((await items().indexes()).map((index) => index.name)).toEqual(['_id_', 'a_1']);
  });

  test('building a unique index on duplicates fails and leaves nothing behind', async () => {
    await items().insertMany([{ a: 1 }, { a: 1 }]);
    expect(await failure(items().createIndex({ a: 1 }, { unique: true }))).toMatchObject({
      code: 11000,
      keyValue: { a: 1 },
    });
    expect(await items().indexes()).toHaveLength(1);
    await items().insertOne({ a: 1 });
  });

  test('drops by name, by keys, and all; refuses a missing index', async () => {
    await items().createIndexes([{ key: { a: 1 } }, { key: { b: -1 } }, { key: { c: 1 } }]);
    await items().dropIndex('a_1');
    await db.client.db('indexes').command({ dropIndexes: 'items', index: { b: -1 } });
    expect((await failure(items().dropIndex('none'))).code).toBe(27);
    expect((await failure(items().dropIndex('_id_'))).code).toBe(72);
    await items().dropIndexes();
    expect((await items().indexes()).map((index) => index.key)).toEqual([{ _id: 1 }]);
    expect((await failure(db.client.db('indexes').collection('none').indexes())).code).toBe(26);
  });

  test('documents written while an index is being built are in it', async () => {
    await items().insertMany(Array.from({ length: 12_000 }, (_, n) => ({ _id: n, a: n })));
    const building = items().createIndex({ a: 1 });
    for (let n = 0; n < 60; n++) await items().updateOne({ _id: n * 200 }, { $set: { a: -n } });
    await items().insertOne({ _id: 'late', a: 99_999 });
    await building;
    expect(await plan({ a: { $lte: 0 } })).toMatchObject({ index: 'a_1', nReturned: 60 });
    expect((await items().findOne({ a: 99_999 }))?._id).toBe('late');
    expect(await items().countDocuments({ a: { $gte: -100 } })).toBe(12_001);
  });

  test('a second command waits for an index that is being built', async () => {
    await items().insertMany(Array.from({ length: 12_000 }, (_, n) => ({ _id: n, a: n })));
    let isBuilt = false;
    const building = items().createIndex({ a: 1 });
    void building.then(() => {
      isBuilt = true;
    });
    await items().insertOne({ _id: 'late' });
    expect(isBuilt).toBe(false);
    await items().createIndex({ a: 1 });
    expect(await plan({ a: 5 })).toMatchObject({ index: 'a_1', nReturned: 1 });
    await building;
  });

  test('a TTL index removes only expired documents', async () => {
    await items().createIndex({ at: 1 }, { expireAfterSeconds: 60 });
    await items().insertMany([
      { _id: 1, at: new Date(Date.now() - 61_000) },
      { _id: 2, at: new Date() },
      { _id: 3, at: 'x' },
      { _id: 4 },
      { _id: 5, at: [new Date(), new Date(0)] },
    ]);
    await expect
      .poll(async () => (await items().find().toArray()).map((doc) => doc._id), { timeout: 5000 })
      .toEqual([2, 3, 4]);
  });
});

describe('planning', () => {
  beforeEach(async () => {
    await items().createIndex({ place: 1, at: -1 });
    await items().createIndex({ tags: 1 });
    await items().createIndex({ score: 1 }, { partialFilterExpression: { score: { $gt: 50 } } });
    await items().insertMany(
      Array.from({ length: 200 }, (_, n) => ({
        _id: n,
        place: n % 10,
        at: n,
        tags: [`t${n % 4}`, `u${n % 5}`],
        score: n % 100,
      })),
    );
  });

  test('equality, $in, ranges, prefixes and sorts read only what they return', async () => {
    expect(await plan({ _id: 7 })).toMatchObject({
      stages: 'FETCH IXSCAN',
      index: '_id_',
      keys: 1,
      docs: 1,
      nReturned: 1,
    });
    expect(await plan({ _id: { $in: [1, 5, 900] } })).toMatchObject({ index: '_id_', keys: 2, docs: 2 });
    expect(await plan({ place: 3 })).toMatchObject({
      index: 'place_1_at_-1',
      keys: 20,
      docs: 20,
      nReturned: 20,
    });
    expect(await plan({ place: 3, at: { $gt: 100, $lte: 133 } })).toMatchObject({
      keys: 4,
      docs: 4,
      nReturned: 4,
    });
    expect(await plan({ place: { $gte: 8 } })).toMatchObject({ keys: 40, docs: 40 });
    expect(await plan({ place: 3 }, { sort: { at: -1 }, limit: 5 })).toMatchObject({
      stages: 'LIMIT FETCH IXSCAN',
      docs: 5,
      nReturned: 5,
    });
    expect(await plan({ place: 3 }, { sort: { at: 1 }, limit: 5 })).toMatchObject({ docs: 5 });
    expect(await plan({}, { sort: { place: -1, at: 1 }, limit: 3 })).toMatchObject({
      index: 'place_1_at_-1',
      docs: 3,
    });
    expect(await plan({ place: 3 }, { sort: { _id: 1 } })).toMatchObject({ stages: 'SORT FETCH IXSCAN' });
    expect(await plan({ tags: 't1' })).toMatchObject({ index: 'tags_1', docs: 50, nReturned: 50 });
    expect(await plan({ tags: { $in: ['t1', 'u1'] } })).toMatchObject({
      index: 'tags_1',
      docs: 80,
      nReturned: 80,
    });
    expect(await plan({ $or: [{ place: 1 }, { _id: 4 }] })).toMatchObject({ docs: 21, nReturned: 21 });
    expect(await plan({ score: { $gt: 90 } })).toMatchObject({ index: 'score_1', docs: 18 });
    expect(await plan({ score: { $gt: 10 } })).toMatchObject({ stages: 'COLLSCAN' });
    expect(await plan({ other: 1 })).toMatchObject({ stages: 'COLLSCAN', docs: 200, nReturned: 0 });
  });

  test('hints by name, by keys, natural, and one that does not exist', async () => {
    expect(await plan({ _id: 1 }, { hint: { $natural: 1 } })).toMatchObject({ stages: 'COLLSCAN' });
    expect(await plan({ _id: 1 }, { hint: 'place_1_at_-1' })).toMatchObject({
      index: 'place_1_at_-1',
      nReturned: 1,
    });
    expect(await plan({ place: 1 }, { hint: { place: 1, at: -1 } })).toMatchObject({
      index: 'place_1_at_-1',
    });
    expect((await failure(items().find({}, { hint: 'none' }).toArray())).code).toBe(2);
  });

  test('an index with a collation serves ranges and no other collation', async () => {
    const collation = { locale: 'en', strength: 2 };
    await items().createIndex({ name: 1 }, { collation });
    await items().insertMany([{ name: 'Anna' }, { name: 'anton' }, { name: 'Bea' }]);
    const explained = await items()
      .find({ name: { $gte: 'ANNA', $lt: 'b' } }, { collation })
      .explain('executionStats');
    expect(explained.executionStats).toMatchObject({ nReturned: 2, totalDocsExamined: 2 });
    expect(await plan({ name: { $gte: 'anna', $lt: 'b' } })).toMatchObject({
      stages: 'COLLSCAN',
      nReturned: 1,
    });
  });

  test('a partial index serves only filters that imply its own', async () => {
    const partialFilterExpression = { mail: { $type: 'string' }, at: { $exists: true } };
    await items().createIndex({ mail: 1, at: 1 }, { partialFilterExpression });
    await items().insertMany([{ mail: 'a', at: 5 }, { mail: 'a' }, { mail: ['a', 1], at: 5 }]);
    expect(await plan({ mail: 'a', at: 5 })).toMatchObject({ index: 'mail_1_at_1', nReturned: 2 });
    expect(await plan({ mail: 'a' })).toMatchObject({ stages: 'COLLSCAN', nReturned: 3 });
    expect(await plan({ mail: { $in: ['a', null] }, at: { $gt: 1 } })).toMatchObject({ stages: 'COLLSCAN' });
  });

  test('an invalid filter is refused even if an index could answer', async () => {
    for (const wrong of [
      { $and: [] },
      { a: { $in: [{ $gt: 1 }] } },
      { a: { $options: 'i' } },
      { a: { $none: 1 } },
    ])
      expect(
        (
          await failure(
            items()
              .find({ _id: 1, ...wrong })
              .toArray(),
          )
        ).code,
      ).toBe(2);
  });

  test('texts with zero bytes are found and sorted as without an index', async () => {
    const texts = ['a', 'a\0', 'a\0b', 'a\u0001', 'a\u0002', 'b'];
    await items().deleteMany({});
    await items().insertMany(texts.map((name, _id) => ({ _id, name })));
    for (const direction of [1, -1] as const) {
      await items().createIndex({ name: direction }, { unique: direction === 1 });
      expect(await items().countDocuments({ name: 'a' })).toBe(1);
      expect(await items().countDocuments({ name: { $gt: 'a' } })).toBe(5);
      const sorted = await items().find().sort({ name: direction }).toArray();
      expect(sorted.map((doc) => doc.name)).toEqual(direction === 1 ? texts : texts.toReversed());
      await items().dropIndexes();
    }
  });

  test('text prefixes use an index', async () => {
    await items().createIndex({ name: 1 });
    await items().insertMany([{ name: 'anna' }, { name: 'anton' }, { name: 'bea' }]);
    expect(await plan({ name: /^an/ })).toMatchObject({ index: 'name_1', docs: 2, nReturned: 2 });
    expect(await plan({ name: /^an/i })).toMatchObject({ stages: 'COLLSCAN', nReturned: 2 });
  });
});
