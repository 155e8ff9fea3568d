import { Decimal128, Long, MongoServerError } from 'mongodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AnyDocument, startDatabase, type TestDatabase } from './testing/database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await startDatabase();
});
afterAll(() => db.stop());

const at = (name: string) => db.client.db('aggregation').collection<AnyDocument>(name);
const run = (stages: object[], options = {}) => at('items').aggregate(stages, options).toArray();
beforeEach(async () => {
  await db.client.db('aggregation').dropDatabase();
  await at('items').insertMany([
    {
      _id: 1,
      kind: 'a',
      n: 1,
      price: Decimal128.fromString('1.10'),
      tags: ['x', 'y'],
      at: new Date('2024-03-01T10:00:00Z'),
    },
    {
      _id: 2,
      kind: 'b',
      n: 2,
      price: Decimal128.fromString('2.20'),
      tags: [],
      at: new Date('2024-03-02T10:00:00Z'),
    },
    {
      _id: 3,
      kind: 'a',
      n: Long.fromString('9007199254740993'),
      price: Decimal128.fromString('0.03'),
      at: new Date('2025-01-01T00:00:00Z'),
    },
  ]);
});

async function codeOf(promise: Promise<unknown>): Promise<unknown> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof MongoServerError ? error.code : error;
}

/** An expression's value for each document. */
const value = async (expression: unknown): Promise<unknown> =>
  (await run([{ $match: { _id: 1 } }, { $project: { _id: 0, value: expression } }]))[0]?.value;

