import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ago, day } from '../../clock.ts';
import { idFrom } from '../../database/ids.ts';
import { findDifferences } from '../../scripts/find-differences.ts';
import { quizSubmission } from '../../testing/factories.ts';
import { startTestApp, type TestApp, type TestMember } from '../../testing/test-app.ts';
import { joinCircle } from '../circles/join-circle.ts';
import { unstake } from './unstake.ts';

let app: TestApp;
let owner: TestMember;
let pandaId: string;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.member();
  ({ pandaId } = await owner.call('POST /api/vibe-quiz', { body: quizSubmission() }));
});
afterAll(() => app.close());

// After every test, the ledger and all totals must be consistent (D35).
afterEach(async () => {
  const differences = await findDifferences(app.services);
  if (differences.length > 0)
    throw new Error(`After this test the ledger is not sound:\n${differences.join('\n')}`);
});

/** Ages one stake by days without the clock: advancing it would expire the sessions. */
async function age(id: string, days = 7): Promise<void> {
  const createdAt = ago(app.clock, days * day);
  await app.services.db.models.Stake.updateOne({ _id: id }, { createdAt });
}

/** A member with a stake that can be withdrawn. */
async function staker(amount: string, days = 7): Promise<{ maya: TestMember; id: string }> {
  const maya = await app.member();
  const { stake } = await maya.call('POST /api/stake-bamboo', { body: { pandaId, amount } });
  await age(stake.id, days);
  return { maya, id: stake.id };
}

type Wish = { amount?: string; confirm?: boolean };
const take = (member: TestMember, id: string, body: Wish = {}, idempotencyKey?: string) =>
  member.call('POST /api/stakes/:id/unstake', { params: { id }, body, idempotencyKey });
const send = (member: TestMember, id: string, body: Wish = {}) =>
  member.send('POST', `/api/stakes/${id}/unstake`, { body });

const gated = async (gate: { gatePandaId?: string; gateMinAmount?: string }, name = 'Backers') => {
  const body = { name, circleType: 'stake_gated' as const, ...gate };
  return owner.call('POST /api/circles', { body });
};
const join = (member: TestMember, id: string) =>
  member.call('POST /api/circles/:id/join', { params: { id }, body: {} });

