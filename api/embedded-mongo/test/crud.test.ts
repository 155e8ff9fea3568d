import { BSON, Decimal128, Double, Int32, Long, MongoServerError, ObjectId, Timestamp, UUID } from 'mongodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AnyDocument, startDatabase, type TestDatabase } from './testing/database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await startDatabase();
});
afterAll(() => db.stop());

const items = () => db.client.db('crud').collection<AnyDocument>('items');
beforeEach(() => items().drop());

/** The error code of a promise that must reject. */
async function codeOf(promise: Promise<unknown>): Promise<number | string | undefined> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(MongoServerError);
  return error instanceof MongoServerError ? error.code : undefined;
}

describe('documents', () => {
  test('every BSON type survives a round trip, also after an update', async () => {
    const types = {
      int: new Int32(7),
      one: new Double(1),
      minusZero: new Double(-0),
      half: new Double(0.5),
      long: Long.fromString('9223372036854775807'),
      decimal: Decimal128.fromString('1.10'),
      date: new Date(1_700_000_000_123),
      id: new ObjectId(),
      binary: new BSON.Binary(Buffer.from([1, 2, 3]), 0x80),
      uuid: new UUID(),
      stamp: new Timestamp({ t: 5, i: 6 }),
      regex: new BSON.BSONRegExp('^a', 'i'),
      code: new BSON.Code('function () {}', { a: 1 }),
      min: new BSON.MinKey(),
      max: new BSON.MaxKey(),
      nothing: null,
      nested: { list: [new Double(2), new Int32(2), [Long.fromNumber(3)]], ref: { $ref: 'x', $id: 1 } },
    };
    await items().insertOne({ _id: 1, ...types });
    await items().updateOne({ _id: 1 }, { $set: { touched: true } });
    const found = await items().findOne({ _id: 1 }, { raw: true });
    const { touched, ...rest } = BSON.deserialize(found as unknown as Uint8Array, {
      promoteValues: false,
      bsonRegExp: true,
    });
    expect(touched).toBe(true);
    expect(Buffer.from(BSON.serialize(rest)).toString('hex')).toBe(
      Buffer.from(BSON.serialize({ _id: new Int32(1), ...types })).toString('hex'),
    );
  });

  test('_id comes first, is generated when missing, and cannot be an array', async () => {
    await items().insertOne({ a: 1, _id: 5 });
    expect(Object.keys((await items().findOne({ _id: 5 })) ?? {})).toEqual(['_id', 'a']);
    const reply = await db.client.db('crud').command({ insert: 'items', documents: [{ a: 2 }] });
    expect(reply.n).toBe(1);
    expect((await items().findOne({ a: 2 }))?._id).toBeInstanceOf(ObjectId);
    expect(await codeOf(items().insertOne({ _id: [1] }))).toBe(53);
  });

  test('without a sort, documents come in insertion order', async () => {
    await items().insertMany([{ _id: 3 }, { _id: 1 }, { _id: 2 }]);
    expect((await items().find().toArray()).map((doc) => doc._id)).toEqual([3, 1, 2]);
    expect((await items().find().sort({ $natural: -1 }).toArray()).map((doc) => doc._id)).toEqual([2, 1, 3]);
  });

  test('an ordered insert stops at the first error, an unordered one continues', async () => {
    await items().insertOne({ _id: 2 });
    await expect(items().insertMany([{ _id: 1 }, { _id: 2 }, { _id: 3 }])).rejects.toMatchObject({
      code: 11000,
      result: { insertedCount: 1 },
    });
    await expect(
      items().insertMany([{ _id: 2 }, { _id: 4 }, { _id: 2 }, { _id: 5 }], { ordered: false }),
    ).rejects.toMatchObject({ writeErrors: [{ index: 0 }, { index: 2 }] });
    expect(await items().countDocuments()).toBe(4);
  });

  test('a document that grows too large is refused with 17419, a new one with 10334, and a document of 16 MB is not', async () => {
    const fits = 'x'.repeat(16 * 1024 * 1024 - 100);
    await items().insertOne({ _id: 1, fits });
    expect(await codeOf(items().updateOne({ _id: 1 }, { $set: { more: 'y'.repeat(100) } }))).toBe(17419);
    const reply = await db.client
      .db('crud')
      .command({ insert: 'items', documents: [{ a: `${fits}${'x'.repeat(200)}` }] });
    expect(reply.writeErrors).toMatchObject([{ index: 0, code: 10334 }]);
    expect(await items().countDocuments()).toBe(1);
  });
});

