import { fullProfile } from '@frens/contract/fixtures';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { day } from '../clock.ts';
import { idFrom, noId } from '../database/ids.ts';
import { memberDataOf, replaceId } from '../database/member-data.ts';
import { registration } from './factories.ts';
import { startTestApp, type TestApp, type TestMember } from './test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Reads and removes all stored data of the only member. */
async function takeStored(member: TestMember) {
  const seen = await member.call('GET /api/user');
  const stored: Record<string, unknown[]> = {};
  for (const { modelName, collection, schema } of Object.values(app.services.db.connection.models)) {
    if ('none' in (memberDataOf(schema) ?? {})) continue;
    const documents = await collection.find().toArray();
    if (documents.length === 0) continue;
    stored[modelName] = documents.map((document) => replaceId(document, idFrom(member.id), noId));
    await collection.deleteMany({});
  }
  return { stored, user: { ...member.user, id: '' }, seen: { ...seen, id: '' } };
}

it('writes the same documents as a registration', async () => {
  const first = await app.member();
  app.clock.advance(day);
  await takeStored(first);
  const details = {
    ...registration({ username: 'Maya_R' }),
    ...fullProfile(),
    email: 'Maya.R+1@frens.example',
  };
  const registered = await takeStored(await app.register(details));
  const copied = await takeStored(await app.member(details));
  expect(Object.keys(registered.stored)).toEqual([
    'User',
    'MemberEntry',
    'Session',
    'TrustedDevice',
    'Account',
    'Posting',
    'Job',
  ]);
  // Random values, each in its own format.
  const drawn = { User: 'passwordHash', Session: '_id', Posting: '_id', Job: '_id' };
  const form = /^(\$argon2id\$.+|[0-9a-f]{64}|[0-9a-f]{24})$/;
  for (const { stored } of [registered, copied])
    for (const [model, field] of Object.entries(drawn))
      for (const document of stored[model] as Record<string, unknown>[]) {
        expect(String(document[field])).toMatch(form);
        document[field] = 'drawn';
      }
  expect(copied).toEqual(registered);
});

it('creates unique ids and keys, and keeps the ledger balanced', async () => {
  const members = await Promise.all(Array.from({ length: 3 }, () => app.member()));
  const { Account, Posting, Session } = app.services.db.models;
  expect(new Set(members.map(({ id }) => id)).size).toBe(3);
  expect(await Session.countDocuments()).toBe(3);
  const [accounts, postings] = [await Account.find().lean(), await Posting.find().lean()];
  expect(new Set(postings.map(({ onceKey }) => onceKey)).size).toBe(3);
  for (const { legs } of postings) expect(legs.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
  for (const { _id, balance } of accounts)
    expect(postings.flatMap(({ legs }) => legs).find(({ account }) => account === _id)?.amount).toBe(balance);
  expect(accounts).toHaveLength(3);
});
