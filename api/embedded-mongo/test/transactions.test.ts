import { type Binary, type ClientSession, Long, MongoServerError, UUID } from 'mongodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AnyDocument, startDatabase, type TestDatabase } from './testing/database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await startDatabase({ transactionLifetimeMs: 1500 });
});
afterAll(() => db.stop());

const accounts = () => db.client.db('bank').collection<AnyDocument>('accounts');
const ledger = () => db.client.db('bank').collection<AnyDocument>('ledger');
const by = (field: string, amount: number): Record<string, never> => ({ [field]: amount as never });
beforeEach(async () => {
  await accounts().drop();
  await ledger().drop();
  await accounts().insertMany([
    { _id: 'a', n: 10 },
    { _id: 'b', n: 10 },
  ]);
});

async function inSession<T>(run: (session: ClientSession) => Promise<T>): Promise<T> {
  const session = db.client.startSession();
  try {
    return await run(session);
  } finally {
    await session.endSession();
  }
}

/** A session with a chosen id, like that of a driver that reconnects after a restart. */
function sessionWithId(id: Binary, txnNumber = 0): ClientSession {
  const session = db.client.startSession();
  Object.assign(session.serverSession ?? {}, { id: { id }, txnNumber });
  return session;
}

async function failure(promise: Promise<unknown>): Promise<MongoServerError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(MongoServerError);
  return error as MongoServerError;
}

describe('isolation', () => {
  test('a transaction reads its own writes; nobody else does until it commits', () =>
    inSession(async (session) => {
      session.startTransaction();
      await accounts().updateOne({ _id: 'a' }, { $inc: by('n', -3) }, { session });
      await ledger().insertOne({ _id: 1, amount: 3 }, { session });
      expect(await accounts().findOne({ _id: 'a' }, { session })).toEqual({ _id: 'a', n: 7 });
      expect(
        await ledger()
          .find({ amount: { $gt: 1 } }, { session })
          .toArray(),
      ).toHaveLength(1);
      expect(await accounts().findOne({ _id: 'a' })).toEqual({ _id: 'a', n: 10 });
      expect(await ledger().countDocuments()).toBe(0);
      await session.commitTransaction();
      expect(await accounts().findOne({ _id: 'a' })).toEqual({ _id: 'a', n: 7 });
      expect(await ledger().countDocuments()).toBe(1);
    }));

  test('a transaction keeps seeing its snapshot, in finds, counts, aggregations and cursors', () =>
    inSession(async (session) => {
      await ledger().insertMany(Array.from({ length: 20 }, (_, n) => ({ _id: n, n })));
      await ledger().createIndex({ n: 1 });
      session.startTransaction();
      const cursor = ledger().find({}, { session, batchSize: 2 });
      await cursor.next();
      await ledger().deleteMany({ _id: { $gte: 5 } });
      await ledger().insertOne({ _id: 100, n: 3 });
      expect(await ledger().countDocuments({ n: { $gte: 0 } }, { session })).toBe(20);
      expect(
        await ledger()
          .aggregate([{ $group: { _id: null, sum: { $sum: '$n' } } }], { session })
          .toArray(),
      ).toEqual([{ _id: null, sum: 190 }]);
      expect(await cursor.toArray()).toHaveLength(19);
      await session.commitTransaction();
      expect(await ledger().countDocuments()).toBe(6);
    }));

  test('an index and a scan agree inside a transaction with changes of its own', () =>
    inSession(async (session) => {
      await ledger().createIndex({ n: 1 });
      await ledger().insertMany([
        { _id: 1, n: 1 },
        { _id: 2, n: 2 },
        { _id: 3, n: 3 },
      ]);
      session.startTransaction();
      await ledger().deleteOne({ _id: 2 }, { session });
      await ledger().insertOne({ _id: 4, n: 2.5 }, { session });
      await ledger().updateOne({ _id: 1 }, { $set: { n: 9 } }, { session });
      const options = { session, sort: { n: -1 as const } };
      const ids = (docs: AnyDocument[]): unknown[] => docs.map((doc) => doc._id);
      expect(
        ids(
          await ledger()
            .find({ n: { $gt: 0 } }, options)
            .toArray(),
        ),
      ).toEqual([1, 3, 4]);
      expect(
        ids(
          await ledger()
            .find({ n: { $gt: 0 } }, { ...options, hint: { $natural: 1 } })
            .toArray(),
        ),
      ).toEqual([1, 3, 4]);
      await session.abortTransaction();
      expect(await ledger().countDocuments({ n: { $gt: 0 } })).toBe(3);
    }));
});

