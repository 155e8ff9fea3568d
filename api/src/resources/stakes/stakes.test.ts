import { fixtureId } from '@frens/contract/fixtures';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findDifferences } from '../../scripts/find-differences.ts';
import { quizSubmission } from '../../testing/factories.ts';
import { startTestApp, type TestApp, type TestMember } from '../../testing/test-app.ts';

let app: TestApp;
let owner: TestMember;
let pandaId: string;
beforeAll(async () => {
  app = await startTestApp({ limitFactor: 10 });
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

const stake = (member: TestMember, amount: string, idempotencyKey?: string) =>
  member.call('POST /api/stake-bamboo', { body: { pandaId, amount }, idempotencyKey });

describe('POST /api/stake-bamboo', () => {
  it('moves BAMBOO from the wallet to the Panda’s pool, and counts the backer (D34, D38)', async () => {
    const maya = await app.member();
    await app.confirm(maya);
    const response = await maya.send('POST', '/api/stake-bamboo', { body: { pandaId, amount: '12.5' } });
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({
      stake: { pandaId, stakerId: maya.id, amount: '12.50' },
      balance: '112.50',
      // 50 + 20·ln(13.5) + 30·√1
      panda: { id: pandaId, totalBambooStaked: '12.50', uniqueBackers: 1, frenQuotient: '132.1' },
    });
    expect(await maya.call('GET /api/wallet')).toEqual({ balance: '112.50', staked: '12.50' });
    expect((await maya.call('GET /api/user')).bambooBalance).toBe('112.50');
    const [newest] = await owner.call('GET /api/pandas/:id/stakes', { params: { id: pandaId } });
    expect(newest).toMatchObject({ stakerId: maya.id, amount: '12.50' });
  });

  it('counts an unconfirmed backer, but not in the quotient (D7)', async () => {
    const maya = await app.member();
    const before = await maya.call('GET /api/pandas/:id', { params: { id: pandaId } });
    const { panda } = await stake(maya, '10');
    expect(panda.uniqueBackers).toBe(before.uniqueBackers + 1);
    expect(panda.frenQuotient).toBe(before.frenQuotient);
  });

  it('lets owners back their own Panda without raising its quotient', async () => {
    const before = await owner.call('GET /api/pandas/:id', { params: { id: pandaId } });
    await app.confirm(owner);
    const { panda } = await stake(owner, '10.00');
    expect(panda.frenQuotient).toBe(before.frenQuotient);
    expect(panda.uniqueBackers).toBe(before.uniqueBackers + 1);
  });

  it('counts the owner’s connections in the quotient (D38)', async () => {
    const [maya, olu] = await Promise.all([app.member(), app.member()]);
    const made = await maya.call('POST /api/vibe-quiz', { body: quizSubmission() });
    await app.befriend(maya, olu);
    const look = () => maya.call('GET /api/pandas/:id', { params: { id: made.pandaId } });
    expect(await look()).toMatchObject({
      frenQuotient: '60.0',
      frenQuotientParts: { quiz: '50.0', connections: '10.0' },
    });
    const [friendship] = await maya.call('GET /api/connections');
    await maya.call('DELETE /api/connections/:id', { params: { id: friendship?.id ?? '' } });
    expect((await look()).frenQuotient).toBe('50.0');
  });

  it('refuses more than the balance, and returns it', async () => {
    const maya = await app.member();
    await stake(maya, '90');
    await expect(stake(maya, '10.01')).rejects.toMatchObject({
      status: 409,
      code: 'insufficient_bamboo',
      serverMessage: 'Not enough BAMBOO: you have 10.00.',
      details: { balance: '10.00' },
    });
    expect((await stake(maya, '10.00')).balance).toBe('0.00');
  });

  it.each([
    ['es', '100,00'],
    ['es-MX, es;q=0.9', '100.00'],
    ['es-419', '100.00'],
    ['en-DE', '100,00'],
    // Formats are cached per country only, not per header that a client sends.
    ['es-MX-u-nu-beng', '100,00'],
  ])('writes what the wallet holds as in the country of %s', async (accepted, balance) => {
    const maya = await app.member();
    const response = await maya.send('POST', '/api/stake-bamboo', {
      body: { pandaId, amount: '900' },
      headers: { 'Accept-Language': accepted },
    });
    expect(await response.json()).toMatchObject({ message: expect.stringContaining(balance) });
  });

  it.each(['0', '-5', '1.234', 'abc', '', '1e2'])('refuses the amount "%s"', async (amount) => {
    await expect(stake(owner, amount)).rejects.toMatchObject({
      status: 400,
      code: 'invalid_amount',
      serverMessage: 'Please enter a valid BAMBOO amount',
    });
  });

  it('refuses visitors, unknown Pandas and wrong types, naming the field', async () => {
    const visitor = app.visitor().call('POST /api/stake-bamboo', { body: { pandaId, amount: '1' } });
    await expect(visitor).rejects.toMatchObject({ status: 401 });
    for (const id of [fixtureId('nobody', 1), 'nothing']) {
      const promise = owner.call('POST /api/stake-bamboo', { body: { pandaId: id, amount: '1' } });
      await expect(promise).rejects.toMatchObject({ status: 404 });
    }
    const response = await owner.send('POST', '/api/stake-bamboo', { body: { pandaId: ['x'], amount: 5 } });
    expect(response.status).toBe(400);
    expect(Object.keys(((await response.json()) as { fields: object }).fields).sort()).toEqual([
      'amount',
      'pandaId',
    ]);
  });

  it.runIf(process.env.LONG)('accepts ten of a hundred concurrent stakes when ten fit', async () => {
    const maya = await app.member();
    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        maya.send('POST', '/api/stake-bamboo', { body: { pandaId, amount: '10' } }),
      ),
    );
    const codes = await Promise.all(
      // Safe: an error is an envelope of the API.
      answers.map(async (one) => (one.ok ? '201' : ((await one.json()) as { code: string }).code)),
    );
    expect(codes.filter((code) => code === '201')).toHaveLength(10);
    expect(codes.filter((code) => code === 'insufficient_bamboo')).toHaveLength(90);
    expect(await maya.call('GET /api/wallet')).toEqual({ balance: '0.00', staked: '100.00' });
  });

  it('acts once for a retry under the same idempotency key (D52)', async () => {
    const maya = await app.member();
    const first = await stake(maya, '10', 'stake-key-1');
    const headers = { 'Idempotency-Key': 'stake-key-1' };
    const again = await maya.send('POST', '/api/stake-bamboo', { body: { amount: '10', pandaId }, headers });
    expect(again.status).toBe(201);
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    expect(await again.json()).toEqual(first);
    await expect(stake(maya, '11', 'stake-key-1')).rejects.toMatchObject({
      status: 422,
      code: 'idempotency_key_reused',
    });
    expect((await maya.call('GET /api/wallet')).balance).toBe('90.00');
    const posting = await app.services.db.models.Posting.findOne({ idempotencyKey: 'stake-key-1' }).lean();
    expect(posting?.kind).toBe('stake');
  });

  it('acts once for concurrent requests with the same idempotency key', async () => {
    const maya = await app.member();
    const headers = { 'Idempotency-Key': 'stake-key-2' };
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() =>
        maya.send('POST', '/api/stake-bamboo', { body: { pandaId, amount: '10' }, headers }),
      ),
    );
    expect(answers.some((answer) => answer.status === 201)).toBe(true);
    for (const answer of answers.filter((one) => one.status !== 201)) {
      expect(answer.status).toBe(409);
      expect(answer.headers.get('Retry-After')).toBe('1');
      expect(await answer.json()).toMatchObject({ code: 'request_running' });
    }
    expect((await maya.call('GET /api/wallet')).balance).toBe('90.00');
  });

  it('scopes idempotency keys to the member, and stores no failures', async () => {
    const [maya, olu] = await Promise.all([app.member(), app.member()]);
    await stake(maya, '10', 'shared-key');
    expect((await stake(olu, '20', 'shared-key')).balance).toBe('80.00');
    await expect(stake(olu, '500', 'too-much')).rejects.toMatchObject({ status: 409 });
    expect((await stake(olu, '5', 'too-much')).balance).toBe('75.00');
    const response = await olu.send('POST', '/api/stake-bamboo', {
      body: { pandaId, amount: '1' },
      headers: { 'Idempotency-Key': 'x'.repeat(256) },
    });
    expect(response.status).toBe(400);
  });
});

