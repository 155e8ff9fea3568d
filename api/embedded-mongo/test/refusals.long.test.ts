import { type Document, MongoServerError } from 'mongodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AnyDocument, startDatabase, type TestDatabase } from './testing/database.ts';

// Unsupported requests get MongoDB's errors, and are never executed differently.

let db: TestDatabase;
beforeAll(async () => {
  db = await startDatabase();
});
afterAll(() => db.stop());
beforeEach(async () => {
  await items().deleteMany({});
  await items().insertMany([
    { _id: 1, a: 1 },
    { _id: 2, a: 2 },
  ] as AnyDocument[]);
});

const items = () => db.client.db('r').collection<AnyDocument>('items');
const command = (body: Document): Promise<Document> => db.client.db('r').command(body);
async function codeOf(work: Promise<unknown>): Promise<unknown> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof MongoServerError ? error.code : error;
}

test.each<[string, Document, number, string]>([
  ['find', { find: 'items', sortt: { a: 1 } }, 40415, "BSON field 'find.sortt' is an unknown field."],
  ['insert', { insert: 'items', documents: [{}], orderd: false }, 40415, 'insert.orderd'],
  ['update', { update: 'items', updates: [{ q: {}, u: { $set: { a: 0 } }, mulit: true }] }, 40415, 'mulit'],
  ['delete', { delete: 'items', deletes: [{ q: {}, limit: 1, limits: 2 }] }, 40415, 'limits'],
  ['findAndModify', { findAndModify: 'items', update: {}, uspert: true }, 40415, 'uspert'],
  ['count', { count: 'items', querry: { a: 1 } }, 40415, 'querry'],
  ['aggregate', { aggregate: 'items', pipeline: [], cursor: {}, explain: true }, 40415, 'explain'],
  ['create', { create: 'other', cappd: true }, 40415, 'cappd'],
  ['create', { create: 'other', expireAfterSeconds: 5 }, 2, 'expireAfterSeconds'],
  ['collStats', { collStats: 'items', scale: 1024 }, 238, 'scale'],
  ['readConcern', { find: 'items', readConcern: { level: 'hearsay' } }, 2, 'hearsay'],
  ['readConcern', { find: 'items', readConcern: { levle: 'local' } }, 40415, 'levle'],
  ['writeConcern', { insert: 'items', documents: [{}], writeConcern: { ww: 1 } }, 40415, 'ww'],
  ['writeConcern', { insert: 'items', documents: [{}], writeConcern: { w: -1 } }, 9, 'w has to be'],
  ['collation', { find: 'items', collation: { locale: 'en', strenght: 1 } }, 40415, 'strenght'],
  ['collation', { find: 'items', collation: { locale: 'sv' } }, 2, "Field 'locale' is invalid"],
  ['collation', { create: 'other', collation: { locale: 'xx' } }, 2, "Field 'locale' is invalid"],
  [
    'an index',
    { createIndexes: 'items', indexes: [{ key: { b: 1 }, name: 'b', collation: { locale: 'es' } }] },
    2,
    "Field 'locale' is invalid",
  ],
  ['a system collection', { insert: 'system.things', documents: [{}] }, 73, 'Invalid system namespace'],
  ['a filter', { find: 'items', filter: { a: { $gt: 0, toString: 1 } } }, 2, 'unknown operator: toString'],
  ['a filter', { find: 'items', filter: { _id: { $gt: 0, constructor: 1 } } }, 2, 'constructor'],
  ['an update', { update: 'items', updates: [{ q: {}, u: { $constructor: { a: 1 } } }] }, 9, '$constructor'],
  ['explain', { explain: { find: 'items', sortt: { a: 1 } } }, 40415, 'find.sortt'],
  ['explain', { explain: { delete: 'items', deletes: [{ q: {}, limit: 1, hnt: 1 }] } }, 40415, 'hnt'],
  ['explain', { explain: { aggregate: 'items', pipeline: [{ $foo: 1 }], cursor: {} } }, 40324, '$foo'],
  ['cursor', { aggregate: 'items', pipeline: [], cursor: { batchSise: 1 } }, 40415, 'batchSise'],
  ['readConcern', { find: 'items', readConcern: { atClusterTime: 1 } }, 72, 'not supported here'],
  ['writeConcern', { find: 'items', writeConcern: { w: 1 } }, 72, 'does not support writeConcern'],
  ['a transaction', { insert: 'items', documents: [{}], autocommit: false }, 72, 'go together'],
  ['a transaction', { find: 'items', startTransaction: true }, 72, 'go together'],
  [
    'an index',
    { createIndexes: 'items', indexes: [{ key: { b: 1 }, name: 'b', partialFilterExpression: 5 }] },
    14,
    'partialFilterExpression',
  ],
  ['apiVersion', { find: 'items', apiVersion: '2' }, 322, 'API version'],
  ['collation', { find: 'items', collation: { locale: 'simple', strenght: 1 } }, 40415, 'strenght'],
  ['find', { find: 'items', singleBatch: 'no' }, 14, "'singleBatch' is the wrong type 'string'"],
  ['update', { update: 'items', updates: [{ q: {}, u: { $set: { a: 0 } }, multi: 'no' }] }, 14, 'multi'],
  [
    'an index',
    { createIndexes: 'items', indexes: [{ key: { b: 1 }, name: 'b', unique: 'no' }] },
    14,
    'unique',
  ],
  ['collation', { find: 'items', collation: { locale: 'en', strength: '1' } }, 2, 'strength'],
  ['an expression', { find: 'nothing', filter: { $expr: { $foo: 1 } } }, 168, '$foo'],
  ['an expression', { find: 'nothing', projection: { x: { $add: [1, { $foo: 1 }] } } }, 168, '$foo'],
  ['an expression', { find: 'items', projection: { x: { $ifNull: ['$', 1] } } }, 16872, 'FieldPath'],
  ['create', { create: 'other', size: 5 }, 72, 'capped'],
  ['create', { create: 'other', idIndex: { key: { a: 1 }, name: 'a' } }, 2, '_id index'],
])('%s: %j is refused', async (_what, body, code, text) => {
  const reply: Document = await command(body).catch((error: unknown) => error as Document);
  const [error = reply] = reply.writeErrors ?? [];
  expect({ code: error.code, message: error.errmsg ?? error.message }).toEqual({
    code,
    message: expect.stringContaining(text),
  });
});

