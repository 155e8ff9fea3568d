import * as fc from 'fast-check';
import { BSON, type Collection, Decimal128, type Document, Double, Long } from 'mongodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDatabase, type TestDatabase } from './testing/database.ts';

// Random sequences of writes, index builds and transactions. After each, the documents must equal those of a plain model, and every query
// must find the same documents by the planner's choice, by each index, and by a scan.

const sequences = process.env.LONG ? 10_000 : 50;
const lanes = process.env.LONG ? 16 : 4;

let db: TestDatabase;
beforeAll(async () => {
  db = await startDatabase();
});
afterAll(() => db.stop());

const scalar = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -2, max: 4 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(
      0.5,
      -0,
      1e20,
      Number.NaN,
      new Double(1),
      Long.fromString('9007199254740993'),
      Long.fromNumber(2),
      Decimal128.fromString('2.0'),
      Decimal128.fromString('0.1'),
    ),
  },
  { weight: 3, arbitrary: fc.constantFrom('', 'a', 'ab', 'b', 'a\0b', 'é', '\u{1f600}', '\uffff') },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(
      null,
      true,
      false,
      new Date(0),
      new Date(5),
      new BSON.ObjectId('000000000000000000000001'),
      new BSON.MinKey(),
      new BSON.MaxKey(),
      new BSON.Binary(Buffer.from([1, 2])),
      new BSON.Timestamp({ t: 1, i: 1 }),
      new BSON.BSONRegExp('^a', 'i'),
    ),
  },
  { weight: 1, arbitrary: fc.constant('x'.repeat(1500)) },
);
const value: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 8, arbitrary: scalar },
  { weight: 2, arbitrary: fc.array(scalar, { maxLength: 3 }) },
  { weight: 2, arbitrary: fc.record({ x: scalar, y: scalar }, { requiredKeys: [] }) },
  {
    weight: 1,
    arbitrary: fc.array(fc.record({ x: scalar, y: scalar }, { requiredKeys: [] }), { maxLength: 3 }),
  },
  { weight: 1, arbitrary: fc.array(fc.array(scalar, { maxLength: 2 }), { maxLength: 2 }) },
);
const document = fc.record({ a: value, b: value, c: scalar }, { requiredKeys: [] });
const id = fc.integer({ min: 1, max: 8 });

const condition = fc.oneof(
  value,
  fc.record({ $in: fc.array(value, { maxLength: 3 }) }),
  fc.record({ $gt: scalar }),
  fc.record({ $gte: scalar, $lt: scalar }),
  fc.record({ $lte: value }),
  fc.record({ $ne: scalar }),
  fc.constantFrom<unknown>(
    { $exists: true },
    { $exists: false },
    { $regex: '^a' },
    new BSON.BSONRegExp('^a', 'i'),
    { $elemMatch: { $gte: 1 } },
    { $size: 2 },
    { $type: 'array' },
    { $not: { $gt: 1 } },
  ),
);
const path = fc.constantFrom('a', 'b', 'c', 'a.x', 'a.y', 'b.x', 'a.0', '_id');
const simpleFilter = fc.dictionary(path, condition, { maxKeys: 3 });
const filter: fc.Arbitrary<Document> = fc.oneof(
  { weight: 5, arbitrary: simpleFilter },
  {
    weight: 1,
    arbitrary: fc
      .tuple(simpleFilter, fc.array(simpleFilter, { minLength: 1, maxLength: 3 }))
      .map(([rest, $or]) => ({ ...rest, $or })),
  },
);
const sort = fc.option(
  fc.constantFrom<Record<string, 1 | -1>>(
    { a: 1 },
    { a: -1 },
    { c: 1, b: -1 },
    { c: -1, b: 1 },
    { 'a.x': 1 },
    { b: 1, a: 1 },
    { c: 1 },
  ),
  { nil: undefined },
);
const query = fc.record({ filter, sort, collated: fc.boolean() });
const index = fc.constantFrom<[Record<string, 1 | -1>, Document]>(
  [{ a: 1 }, {}],
  [{ a: -1, c: 1 }, {}],
  [{ c: 1, b: -1 }, {}],
  [{ 'a.x': 1, 'a.y': -1 }, {}],
  [{ b: 1, a: 1 }, {}],
  [{ b: 1 }, { sparse: true }],
  [{ c: 1 }, { partialFilterExpression: { c: { $gt: 0 } } }],
  [{ c: 1 }, { unique: true, name: 'unique_c' }],
  [{ 'a.0': 1 }, {}],
  [{ c: -1 }, { collation: { locale: 'en', strength: 2 }, name: 'collated_c' }],
);

