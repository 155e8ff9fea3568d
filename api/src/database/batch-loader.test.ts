import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day } from '../clock.ts';
import { createModels, type Models } from '../resources/models.ts';
import { monitored, recordCommands } from '../testing/record-commands.ts';
import { startTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { batchFind, batchLoad, readOne } from './batch-loader.ts';
import { type Database, openDatabase } from './database.ts';

let server: TestDatabase;
let db: Database<Models>;
beforeAll(async () => {
  server = await startTestDatabase();
  db = await openDatabase(monitored(server.uri), createModels);
  await db.models.Account.insertMany(
    ['one', 'two', 'three'].map((_id, index) => ({ _id, balance: index + 1 })),
  );
});
afterAll(async () => {
  await db.close();
  await server.close();
});

/** What is sent to the database while something is done. */
async function sentDuring(work: () => Promise<unknown>): Promise<object[]> {
  const recorder = recordCommands(db.connection);
  await work();
  recorder.stop();
  return recorder.take();
}
const balance = async (id: string) => (await readOne(db.models.Account, id))?.balance ?? null;

describe('what several read at the same moment', () => {
  it('is read by one query, and everybody gets their own', async () => {
    const { Account } = db.models;
    const sent = await sentDuring(async () => {
      const found = await Promise.all([
        balance('one'),
        balance('nobody'),
        balance('two'),
        balance('one'),
        batchLoad(Account, '_id', ['three', 'two', 'nobody']).then((some) => some.map(({ _id }) => _id)),
        batchLoad(Account, '_id', []),
      ]);
      expect(found).toEqual([1, null, 2, 1, ['three', 'two'], []]);
    });
    expect(sent).toHaveLength(1);
  });

  it('of several collections is one command, and everybody gets what they asked for', async () => {
    const { Account, HeldName, RateLimit } = db.models;
    await HeldName.create({ _id: 'two', freeAt: new Date(Date.now() + day) });
    const sent = await sentDuring(async () => {
      const found = await Promise.all([
        batchFind(Account, { balance: { $gt: 1 } }),
        batchFind(HeldName, { _id: 'two' }),
        batchFind(Account, { balance: 1 }),
        batchLoad(RateLimit, 'key', ['nobody']),
        balance('three'),
      ]);
      expect(
        found.map((one) =>
          Array.isArray(one) ? one.map((doc) => String('_id' in doc && doc._id)).sort() : one,
        ),
      ).toEqual([['three', 'two'], ['two'], ['one'], [], 3]);
    });
    expect(sent).toHaveLength(1);
  });

  it('is one read where it is the same filter, and is read again later', async () => {
    const { Account } = db.models;
    const filter = { balance: { $gt: 1 } };
    const count = async () => (await batchFind(Account, filter)).length;
    const sent = await sentDuring(async () => expect(await Promise.all([count(), count()])).toEqual([2, 2]));
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ find: Account.collection.name });
    await Account.updateOne({ _id: 'one' }, { balance: 7 });
    expect(await count()).toBe(3);
    await Account.updateOne({ _id: 'one' }, { balance: 1 });
  });

  it('is read again by whoever asks later', async () => {
    expect(await balance('one')).toBe(1);
    await db.models.Account.updateOne({ _id: 'one' }, { balance: 7 });
    expect(await balance('one')).toBe(7);
    await db.models.Account.updateOne({ _id: 'one' }, { balance: 1 });
  });

  it('cannot be changed under somebody else', async () => {
    const found = await readOne(db.models.Account, 'one');
    expect(() => Object.assign(found ?? {}, { balance: 100 })).toThrow(TypeError);
  });

  it('is bounded: many keys are a query of their own', async () => {
    const many = Array.from({ length: 300 }, (_, index) => `x${index}`);
    const sent = await sentDuring(() =>
      Promise.all([
        batchLoad(db.models.Account, '_id', many),
        batchLoad(db.models.Account, '_id', many.slice(0, 150)),
        batchLoad(db.models.Account, '_id', many.slice(150, 290)),
        balance('one'),
      ]),
    );
    expect(sent).toHaveLength(2);
  });

  it('belongs to the transaction of who reads it, beside others in the same moment', async () => {
    let open: () => void = () => undefined;
    const outside = new Promise<void>((resolve) => {
      open = resolve;
    }).then(() => balance('two'));
    const inside = await db.transaction(async () => {
      await db.models.Account.updateOne({ _id: 'two' }, { balance: 20 });
      open();
      await Promise.resolve();
      return balance('two');
    });
    expect([inside, await outside]).toEqual([20, 2]);
    expect(await balance('two')).toBe(20);
  });

  it('fails for all of them when the query does', async () => {
    const closed = await openDatabase(server.uri, createModels);
    await closed.close();
    const reads = ['one', 'two'].map((id) => readOne(closed.models.Account, id));
    const ends = await Promise.allSettled(reads);
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