describe('POST /api/stakes/:id/unstake', () => {
  it('refunds a whole stake, and removes its backer from the Panda (D36)', async () => {
    const maya = await app.member();
    await app.confirm(maya);
    const before = await maya.call('GET /api/pandas/:id', { params: { id: pandaId } });
    const { stake } = await maya.call('POST /api/stake-bamboo', { body: { pandaId, amount: '12.5' } });
    await age(stake.id);
    expect(await take(maya, stake.id)).toMatchObject({
      stake: null,
      balance: '125.00',
      staked: '0.00',
      panda: {
        totalBambooStaked: before.totalBambooStaked,
        uniqueBackers: before.uniqueBackers,
        frenQuotient: before.frenQuotient,
      },
    });
    expect(await maya.call('GET /api/stakes')).toEqual([]);
    expect(await maya.call('GET /api/wallet')).toEqual({ balance: '125.00', staked: '0.00' });
  });

  it('refunds a part, and later the rest', async () => {
    const { maya, id } = await staker('30');
    const rest = await take(maya, id, { amount: '12.5' });
    expect(rest).toMatchObject({ stake: { id, amount: '17.50' }, balance: '82.50', staked: '17.50' });
    expect(await maya.call('GET /api/stakes')).toMatchObject([
      { id, amount: '17.50', panda: { id: pandaId } },
    ]);
    await expect(take(maya, id, { amount: '17.51' })).rejects.toMatchObject({
      status: 409,
      code: 'more_than_staked',
      serverMessage: 'You can withdraw at most 17.50 BAMBOO from this stake.',
    });
    expect(await take(maya, id, { amount: '17.50' })).toMatchObject({ stake: null, balance: '100.00' });
    await expect(take(maya, id)).rejects.toMatchObject({ status: 404 });
  });

  it('locks a stake for seven days, and returns the end', async () => {
    const { maya, id } = await staker('5', 0);
    const [own] = await maya.call('GET /api/stakes');
    const unlocksAt = new Date(app.clock.now().getTime() + 7 * day).toISOString();
    expect(own).toMatchObject({ id, unlocksAt, isLocked: true });
    app.clock.advance(7 * day - 1);
    await expect(take(maya, id)).rejects.toMatchObject({
      status: 409,
      code: 'stake_locked',
      details: { unlocksAt },
    });
    app.clock.advance(1);
    expect((await take(maya, id)).balance).toBe('100.00');
  });

  it('refuses another member’s stake, an unknown one, and invalid amounts', async () => {
    const { maya, id } = await staker('5');
    await expect(take(owner, id)).rejects.toMatchObject({ status: 404 });
    for (const unknown of ['0'.repeat(24), 'nothing'])
      await expect(take(maya, unknown)).rejects.toMatchObject({ status: 404 });
    for (const amount of ['0', '-1', '1.234', '1e2'])
      await expect(take(maya, id, { amount })).rejects.toMatchObject({
        status: 400,
        code: 'invalid_amount',
      });
    const response = await maya.send('POST', `/api/stakes/${id}/unstake`, { body: { confirm: 'yes' } });
    expect(response.status).toBe(400);
  });

  it('acts once for a retry under the same idempotency key (D52)', async () => {
    const { maya, id } = await staker('20');
    const first = await take(maya, id, { amount: '5' }, 'unstake-key');
    expect(await take(maya, id, { amount: '5' }, 'unstake-key')).toEqual(first);
    expect((await maya.call('GET /api/wallet')).staked).toBe('15.00');
    const kept = await app.services.db.models.Posting.findOne({ idempotencyKey: 'unstake-key' }).lean();
    expect(kept?.kind).toBe('unstake');
  });

  it('refunds stakes on the Panda of an erased owner', async () => {
    const leaver = await app.member();
    const own = await leaver.call('POST /api/vibe-quiz', { body: quizSubmission() });
    const maya = await app.member();
    const body = { pandaId: own.pandaId, amount: '5' };
    const { stake } = await maya.call('POST /api/stake-bamboo', { body });
    await age(stake.id);
    await app.services.db.models.Panda.updateOne({ _id: own.pandaId }, { isHidden: true });
    expect(await maya.call('GET /api/stakes')).toMatchObject([{ id: stake.id, panda: null }]);
    const [newest] = await maya.call('GET /api/wallet/ledger');
    expect(newest).toMatchObject({ kind: 'stake', amount: '-5.00', panda: null });
    expect(await take(maya, stake.id)).toMatchObject({ stake: null, panda: null, balance: '100.00' });
  });
});

describe('withdrawing a stake that a circle requires (D31)', () => {
  it('names the circles first, and ends those memberships after confirmation', async () => {
    const { maya, id } = await staker('20');
    const one = await gated({ gatePandaId: pandaId, gateMinAmount: '15' }, 'Close to one');
    const any = await gated({ gateMinAmount: '20' }, 'Close to any');
    const low = await gated({ gateMinAmount: '10' }, 'Open to many');
    for (const circle of [one, any, low]) await join(maya, circle.id);

    const response = await send(maya, id, { amount: '6' });
    expect(response.status).toBe(409);
    const refusal = (await response.json()) as { code: string; details: { circles: { name: string }[] } };
    expect(refusal.code).toBe('circles_affected');
    expect(refusal.details.circles.map(({ name }) => name).sort()).toEqual(['Close to any', 'Close to one']);
    expect((await maya.call('GET /api/wallet')).staked).toBe('20.00');

    await take(maya, id, { amount: '6', confirm: true });
    const circles = await maya.call('GET /api/circles');
    const standing = new Map(
      circles.map(({ name, membership, memberCount }) => [name, { membership, memberCount }]),
    );
    expect(standing.get('Close to one')).toEqual({ membership: 'none', memberCount: 1 });
    expect(standing.get('Close to any')).toEqual({ membership: 'none', memberCount: 1 });
    expect(standing.get('Open to many')).toEqual({ membership: 'member', memberCount: 2 });
  });

  it('ends no membership in an own circle, one with a gate to another Panda, or one joined without a stake', async () => {
    const { maya, id } = await staker('20');
    const { pandaId: other } = await maya.call('POST /api/vibe-quiz', { body: quizSubmission() });
    const elsewhere = await gated({ gatePandaId: other, gateMinAmount: '5' });
    await maya.call('POST /api/stake-bamboo', { body: { pandaId: other, amount: '5' } });
    await join(maya, elsewhere.id);
    await maya.call('POST /api/circles', { body: { name: 'Mine', circleType: 'stake_gated' } });
    const opened = await owner.call('POST /api/circles', { body: { name: 'Was open' } });
    await join(maya, opened.id);
    const gate = { circleType: 'stake_gated', gatePandaId: null, gateMinAmount: 100_000 };
    await app.services.db.models.Circle.updateOne({ _id: opened.id }, gate);
    expect((await take(maya, id)).staked).toBe('5.00');
  });
});