type Write =
  | { type: 'insert'; id: number; doc: Document }
  | { type: 'replace'; id: number; doc: Document }
  | { type: 'set'; id: number; field: 'a' | 'b' | 'c'; value: unknown }
  | { type: 'unset'; id: number; field: 'a' | 'b' | 'c' }
  | { type: 'delete'; id: number };
const field = fc.constantFrom('a' as const, 'b' as const, 'c' as const);
const writeOp: fc.Arbitrary<Write> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant('insert' as const), id, doc: document }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('replace' as const), id, doc: document }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('set' as const), id, field, value }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('unset' as const), id, field }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('delete' as const), id }) },
);
type Step =
  | { type: 'write'; write: Write }
  | { type: 'index'; index: [Record<string, 1 | -1>, Document] }
  | { type: 'transaction'; writes: Write[]; commits: boolean };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constant('write' as const), write: writeOp }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('index' as const), index }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('transaction' as const),
      writes: fc.array(writeOp, { maxLength: 4 }),
      commits: fc.boolean(),
    }),
  },
);
const sequence = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 10 }),
  queries: fc.array(query, { minLength: 1, maxLength: 3 }),
});

type Sequence = typeof sequence extends fc.Arbitrary<infer T> ? T : never;
type Model = Map<number, Document>;

const raw = { promoteValues: false, promoteLongs: false, bsonRegExp: true } as const;
const bytes = (doc: Document): string => Buffer.from(BSON.serialize(doc)).toString('hex');
const isDuplicate = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 11000;
const isParallel = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 171;

/** Writes to the database, and to the model if the database accepts the write. */
async function run(
  collection: Collection,
  write: Write,
  model: Model,
  session?: import('mongodb').ClientSession,
): Promise<boolean> {
  const known = model.get(write.id);
  const filter = { _id: write.id as never };
  try {
    switch (write.type) {
      case 'insert':
        await collection.insertOne({ _id: write.id as never, ...write.doc }, { session });
        expect(known).toBeUndefined();
        model.set(write.id, { _id: write.id, ...write.doc });
        break;
      case 'replace':
        await collection.replaceOne(filter, write.doc, { session });
        if (known) model.set(write.id, { _id: write.id, ...write.doc });
        break;
      case 'set':
        await collection.updateOne(filter, { $set: { [write.field]: write.value } }, { session });
        if (known) model.set(write.id, { ...known, [write.field]: write.value });
        break;
      case 'unset': {
        await collection.updateOne(filter, { $unset: { [write.field]: '' } }, { session });
        const { [write.field]: _, ...rest } = known ?? {};
        if (known) model.set(write.id, rest);
        break;
      }
      case 'delete':
        expect((await collection.deleteOne(filter, { session })).deletedCount).toBe(known ? 1 : 0);
        model.delete(write.id);
        break;
    }
    return true;
  } catch (error) {
    if (isDuplicate(error) || isParallel(error)) return false;
    throw error;
  }
}