test('a literal may contain an invalid expression', async () => {
  const x = { $literal: { $foo: '$' } };
  expect(await items().find({ _id: 1 }, { projection: { x } }).toArray()).toEqual([
    { _id: 1, x: { $foo: '$' } },
  ]);
});

test.each<[Document, number]>([
  [{ $group: { _id: { $foo: 1 } } }, 168],
  [{ $set: { x: { $cond: [{ $foo: 1 }, 1, 2] } } }, 168],
  [{ $lookup: { from: 'items', localField: 'a', foreignField: 'a', as: 'x', foo: 1 } }, 9],
  [
    {
      $graphLookup: {
        from: 'items',
        startWith: '$a',
        connectFromField: 'a',
        connectToField: 'a',
        as: 'x',
        b: 1,
      },
    },
    40104,
  ],
  [{ $bucket: { groupBy: '$a', boundaries: [0, 5], defualt: 1 } }, 40197],
  [{ $bucketAuto: { groupBy: '$a', buckets: 2, outptu: {} } }, 40245],
  [{ $sample: { size: 1, seed: 2 } }, 28748],
  [{ $unionWith: { coll: 'items', pipelin: [] } }, 40415],
  [{ $setWindowFields: { output: {}, sort: {} } }, 40415],
  [{ $replaceRoot: { newRoot: '$$ROOT', old: 1 } }, 40415],
  [{ $merge: { into: 'other', whenMatch: 'fail' } }, 40415],
  [{ $out: { db: 'r', coll: 'other', mode: 1 } }, 40415],
  [{ $set: { x: { $map: { input: [1], in: 1, was: 2 } } } }, 16879],
  [{ $set: { x: { $filter: { input: [1], cond: true, limits: 2 } } } }, 28647],
  [{ $set: { x: { $dateToString: { date: '$$NOW', zone: 'UTC' } } } }, 18534],
  [{ $set: { x: { $dateFromParts: { year: 2020, moth: 1 } } } }, 40518],
  [{ $set: { x: { $year: { date: '$$NOW', zone: 'UTC' } } } }, 40535],
  [{ $set: { x: { $getField: { field: 'a', input: '$$ROOT', from: 1 } } } }, 3041701],
  // oxlint-disable-next-line unicorn/no-thenable -- a branch of `$switch`
  [{ $set: { x: { $switch: { branches: [{ case: true, then: 1, default: 1 }] } } } }, 40063],
  [{ $set: { x: { $rand: { seed: 1 } } } }, 3040501],
  [{ $set: { x: { $dateAdd: { startDate: '$$NOW', unit: 'constructor', amount: 1 } } } }, 9],
  [{ $group: { _id: 1, x: { $topN: { n: 1, sortBy: { a: 1 }, output: '$a', limit: 1 } } } }, 5788002],
  [{ $group: { _id: 1, x: { $firstN: { n: 1, input: '$a', sortBy: 1 } } } }, 5787901],
  [{ $group: { _id: 1, x: { $median: { input: '$a', method: 'exact' } } } }, 2],
  [{ $group: { _id: 1, x: { $count: '$a' } } }, 14],
  [{ $count: 5 }, 40160],
  [{ $fill: { output: { a: { value: 1, with: 2 } } } }, 40415],
  [{ $lookup: { from: 'items', pipeline: [{ $match: { a: 9 } }, { $foo: 1 }], as: 'x' } }, 40324],
  [{ $merge: { into: { db: 'r', coll: 'other', colls: 1 } } }, 40415],
  [{ $merge: { into: 'other', whenNotMatched: 'toString' } }, 2],
  [{ $collStats: { storage: {} } }, 40415],
  [{ $collStats: { latencyStats: {} } }, 238],
  [{ $indexStats: { all: true } }, 28803],
  [{ $group: { _id: 1, x: { $toString: '$a' } } }, 15952],
  [{ $group: { _id: 1, x: { $hasOwnProperty: '$a' } } }, 15952],
  [{ $set: { x: { $range: [0, 1e9] } } }, 146],
])('the pipeline [%j] is refused with %d', async (stage, code) => {
  expect(await codeOf(items().aggregate([stage]).toArray())).toBe(code);
});

