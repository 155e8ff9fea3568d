import { Decimal128, Long, ObjectId } from 'bson';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnyDocument, startDatabase, type TestDatabase } from './testing/database.ts';

// Behaviour of expressions, stages and filters according to the tests of MongoDB's driver and its manual.

let database: TestDatabase;
beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.stop());

const collection = (name: string) => database.client.db('driver').collection<AnyDocument>(name);
const codeOf = (answer: Promise<unknown>): Promise<unknown> =>
  answer.then(
    () => undefined,
    (error: { code?: unknown }) => error.code,
  );

const day = (text: string): Date => new Date(text);
const date = day('2024-02-29T13:14:15.678Z');
const long = Long.fromNumber(7);
const docs = [{ k: 1 }, { k: 2 }, 5, [{ k: 9 }]];
const subject = { a: [1, 2, 3], none: null, nested: [[1, 2], [3]], docs, text: 'café 😀', long, date };

/** An expression's value for that document. */
async function valueOf(expression: unknown): Promise<unknown> {
  const pipeline = [{ $documents: [subject] }, { $project: { value: expression } }];
  return (await database.client.db('driver').aggregate(pipeline).toArray())[0]?.value;
}

const zone = 'Europe/Vienna';
const parse = (dateString: string, more = {}): object => ({ $dateFromString: { dateString, ...more } });
const match = (idx: number): object => ({ match: '', idx, captures: [] });
const flatten = { input: '$nested', initialValue: 0, in: { $add: ['$$value', { $sum: '$$this' }] } };

const expressions: Record<string, [expression: unknown, value: unknown][]> = {
  'read paths through the documents of arrays, and know no places in them': [
    ['$docs.k', [1, 2]],
    ['$a.0', []],
    ['$long.low', undefined],
    ['$date.getTime', undefined],
  ],
  'take a single argument with or without a list': [
    [{ $reverseArray: ['$a'] }, [3, 2, 1]],
    [{ $concat: '$text' }, 'café 😀'],
    [{ $and: 1 }, true],
    [{ $multiply: [] }, 1],
  ],
  'work on arrays whole, and are null for a missing one': [
    [{ $first: '$nested' }, [1, 2]],
    [{ $last: '$nested' }, [3]],
    [{ $slice: ['$gone', 1] }, null],
    [{ $indexOfArray: ['$a', 9, 1] }, -1],
    [{ $setEquals: ['$a', [3, 2, 1, 1]] }, true],
    [{ $range: [Long.fromNumber(5), 0, -2] }, [5, 3, 1]],
    [{ $arrayToObject: [[['x', [1, 2]]]] }, { x: [1, 2] }],
    [{ $setUnion: ['$a', '$gone'] }, null],
    [{ $reduce: flatten }, 6],
  ],
  'count texts in characters or in bytes': [
    [{ $indexOfCP: ['$text', '😀'] }, 5],

    [{ $strLenBytes: 'a%41' }, 4],
    [{ $substrCP: ['$text', 5, 1] }, '😀'],
    [{ $substr: ['$text', 0, -1] }, 'café 😀'],
    [{ $toUpper: '$none' }, ''],
    [{ $trim: { input: '😀a😀', chars: '😀' } }, 'a'],
    [{ $regexFindAll: { input: 'ab', regex: 'x*' } }, [match(0), match(1), match(2)]],
  ],
  'calculate with every type of number': [
    [{ $sqrt: '$long' }, Math.sqrt(7)],
    [{ $log: [Long.fromNumber(100), 10] }, 2],
    [{ $atan2: [0, -1] }, Math.PI],
    [{ $pow: [2, 40] }, 2 ** 40],
    [{ $not: [Long.ZERO] }, true],
    [{ $sum: ['$a'] }, 6],
    [{ $stdDevSamp: [5] }, null],
    [{ $bitAnd: [6, 3] }, 2],
    [{ $bitNot: 5 }, -6],
    [
      { $zip: { inputs: [[1, 2], ['a']], useLongestLength: true, defaults: [0, '?'] } },
      [
        [1, 'a'],
        [2, '?'],
      ],
    ],
    [{ $strcasecmp: ['Abc', 'aBD'] }, -1],
  ],
  'know the calendar and the clocks of a zone': [
    [{ $dateAdd: { startDate: day('2024-01-31'), unit: 'month', amount: 1 } }, day('2024-02-29')],
    [
      { $dateAdd: { startDate: day('2024-03-30'), unit: 'day', amount: 2, timezone: zone } },
      day('2024-03-31T23:00Z'),
    ],
    [{ $dateDiff: { startDate: day('2024-01-31T23:59Z'), endDate: day('2024-02-01'), unit: 'day' } }, 1],
    [
      {
        $dateDiff: { startDate: day('2024-03-30'), endDate: day('2024-04-07'), unit: 'week', timezone: zone },
      },
      2,
    ],
    [{ $dateFromParts: { year: 2024, month: 14 } }, day('2025-02-01')],
    [
      { $dateFromParts: { year: 2024, month: 3, day: 31, hour: 12, timezone: zone } },
      day('2024-03-31T10:00Z'),
    ],
    [{ $dateFromParts: { year: 2024, month: 6, timezone: zone } }, day('2024-05-31T22:00Z')],
    [{ $dateToString: { date: '$date', format: '%G-W%V %u %z', timezone: '-03:30' } }, '2024-W09 4 -0330'],
    [{ $dateTrunc: { date: '$date', unit: 'week', startOfWeek: 'monday' } }, day('2024-02-26')],
    [{ $week: day('2023-01-01') }, 1],
    [{ $hour: { date: '$date', timezone: 'UTC' } }, 13],
    [{ $year: '$none' }, null],
    [{ $year: new ObjectId('507f1f77bcf86cd799439011') }, 2012],
  ],
  'read dates from texts': [
    [parse('2024-02-29T13:14:15+02:00'), day('2024-02-29T11:14:15Z')],
    [parse('15/06/2018', { format: '%d/%m/%Y' }), day('2018-06-15')],
    [parse('2024-06-29', { timezone: zone }), day('2024-06-28T22:00Z')],
    [parse('2024-02-29 13:14:15.5'), day('2024-02-29T13:14:15.500Z')],
    [parse('5 March 2024 7h', { format: '%d %B %Y %Hh' }), day('2024-03-05T07:00Z')],
    [parse('5 Mar 2024 7h+0200', { format: '%d %b %Y %Hh%z' }), day('2024-03-05T05:00Z')],
    [parse('nope', { onError: 'other' }), 'other'],
  ],
  'tell what is missing': [
    [{ $getField: { field: 'length', input: '$text' } }, undefined],
    [{ $getField: { field: 'a', input: '$gone' } }, undefined],
    [{ $mergeObjects: [{ x: 1 }, { x: '$gone' }] }, { x: 1 }],
    [{ $in: ['$gone', [null]] }, false],
  ],
};

