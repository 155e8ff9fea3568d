import { limits } from '@frens/contract/limits';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { day } from '../../clock.ts';
import { idFrom, newId } from '../../database/ids.ts';
import { findDifferences } from '../../scripts/find-differences.ts';
import { quizSubmission } from '../../testing/factories.ts';
import { startTestApp, type TestApp, type TestMember } from '../../testing/test-app.ts';
import { makeLink } from '../address-links/address-links.ts';
import { eraseMember } from './erase-account.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const undoDays = limits.ending.undoDays * day;
const password = 'correct horse';
const models = () => app.services.db.models;
const end = (member: TestMember) =>
  member.call('DELETE /api/account', { body: { confirm: member.user.username ?? '' } });
const signIn = (member: TestMember, more: object = {}) =>
  member.send('POST', '/api/login', { body: { username: member.user.username, password, ...more } });
const stake = (member: TestMember, pandaId: string, amount = '1') =>
  member.send('POST', '/api/stake-bamboo', { body: { pandaId, amount } });
const erase = ({ id }: TestMember, isTimeUp?: () => boolean) =>
  eraseMember(app.services, idFrom(id), { jobId: String(newId()), isTimeUp });
const isGone = async ({ id }: TestMember) => (await models().User.exists({ _id: id })) === null;

async function withPanda(member: TestMember): Promise<string> {
  const { pandaId } = await member.call('POST /api/vibe-quiz', { body: quizSubmission() });
  return pandaId ?? '';
}

/** A member with backers: backs their Pandas in return, is their friend and in a circle of theirs. */
async function knownMember(others: readonly TestMember[]): Promise<{ member: TestMember; pandaId: string }> {
  const member = await app.member();
  await app.confirm(member);
  const pandaId = await withPanda(member);
  const { id } = await member.call('POST /api/circles', { body: { name: 'Tea' } });
  for (const other of others) {
    await stake(other, pandaId, '2');
    await stake(other, pandaId, '3');
    await stake(member, String((await models().User.findById(other.id).lean())?.pandaId));
    await app.befriend(member, other);
    await other.call('POST /api/circles/:id/join', { params: { id }, body: {} });
  }
  return { member, pandaId };
}
let crowd: TestMember[];
beforeEach(async () => {
  for (const one of crowd) await signIn(one);
});
beforeAll(async () => {
  crowd = await Promise.all(Array.from({ length: 4 }, () => app.member()));
  for (const one of crowd) await withPanda(one);
});

describe('an erasure with concurrent writes', () => {
  it('keeps ledger, totals and search consistent after every batch, and resumes', async () => {
    const { member } = await knownMember(crowd);
    await end(member);
    expect(await findDifferences(app.services)).toEqual([]);
    app.clock.advance(undoDays + 1);
    let batches = 0;
    while ((await erase(member, () => true)) === 'unfinished') {
      batches += 1;
      expect(await findDifferences(app.services)).toEqual([]);
    }
    expect(batches).toBeGreaterThan(10);
    expect(await isGone(member)).toBe(true);
    expect(await findDifferences(app.services)).toEqual([]);
    expect(await erase(member)).toBe('kept');
  });

  it('gives the same result when run concurrently', async () => {
    const { member } = await knownMember(crowd);
    const before = await Promise.all(crowd.map((one) => one.call('GET /api/wallet')));
    await end(member);
    app.clock.advance(undoDays + 1);
    await Promise.all(Array.from({ length: 5 }, () => erase(member)));
    expect(await isGone(member)).toBe(true);
    expect(await findDifferences(app.services)).toEqual([]);
    for (const [place, one] of crowd.entries()) {
      await signIn(one);
      const { balance } = await one.call('GET /api/wallet');
      expect(Number(balance)).toBe(Number(before[place]?.balance) + 5);
    }
  });

  it('either completes or is undone when both race', async () => {
    const outcomes = new Set<boolean>();
    const rounds = 10;
    for (let round = 0; round <= rounds; round += 1) {
      const member = await app.member();
      await withPanda(member);
      await end(member);
      // A link that outlives its account, so that only the account's state matters.
      app.clock.advance(undoDays + 1);
      const userId = idFrom(member.id);
      const token = await makeLink(app.services, {
        purpose: 'keep-account',
        email: member.user.email,
        userId,
      });
      const keep = () => app.visitor().send('POST', '/api/auth/account/keep', { body: { token } });
      // The first and the last rounds run in sequence, the others ever closer together.
      if (round === 0) await keep();
      if (round === rounds) await erase(member);
      await Promise.all(round % 2 ? [keep(), erase(member)] : [erase(member), keep()]);
      const gone = await isGone(member);
      outcomes.add(gone);
      const answer = await signIn(member);
      expect(answer.status).toBe(gone ? 401 : 200);
      expect(await models().Panda.exists({ ownerId: userId, isHidden: true })).toBeNull();
    }
    expect(outcomes.size).toBe(2);
    expect(await findDifferences(app.services)).toEqual([]);
  });

  it('loses no stake placed on the Panda while its owner is erased', async () => {
    const { member, pandaId } = await knownMember([]);
    const before = await Promise.all(crowd.map((one) => one.call('GET /api/wallet')));
    const staking = crowd.flatMap((one) => Array.from({ length: 8 }, () => stake(one, pandaId)));
    const ending = end(member);
    const statuses = (await Promise.all(staking)).map(({ status }) => status);
    await ending;
    expect(statuses.filter((status) => ![201, 404].includes(status))).toEqual([]);
    // Skip the undo period: stakes still in progress race with the erasure.
    await models().User.updateOne({ _id: member.id }, { eraseAt: app.clock.now() });
    const [, ...late] = await Promise.all([erase(member), ...crowd.map((one) => stake(one, pandaId))]);
    expect(late.map(({ status }) => status)).toEqual(crowd.map(() => 404));
    expect(await isGone(member)).toBe(true);
    expect(await Promise.all(crowd.map((one) => one.call('GET /api/wallet')))).toEqual(before);
    expect(await findDifferences(app.services)).toEqual([]);
  });
});