describe('filters', () => {
  const ids = async (filter: object, options = {}) =>
    (await items().find(filter, options).sort({ _id: 1 }).toArray()).map((doc) => doc._id);

  test('null matches null and missing, but not a field that scalars in an array lack', async () => {
    await items().insertMany([
      { _id: 1, a: null },
      { _id: 2 },
      { _id: 3, a: 1 },
      { _id: 4, a: [] },
      { _id: 5, a: [null] },
      { _id: 6, a: { b: null } },
      { _id: 7, a: [{ b: 1 }, {}] },
    ]);
    expect(await ids({ a: null })).toEqual([1, 2, 5]);
    expect(await ids({ a: { $ne: null } })).toEqual([3, 4, 6, 7]);
    expect(await ids({ 'a.b': null })).toEqual([1, 2, 3, 6, 7]);
    expect(await ids({ 'a.b': { $exists: false } })).toEqual([1, 2, 3, 4, 5]);
    expect(await ids({ a: { $type: 'null' } })).toEqual([1, 5]);
  });

  test('comparison stays inside a type, and numbers of all kinds are one type', async () => {
    await items().insertMany([
      { _id: 1, a: 5 },
      { _id: 2, a: Long.fromNumber(6) },
      { _id: 3, a: Decimal128.fromString('6.5') },
      { _id: 4, a: '7' },
      { _id: 5, a: new Date(9) },
      { _id: 6, a: 5.5 },
      { _id: 7, a: Number.NaN },
    ]);
    expect(await ids({ a: { $gt: 5 } })).toEqual([2, 3, 6]);
    expect(await ids({ a: Decimal128.fromString('5.0') })).toEqual([1]);
    expect(await ids({ a: { $gte: '6' } })).toEqual([4]);
    expect(await ids({ a: Number.NaN })).toEqual([7]);
    expect(await ids({ a: { $gt: new BSON.MinKey() } })).toHaveLength(7);
    expect(await ids({ a: { $mod: [2, 0] } })).toEqual([2, 3]);
  });

  test('arrays match by element, whole, by $all, $elemMatch and $size', async () => {
    await items().insertMany([
      { _id: 1, a: [1, 2, 3] },
      { _id: 2, a: [[1, 2], 9] },
      {
        _id: 3,
        a: [
          { x: 1, y: 2 },
          { x: 3, y: 4 },
        ],
      },
      { _id: 4, a: 2 },
    ]);
    expect(await ids({ a: 2 })).toEqual([1, 4]);
    expect(await ids({ a: [1, 2] })).toEqual([2]);
    expect(await ids({ a: { $all: [3, 1] } })).toEqual([1]);
    expect(await ids({ a: { $size: 2 } })).toEqual([2, 3]);
    expect(await ids({ 'a.x': 1, 'a.y': 4 })).toEqual([3]);
    expect(await ids({ a: { $elemMatch: { x: 1, y: 4 } } })).toEqual([]);
    expect(await ids({ a: { $elemMatch: { x: 3, y: 4 } } })).toEqual([3]);
    expect(await ids({ a: { $elemMatch: { $gt: 2, $lt: 9 } } })).toEqual([1]);
    expect(await ids({ 'a.0.x': 1 })).toEqual([3]);
    expect(await ids({ a: { $gt: 2, $lt: 2 } })).toEqual([1]);
    expect(await ids({ a: { $not: { $gt: 2 } } })).toEqual([3, 4]);
  });

  test('regular expressions, $expr, logical and bit operators', async () => {
    await items().insertMany([
      { _id: 1, s: 'Anna', n: 6, m: 5 },
      { _id: 2, s: 'bert\nAnton', n: 1, m: 5 },
      { _id: 3, s: 'carla', n: 3 },
    ]);
    expect(await ids({ s: /^an/i })).toEqual([1]);
    expect(await ids({ s: { $regex: '^an', $options: 'im' } })).toEqual([1, 2]);
    expect(await ids({ s: { $in: [/^c/, 'Anna'] } })).toEqual([1, 3]);
    expect(await ids({ s: { $not: /a/i } })).toEqual([]);
    expect(await ids({ $expr: { $gt: ['$n', '$m'] } })).toEqual([1, 3]);
    expect(await ids({ $or: [{ n: 1 }, { n: 3 }], s: /r/ })).toEqual([2, 3]);
    expect(await ids({ $nor: [{ n: 1 }, { n: 3 }] })).toEqual([1]);
    expect(await ids({ n: { $bitsAllSet: 2 } })).toEqual([1, 3]);
    expect(await ids({ n: { $bitsAnyClear: [0] } })).toEqual([1]);
  });

  test('an invalid filter is an error and never an empty result', async () => {
    expect(await codeOf(items().find({ $foo: 1 }).toArray())).toBe(2);
    expect(
      await codeOf(
        items()
          .find({ a: { $foo: 1 } })
          .toArray(),
      ),
    ).toBe(2);
    expect(await codeOf(items().find({ $and: [] }).toArray())).toBe(2);
    expect(
      await codeOf(
        items()
          .find({ a: { $in: 1 } } as object)
          .toArray(),
      ),
    ).toBe(2);
    expect(
      await codeOf(
        items()
          .find({ $text: { $search: 'x' } })
          .toArray(),
      ),
    ).toBe(27);
    expect(await codeOf(items().find({ $where: 'true' }).toArray())).toBe(2);
    expect(
      await codeOf(
        items()
          .find({ a: { $near: [0, 0] } })
          .toArray(),
      ),
    ).toBe(291);
    expect(
      await codeOf(
        items()
          .find({ a: { $regex: '(' } })
          .toArray(),
      ),
    ).toBe(51091);
  });

  test('a collation ignores case (2) or case and accents (1), in filters, sorts, distinct and unique indexes', async () => {
    await items().insertMany([
      { _id: 1, s: 'Élan' },
      { _id: 2, s: 'elan' },
      { _id: 3, s: 'Zoo' },
      { _id: 4, s: 'apple' },
    ]);
    expect(await ids({ s: 'ELAN' }, { collation: { locale: 'en', strength: 1 } })).toEqual([1, 2]);
    expect(await ids({ s: 'ELAN' }, { collation: { locale: 'en', strength: 2 } })).toEqual([2]);
    const sorted = await items().find().collation({ locale: 'en', strength: 2 }).sort({ s: 1 }).toArray();
    expect(sorted.map((doc) => doc._id)).toEqual([4, 2, 1, 3]);
    await items().createIndex({ s: 1 }, { unique: true, collation: { locale: 'en', strength: 2 } });
    expect(await codeOf(items().insertOne({ s: 'APPLE' }))).toBe(11000);
    expect(await codeOf(items().find().collation({ locale: 'en', strength: 4 }).toArray())).toBe(2);
  });
});

