import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idFrom, newId } from './database/ids.ts';
import { checkFacts } from './idempotency.ts';
import { quizSubmission, registration } from './testing/factories.ts';
import { startTestApp, type TestApp, type TestMember } from './testing/test-app.ts';
import { startTestMail, type TestMail } from './testing/test-mail.ts';

let app: TestApp;
let mail: TestMail;
let owner: TestMember;
let pandaId: string;
beforeAll(async () => {
  app = await startTestApp();
  mail = await startTestMail(app);
  owner = await app.member({ username: 'kept.private', name: 'Kept Private' });
  ({ pandaId } = await owner.call('POST /api/vibe-quiz', { body: quizSubmission() }));
});
afterAll(async () => {
  await mail.close();
  await app.close();
});

const headers = { 'Idempotency-Key': 'once' };

describe('a request repeated with its idempotency key (D52)', () => {
  it('acts once, whatever the spelling of its address', async () => {
    const maya = await app.member();
    const body = { pandaId, amount: '10' };
    const statuses: number[] = [];
    for (const path of [
      '/api/stake-bamboo',
      '/api/stake-bamboo/',
      '/API/stake-bamboo',
      '/api/stake%2Dbamboo',
    ])
      statuses.push((await maya.send('POST', path, { body, headers })).status);
    expect(statuses).toEqual([201, 404, 405, 404]);
    expect(await maya.call('GET /api/wallet')).toEqual({ balance: '90.00', staked: '10.00' });
  });

  it('matches whatever the spelling of an e-mail domain in its body (D77)', async () => {
    const maya = await app.member();
    await app.confirm(maya);
    const invite = (email: string) =>
      maya.send('POST', '/api/invitations/email', { body: { email }, headers });
    const sent = [await invite('zoe@münchen.example'), await invite('Zoe@xn--mnchen-3ya.example')];
    expect(sent.map(({ status }) => status)).toEqual([204, 204]);
    expect((await invite('zoe@munchen.example')).status).toBe(422);
  });

  it('presents only what is visible now: not an owner who has become private', async () => {
    const maya = await app.member();
    const stake = () => maya.send('POST', '/api/stake-bamboo', { body: { pandaId, amount: '10' }, headers });
    const first = await (await stake()).json();
    expect(first).toMatchObject({ panda: { owner: { id: owner.id, username: 'kept.private' } } });
    await owner.call('PATCH /api/privacy-settings', { body: { profileVisibility: 'private' } });
    const again = await stake();
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    const text = await again.text();
    expect(JSON.parse(text)).toMatchObject({
      stake: (first as { stake: object }).stake,
      panda: { owner: null },
    });
    expect(text).not.toContain(owner.id);
    expect(text.toLowerCase()).not.toMatch(/kept.private/);
    // Staking on the Panda of a private owner is refused (D79), which the tests below do.
    await owner.call('PATCH /api/privacy-settings', { body: { profileVisibility: 'public' } });
  });

  it('presents the current wallet and stake', async () => {
    const maya = await app.member();
    const stake = () => maya.send('POST', '/api/stake-bamboo', { body: { pandaId, amount: '10' }, headers });
    const first = (await (await stake()).json()) as { stake: { id: string } };
    expect(first).toMatchObject({ balance: '90.00' });
    await maya.call('POST /api/stake-bamboo', { body: { pandaId, amount: '5' } });
    expect(await (await stake()).json()).toMatchObject({ stake: first.stake, balance: '85.00' });

    app.clock.advance(8 * 86_400_000);
    const path = `/api/stakes/${first.stake.id}/unstake`;
    const unstake = () => maya.send('POST', path, { body: { amount: '4' }, headers });
    expect(await (await unstake()).json()).toMatchObject({ balance: '89.00', staked: '11.00' });
    await maya.call('POST /api/stake-bamboo', { body: { pandaId, amount: '1' } });
    expect(await (await unstake()).json()).toMatchObject({ balance: '88.00', staked: '12.00' });
    expect(await (await stake()).json()).toMatchObject({ stake: { amount: '6.00' }, balance: '88.00' });
  });

  it('may have no body: leaving with a key ends the session and responds as without', async () => {
    const [keyed, plain] = await Promise.all([app.member(), app.member()]);
    const cookie = keyed.cookies.get('sid') ?? '';
    const answers = [
      await keyed.send('POST', '/api/logout', { headers }),
      await plain.send('POST', '/api/logout'),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(await answer.json()).toEqual({ success: true });
      expect(answer.headers.getSetCookie().join()).toContain('sid=;');
    }
    keyed.cookies.set('sid', cookie);
    expect((await keyed.send('GET', '/api/user')).status).toBe(401);
    expect((await keyed.send('POST', '/api/logout', { headers })).status).toBe(200);
  });
});

