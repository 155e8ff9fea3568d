import { demoCommunity } from '@frens/contract/fixtures';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { findDifferences, sharesOf } from './find-differences.ts';
import { type SeedReport, seedIfEmpty } from './seed-if-empty.ts';

let app: TestApp;
let report: SeedReport | null;
beforeAll(async () => {
  app = await startTestApp();
  report = await seedIfEmpty(app.services);
});
afterAll(() => app.close());

describe('seedIfEmpty', () => {
  it('seeds an empty database once', async () => {
    expect(report?.counts).toMatchObject({ members: 60, circles: 12 });
    expect(await seedIfEmpty(app.services)).toBeNull();
    expect(await app.services.db.models.User.countDocuments()).toBe(60);
  });

  it('creates a demo account with friends, requests, a Panda, stakes and circles', async () => {
    const visitor = app.visitor();
    const user = await visitor.call('POST /api/login', { body: demoCommunity().demo });
    expect(user).toMatchObject({ name: 'Robin Vale', bambooBalance: '125.00' });
    expect(await visitor.call('GET /api/connections')).toHaveLength(8);
    expect(await visitor.call('GET /api/connections/pending')).toHaveLength(5);
    expect(await visitor.call('GET /api/wallet')).toEqual({ balance: '125.00', staked: '25.00' });
    const circles = await visitor.call('GET /api/circles');
    expect(circles).toHaveLength(12);
    expect(
      circles
        .map((circle) => circle.membership)
        .filter((role) => role !== 'none')
        .sort(),
    ).toEqual(['member', 'owner']);
    // One member is private; two friends-only members are no friends of the demo account.
    const users = await visitor.call('GET /api/users');
    expect(users.length).toBeGreaterThan(50);
    expect(users.map((one) => one.username)).not.toContain('dmitri.k');
    const panda = await visitor.call('GET /api/pandas/:id', { params: { id: user.pandaId ?? '' } });
    expect(Number(panda.frenQuotient)).toBeGreaterThan(70);
  });

  it('creates introductions for the demo account, one with a pending yes (D25)', async () => {
    const visitor = app.visitor();
    await visitor.call('POST /api/login', { body: demoCommunity().demo });
    const [first, second, ...others] = await visitor.call('GET /api/matches');
    expect(others).toEqual([]);
    for (const one of [first, second]) expect(one).toMatchObject({ status: 'pending', myAnswer: null });
    expect(await visitor.call('GET /api/matches/matchmaker')).toMatchObject([{ status: 'pending' }]);
    const told = await visitor.call('GET /api/notifications');
    expect(told.filter(({ kind }) => kind === 'suggestion')).toHaveLength(2);
    const accepted = await visitor.call('POST /api/matches/:id/accept', { params: { id: first?.id ?? '' } });
    expect(accepted).toMatchObject({ status: 'accepted' });
    expect(await visitor.call('GET /api/connections')).toHaveLength(9);
  });

  it('leaves a consistent ledger', async () => {
    expect(await findDifferences(app.services)).toEqual([]);
  });
});

describe('findDifferences', () => {
  it('bounds the number of backers in memory', () => {
    const backed = (counts: number[]) => counts.map((uniqueBackers) => ({ uniqueBackers }));
    const shares = [...sharesOf(backed([4000, 6000, 1, 30_000, 2, 3]))];
    expect(shares).toEqual([backed([4000, 6000]), backed([1]), backed([30_000]), backed([2, 3])]);
  });

  it('names every wrong total', async () => {
    const { Account, Circle, Panda, Posting } = app.services.db.models;
    await Account.updateOne({ _id: /^wallet:/ }, { $inc: { balance: 1 } });
    await Circle.updateOne({}, { $inc: { memberCount: 1 } });
    await Panda.updateOne({}, { $inc: { totalStaked: 100 }, quotient: '1.0' });
    await Posting.updateOne({ kind: 'welcome' }, { $set: { 'legs.0.amount': -1 } });
    const differences = await findDifferences(app.services);
    expect(differences.filter((line) => line.startsWith('account wallet:'))).toHaveLength(1);
    expect(differences.filter((line) => line.startsWith('circle'))).toHaveLength(1);
    // The third difference is its search entry, which is sorted by the score.
    expect(differences.filter((line) => line.startsWith('panda'))).toHaveLength(3);
    expect(differences.filter((line) => line.startsWith('posting'))).toHaveLength(1);
  });
});