async function check(
  collection: Collection,
  model: Model,
  queries: { filter: Document; sort?: Record<string, 1 | -1>; collated: boolean }[],
): Promise<void> {
  const all = await collection.find({}, { ...raw, sort: { $natural: 1 } }).toArray();
  expect(all.map(bytes).sort()).toEqual([...model.values()].map(bytes).sort());
  const indexes = (await collection.indexes()).filter((one) => !one.sparse && !one.partialFilterExpression);
  for (const { filter, sort, collated } of queries) {
    const options = {
      ...raw,
      ...(sort ? { sort } : {}),
      ...(collated ? { collation: { locale: 'en', strength: 2 } } : {}),
    };
    const scanned = await collection
      .find(filter, { ...options, hint: { $natural: 1 } })
      .toArray()
      .catch(refused);
    if (!scanned) {
      await expect(collection.find(filter, options).toArray()).rejects.toThrow(refusals);
      continue;
    }
    const wanted = scanned.map(bytes).sort();
    const planned = await collection.find(filter, options).toArray();
    expect(planned.map(bytes).sort()).toEqual(wanted);
    expect(
      await collection.countDocuments(filter, collated ? { collation: { locale: 'en', strength: 2 } } : {}),
    ).toBe(wanted.length);
    if (sort) expect(inOrder(planned, sort)).toEqual(inOrder(scanned, sort));
    for (const one of indexes) {
      const hinted = await collection.find(filter, { ...options, hint: one.name }).toArray();
      expect(hinted.map(bytes).sort(), `by ${one.name}`).toEqual(wanted);
      if (sort) expect(inOrder(hinted, sort), `order by ${one.name}`).toEqual(inOrder(scanned, sort));
    }
  }
}

/** Regular expressions are not comparable, and parallel arrays not sortable; the server must say so, whatever the plan. */
const refusals = /regex|parallel arrays/i;
function refused(error: unknown): undefined {
  if (!(error instanceof Error && refusals.test(error.message))) throw error;
}

/** The order of a sort on one single-valued field; ambiguous orders are not compared: what a collation counts as equal is made alike. */
function inOrder(docs: Document[], sort: Record<string, 1 | -1>): unknown[] {
  const [name, second] = Object.keys(sort);
  if (!name || second || name.includes('.') || docs.some((doc) => Array.isArray(doc[name]))) return [];
  return docs.map((doc) => normalise(doc[name]));
}

function normalise(found: unknown): unknown {
  if (found === null || found === undefined) return null;
  const type = (found as { _bsontype?: string })._bsontype;
  if (type === 'Int32' || type === 'Double' || type === 'Long' || type === 'Decimal128')
    return Number(String(found));
  // Collations may ignore case, and ignore NUL.
  return typeof found === 'string' ? found.toLowerCase().replaceAll('\0', '') : bytes({ v: found });
}

async function runTransaction(
  collection: Collection,
  { writes, commits }: { writes: Write[]; commits: boolean },
  model: Model,
): Promise<void> {
  const session = db.client.startSession();
  const draft: Model = new Map(model);
  session.startTransaction();
  let isAlive = true;
  for (const write of writes) {
    isAlive = await run(collection, write, draft, session);
    if (!isAlive) break;
    expect(await collection.countDocuments({}, { session })).toBe(draft.size);
  }
  if (isAlive && commits) {
    await session.commitTransaction();
    model.clear();
    for (const [key, doc] of draft) model.set(key, doc);
  } else await session.abortTransaction();
  await session.endSession();
}

async function runSequence(name: string, { steps, queries }: Sequence): Promise<void> {
  const collection = db.client.db('model').collection(name);
  await collection.drop();
  await db.client.db('model').createCollection(name);
  const model: Model = new Map();
  for (const one of steps) {
    if (one.type === 'write') await run(collection, one.write, model);
    else if (one.type === 'index') {
      await collection.createIndex(one.index[0], one.index[1]).catch((error: unknown) => {
        if (!isDuplicate(error) && !isParallel(error)) throw error;
      });
    } else {
      await runTransaction(collection, one, model);
    }
  }
  await check(collection, model, queries);
}

test(`index plans and scans agree with a model after ${sequences} random sequences`, {
  timeout: 60_000 + sequences * 200,
}, async () => {
  const numRuns = Math.ceil(sequences / lanes);
  const seed = Number(process.env.MODEL_SEED ?? Date.now() & 0xffffff);
  await Promise.all(
    Array.from({ length: lanes }, (_, lane) =>
      fc.assert(
        fc.asyncProperty(sequence, (input) => runSequence(`lane${lane}`, input)),
        { numRuns, seed: seed + lane, endOnFailure: false },
      ),
    ),
  );
  expect((await db.client.db('model').listCollections().toArray()).length).toBe(lanes);
});
