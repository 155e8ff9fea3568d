import { MongoServerError } from 'mongodb';
import { type Connection, createConnection, Schema, Types } from 'mongoose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AnyDocument, startDatabase, type TestDatabase } from './testing/database.ts';

let db: TestDatabase;
let connection: Connection;
beforeAll(async () => {
  db = await startDatabase();
  connection = await createConnection(db.uri, { dbName: 'behaviour' }).asPromise();
});
afterAll(async () => {
  await connection.close();
  await db.stop();
});

const items = () => db.client.db('behaviour').collection<AnyDocument>('items');

/** An operation's result, or the server's error. */
const outcome = (operation: Promise<unknown>): Promise<unknown> =>
  operation.catch((error: unknown) => {
    if (error instanceof MongoServerError) return error;
    throw error;
  });

/** The document after an operation, or the server's error. */
async function after(operation: Promise<unknown>): Promise<unknown> {
  const done = await outcome(operation);
  return done instanceof Error ? done : items().findOne({}, { projection: { _id: 0 } });
}

async function updated(before: object, update: object, options: object = {}): Promise<unknown> {
  await items().deleteMany({});
  await items().insertOne({ _id: 1, ...before });
  return after(items().updateOne({ _id: 1 }, update, options));
}

async function upserted(filter: object, update: object): Promise<unknown> {
  await items().deleteMany({});
  return after(items().updateOne(filter, update, { upsert: true }));
}

describe('updates are refused with MongoDB’s messages', () => {
  test.each<[object, object, number, string]>([
    [{}, { $foo: { a: 1 } }, 9, 'Unknown modifier: $foo. Expected a valid update modifier or pipeline-style'],
    [{}, { $set: 'x' }, 9, 'Modifiers operate on fields but we found type string instead'],
    [{ a: 'x' }, { $set: { 'a.b': 1 } }, 28, `Cannot create field 'b' in element {a: "x"}`],
    [{}, { $set: { 'a.b': 1 }, $inc: { a: 1 } }, 40, "Updating the path 'a' would create a conflict at 'a'"],
    [{}, { $inc: { a: '2' } }, 14, 'Cannot increment with non-numeric argument: {a: "2"}'],
    [{ a: null }, { $inc: { a: 2 } }, 14, "{_id: 1} has the field 'a' of non-numeric type null"],
    [{ a: 1 }, { $push: { a: 1 } }, 2, 'must be an array but is of type int in document {_id: 1}'],
    [{ a: 1 }, { $addToSet: { a: 1 } }, 2, 'Cannot apply $addToSet to non-array field. Field named'],
    [{ a: 1 }, { $pull: { a: 1 } }, 2, 'Cannot apply $pull to a non-array value'],
    [{ a: 1 }, { $pop: { a: 1 } }, 14, "Path 'a' contains an element of non-array type 'int'"],
    [{ a: 1 }, { $set: { 'a.$[]': 1 } }, 2, 'Cannot apply array updates to non-array element a: 1'],
    [{}, { $set: { 'a.$': 1 } }, 2, 'The positional operator did not find the match needed from the query.'],
    [{ a: [1] }, { $set: { 'a.$[x]': 1 } }, 2, "No array filter found for identifier 'x' in path 'a.$[x]'"],
  ])('%j: %j', async (before, update, code, text) => {
    const message = expect.stringContaining(text);
    expect(await updated(before, update)).toMatchObject({ code, message });
  });
});

describe('update operators check their arguments', () => {
  test('the clauses of $push and $addToSet', async () => {
    const push = (clauses: object) => updated({ a: [1, 2] }, { $push: { a: { $each: [9], ...clauses } } });
    for (const slice of [{ $position: 'x' }, { $slice: 1.5 }, { $slice: 'x' }])
      expect(await push(slice)).toMatchObject({ code: 2 });
    for (const $sort of [2, { a: 2 }]) expect(await push({ $sort })).toMatchObject({ code: 2 });
    expect(await push({ $position: -1 })).toEqual({ a: [1, 9, 2] });
    const update = { $addToSet: { a: { $each: [9], $slice: 1 } } };
    expect(await updated({}, update)).toMatchObject({ code: 2 });
  });

  test('$bit applies its operations in sequence, and needs at least one', async () => {
    expect(await updated({ a: 5 }, { $bit: { a: { or: 2, and: 3 } } })).toEqual({ a: 3 });
    expect(await updated({ a: 5 }, { $bit: { a: {} } })).toMatchObject({ code: 2 });
  });

  test('$rename refuses paths through arrays', async () => {
    expect(await updated({ a: [{ x: 1 }] }, { $rename: { 'a.0.x': 'b' } })).toMatchObject({ code: 2 });
    expect(await updated({ a: 1, b: [] }, { $rename: { a: 'b.0' } })).toMatchObject({ code: 2 });
    expect(await updated({ a: 1 }, { $rename: { a: 'b.$[]' } })).toMatchObject({ code: 2 });
    expect(await updated({ a: [1], b: {} }, { $rename: { a: 'b.c' } })).toEqual({ b: { c: [1] } });
  });

  test('array filters match the original document; two operators cannot change the same value', async () => {
    const twice = { $set: { 'a.$[i].state': 'done', 'a.$[i].when': 1 } };
    const open = { arrayFilters: [{ 'i.state': 'open' }] };
    expect(await updated({ a: [{ state: 'open' }] }, twice, open)).toEqual({
      a: [{ state: 'done', when: 1 }],
    });
    const both = { $set: { 'a.$[i].x': 5 }, $inc: { 'a.$[j].x': 1 } };
    const filters = (j: number) => ({ arrayFilters: [{ 'i.x': 1 }, { 'j.x': j }] });
    expect(await updated({ a: [{ x: 1 }, { x: 2 }] }, both, filters(1))).toMatchObject({ code: 40 });
    expect(await updated({ a: [{ x: 1 }, { x: 2 }] }, both, filters(2))).toEqual({ a: [{ x: 5 }, { x: 3 }] });
  });

  test('array filter names begin with a lowercase letter, and pipelines take no array filters', async () => {
    const filtered = (update: object, filter: object) =>
      updated({ a: [1] }, update, { arrayFilters: [filter] });
    expect(await filtered({ $set: { 'a.$[X]': 2 } }, { X: 1 })).toMatchObject({ code: 2 });
    expect(await filtered({ $set: { 'a.$[x1]': 2 } }, { x1: 1 })).toEqual({ a: [2] });
    expect(await filtered([{ $set: { b: 2 } }], { x: 1 })).toMatchObject({ code: 9 });
  });
});

