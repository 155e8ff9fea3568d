import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day, hour } from '../../clock.ts';
import { idFrom, newId } from '../../database/ids.ts';
import { serverLimits } from '../../limits.ts';
import { quizSubmission } from '../../testing/factories.ts';
import { startTestApp, type TestApp, type TestMember } from '../../testing/test-app.ts';
import { poolOf } from '../wallet/ledger.ts';

let app: TestApp;
let maya: TestMember;
let pandaId: string;
beforeAll(async () => {
  app = await startTestApp();
  maya = await app.member();
  ({ pandaId } = await maya.call('POST /api/vibe-quiz', { body: quizSubmission() }));
});
afterAll(() => app.close());

const history = () => maya.call('GET /api/pandas/:id/history', { params: { id: pandaId } });
const dayNumbered = (begin: number, n: number) => new Date(begin + n * day).toISOString().slice(0, 10);
const today = () => app.clock.now().toISOString().slice(0, 10);

describe('GET /api/pandas/:id/history (D38)', () => {
  it('contains one score per day, and the pool’s balance at the end of each day', async () => {
    const began = today();
    expect(await history()).toEqual({ quotient: [{ day: began, value: '50.0' }], staked: [] });

    app.clock.advance(3 * day);
    const olu = await app.member();
    await app.confirm(olu);
    await olu.call('POST /api/stake-bamboo', { body: { pandaId, amount: '5' } });
    const { stake, panda } = await olu.call('POST /api/stake-bamboo', { body: { pandaId, amount: '15' } });
    const staked = today();
    expect(await history()).toEqual({
      quotient: [
        { day: began, value: '50.0' },
        { day: staked, value: panda.frenQuotient },
      ],
      staked: [{ day: staked, value: '20.00' }],
    });

    app.clock.advance(8 * day);
    await olu.call('POST /api/stakes/:id/unstake', { params: { id: stake.id }, body: {} });
    const now = await maya.call('GET /api/pandas/:id', { params: { id: pandaId } });
    expect(now.frenQuotient).not.toBe(panda.frenQuotient);
    const told = await history();
    expect(told.quotient.at(-1)).toEqual({ day: today(), value: now.frenQuotient });
    expect(told.staked).toEqual([
      { day: staked, value: '20.00' },
      { day: today(), value: '5.00' },
    ]);
  });

  it('covers the whole time, downsampled to the points of a chart', async () => {
    const other = await app.member();
    const made = await other.call('POST /api/vibe-quiz', { body: quizSubmission() });
    const { points } = serverLimits.pandaHistory;
    const begin = Date.UTC(2020, 0, 1);
    await app.services.db.models.PandaPoint.insertMany(
      Array.from({ length: 2 * points + 5 }, (_, n) => ({
        _id: newId(),
        pandaId: made.pandaId,
        day: new Date(begin + n * day),
        quotient: 500 + n,
      })),
    );
    const { quotient } = await other.call('GET /api/pandas/:id/history', { params: { id: made.pandaId } });
    expect(quotient).toHaveLength(points);
    expect(quotient[0]).toEqual({ day: '2020-01-01', value: '50.0' });
    expect(quotient.at(-1)).toEqual({ day: today(), value: '50.0' });
    expect(quotient.map((point) => point.day)).toEqual(quotient.map((point) => point.day).sort());
  });

  it('covers the stakes of the whole time also with more postings than are read', async () => {
    const { Posting } = app.services.db.models;
    const other = await app.member();
    const { pandaId: moved } = await other.call('POST /api/vibe-quiz', { body: quizSubmission() });
    const pool = poolOf(idFrom(moved));
    const { movements, moments } = serverLimits.pandaHistory;
    // Three postings a day; the last leaves the closing balance, which is the day's number.
    const days = movements;
    const begin = Date.UTC(2020, 0, 1, 8);
    await Posting.collection.insertMany(
      Array.from({ length: 3 * days }, (_, n) => ({
        _id: newId(),
        kind: 'stake',
        legs: [{ account: pool, amount: 1, balanceAfter: 100 * Math.floor(n / 3) + (n % 3 === 2 ? 0 : 7) }],
        createdAt: new Date(begin + Math.floor(n / 3) * day + (n % 3) * hour),
      })),
    );
    const { staked } = await other.call('GET /api/pandas/:id/history', { params: { id: moved } });
    expect(staked[0]).toEqual({ day: '2020-01-01', value: '0.00' });
    expect(staked.at(-1)).toEqual({ day: dayNumbered(begin, days - 1), value: `${days - 1}.00` });
    // Sampled days also have their closing balance.
    for (const { day: told, value } of staked) expect(told).toBe(dayNumbered(begin, Number(value)));
    expect(staked.filter(({ value }) => Number(value) < days - movements / 3 - 1).length).toBeGreaterThan(
      moments / 2,
    );
  });
});