describe('projection', () => {
  test('includes, excludes, slices, picks elements and computes', async () => {
    await items().insertOne({
      _id: 1,
      a: 1,
      b: { c: 2, d: 3 },
      list: [
        { x: 1, y: 1 },
        { x: 2, y: 2 },
      ],
      tags: [1, 2, 3, 4],
    });
    const one = async (projection: object, filter: object = {}) => items().findOne(filter, { projection });
    expect(await one({ a: 1 })).toEqual({ _id: 1, a: 1 });
    expect(await one({ _id: 0, 'b.c': 1, 'list.x': 1 })).toEqual({ b: { c: 2 }, list: [{ x: 1 }, { x: 2 }] });
    expect(await one({ b: 0, list: 0, tags: 0 })).toEqual({ _id: 1, a: 1 });
    expect(await one({ tags: { $slice: -2 }, list: 0, b: 0 })).toEqual({ _id: 1, a: 1, tags: [3, 4] });
    expect(await one({ _id: 0, tags: { $slice: [1, 2] }, a: 1 })).toEqual({ a: 1, tags: [2, 3] });
    expect(await one({ list: { $elemMatch: { x: 2 } } })).toEqual({ _id: 1, list: [{ x: 2, y: 2 }] });
    expect(await one({ 'list.$': 1 }, { 'list.x': 2 })).toEqual({ _id: 1, list: [{ x: 2, y: 2 }] });
    expect(await one({ _id: 0, sum: { $add: ['$a', '$b.c'] } })).toEqual({ sum: 3 });
    expect(
      await codeOf(
        items()
          .find({}, { projection: { a: 1, b: 0 } })
          .toArray(),
      ),
    ).toBe(31254);
    expect(
      await codeOf(
        items()
          .find({}, { projection: { b: 1, 'b.c': 1 } })
          .toArray(),
      ),
    ).toBe(31249);
  });
});