describe('expressions', () => {
  it.each(Object.entries(expressions))('%s', async (_name, cases) => {
    for (const [expression, value] of cases)
      expect(await valueOf(expression), JSON.stringify(expression)).toEqual(value);
  });

  it('refuse what MongoDB refuses', async () => {
    const refused: [unknown, number][] = [
      [{ $split: ['$text', ''] }, 40087],
      [{ $ln: 0 }, 28766],
      [{ $sqrt: Decimal128.fromString('4') }, 238],
      [parse('nope'), 241],
      [{ $toDate: '5' }, 241],
      [{ $switch: { branches: [] } }, 40068],
      // oxlint-disable-next-line unicorn/no-thenable -- a branch of `$cond`
      [{ $cond: { if: true, then: 1 } }, 17082],
      [{ $cond: [true, 1] }, 16020],
      [{ $bitOr: [1, 2.5] }, 14],
      [{ $push: '$a' }, 168],
      [{ $indexOfBytes: ['$text', 'x'] }, 168],
      [{ $sigmoid: 1 }, 168],
      [{ $dateToString: { date: '$date', format: "%H o'clock" } }, 238],
      [{ $dateTrunc: { date: '$date', unit: 'day', binSize: 2 } }, 238],
      [parse('+60 2024', { format: '%Z %Y' }), 238],
      [parse('about 2024'), 241],
      [{ $hour: { date: '$date', timezone: 'Nowhere' } }, 40485],
    ];
    for (const [expression, code] of refused) expect(await codeOf(valueOf(expression))).toBe(code);
  });
});