describe('a stored idempotency record', () => {
  const { stringify } = JSON;
  /** The stored records of keys sent since the last call. */
  async function keptFacts(): Promise<string> {
    const { Idempotency } = app.services.db.models;
    const kept = await Idempotency.find({}).lean();
    await Idempotency.deleteMany({});
    expect(kept).toHaveLength(1);
    return stringify(kept.map(({ facts }) => facts));
  }
  const send = (member: TestMember, path: string, body: unknown) =>
    member.send('POST', path, { body, headers });

  it('is not written for public calls, which use their link once and reveal no account', async () => {
    const maya = await app.member();
    const other = await app.member();
    const { Idempotency } = app.services.db.models;
    await Idempotency.deleteMany({});
    await app.visitor().call('POST /api/auth/magic-link', { body: { email: other.user.email } });
    const token = await mail.tokenTo(other.user.email);
    expect((await send(maya, '/api/auth/verify', { token, switchAccount: true })).status).toBe(200);
    expect((await maya.call('GET /api/user')).id).toBe(other.id);
    // Another browser that is signed in to the first account and has seen the request.
    const [thief, again] = [await app.member(), { token, switchAccount: true }];
    await app.services.db.models.Session.updateOne(
      { userId: idFrom(thief.id) },
      { $set: { userId: idFrom(maya.id) } },
    );
    expect((await thief.call('GET /api/user')).id).toBe(maya.id);
    const answer = await send(thief, '/api/auth/verify', again);
    expect([answer.status, answer.headers.get('Idempotency-Replayed')]).toEqual([400, null]);
    const registered = registration();
    expect((await send(thief, '/api/register', registered)).status).toBe(201);
    expect((await send(maya, '/api/register', registered)).status).toBe(409);
    expect(await Idempotency.countDocuments()).toBe(0);
  });

  it('contains no personal data of a circle or a connection request', async () => {
    const [maya, noor] = await Promise.all([app.member(), app.member()]);
    await app.services.db.models.Idempotency.deleteMany({});
    expect((await send(maya, '/api/connections', { friendId: noor.id, note: 'Tea on Friday?' })).status).toBe(
      201,
    );
    expect(await keptFacts()).not.toContain('Tea');
    const circle = { name: 'Night gardeners', description: '', circleType: 'open' };
    expect((await send(maya, '/api/circles', circle)).status).toBe(201);
    expect(await keptFacts()).not.toContain('gardeners');
  });

  it('cannot contain free text', () => {
    const id = newId();
    for (const fine of [undefined, null, { id, at: new Date(), count: 2 }, [id], { status: 'confirmed' }])
      expect(() => checkFacts(fine)).not.toThrow();
    const token = 'Yq0vJx1Zb9n2c3d4e5f6g7h8i9j0k1l2m3n4o5p6q7r';
    for (const secret of [token, '$argon2id$v=19', 'a'.repeat(43), 'Maya', 'a@mail.example'])
      for (const facts of [secret, { token: secret }, { user: { tokens: [secret] } }])
        expect(() => checkFacts(facts), stringify(facts)).toThrow('must be ids');
    expect(() => checkFacts(new Map([['token', token]]))).toThrow('must be ids');
    expect(() => checkFacts({ bytes: Buffer.from(token) })).toThrow('must be ids');
  });
});