test('an unsatisfiable write concern is reported with the executed write', async () => {
  const insert = (w: unknown) => command({ insert: 'items', documents: [{}], writeConcern: { w } });
  for (const [w, code] of [
    [2, 100],
    ['everybody', 79],
  ] as const) {
    expect(await codeOf(insert(w))).toBe(code);
  }
  expect(await items().countDocuments()).toBe(4);
  for (const w of [0, 1, 'majority']) await insert(w);
  expect(await items().countDocuments()).toBe(7);
});

test('a command’s first errors have messages; very many others only codes', async () => {
  const docs = Array.from({ length: 1500 }, (_, n) => ({ _id: `${n} ${'x'.repeat(8000)}` }));
  const many = db.client.db('r').collection<AnyDocument>('many');
  await many.insertMany(docs);
  const again = await many.insertMany([...docs, { _id: 'new' }], { ordered: false }).catch((error) => error);
  expect(again).toMatchObject({ code: 11000, insertedCount: 1 });
  expect(again.writeErrors).toHaveLength(1500);
  expect(again.writeErrors[0].errmsg).toContain('dup key: { _id: "0 xxx');
  expect(again.writeErrors[1499]).toMatchObject({ index: 1499, code: 11000 });
});

test('an oversized reply becomes an error, and the connection stays open', async () => {
  const half = 'x'.repeat(9_000_000);
  await items().insertMany([{ a: `1${half}` }, { a: `2${half}` }]);
  const lost: unknown[] = [];
  const note = (event: unknown): unknown => lost.push(event);
  db.client.on('connectionClosed', note);
  expect(await codeOf(items().distinct('a'))).toBe(10334);
  db.client.off('connectionClosed', note);
  expect(lost).toEqual([]);
});

test('a snapshot is refused outside transactions, and served inside', async () => {
  const session = db.client.startSession({ snapshot: true });
  expect(await codeOf(items().findOne({}, { session }))).toBe(72);
  await session.endSession();
  expect(await codeOf(items().find({}, { readConcern: 'snapshot' }).toArray())).toBe(72);
  const other = db.client.startSession();
  await other.withTransaction(
    async () => {
      expect(await items().find({}, { session: other }).toArray()).toHaveLength(2);
      await items().insertOne({}, { session: db.client.startSession() });
      expect(await items().find({}, { session: other }).toArray()).toHaveLength(2);
    },
    { readConcern: 'snapshot' },
  );
  await other.endSession();
});

