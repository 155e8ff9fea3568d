import { Decimal128, Double, Int32, Long, MongoServerError, Timestamp } from 'mongodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AnyDocument, startDatabase, type TestDatabase } from './testing/database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await startDatabase();
});
afterAll(() => db.stop());

const items = () => db.client.db('updates').collection<AnyDocument>('items');
beforeEach(() => items().drop());

/** Widens the driver's types, which allow numeric fields only. */
const by = (field: string, amount: number): Record<string, never> => ({ [field]: amount as never });

/** The document after an update, or its error code. */
async function result(
  before: object,
  update: object,
  options: object = {},
  filter: object = {},
): Promise<unknown> {
  await items().deleteMany({});
  await items().insertOne({ _id: 1, ...before });
  try {
    await items().updateOne({ _id: 1, ...filter }, update, options);
  } catch (error) {
    if (error instanceof MongoServerError) return error.code;
    throw error;
  }
  const { _id, ...rest } = (await items().findOne({ _id: 1 })) ?? {};
  return rest;
}

describe('operators', () => {
  test('$set, $unset, $rename, $min, $max, $mul, $currentDate', async () => {
    expect(await result({ a: { b: 1 } }, { $set: { 'a.c': 2, 'd.e': 3 } })).toEqual({
      a: { b: 1, c: 2 },
      d: { e: 3 },
    });
    expect(await result({ a: [1, 2] }, { $set: { 'a.3': 9 } })).toEqual({ a: [1, 2, null, 9] });
    expect(await result({ a: 1, b: 2, c: [1, 2] }, { $unset: { a: '', 'c.0': '', none: '' } })).toEqual({
      b: 2,
      c: [null, 2],
    });
    expect(await result({ a: { x: 1 } }, { $rename: { 'a.x': 'b.y' } })).toEqual({ a: {}, b: { y: 1 } });
    expect(await result({ a: 5, b: 5 }, { $min: { a: 3, c: 1 }, $max: { b: 3, d: 1 } })).toEqual({
      a: 3,
      b: 5,
      c: 1,
      d: 1,
    });
    expect(await result({ a: 5 }, { $mul: { a: 2, b: 3 } })).toEqual({ a: 10, b: 0 });
    const dated = (await result({}, { $currentDate: { a: true, b: { $type: 'timestamp' } } })) as AnyDocument;
    expect(dated.a).toBeInstanceOf(Date);
    expect(dated.b).toBeInstanceOf(Timestamp);
  });

  test('$inc keeps and widens number types exactly', async () => {
    const inc = async (value: unknown, by: unknown): Promise<unknown> => {
      await items().deleteMany({});
      await items().insertOne({ _id: 1, n: value });
      await items().updateOne({ _id: 1 }, { $inc: { n: by } } as never);
      return (await items().findOne({ _id: 1 }, { promoteValues: false }))?.n;
    };
    expect(await inc(new Int32(1), new Int32(2))).toEqual(new Int32(3));
    expect(await inc(new Int32(2147483647), new Int32(1))).toEqual(Long.fromString('2147483648'));
    expect(await inc(Long.fromString('9007199254740993'), new Int32(2))).toEqual(
      Long.fromString('9007199254740995'),
    );
    expect(await inc(new Int32(1), new Double(1))).toEqual(new Double(2));
    expect(String(await inc(Decimal128.fromString('0.10'), Decimal128.fromString('0.20')))).toBe('0.30');
    expect(String(await inc(Decimal128.fromString('9999999999999999999999999999999999'), new Int32(1)))).toBe(
      '1E+34',
    );
    expect(await result({ n: Long.MAX_VALUE }, { $inc: { n: 1 } })).toBe(2);
    expect(await result({ n: 'x' }, { $inc: { n: 1 } })).toBe(14);
    expect(await result({ n: 1 }, { $inc: { n: 'x' } })).toBe(14);
  });

  test('arrays: $push with its clauses, $addToSet, $pop, $pull, $pullAll, $bit', async () => {
    expect(await result({ a: [3] }, { $push: { a: 1, b: 2 } })).toEqual({ a: [3, 1], b: [2] });
    expect(await result({ a: [3] }, { $push: { a: { $each: [1, 2], $sort: -1, $slice: 2 } } })).toEqual({
      a: [3, 2],
    });
    expect(await result({ a: [{ n: 2 }] }, { $push: { a: { $each: [{ n: 1 }], $sort: { n: 1 } } } })).toEqual(
      { a: [{ n: 1 }, { n: 2 }] },
    );
    expect(await result({ a: [1, 2] }, { $push: { a: { $each: [9], $position: 1 } } })).toEqual({
      a: [1, 9, 2],
    });
    expect(
      await result(
        { a: [1, { x: 1 }] },
        { $addToSet: { a: { $each: [1, Long.fromNumber(1), { x: 1 }, 2] } } },
      ),
    ).toEqual({ a: [1, { x: 1 }, 2] });
    expect(await result({ a: [1, 2, 3] }, { $pop: { a: 1 } })).toEqual({ a: [1, 2] });
    expect(await result({ a: [1, 2, 3] }, { $pop: { a: -1 } })).toEqual({ a: [2, 3] });
    expect(await result({ a: [1, 5, 9] }, { $pull: { a: { $gte: 5 } } })).toEqual({ a: [1] });
    expect(await result({ a: [{ x: 1, y: 1 }, { x: 2 }] }, { $pull: { a: { x: 1 } } })).toEqual({
      a: [{ x: 2 }],
    });
    expect(await result({ a: ['ab', 'b'] }, { $pull: { a: /^a/ } })).toEqual({ a: ['b'] });
    expect(await result({ a: [1, 2, 1] }, { $pullAll: { a: [1] } })).toEqual({ a: [2] });
    expect(await result({ a: 13 }, { $bit: { a: { and: 10 } } })).toEqual({ a: 8 });
    expect(await result({ a: 1 }, { $push: { a: 1 } })).toBe(2);
    expect(await result({ a: 1 }, { $pop: { a: 1 } })).toBe(14);
  });

  test('positional $, $[] and $[name] with arrayFilters', async () => {
    const before = { list: [{ n: 1 }, { n: 2 }, { n: 3 }], nested: [{ deep: [1, 2] }, { deep: [2, 3] }] };
    expect(await result(before, { $set: { 'list.$.hit': true } }, {}, { 'list.n': 2 })).toMatchObject({
      list: [{ n: 1 }, { n: 2, hit: true }, { n: 3 }],
    });
    expect(
      await result(before, { $set: { 'list.$.hit': true } }, {}, { list: { $elemMatch: { n: { $gt: 2 } } } }),
    ).toMatchObject({ list: [{ n: 1 }, { n: 2 }, { n: 3, hit: true }] });
    expect(await result(before, { $inc: { 'list.$[].n': 10 } })).toMatchObject({
      list: [{ n: 11 }, { n: 12 }, { n: 13 }],
    });
    expect(
      await result(before, { $set: { 'list.$[big].n': 0 } }, { arrayFilters: [{ 'big.n': { $gte: 2 } }] }),
    ).toMatchObject({ list: [{ n: 1 }, { n: 0 }, { n: 0 }] });
    expect(
      await result(before, { $inc: { 'nested.$[].deep.$[two]': 5 } }, { arrayFilters: [{ two: 2 }] }),
    ).toMatchObject({ nested: [{ deep: [1, 7] }, { deep: [7, 3] }] });
    expect(await result(before, { $set: { 'list.$.n': 1 } })).toBe(2);
    expect(await result(before, { $set: { 'list.$[x].n': 1 } })).toBe(2);
    expect(await result(before, { $set: { a: 1 } }, { arrayFilters: [{ x: 1 }] })).toBe(9);
  });

  test('pipelines compute from the document', async () => {
    expect(
      await result({ a: 2, b: 3 }, [{ $set: { sum: { $add: ['$a', '$b'] } } }, { $unset: 'b' }]),
    ).toEqual({ a: 2, sum: 5 });
    expect(await result({ a: 2 }, [{ $replaceWith: { $mergeObjects: ['$$ROOT', { z: 1 }] } }])).toEqual({
      a: 2,
      z: 1,
    });
    expect(await result({ a: 2 }, [{ $group: { _id: 1 } }])).toBe(72);
  });

  test('errors have MongoDB’s codes', async () => {
    expect(await result({}, { $set: { _id: 2 } })).toBe(66);
    expect(await result({}, { $set: { a: 1 }, $inc: { a: 1 } })).toBe(40);
    expect(await result({}, { $set: { 'a.b': 1, a: 1 } })).toBe(40);
    expect(await result({ a: 1 }, { $set: { 'a.b': 1 } })).toBe(28);
    expect(await result({ a: null }, { $set: { 'a.b': 1 } })).toBe(28);
    expect(await result({}, { $unknown: { a: 1 } })).toBe(9);
    expect(await result({}, { $set: { 'a..b': 1 } })).toBe(56);
  });
});