describe('GET /api/pandas/:id/stakes', () => {
  it('shows an alias for stakers who hide their activity or are not visible, a different one on every Panda (D17, D73)', async () => {
    const [maya, viewer] = await Promise.all([app.member(), app.member()]);
    const { pandaId: other } = await viewer.call('POST /api/vibe-quiz', { body: quizSubmission() });
    await maya.call('POST /api/vibe-quiz', { body: quizSubmission() });
    await stake(maya, '3');
    await maya.call('POST /api/stake-bamboo', { body: { pandaId: other, amount: '2' } });
    const newest = async (member: TestMember, id = pandaId) => {
      const [first] = await member.call('GET /api/pandas/:id/stakes', { params: { id } });
      return [first?.stakerId, first?.stakerName, first?.stakerImage, first?.stakerPandaImage];
    };
    const named = [maya.id, maya.user.name, '', expect.any(String)];
    expect(await newest(viewer)).toEqual(named);
    await maya.call('PATCH /api/privacy-settings', { body: { activityVisible: false } });
    const hidden = await newest(viewer);
    expect(hidden).toEqual([expect.stringMatching(/^[a-z]{6}$/), null, null, null]);
    expect((await newest(viewer, other))[0]).toMatch(/^[a-z]{6}$/);
    expect((await newest(viewer, other))[0]).not.toBe(hidden[0]);
    expect(await newest(maya)).toEqual(named);
    await maya.call('PATCH /api/privacy-settings', {
      body: { activityVisible: true, profileVisibility: 'private' },
    });
    expect(await newest(viewer)).toEqual(hidden);
  });
});

describe('GET /api/wallet', () => {
  it('returns 401 for visitors', async () => {
    await expect(app.visitor().call('GET /api/wallet')).rejects.toMatchObject({ status: 401 });
  });
});