describe('conflicts', () => {
  test('the second writer of a document gets 112 and TransientTransactionError', () =>
    inSession((one) =>
      inSession(async (two) => {
        one.startTransaction();
        two.startTransaction();
        await accounts().updateOne({ _id: 'a' }, { $inc: by('n', 1) }, { session: one });
        const error = await failure(
          accounts().updateOne({ _id: 'a' }, { $inc: by('n', 1) }, { session: two }),
        );
        expect(error.code).toBe(112);
        expect(error.hasErrorLabel('TransientTransactionError')).toBe(true);
        await one.commitTransaction();
        await two.abortTransaction();
        expect((await accounts().findOne({ _id: 'a' }))?.n).toBe(11);
      }),
    ));

  test('a document changed since the snapshot conflicts as well', () =>
    inSession(async (session) => {
      session.startTransaction();
      await accounts().findOne({ _id: 'b' }, { session });
      await accounts().updateOne({ _id: 'a' }, { $set: { n: 0 } });
      expect(
        (await failure(accounts().updateOne({ _id: 'a' }, { $inc: by('n', 1) }, { session }))).code,
      ).toBe(112);
      await session.abortTransaction();
    }));

  test('two transactions cannot take one unique key', () =>
    inSession((one) =>
      inSession(async (two) => {
        await ledger().createIndex({ key: 1 }, { unique: true });
        one.startTransaction();
        two.startTransaction();
        await ledger().insertOne({ _id: 1, key: 'k' }, { session: one });
        expect((await failure(ledger().insertOne({ _id: 2, key: 'k' }, { session: two }))).code).toBe(112);
        await one.commitTransaction();
        await two.abortTransaction();
        expect((await failure(ledger().insertOne({ _id: 3, key: 'k' }))).code).toBe(11000);
      }),
    ));

  test('a write outside transactions waits for the one that holds the document', () =>
    inSession(async (session) => {
      session.startTransaction();
      await accounts().updateOne({ _id: 'a' }, { $inc: by('n', 5) }, { session });
      let isDone = false;
      const waiting = accounts()
        .updateOne({ _id: 'a' }, { $inc: by('n', 1) })
        .then(() => {
          isDone = true;
        });
      await accounts().updateOne({ _id: 'b' }, { $inc: by('n', 1) });
      expect(isDone).toBe(false);
      await session.commitTransaction();
      await waiting;
      expect((await accounts().findOne({ _id: 'a' }))?.n).toBe(16);
    }));

  test('transfers from many clients at once neither make nor lose money', async () => {
    await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        inSession((session) =>
          session.withTransaction(async () => {
            const [from, to] = n % 2 ? ['a', 'b'] : ['b', 'a'];
            await accounts().updateOne({ _id: from }, { $inc: by('n', -1) }, { session });
            await accounts().updateOne({ _id: to }, { $inc: by('n', 1) }, { session });
            await ledger().insertOne({ from, to }, { session });
          }),
        ),
      ),
    );
    expect(await accounts().find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: 'a', n: 10 },
      { _id: 'b', n: 10 },
    ]);
    expect(await ledger().countDocuments()).toBe(12);
  });
});

describe('ends', () => {
  test('an error inside a transaction ends it: later statements get 251, and nothing was written', () =>
    inSession(async (session) => {
      session.startTransaction();
      await accounts().updateOne({ _id: 'a' }, { $inc: by('n', 1) }, { session });
      expect((await failure(accounts().insertOne({ _id: 'a' }, { session }))).code).toBe(11000);
      const error = await failure(accounts().findOne({ _id: 'a' }, { session }));
      expect(error.code).toBe(251);
      expect(error.hasErrorLabel('TransientTransactionError')).toBe(true);
      await session.abortTransaction();
      expect((await accounts().findOne({ _id: 'a' }))?.n).toBe(10);
    }));

  test.runIf(process.env.LONG)(
    'ending the session or waiting too long aborts, and frees what was held',
    async () => {
      const session = db.client.startSession();
      session.startTransaction();
      await accounts().updateOne({ _id: 'a' }, { $inc: by('n', 1) }, { session });
      await session.endSession();
      await accounts().updateOne({ _id: 'a' }, { $inc: by('n', 2) });
      const forgotten = db.client.startSession();
      forgotten.startTransaction();
      await accounts().updateOne({ _id: 'b' }, { $inc: by('n', 1) }, { session: forgotten });
      await accounts().updateOne({ _id: 'b' }, { $inc: by('n', 2) });
      expect((await failure(forgotten.commitTransaction())).code).toBe(251);
      await forgotten.endSession();
      expect(await accounts().find().sort({ _id: 1 }).toArray()).toEqual([
        { _id: 'a', n: 12 },
        { _id: 'b', n: 12 },
      ]);
    },
  );

  test('a commit may be repeated, also after a restart; an abort after it is 256', async () => {
    const id = new UUID().toBinary();
    const rest = { txnNumber: Long.fromNumber(1), autocommit: false };
    const run = (name: string, body: object): Promise<unknown> =>
      db.client
        .db(name)
        .command({ ...body, ...rest }, { session: sessionWithId(id, rest.txnNumber.toNumber()) });
    await run('bank', { insert: 'ledger', documents: [{ _id: 1 }], startTransaction: true });
    await run('admin', { commitTransaction: 1 });
    await run('admin', { commitTransaction: 1 });
    expect((await failure(run('admin', { abortTransaction: 1 }))).code).toBe(256);
    await db.restart();
    await run('admin', { commitTransaction: 1 });
    expect(await ledger().countDocuments()).toBe(1);
    rest.txnNumber = Long.fromNumber(7);
    expect((await failure(run('admin', { commitTransaction: 1 }))).code).toBe(251);
  });

  test('commands that cannot be part of a transaction are refused with 263', () =>
    inSession(async (session) => {
      session.startTransaction();
      expect((await failure(db.client.db('bank').command({ count: 'accounts' }, { session }))).code).toBe(
        263,
      );
      await session.abortTransaction();
    }));

  test('withTransaction works through the replica set and through a direct connection', async () => {
    const direct = await db.connect({ directConnection: true });
    const session = direct.startSession();
    await session.withTransaction(() =>
      direct.db('bank').collection<AnyDocument>('ledger').insertOne({ _id: 5 }, { session }),
    );
    await session.endSession();
    expect(await ledger().countDocuments()).toBe(1);
  });
});