describe('concurrent withdrawals', () => {
  it('refund no more than was staked', async () => {
    const { maya, id } = await staker('20');
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(maya, id, { amount: '9' })));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
      200,
      200,
      ...Array.from({ length: 6 }, () => 409),
    ]);
    const whole = await Promise.all(Array.from({ length: 8 }, () => send(maya, id)));
    expect(whole.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 404),
    ]);
    expect(await maya.call('GET /api/wallet')).toEqual({ balance: '100.00', staked: '0.00' });
  });

  it('and stakes lose none of either', async () => {
    const { maya, id } = await staker('40');
    const stake = () => maya.send('POST', '/api/stake-bamboo', { body: { pandaId, amount: '3' } });
    const calls = Array.from({ length: 10 }, (_, turn) =>
      turn % 2 === 0 ? stake() : send(maya, id, { amount: '4' }),
    );
    const answers = await Promise.all(calls);
    expect(answers.map(({ status }) => status)).toEqual(calls.map((_, turn) => (turn % 2 === 0 ? 201 : 200)));
    expect(await maya.call('GET /api/wallet')).toEqual({ balance: '65.00', staked: '35.00' });
  });

  it('let nobody join a circle with a stake that is being withdrawn', async () => {
    const circle = await gated({ gatePandaId: pandaId, gateMinAmount: '10' });
    const { db } = app.services;
    for (let turn = 0; turn < (process.env.LONG ? 4 : 2); turn += 1) {
      const { maya, id } = await staker('10');
      const user = await db.models.User.findById(maya.id).lean();
      if (!user) throw new Error('The member is gone.');
      const wish = { memberId: user._id, stakeId: idFrom(id), confirm: false };
      // Without lock keys, as in two processes that do not queue for each other yet.
      await Promise.allSettled([
        db.transaction(() => unstake(app.services, wish)),
        db.transaction(() => joinCircle(app.services, user, idFrom(circle.id))),
      ]);
      const { staked } = await maya.call('GET /api/wallet');
      const own = (await maya.call('GET /api/circles')).find((one) => one.id === circle.id);
      expect(`${staked} ${own?.membership}`).toMatch(/^(10.00 member|0.00 none)$/);
    }
  });
});

describe('GET /api/wallet/ledger', () => {
  it('lists postings newest first, in pages that do not overlap (D33)', async () => {
    const { maya, id } = await staker('30');
    await take(maya, id, { amount: '10' });
    const name = (await maya.call('GET /api/pandas/:id', { params: { id: pandaId } })).name;
    const panda = { id: pandaId, name };
    const all = await maya.call('GET /api/wallet/ledger');
    expect(all.map(({ id: _id, createdAt: _at, ...entry }) => entry)).toEqual([
      { kind: 'unstake', amount: '10.00', balanceAfter: '80.00', panda },
      { kind: 'stake', amount: '-30.00', balanceAfter: '70.00', panda },
      { kind: 'welcome', amount: '100.00', balanceAfter: '100.00', panda: null },
    ]);
    const first = await maya.page('GET /api/wallet/ledger', { query: { limit: 2 } });
    const second = await maya.page('GET /api/wallet/ledger', {
      query: { limit: 2, cursor: first.nextCursor ?? undefined },
    });
    expect([...first.items, ...second.items]).toEqual(all);
    expect(second.nextCursor).toBeNull();
  });

  it('shows no other member’s postings, though they share a Panda', async () => {
    const { maya } = await staker('30');
    const kinds = (await owner.call('GET /api/wallet/ledger')).map(({ kind }) => kind);
    expect(kinds).toEqual(['quiz', 'welcome']);
    expect(await owner.call('GET /api/stakes')).toEqual([]);
    expect(await maya.call('GET /api/stakes')).toHaveLength(1);
  });
});