describe('sorting and paging', () => {
  test('orders across types as MongoDB does, by the least or greatest element of arrays', async () => {
    const values = [
      new BSON.MinKey(),
      [],
      null,
      -1,
      Long.fromNumber(2),
      'a',
      { a: 1 },
      new BSON.Binary(Buffer.from([1])),
      new ObjectId(),
      false,
      new Date(0),
      new Timestamp({ t: 1, i: 1 }),
      new BSON.BSONRegExp('a', ''),
      new BSON.MaxKey(),
    ];
    await items().insertMany([...values.entries()].toReversed().map(([i, v]) => ({ _id: i, v })));
    expect((await items().find().sort({ v: 1 }).toArray()).map((doc) => doc._id)).toEqual(
      values.map((_, i) => i),
    );
    await items().createIndex({ v: 1 });
    expect((await items().find().sort({ v: 1 }).toArray()).map((doc) => doc._id)).toEqual(
      values.map((_, i) => i),
    );
    await items().drop();
    await items().insertMany([
      { _id: 1, v: [1, 9] },
      { _id: 2, v: 5 },
    ]);
    expect((await items().find().sort({ v: 1 }).toArray()).map((doc) => doc._id)).toEqual([1, 2]);
    expect((await items().find().sort({ v: -1 }).toArray()).map((doc) => doc._id)).toEqual([1, 2]);
  });

  test('a sort by two fields combines values of the same array element, and refuses parallel arrays', async () => {
    await items().insertMany([
      {
        _id: 1,
        a: [
          { b: 1, c: 9 },
          { b: 5, c: 0 },
        ],
      },
      { _id: 2, a: { b: 1, c: 5 } },
    ]);
    const sorted = await items().find().sort({ 'a.b': 1, 'a.c': 1 }).toArray();
    expect(sorted.map((doc) => doc._id)).toEqual([2, 1]);
    await items().insertOne({ _id: 3, x: [1], y: [2] });
    expect(await codeOf(items().find().sort({ x: 1, y: 1 }).toArray())).toBe(2);
  });

  test('skip, limit, batches and cursors', async () => {
    await items().insertMany(Array.from({ length: 350 }, (_, n) => ({ _id: n, n: n % 7 })));
    expect(
      (await items().find().sort({ _id: -1 }).skip(10).limit(3).toArray()).map((doc) => doc._id),
    ).toEqual([339, 338, 337]);
    expect(await items().find().batchSize(10).toArray()).toHaveLength(350);
    expect(await items().find().limit(205).toArray()).toHaveLength(205);
    expect(await items().find().sort({ n: 1 }).batchSize(3).toArray()).toHaveLength(350);
    const cursor = items().find().batchSize(2);
    await cursor.next();
    await items().deleteMany({ _id: { $gt: 3 } });
    const rest: unknown[] = [];
    for await (const doc of cursor) rest.push(doc._id);
    expect(rest).toEqual(expect.arrayContaining([1, 2, 3]));
  });

  test('a killed, unknown or foreign cursor answers 43', async () => {
    await items().insertMany(Array.from({ length: 20 }, (_, n) => ({ _id: n })));
    const database = db.client.db('crud');
    const { cursor } = await database.command({ find: 'items', batchSize: 2 });
    expect(
      (await database.command({ killCursors: 'items', cursors: [cursor.id] })).cursorsKilled,
    ).toHaveLength(1);
    expect(
      await codeOf(database.command({ getMore: Long.fromBigInt(BigInt(cursor.id)), collection: 'items' })),
    ).toBe(43);
    expect(await codeOf(database.command({ getMore: Long.fromNumber(42), collection: 'items' }))).toBe(43);
  });

  test('maxTimeMS aborts a command with code 50', async () => {
    await items().insertMany(Array.from({ length: 3000 }, (_, n) => ({ _id: n, s: 'x'.repeat(500) })));
    expect(
      await codeOf(
        items()
          .find({ $expr: { $eq: [{ $size: { $range: [0, 2000] } }, 1] } }, { maxTimeMS: 5 })
          .toArray(),
      ),
    ).toBe(50);
    expect(await codeOf(items().find({}, { maxTimeMS: -1 }).toArray())).toBe(2);
  });

  test('many values of a field are point lookups that read no other document', async () => {
    await items().insertMany(Array.from({ length: 50 }, (_, n) => ({ _id: n, s: n % 2 })));
    const _id = { $in: Array.from({ length: 2500 }, (_, n) => n + 48) };
    const { executionStats } = await items().find({ _id, s: 1 }).explain('executionStats');
    expect(executionStats).toMatchObject({ nReturned: 1, totalDocsExamined: 2 });
  });

  test.each([
    { where: 'far apart', there: [3, 4, 50, 51, 177, 199] },
    { where: 'everywhere', there: Array.from({ length: 100 }, (_, n) => 2 * n) },
    { where: 'nowhere', there: [] },
  ])('of many values those that are there are found: $where', async ({ there }) => {
    const [last, docs] = [2000, there.flatMap((a) => [1, 2].map((b) => ({ _id: 10 * a + b, a, b })))];
    for (const key of [
      { a: 1, b: 1 },
      { a: -1, b: -1 },
    ] as const) {
      await items().drop();
      await items().createIndex(key);
      await items().insertMany([...docs, { _id: 10 * last + 1, a: last, b: 1 }]);
      const asked = Array.from({ length: 200 }, (_, n) => n);
      const idsOf = (filter: object, options = {}) =>
        items()
          .find(filter, options)
          .map(({ _id }) => Number(_id))
          .toArray();
      const all = docs.map(({ _id }) => _id);
      const ascending = (ids: number[]) => ids.toSorted((one, other) => one - other);
      expect(ascending(await idsOf({ a: { $in: asked } }))).toEqual(all);
      expect(ascending(await idsOf({ a: { $in: [...asked, last] } }))).toEqual([...all, 10 * last + 1]);
      expect(await idsOf({ a: { $in: asked } }, { sort: { a: 1, b: 1 }, batchSize: 3 })).toEqual(all);
      expect(await idsOf({ a: { $in: asked } }, { sort: { a: -1, b: -1 } })).toEqual(all.toReversed());
      const second = docs.filter(({ b }) => b === 2).map(({ _id }) => _id);
      expect(ascending(await idsOf({ a: { $in: asked }, b: { $gt: 1 } }))).toEqual(second);
    }
  });

  test('count, estimatedDocumentCount and distinct', async () => {
    await items().insertMany([
      { _id: 1, t: ['a', 'b'], g: 1 },
      { _id: 2, t: 'b', g: Long.fromNumber(1) },
      { _id: 3, g: null },
    ]);
    expect(await items().countDocuments({ t: 'b' })).toBe(2);
    expect(await items().countDocuments({}, { skip: 1, limit: 1 })).toBe(1);
    expect(await items().estimatedDocumentCount()).toBe(3);
    expect(await items().distinct('t')).toEqual(['a', 'b']);
    expect(await items().distinct('g')).toEqual([null, 1]);
    expect(await items().distinct('t', { _id: 2 })).toEqual(['b']);
  });
});
