import { expect, it } from 'vitest';
import { startTestDatabase } from './test-database.ts';
import { databaseInUse } from './test-server.ts';

it('prints which database the API’s tests use', async () => {
  // The only line of a run that says what it proves.
  console.log(`The tests of the API use ${databaseInUse}.`);
  const database = await startTestDatabase();
  await database.db.ping();
  expect(await database.db.models.User.exists({})).toBeNull();
  await database.close();
});