describe('stages', () => {
  test('$group sums, averages and collects with exact types', async () => {
    const groups = await run(
      [
        { $sort: { _id: 1 } },
        {
          $group: {
            _id: '$kind',
            total: { $sum: '$price' },
            count: { $sum: 1 },
            first: { $first: '$_id' },
            last: { $last: '$_id' },
            ids: { $push: '$_id' },
            kinds: { $addToSet: '$kind' },
            most: { $max: '$n' },
            mean: { $avg: '$_id' },
          },
        },
        { $sort: { _id: 1 } },
      ],
      { promoteLongs: false },
    );
    expect(groups).toMatchObject([
      {
        _id: 'a',
        total: Decimal128.fromString('1.13'),
        count: 2,
        first: 1,
        last: 3,
        ids: [1, 3],
        kinds: ['a'],
        most: Long.fromString('9007199254740993'),
        mean: 2,
      },
      { _id: 'b', count: 1 },
    ]);
  });

  test('$unwind, $project, $set, $unset, $replaceRoot, $count, $sortByCount, $skip, $limit', async () => {
    expect(await run([{ $unwind: '$tags' }, { $project: { tags: 1 } }])).toEqual([
      { _id: 1, tags: 'x' },
      { _id: 1, tags: 'y' },
    ]);
    expect(
      await run([
        { $unwind: { path: '$tags', preserveNullAndEmptyArrays: true, includeArrayIndex: 'i' } },
        { $project: { tags: 1, i: 1 } },
      ]),
    ).toEqual([
      { _id: 1, tags: 'x', i: 0 },
      { _id: 1, tags: 'y', i: 1 },
      { _id: 2, i: null },
      { _id: 3, i: null },
    ]);
    expect(
      await run([
        { $sort: { _id: -1 } },
        { $skip: 1 },
        { $limit: 1 },
        { $set: { 'deep.kind': '$kind' } },
        { $unset: ['price', 'tags', 'at', 'n'] },
      ]),
    ).toEqual([{ _id: 2, kind: 'b', deep: { kind: 'b' } }]);
    expect(await run([{ $match: { kind: 'a' } }, { $count: 'n' }])).toEqual([{ n: 2 }]);
    expect(await run([{ $sortByCount: '$kind' }])).toEqual([
      { _id: 'a', count: 2 },
      { _id: 'b', count: 1 },
    ]);
    expect(await run([{ $replaceRoot: { newRoot: { k: '$kind' } } }, { $limit: 1 }])).toEqual([{ k: 'a' }]);
    expect(await run([{ $sample: { size: 2 } }])).toHaveLength(2);
    expect(await run([{ $project: { _id: 0, tags: 0, at: 0, price: 0, n: 0 } }])).toEqual([
      { kind: 'a' },
      { kind: 'b' },
      { kind: 'a' },
    ]);
  });

  test('$lookup by field, by pipeline, with and without an index; $unionWith and $facet', async () => {
    await at('owners').insertMany([
      { _id: 'x', items: [1, 2], age: 5 },
      { _id: 'y', items: 3, age: 50 },
      { _id: 'z', age: 7 },
    ]);
    const byField = [
      { $lookup: { from: 'owners', localField: '_id', foreignField: 'items', as: 'owners' } },
      { $project: { 'owners._id': 1 } },
    ];
    const joined = [
      { _id: 1, owners: [{ _id: 'x' }] },
      { _id: 2, owners: [{ _id: 'x' }] },
      { _id: 3, owners: [{ _id: 'y' }] },
    ];
    expect(await run(byField)).toEqual(joined);
    await at('owners').createIndex({ items: 1 });
    expect(await run(byField)).toEqual(joined);
    const byPipeline = {
      $lookup: {
        from: 'owners',
        let: { least: '$n' },
        pipeline: [
          { $match: { $expr: { $gt: ['$age', { $multiply: ['$$least', 20] }] } } },
          { $project: { _id: 1 } },
        ],
        as: 'older',
      },
    };
    expect(await run([{ $match: { _id: { $lt: 3 } } }, byPipeline, { $project: { older: 1 } }])).toEqual([
      { _id: 1, older: [{ _id: 'y' }] },
      { _id: 2, older: [{ _id: 'y' }] },
    ]);
    expect(
      await run([
        { $unionWith: { coll: 'owners', pipeline: [{ $match: { age: 7 } }] } },
        { $project: { _id: 1 } },
      ]),
    ).toHaveLength(4);
    const youngest = [{ $match: { age: { $gt: 0 } } }, { $sort: { age: 1 } }, { $limit: 2 }];
    expect(
      await run([
        { $limit: 1 },
        { $unionWith: { coll: 'owners', pipeline: [...youngest, { $project: { _id: 1 } }] } },
        { $project: { _id: 1 } },
      ]),
    ).toEqual([{ _id: 1 }, { _id: 'x' }, { _id: 'z' }]);
    // Stages that only wrap documents copy their stored bytes, unless another stage reads them.
    const wrap = (place: unknown) => ({
      $replaceRoot: { newRoot: { place: { $literal: place }, doc: '$$ROOT' } },
    });
    const both = [
      { $match: { _id: 3 } },
      wrap(0),
      { $unionWith: { coll: 'owners', pipeline: [...youngest, wrap(new Long(1))] } },
      {
        $unionWith: {
          coll: 'owners',
          pipeline: [{ $match: { age: 50 } }, { $project: { age: 1 } }, wrap('b')],
        },
      },
    ];
    const wrapped = [
      { place: 0, doc: await at('items').findOne({ _id: 3 }) },
      { place: 1, doc: { _id: 'x', items: [1, 2], age: 5 } },
      { place: 1, doc: { _id: 'z', age: 7 } },
      { place: 'b', doc: { _id: 'y', age: 50 } },
    ];
    expect(await run(both)).toEqual(wrapped);
    expect(await run([...both, { $match: { 'doc.age': { $gt: 5 } } }])).toEqual(wrapped.slice(2));
    expect(await run([{ $facet: { both } }])).toEqual([{ both: wrapped }]);
    expect(
      await run([
        { $facet: { kinds: [{ $group: { _id: '$kind' } }, { $sort: { _id: 1 } }], all: [{ $count: 'n' }] } },
      ]),
    ).toEqual([{ kinds: [{ _id: 'a' }, { _id: 'b' }], all: [{ n: 3 }] }]);
  });

  test('$merge and $out write', async () => {
    await at('totals').insertOne({ _id: 'a', old: true });
    await run([{ $group: { _id: '$kind', n: { $sum: 1 } } }, { $merge: { into: 'totals' } }]);
    expect(await at('totals').find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: 'a', old: true, n: 2 },
      { _id: 'b', n: 1 },
    ]);
    await run([{ $match: { kind: 'b' } }, { $project: { kind: 1 } }, { $out: 'copy' }]);
    expect(await at('copy').find().toArray()).toEqual([{ _id: 2, kind: 'b' }]);
    expect(await codeOf(run([{ $out: 'x' }, { $match: {} }]))).toBe(40601);
  });

  test('$out replaces a collection atomically, and keeps its indexes', async () => {
    await at('copy').drop();
    await at('copy').createIndex({ kind: 1 }, { unique: true });
    await at('copy').insertOne({ _id: 'old', kind: 'z' });
    expect(await codeOf(run([{ $project: { kind: 1 } }, { $out: 'copy' }]))).toBe(11000);
    expect(await at('copy').find().toArray()).toEqual([{ _id: 'old', kind: 'z' }]);
    await run([{ $match: { kind: 'b' } }, { $project: { kind: 1 } }, { $out: 'copy' }]);
    expect(await at('copy').find().toArray()).toEqual([{ _id: 2, kind: 'b' }]);
    expect(await at('copy').indexes()).toHaveLength(2);
  });

  test('$bucket and $setWindowFields', async () => {
    expect(
      await run([{ $bucket: { groupBy: '$_id', boundaries: [0, 2, 9], output: { n: { $sum: 1 } } } }]),
    ).toEqual([
      { _id: 0, n: 1 },
      { _id: 2, n: 2 },
    ]);
    expect(
      await run([
        { $match: { _id: { $lt: 3 } } },
        {
          $setWindowFields: {
            sortBy: { _id: 1 },
            output: { sum: { $sum: '$_id', window: { documents: ['unbounded', 'current'] } } },
          },
        },
        { $project: { sum: 1 } },
      ]),
    ).toEqual([
      { _id: 1, sum: 1 },
      { _id: 2, sum: 3 },
    ]);
  });

  test('$graphLookup, $fill, $bucketAuto and $redact; $densify is refused', async () => {
    await at('staff').insertMany([
      { _id: 1, name: 'a' },
      { _id: 2, name: 'b', boss: 'a' },
      { _id: 3, name: 'c', boss: 'b' },
    ]);
    const staff = (stages: object[]) => at('staff').aggregate(stages).toArray();
    const graph = {
      $graphLookup: {
        from: 'staff',
        startWith: '$boss',
        connectFromField: 'boss',
        connectToField: 'name',
        as: 'chain',
      },
    };
    expect(
      (await staff([{ $match: { _id: 3 } }, graph]))[0]?.chain.map((one: AnyDocument) => one.name).sort(),
    ).toEqual(['a', 'b']);
    const only = { $project: { boss: 1 } };
    const byValue = { $fill: { sortBy: { _id: 1 }, output: { boss: { value: 'none' } } } };
    expect((await staff([only, byValue])).map((doc) => doc.boss)).toEqual(['none', 'a', 'b']);
    const gaps = [{ $set: { n: { $cond: [{ $eq: ['$_id', 2] }, null, { $multiply: ['$_id', 10] }] } } }];
    const filledBy = async (method: string) =>
      (await staff([...gaps, { $fill: { sortBy: { _id: 1 }, output: { n: { method } } } }])).map(
        (doc) => doc.n,
      );
    expect(await filledBy('locf')).toEqual([10, 10, 30]);
    expect(await filledBy('linear')).toEqual([10, 20, 30]);
    expect(await staff([{ $bucketAuto: { groupBy: '$_id', buckets: 2 } }])).toEqual([
      { _id: { min: 1, max: 3 }, count: 2 },
      { _id: { min: 3, max: 3 }, count: 1 },
    ]);
    const keep = { $cond: [{ $in: ['$name', ['a', 'c']] }, '$$DESCEND', '$$PRUNE'] };
    expect((await staff([{ $redact: keep }, { $project: { name: 1 } }])).map((doc) => doc.name)).toEqual([
      'a',
      'c',
    ]);
    expect(await codeOf(staff([{ $densify: { field: '_id', range: { step: 1, bounds: 'full' } } }]))).toBe(
      40324,
    );
  });

  test('$setWindowFields ranks documents and accumulates over windows', async () => {
    await at('scores').insertMany([3, 5, 5, 8].map((n, _id) => ({ _id, n, kind: _id < 3 ? 'b' : 'a' })));
    const windows = (output: object, partitionBy?: string) =>
      at('scores')
        .aggregate([
          { $setWindowFields: { partitionBy, sortBy: { n: 1 }, output } },
          { $unset: ['n', 'kind'] },
        ])
        .toArray();
    const ranks = { rank: { $rank: {} }, dense: { $denseRank: {} }, number: { $documentNumber: {} } };
    expect(await windows(ranks)).toEqual([
      { _id: 0, rank: 1, dense: 1, number: 1 },
      { _id: 1, rank: 2, dense: 2, number: 2 },
      { _id: 2, rank: 2, dense: 2, number: 3 },
      { _id: 3, rank: 4, dense: 3, number: 4 },
    ]);
    const near = { $sum: '$n', window: { documents: [-3, -2] } };
    expect(await windows({ near })).toEqual([
      { _id: 0, near: 0 },
      { _id: 1, near: 0 },
      { _id: 2, near: 3 },
      { _id: 3, near: 8 },
    ]);
    expect((await windows({ sum: { $sum: '$n' } }, '$kind')).map(({ sum }) => sum)).toEqual([8, 13, 13, 13]);
    const range = { $sum: '$n', window: { range: [-1, 1] } };
    expect(await codeOf(windows({ range }))).toBe(238);
  });

  test('an unknown stage is 40324, an unknown expression 168, change streams 40573', async () => {
    expect(await codeOf(run([{ $nope: {} }]))).toBe(40324);
    expect(await codeOf(run([{ $project: { a: { $nope: 1 } } }]))).toBe(168);
    expect(await codeOf(run([{ $group: { _id: 1, a: { $nope: 1 } } }]))).toBe(15952);
    expect(await codeOf(run([{ $changeStream: {} }]))).toBe(40573);
    expect(await codeOf(run([{ $project: { a: { $function: { body: 'x', args: [], lang: 'js' } } } }]))).toBe(
      168,
    );
  });
});