describe('field names with a dollar', () => {
  test('are allowed in nested documents, and at the top only in inserts', async () => {
    expect(await updated({ a: { $k: 2 } }, { $inc: { 'a.$k': 2 } })).toEqual({ a: { $k: 4 } });
    expect(await updated({}, { $set: { $k: 1 } })).toMatchObject({ code: 52 });
    expect(await updated({ $k: 1 }, { $unset: { $k: 1 } })).toEqual({});
    const u = { a: 1, $set: { b: 1 } };
    const reply = await db.client
      .db('behaviour')
      .command({ update: 'items', updates: [{ q: { _id: 1 }, u }] });
    expect(reply.writeErrors).toMatchObject([{ code: 52 }]);
    const Model = connection.model('Dollar', new Schema({ $key: String }));
    const _id = new Types.ObjectId();
    await Model.updateOne({ _id }, { $key: 'x' }, { upsert: true });
    expect(await Model.findById(_id).lean()).toMatchObject({ $key: 'x' });
  });
});

describe('upserts', () => {
  test('use a single value of $all, and refuse contradicting equalities', async () => {
    expect(await upserted({ a: { $all: [1] } }, { $set: { d: 1 } })).toEqual({ a: 1, d: 1 });
    expect(await upserted({ a: { $all: [1, 2] } }, { $set: { d: 1 } })).toMatchObject({ code: 54 });
    expect(await upserted({ a: { b: 1 }, 'a.c': 2 }, { $set: { d: 1 } })).toMatchObject({ code: 54 });
    expect(await upserted({ '_id.a': 1 }, { $set: { d: 1 } })).toMatchObject({ code: 111 });
  });

  test('keep the _id of their filter, and may set one if it names none', async () => {
    expect(await upserted({ _id: 1 }, { $set: { _id: 7 } })).toMatchObject({ code: 66 });
    expect(await upserted({ _id: 1 }, { $setOnInsert: { _id: 1, b: 1 } })).toEqual({ b: 1 });
    await upserted({ a: 1 }, { $setOnInsert: { _id: 7 } });
    expect(await items().findOne()).toEqual({ _id: 7, a: 1 });
  });
});

describe('projections', () => {
  test('refuse invalid paths, and two projections of one path', async () => {
    const codes: [object, number][] = [
      [{ '': 1 }, 40352],
      [{ 'a.': 1 }, 40353],
      [{ '.a': 1 }, 15998],
      [{ 'a.$b': 1 }, 16410],
      [{ 'a.$.b': 1 }, 31394],
      [{ 'a.$': 0 }, 31395],
      [{ 'a.$': 1, 'b.$': 1 }, 31276],
      [{ a: 1, 'a.b': 1 }, 31249],
      [{ 'a.b': 1, a: 1 }, 31250],
      [{ a: { $slice: 'x' } }, 28667],
      [{ a: { $meta: 'textScore' } }, 40218],
    ];
    await updated({}, { $set: { a: [{ b: 1 }] } });
    for (const [projection, code] of codes)
      expect(await outcome(items().findOne({ 'a.b': 1 }, { projection }))).toMatchObject({ code });
  });
});

describe('sorts and collations', () => {
  test('a direction is 1 or -1', async () => {
    const sort = (direction: unknown) =>
      outcome(db.client.db('behaviour').command({ find: 'items', sort: { a: direction } }));
    expect(await sort('x')).toMatchObject({
      code: 15974,
      message: 'Illegal key in $sort specification: a: "x"',
    });
    expect(await sort(0)).toMatchObject({ code: 15975 });
    expect(await sort({ $meta: 'textScore' })).toMatchObject({ code: 40218 });
  });

  test('numericOrdering compares numbers in texts; unknown options are refused', async () => {
    await items().deleteMany({});
    const texts = ['a10', 'a9', 'a010b', 'a', 'b1', '7'];
    await items().insertMany(texts.map((text, _id) => ({ _id, text })));
    const collation = { locale: 'en_US', numericOrdering: true };
    const sorted = () => items().find({}, { collation }).sort({ text: 1 }).toArray();
    const expected = ['7', 'a', 'a9', 'a10', 'a010b', 'b1'];
    expect((await sorted()).map((doc) => doc.text)).toEqual(expected);
    await items().createIndex({ text: 1 }, { collation: { locale: 'en_US' } });
    expect((await sorted()).map((doc) => doc.text)).toEqual(expected);
    for (const option of [{ alternate: 'shifted' as const }, { caseFirst: 'upper' }, { caseLevel: true }])
      expect(await outcome(items().findOne({}, { collation: { locale: 'en', ...option } }))).toMatchObject({
        code: 2,
      });
    await items().drop();
  });
});