describe('updates', () => {
  test('the positional $ follows $exists into an array', async () => {
    await items().insertOne({ _id: 3, list: [{ x: 1 }, { k: 1 }] });
    await items().updateOne({ 'list.k': { $exists: true } }, { $set: { 'list.$.found': true } });
    expect(await items().findOne({ _id: 3 })).toEqual({ _id: 3, list: [{ x: 1 }, { k: 1, found: true }] });
  });

  test('$elemMatch reads references', async () => {
    await items().insertOne({ _id: 3, refs: [{ $ref: 'c', $id: 7, $db: 'd' }] });
    for (const part of [{ $id: 7 }, { $ref: 'c' }, { $db: 'd' }, { $ref: 'c', $id: { $gt: 6 } }])
      expect(await items().countDocuments({ refs: { $elemMatch: part } })).toBe(1);
    expect(await items().countDocuments({ refs: { $elemMatch: { $id: 8 } } })).toBe(0);
    expect(await codeOf(items().countDocuments({ $id: 7 }))).toBe(2);
  });

  test('documents beyond 16 MB are refused with the operation’s code', async () => {
    const half = 'x'.repeat(9_000_000);
    await items().updateOne({ _id: 1 }, { $set: { half } });
    expect(await codeOf(items().updateOne({ _id: 1 }, { $set: { other: half } }))).toBe(17419);
    expect(await codeOf(items().updateOne({ _id: 1 }, [{ $set: { b: '$half', c: '$half' } }]))).toBe(17419);
    const twice = [{ $set: { half } }, { $set: { other: '$half' } }];
    const upsert = items().updateOne({ _id: 9 }, twice, { upsert: true });
    expect(await codeOf(upsert)).toBe(17420);
  });

  test.each([
    [{ 'a.$[]': 0, 'a.0.x': 1 }],
    [{ 'a.0.x': 0, 'a.$[one].y': 1 }],
    [{ 'a.b.$[]': 0, 'a.b.c': 1 }],
  ])('%j names one array in two ways: 40', async ($set: Document) => {
    const arrayFilters = JSON.stringify($set).includes('[one]') ? [{ 'one.x': 1 }] : undefined;
    expect(
      await codeOf(items().updateOne({ _id: 1 }, { $set }, { ...(arrayFilters && { arrayFilters }) })),
    ).toBe(40);
  });

  test('a field named like a prototype property is kept, but no update creates one', async () => {
    const doc = { _id: 3, ['__proto__']: { x: 1 }, y: 2 };
    await items().insertOne(doc);
    const read = async (projection: Document) =>
      Object.entries((await items().findOne({ '__proto__.x': 1 }, { projection })) ?? {});
    expect(await read({ y: 0 })).toEqual([
      ['_id', 3],
      ['__proto__', { x: 1 }],
    ]);
    expect(await codeOf(items().updateOne({ ['__proto__']: 5 }, { $set: { y: 1 } }, { upsert: true }))).toBe(
      2,
    );
    const [counted] = await items()
      .aggregate([{ $group: { _id: null, ['__proto__']: { $sum: 1 } } }])
      .toArray();
    expect(Object.keys(counted ?? {})).toEqual(['_id', '__proto__']);
  });

  test('$merge tells which key is there already, and takes variables', async () => {
    await items()
      .aggregate([{ $merge: 'target' }])
      .toArray();
    const merged = items()
      .aggregate([{ $merge: { into: 'target', whenMatched: 'fail' } }])
      .toArray();
    await expect(merged).rejects.toMatchObject({ code: 11000, keyPattern: { _id: 1 }, keyValue: { _id: 1 } });
    const whenMatched = [{ $set: { sum: { $add: ['$a', '$$more'] } } }];
    await items()
      .aggregate([{ $merge: { into: 'target', let: { more: '$a' }, whenMatched } }])
      .toArray();
    expect(await db.client.db('r').collection('target').find().toArray()).toEqual([
      { _id: 1, a: 1, sum: 2 },
      { _id: 2, a: 2, sum: 4 },
    ]);
  });
});