describe('stages', () => {
  beforeAll(async () => {
    await collection('stages').insertMany([
      { _id: 1, a: [1, 2], o: { x: 1 }, up: null, t: 'a' },
      { _id: 2, a: [], list: [{ c: 1 }, { c: 2 }], up: 1, t: 'A' },
      { _id: 3, a: 'z', up: 2, t: 'b' },
    ]);
  });
  const run = (pipeline: AnyDocument[], options = {}): Promise<unknown> =>
    collection('stages').aggregate(pipeline, options).toArray();
  const only = (_id: number): AnyDocument => ({ $match: { _id } });

  it('$set merges documents and sets fields in array elements', async () => {
    const set = { $set: { o: { y: 2 }, 't.u': 1 } };
    expect(await run([only(1), set, { $project: { o: 1, t: 1 } }])).toEqual([
      { _id: 1, o: { x: 1, y: 2 }, t: { u: 1 } },
    ]);
    expect(await run([only(2), { $set: { 'list.c': 3 } }, { $project: { list: 1 } }])).toEqual([
      { _id: 2, list: [{ c: 3 }, { c: 3 }] },
    ]);
  });

  it('$unwind unwinds only the array at its path, and stores the index at another', async () => {
    const unwind = { $unwind: { path: '$a', includeArrayIndex: 'o.i' } };
    expect(await run([only(1), unwind, { $project: { a: 1, o: 1 } }])).toEqual([
      { _id: 1, a: 1, o: { x: 1, i: 0 } },
      { _id: 1, a: 2, o: { x: 1, i: 1 } },
    ]);
    expect(await run([{ $unwind: '$list.c' }])).toEqual([]);
  });

  it('$graphLookup follows a field, with a filter and the depth', async () => {
    const fields = { startWith: '$up', connectFromField: 'up', connectToField: '_id', depthField: 'depth' };
    const search = { from: 'stages', ...fields, as: 'r', restrictSearchWithMatch: { _id: { $lt: 9 } } };
    const found = run([only(3), { $graphLookup: search }, { $project: { 'r._id': 1, 'r.depth': 1 } }]);
    const r = [
      { _id: 2, depth: 0 },
      { _id: 1, depth: 1 },
    ];
    expect(await found).toEqual([{ _id: 3, r }]);
  });

  it('$bucket omits empty buckets, and groups follow the collation', async () => {
    const buckets = { $bucket: { groupBy: '$_id', boundaries: [0, 1, 10, 20] } };
    expect(await run([buckets])).toEqual([{ _id: 1, count: 3 }]);
    const counted = run([{ $sortByCount: '$t' }], { collation: { locale: 'en', strength: 2 } });
    expect(await counted).toMatchObject([{ count: 2 }, { count: 1 }]);
  });

  it('$group computes $top and $median', async () => {
    const top = { sortBy: { _id: -1 }, output: '$_id' };
    const all = (await run([{ $sort: { _id: 1 } }, { $project: { _id: 1 } }])) as AnyDocument[];
    const ids = all.map((doc) => doc._id);
    const fields = {
      top: { $top: top },
      two: { $bottomN: { ...top, n: 2 } },
      middle: { $median: { input: '$_id', method: 'approximate' } },
    };
    expect(await run([{ $group: { _id: null, ...fields } }])).toMatchObject([
      {
        top: ids.at(-1),
        two: [ids[1], ids[0]],
        middle: ids[Math.ceil(ids.length / 2) - 1],
      },
    ]);
  });

  it('$group distinguishes missing fields from null, and computes $first and $maxN', async () => {
    const groups = run([{ $group: { _id: { k: '$o' }, n: { $sum: 1 } } }, { $sort: { n: 1 } }]);
    expect(await groups).toEqual([
      { _id: { k: { x: 1 } }, n: 1 },
      { _id: {}, n: 2 },
    ]);
    const many = { $maxN: { n: 2, input: '$_id' } };
    const ends = run([{ $sort: { _id: -1 } }, { $group: { _id: null, first: { $first: '$gone' }, many } }]);
    expect(await ends).toEqual([{ _id: null, first: null, many: [3, 2] }]);
  });

  it('$project puts computed fields after existing ones', async () => {
    const found = await run([only(1), { $project: { z: { $add: ['$_id', 1] }, a: '$t', t: 1, o: 1 } }]);
    expect(JSON.stringify(found)).toBe('[{"_id":1,"o":{"x":1},"t":"a","z":2,"a":"a"}]');
  });

  it('refuse what MongoDB refuses, at any position', async () => {
    const refused: [AnyDocument, number][] = [
      [{ $limit: 0 }, 15958],
      [{ $skip: -1 }, 5107200],
      [{ $sort: {} }, 15976],
      [{ $count: 'a.b' }, 40160],
      [{ $facet: { a: [{ $out: 'x' }] } }, 40600],
      [{ $group: { _id: 1, 'a.b': { $sum: 1 } } }, 40235],
      [{ $set: { a: 1, 'a.b': 2 } }, 40176],
      [{ $unwind: 'a' }, 28818],
      [{ $replaceRoot: { newRoot: '$t' } }, 40228],
    ];
    for (const [stage, code] of refused) expect(await codeOf(run([stage]))).toBe(code);
  });
});

it('filters read regular expressions as PCRE does', async () => {
  await collection('texts').insertOne({ _id: 1, s: 'a.c' });
  for (const $regex of ['[[:alpha:]]\\.', '\\Aa\\.c\\z', '\\Qa.\\Ec', '\\p{L}\\.'])
    expect(await collection('texts').countDocuments({ s: { $regex } }), $regex).toBe(1);
  // Escapes that JavaScript would treat as literals are refused.
  for (const $regex of ['\\R', '\\x{41}', '[\\h]', '\\pL', '(a)\\g1'])
    expect(await codeOf(collection('texts').findOne({ s: { $regex } })), $regex).toBe(51091);
  await collection('texts').insertOne({ _id: 2, s: 'line\n' });
  for (const [$regex, $options, count] of [
    ['line$', '', 1],
    ['line$', 'm', 1],
    ['line[$]', '', 0],
    ['line\\$', '', 0],
    ['\\Qline$', '', 0],
  ] as const)
    expect(await collection('texts').countDocuments({ s: { $regex, $options } }), $regex).toBe(count);
  expect(await codeOf(collection('texts').findOne({ s: { $bitsAllSet: -1 } }))).toBe(9);
});
