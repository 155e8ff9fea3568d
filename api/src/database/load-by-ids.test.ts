import { afterAll, beforeAll, expect, it } from 'vitest';
import { createModels, type Models } from '../resources/models.ts';
import { monitored, recordCommands } from '../testing/record-commands.ts';
import { startTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { type Database, openDatabase } from './database.ts';
import { readByIds } from './load-by-ids.ts';
import { rangeSize } from './load-by-ranges.ts';

let server: TestDatabase;
let db: Database<Models>;
beforeAll(async () => {
  server = await startTestDatabase();
  db = await openDatabase(monitored(server.uri), createModels);
});
afterAll(async () => {
  await db.close();
  await server.close();
});

it('reads any number of documents by id without examining others', async () => {
  const { Account } = db.models;
  const all = Array.from({ length: 3 * rangeSize }, (_, index) => `account ${index}`);
  await Account.insertMany(all.map((_id) => ({ _id, balance: 1 })));
  const wanted = all.slice(0, 2 * rangeSize + 1);
  const recorder = recordCommands(db.connection);
  const found: string[] = [];
  for await (const accounts of readByIds(Account, [...wanted, ...wanted, 'nobody']))
    found.push(...accounts.map(({ _id }) => _id));
  recorder.stop();
  expect(found.toSorted()).toEqual(wanted.toSorted());
  const asked = recorder.take().map(({ filter }) => (filter as { _id: { $in: string[] } })._id.$in.length);
  expect(asked).toEqual([rangeSize, rangeSize, 2]);
});
