import mongoose from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day } from '../clock.ts';
import { AppError } from '../errors.ts';
import { startTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { createTransactions } from './transaction.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.close());

function writeConflict(): Error {
  const conflict = new mongoose.mongo.MongoServerError({ message: 'write conflict', code: 112 });
  conflict.addErrorLabel('TransientTransactionError');
  return conflict;
}

describe('transactions (D35)', () => {
  it('commit or roll back atomically', async () => {
    const { Account } = database.db.models;
    const failing = database.db.transaction(async () => {
      await Account.create({ _id: 'wallet:a', balance: 1 });
      expect(await Account.findById('wallet:a').lean()).toMatchObject({ balance: 1 });
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await Account.findById('wallet:a').lean()).toBeNull();
  });

  it('include every model operation without an explicit session', async () => {
    const { Account, GrantCounter } = database.db.models;
    await Account.create({ _id: 'wallet:kept', balance: 1 });
    await GrantCounter.create({ _id: 'kept', count: 1, endsAt: new Date(Date.now() + day) });
    const failing = database.db.transaction(async () => {
      await Account.create({ _id: 'wallet:1', balance: 1 });
      await Account.insertMany([{ _id: 'wallet:2', balance: 1 }]);
      await new Account({ _id: 'wallet:3', balance: 1 }).save();
      await Account.bulkWrite([{ insertOne: { document: { _id: 'wallet:4', balance: 1 } } }]);
      await Account.updateOne({ _id: 'wallet:5' }, { balance: 1 }, { upsert: true });
      await Account.findOneAndUpdate({ _id: 'wallet:6' }, { balance: 1 }, { upsert: true });
      await Account.updateMany({}, { $inc: { balance: 1 } });
      await Account.deleteOne({ _id: 'wallet:kept' });
      await GrantCounter.deleteMany({});
      // Every kind of read sees the written document.
      expect(await Account.countDocuments({ balance: 2 })).toBe(6);
      expect(await Account.distinct('_id', { balance: 2 })).toHaveLength(6);
      expect(await Account.exists({ _id: 'wallet:kept' })).toBeNull();
      expect(await Account.aggregate([{ $match: { balance: 2 } }, { $count: 'all' }])).toEqual([{ all: 6 }]);
      const streamed: string[] = [];
      for await (const { _id } of Account.find({ balance: 2 }).lean()) streamed.push(_id);
      expect(streamed).toHaveLength(6);
      throw new Error('undo');
    });
    await expect(failing).rejects.toThrow('undo');
    expect(await Account.find({ _id: /^wallet:(\d|kept)$/ }).lean()).toMatchObject([
      { _id: 'wallet:kept', balance: 1 },
    ]);
    expect(await GrantCounter.countDocuments()).toBe(1);
  });

  it('reject operations still running when they end', async () => {
    const { Account } = database.db.models;
    let late: Promise<unknown> | undefined;
    let tellEnded = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      tellEnded = resolve;
    });
    await database.db.transaction(async () => {
      late = ended.then(() => Account.create({ _id: 'wallet:late', balance: 1 }));
    });
    tellEnded();
    await expect(late).rejects.toThrow('expired sessions');
    expect(await Account.findById('wallet:late').lean()).toBeNull();
  });

  it('cannot be nested', async () => {
    const { transaction } = database.db;
    await expect(transaction(() => transaction(async () => 1))).rejects.toThrow('inside another');
  });

  it('retry after a conflict', async () => {
    const { Account } = database.db.models;
    await Account.create({ _id: 'wallet:b', balance: 0 });
    let runs = 0;
    const add = () =>
      database.db.transaction(async () => {
        runs += 1;
        const account = await Account.findById('wallet:b').lean();
        await Account.updateOne({ _id: 'wallet:b' }, { balance: (account?.balance ?? 0) + 1 });
      });
    await Promise.all(Array.from({ length: 20 }, add));
    expect((await Account.findById('wallet:b').lean())?.balance).toBe(20);
    expect(runs).toBeGreaterThan(20);
  });

  it('queue when they share a key, and run once', async () => {
    const { Account } = database.db.models;
    await Account.create({ _id: 'wallet:c', balance: 0 });
    let runs = 0;
    const add = () =>
      database.db.transaction(
        async () => {
          runs += 1;
          await Account.updateOne({ _id: 'wallet:c' }, { $inc: { balance: 1 } });
        },
        { lockKeys: ['wallet:c'] },
      );
    await Promise.all(Array.from({ length: 20 }, add));
    expect((await Account.findById('wallet:c').lean())?.balance).toBe(20);
    expect(runs).toBe(20);
  });

  it('let a starving transaction of another process go first', async () => {
    const { Account } = database.db.models;
    await Account.create({ _id: 'wallet:e', balance: 0 });
    const inLine = 40;
    let done = 0;
    const add = async () => {
      await Account.findById('wallet:e').lean();
      await new Promise((resolve) => setTimeout(resolve, 10));
      await Account.updateOne({ _id: 'wallet:e' }, { $inc: { balance: 1 } });
    };
    const lockKeys = ['wallet:e'];
    const elsewhere = createTransactions(database.db.connection);
    const line = Array.from({ length: inLine }, async () => {
      await database.db.transaction(add, { lockKeys });
      done += 1;
    });
    await line[0];
    await elsewhere(add, { lockKeys });
    expect(done).toBeLessThan(inLine / 2);
    await Promise.all(line);
    expect((await Account.findById('wallet:e').lean())?.balance).toBe(inLine + 1);
    expect(await database.db.models.WaitingWriter.countDocuments()).toBe(0);
  });

  it('return 503 when conflicts last until the deadline', async () => {
    let runs = 0;
    const impatient = createTransactions(database.db.connection, 300);
    const startedAt = Date.now();
    const error: unknown = await impatient(async () => {
      runs += 1;
      throw writeConflict();
    }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ status: 503, code: 'unavailable' });
    expect(Date.now() - startedAt).toBeGreaterThan(300);
    expect(runs).toBeGreaterThan(5);
  });

  it('stop retrying a real duplicate key', async () => {
    const { Account } = database.db.models;
    await Account.create({ _id: 'wallet:d', balance: 0 });
    let runs = 0;
    const again = database.db.transaction(async () => {
      runs += 1;
      await Account.create({ _id: 'wallet:d', balance: 0 });
    });
    await expect(again).rejects.toMatchObject({ code: 11_000 });
    expect(runs).toBe(3);
  });
});