describe('while an index is built', () => {
  test.runIf(process.env.LONG)(
    'a transaction cannot slip in a document that breaks a unique index',
    async () => {
      await ledger().insertMany(Array.from({ length: 20_000 }, (_, n) => ({ n })));
      const building = ledger().createIndex({ n: 1 }, { unique: true });
      const writing = inSession((session) =>
        session.withTransaction(async () => {
          await ledger().insertOne({ n: 19_999 }, { session });
          await new Promise((resolve) => setTimeout(resolve, 100));
        }),
      );
      const results = await Promise.allSettled([building, writing]);
      expect(results.filter(({ status }) => status === 'rejected')).toMatchObject([
        { reason: { code: 11000 } },
      ]);
      const unique = (await ledger().indexes()).some((index) => index.unique);
      expect(await ledger().countDocuments({ n: 19_999 })).toBe(unique ? 1 : 2);
    },
  );

  test('a transaction cannot index what it has written to', () =>
    inSession(async (session) => {
      session.startTransaction();
      await ledger().insertOne({ n: 1 }, { session });
      expect((await failure(ledger().createIndex({ n: 1 }, { session }))).code).toBe(263);
      await session.abortTransaction();
    }));
});

describe('retryable writes', () => {
  const id = new UUID().toBinary();
  const command = (body: object) => db.client.db('bank').command(body, { session: sessionWithId(id) });

  test('a repeated number gives the first answer and does nothing, also after a restart', async () => {
    const update = {
      update: 'accounts',
      updates: [{ q: { _id: 'a' }, u: { $inc: { n: 1 } } }],
      txnNumber: Long.fromNumber(1),
    };
    const first = await command(update);
    expect(await command(update)).toMatchObject({ n: first.n, nModified: 1 });
    await db.restart();
    expect(await command(update)).toMatchObject({ n: 1, nModified: 1 });
    expect((await accounts().findOne({ _id: 'a' }))?.n).toBe(11);
    const change = {
      findAndModify: 'accounts',
      query: { _id: 'a' },
      update: { $inc: { n: 1 } },
      new: true,
      txnNumber: Long.fromNumber(2),
    };
    expect((await command(change)).value.n).toBe(12);
    expect((await command(change)).value.n).toBe(12);
    const insert = {
      insert: 'accounts',
      documents: [{ _id: 'a' }, { _id: 'z' }],
      ordered: false,
      txnNumber: Long.fromNumber(3),
    };
    expect((await command(insert)).writeErrors).toHaveLength(1);
    expect((await command(insert)).writeErrors).toHaveLength(1);
    expect((await failure(command({ ...update, txnNumber: Long.fromNumber(2) }))).code).toBe(225);
  });

  test('a number that is repeated while the first waits for a transaction is done once', () =>
    inSession(async (session) => {
      session.startTransaction();
      await accounts().updateOne({ _id: 'a' }, { $set: by('z', 1) }, { session });
      const own = new UUID().toBinary();
      const updates = [{ q: { _id: 'a' }, u: { $inc: { n: 1 } } }];
      const update = { update: 'accounts', updates, txnNumber: Long.fromNumber(1) };
      const send = () => db.client.db('bank').command(update, { session: sessionWithId(own) });
      const both = [send(), send()];
      await new Promise((resolve) => setTimeout(resolve, 100));
      await session.commitTransaction();
      expect(await Promise.all(both)).toMatchObject([
        { n: 1, nModified: 1 },
        { n: 1, nModified: 1 },
      ]);
      expect(await accounts().findOne({ _id: 'a' })).toEqual({ _id: 'a', n: 11, z: 1 });
    }));
});