describe('expressions', () => {
  test.each<[unknown, unknown]>([
    [{ $add: ['$n', 1.5, 2] }, 4.5],
    [{ $add: ['$price', Decimal128.fromString('0.90')] }, Decimal128.fromString('2.00')],
    [{ $subtract: [new Date(5000), new Date(2000)] }, 3000],
    [{ $add: [new Date(0), 1000] }, new Date(1000)],
    [{ $divide: [7, 2] }, 3.5],
    [{ $mod: [-7, 3] }, -1],
    [{ $round: [2.5, 0] }, 2],
    [{ $round: [1.255, 1] }, 1.3],
    [{ $floor: -1.5 }, -2],
    [{ $abs: -3 }, 3],
    [{ $cond: [{ $gt: ['$n', 0] }, 'yes', 'no'] }, 'yes'],
    [{ $ifNull: ['$missing', null, 'last'] }, 'last'],
    // oxlint-disable-next-line unicorn/no-thenable -- a branch of $switch is written like this
    [{ $switch: { branches: [{ case: { $eq: ['$kind', 'a'] }, then: 1 }], default: 2 } }, 1],
    [{ $let: { vars: { v: 3 }, in: { $multiply: ['$$v', '$$v'] } } }, 9],
    [{ $map: { input: '$tags', as: 't', in: { $concat: ['$$t', '!'] } } }, ['x!', 'y!']],
    [{ $filter: { input: [1, 2, 3], cond: { $gte: ['$$this', 2] } } }, [2, 3]],
    [{ $reduce: { input: [1, 2, 3], initialValue: 0, in: { $add: ['$$value', '$$this'] } } }, 6],
    [{ $size: '$tags' }, 2],
    [{ $arrayElemAt: ['$tags', -1] }, 'y'],
    [{ $in: ['x', '$tags'] }, true],
    [{ $concatArrays: ['$tags', [1]] }, ['x', 'y', 1]],
    [
      {
        $setUnion: [
          [1, 2],
          [Long.fromNumber(2), 3],
        ],
      },
      [1, 2, 3],
    ],
    [{ $slice: [[1, 2, 3], 1, 1] }, [2]],
    [{ $indexOfArray: ['$tags', 'y'] }, 1],
    [{ $objectToArray: { a: 1 } }, [{ k: 'a', v: 1 }]],
    [{ $arrayToObject: [[['a', 1]]] }, { a: 1 }],
    [{ $mergeObjects: [{ a: 1 }, { b: 2 }] }, { a: 1, b: 2 }],
    [{ $type: '$price' }, 'decimal'],
    [{ $type: '$missing' }, 'missing'],
    [{ $toString: '$n' }, '1'],
    [{ $toInt: '42' }, 42],
    [{ $toDecimal: '1.5' }, Decimal128.fromString('1.5')],
    [{ $convert: { input: 'x', to: 'int', onError: -1 } }, -1],
    [{ $toUpper: '$kind' }, 'A'],
    [{ $substrCP: ['hello', 1, 3] }, 'ell'],
    [{ $split: ['a-b', '-'] }, ['a', 'b']],
    [{ $trim: { input: '  a ' } }, 'a'],
    [{ $strLenCP: 'héllo' }, 5],
    [{ $regexMatch: { input: 'Hello', regex: '^h', options: 'i' } }, true],
    [{ $year: '$at' }, 2024],
    [{ $dateToString: { date: '$at', format: '%Y-%m-%d' } }, '2024-03-01'],
    [{ $dateTrunc: { date: '$at', unit: 'day' } }, new Date('2024-03-01T00:00:00Z')],
    [{ $literal: '$n' }, '$n'],
    [{ $range: [0, 3] }, [0, 1, 2]],
    [{ $cmp: ['a', 1] }, 1],
    [{ $eq: ['$missing', null] }, false],
    [{ $sqrt: 16 }, 4],
    [{ $max: [1, 'a', null] }, 'a'],
  ])('%j', async (expression, expected) => {
    expect(await value(expression)).toEqual(expected);
  });

  test('a wrong argument is an error', async () => {
    expect(await codeOf(value({ $add: ['a', 1] }))).toBe(14);
    expect(await codeOf(value({ $divide: [1, 0] }))).toBe(2);
    expect(await codeOf(value({ $toInt: 'x' }))).toBe(241);
    expect(await codeOf(value({ $size: 1 }))).toBe(17124);
    expect(await codeOf(value('$$nope'))).toBe(17276);
  });
});