describe('commands', () => {
  test('updateMany, replaceOne and their counts', async () => {
    await items().insertMany([
      { _id: 1, a: 1 },
      { _id: 2, a: 1 },
      { _id: 3, a: 2 },
    ]);
    expect(await items().updateMany({ a: 1 }, { $set: { b: 1 } })).toMatchObject({
      matchedCount: 2,
      modifiedCount: 2,
    });
    expect(await items().updateMany({}, { $set: { b: 1 } })).toMatchObject({
      matchedCount: 3,
      modifiedCount: 1,
    });
    expect(await items().replaceOne({ _id: 1 }, { z: 1 })).toMatchObject({
      matchedCount: 1,
      modifiedCount: 1,
    });
    expect(await items().findOne({ _id: 1 })).toEqual({ _id: 1, z: 1 });
    await expect(items().replaceOne({ _id: 1 }, { _id: 9 })).rejects.toMatchObject({ code: 66 });
    expect(await items().deleteMany({ b: 1 })).toMatchObject({ deletedCount: 2 });
  });

  test('an update that moves the documents it is finding does each of them once', async () => {
    await items().createIndex({ n: 1 });
    await items().insertMany(Array.from({ length: 500 }, (_, n) => ({ _id: n, n })));
    expect((await items().updateMany({ n: { $gte: 0 } }, { $inc: by('n', 1000) })).modifiedCount).toBe(500);
    expect(await items().countDocuments({ n: { $gte: 1000, $lt: 1500 } })).toBe(500);
  });

  test('upserts start from the equalities of the filter', async () => {
    const up = await items().updateOne(
      { _id: 5, 'a.b': 1, c: { $gt: 3 }, $and: [{ d: { $eq: 4 } }] },
      { $set: { e: 1 }, $setOnInsert: { f: 2 } },
      { upsert: true },
    );
    expect(up).toMatchObject({ upsertedCount: 1, upsertedId: 5, matchedCount: 0 });
    expect(await items().findOne({ _id: 5 })).toEqual({ _id: 5, a: { b: 1 }, d: 4, e: 1, f: 2 });
    expect(await items().updateOne({ _id: 5 }, { $setOnInsert: { f: 3 } }, { upsert: true })).toMatchObject({
      matchedCount: 1,
      modifiedCount: 0,
    });
    await items().replaceOne({ _id: 6, x: 1 }, { y: 2 }, { upsert: true });
    expect(await items().findOne({ _id: 6 })).toEqual({ _id: 6, y: 2 });
  });

  test('concurrent upserts of one key make one document', async () => {
    await items().createIndex({ key: 1 }, { unique: true });
    await Promise.all(
      Array.from({ length: 20 }, () =>
        items().updateOne({ key: 'k' }, { $inc: by('n', 1) }, { upsert: true }),
      ),
    );
    expect(
      await items()
        .find({}, { projection: { _id: 0 } })
        .toArray(),
    ).toEqual([{ key: 'k', n: 20 }]);
  });

  test('findAndModify returns the old or new document, sorts, projects, upserts and removes', async () => {
    await items().insertMany([
      { _id: 1, a: 1 },
      { _id: 2, a: 2 },
    ]);
    expect(await items().findOneAndUpdate({}, { $inc: by('a', 10) }, { sort: { a: -1 } })).toEqual({
      _id: 2,
      a: 2,
    });
    expect(
      await items().findOneAndUpdate(
        { _id: 1 },
        { $inc: by('a', 10) },
        { returnDocument: 'after', projection: { _id: 0 } },
      ),
    ).toEqual({ a: 11 });
    expect(await items().findOneAndReplace({ _id: 1 }, { b: 1 }, { returnDocument: 'after' })).toEqual({
      _id: 1,
      b: 1,
    });
    const raw = await items().findOneAndUpdate(
      { _id: 7 },
      { $set: { c: 1 } },
      { upsert: true, returnDocument: 'after', includeResultMetadata: true },
    );
    expect(raw).toMatchObject({
      value: { _id: 7, c: 1 },
      lastErrorObject: { n: 1, updatedExisting: false, upserted: 7 },
    });
    expect(await items().findOneAndDelete({ _id: 7 })).toEqual({ _id: 7, c: 1 });
    expect(await items().findOneAndUpdate({ _id: 99 }, { $set: { c: 1 } })).toBeNull();
  });

  test('bulkWrite mixes operations and reports each', async () => {
    const done = await items().bulkWrite([
      { insertOne: { document: { _id: 1, a: 1 } } },
      { updateOne: { filter: { _id: 1 }, update: { $set: { a: 2 } } } },
      { updateOne: { filter: { _id: 2 }, update: { $set: { a: 2 } }, upsert: true } },
      { deleteOne: { filter: { _id: 1 } } },
    ]);
    expect(done).toMatchObject({ insertedCount: 1, modifiedCount: 1, upsertedCount: 1, deletedCount: 1 });
  });
});
