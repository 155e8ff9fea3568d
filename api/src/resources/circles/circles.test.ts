import { fixtureId } from '@frens/contract/fixtures';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minute } from '../../clock.ts';
import { serverLimits } from '../../limits.ts';
import { quizSubmission } from '../../testing/factories.ts';
import { startTestApp, type TestApp, type TestClient, type TestMember } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type CircleBody = { name: string } & Record<string, unknown>;
const create = (member: TestMember, body: CircleBody) => member.call('POST /api/circles', { body });
const join = (member: TestMember, id: string) =>
  member.call('POST /api/circles/:id/join', { params: { id }, body: {} });

describe('POST /api/circles', () => {
  it('makes its creator owner and first member (D28)', async () => {
    const maya = await app.member();
    const response = await maya.send('POST', '/api/circles', {
      body: { name: ' Tea ', description: 'One\nTwo', circleType: 'open', isPandaGated: true },
    });
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({
      name: 'Tea',
      description: 'One\nTwo',
      circleType: 'open',
      isPandaGated: false,
      memberCount: 1,
      ownerId: maya.id,
      gatePandaId: null,
      gateMinAmount: null,
      membership: 'owner',
    });
  });

  it('gates a circle by stake, by default ten BAMBOO on any Panda', async () => {
    const maya = await app.member();
    const gated = await create(maya, { name: 'Stewards', circleType: 'stake_gated' });
    expect(gated).toMatchObject({ isPandaGated: true, gatePandaId: null, gateMinAmount: '10.00' });
    const { pandaId } = await maya.call('POST /api/vibe-quiz', { body: quizSubmission() });
    const exact = await create(maya, {
      name: 'Backers',
      circleType: 'stake_gated',
      gatePandaId: pandaId,
      gateMinAmount: '2.5',
    });
    expect(exact).toMatchObject({ gatePandaId: pandaId, gateMinAmount: '2.50' });
    const unknown = { name: 'X', circleType: 'stake_gated', gatePandaId: fixtureId('nobody', 1) };
    await expect(create(maya, unknown)).rejects.toMatchObject({
      status: 400,
      fields: { gatePandaId: 'Please choose a Panda' },
    });
  });

  it('refuses visitors, and names every invalid field', async () => {
    await expect(app.visitor().call('POST /api/circles', { body: { name: 'X' } })).rejects.toMatchObject({
      status: 401,
    });
    const maya = await app.member();
    const wrong = { name: '  ', description: 5, circleType: 'secret', gateMinAmount: '0' };
    const response = await maya.send('POST', '/api/circles', { body: wrong });
    expect(response.status).toBe(400);
    expect(Object.keys(((await response.json()) as { fields: object }).fields).sort()).toEqual(
      Object.keys(wrong).sort(),
    );
    await expect(create(maya, { name: 'x'.repeat(81) })).rejects.toMatchObject({ status: 400 });
  });

  it('allows fifty owned circles', async () => {
    const maya = await app.member();
    const { Circle } = app.services.db.models;
    const fill = (count: number, createdAt: Date) =>
      Circle.insertMany(
        Array.from({ length: count }, () => ({
          name: 'X',
          circleType: 'open',
          ownerId: maya.id,
          memberCount: 1,
          createdAt,
        })),
      );
    await fill(serverLimits.circles.owned, new Date(0));
    await expect(create(maya, { name: 'One more' })).rejects.toMatchObject({ status: 429 });
    await Circle.deleteMany({ ownerId: maya.id });
  });
});

describe('GET /api/circles', () => {
  it('is public, searches name and description, and pages (D27)', async () => {
    const maya = await app.member();
    app.clock.advance(minute);
    const one = await create(maya, { name: 'Moss (walks)', description: 'Slow' });
    app.clock.advance(minute);
    const two = await create(maya, { name: 'Sauna', description: 'With MOSS and steam' });
    const visitor = app.visitor();
    const found = await visitor.call('GET /api/circles', { query: { q: 'moss' } });
    expect(found.map((circle) => [circle.id, circle.membership])).toEqual([
      [two.id, 'none'],
      [one.id, 'none'],
    ]);
    expect(await visitor.call('GET /api/circles', { query: { q: 'moss (w' } })).toHaveLength(1);
    const page = await visitor.page('GET /api/circles', { query: { q: 'moss', limit: 1 } });
    const next = await visitor.page('GET /api/circles', {
      query: { q: 'moss', limit: 1, cursor: page.nextCursor ?? '' },
    });
    expect([...page.items, ...next.items]).toEqual(found);
    expect((await maya.call('GET /api/circles', { query: { q: 'sauna' } }))[0]?.membership).toBe('owner');
  });
});

describe('the owner of a circle (D27)', () => {
  it('is named only to those who can see them, in lists and replayed answers', async () => {
    const [maya, olu] = await Promise.all([app.member(), app.member()]);
    const { id, ownerId } = await create(maya, { name: 'Whose is it' });
    expect(ownerId).toBe(maya.id);
    const ownerIn = async (client: TestClient) =>
      (await client.call('GET /api/circles', { query: { q: 'whose is it' } })).map((one) => one.ownerId);
    expect(await ownerIn(olu)).toEqual([maya.id]);
    expect(await ownerIn(app.visitor())).toEqual([null]);
    const joinKeyed = async () => {
      const headers = { 'Idempotency-Key': 'join-once' };
      return (await olu.send('POST', `/api/circles/${id}/join`, { body: {}, headers })).json();
    };
    expect(await joinKeyed()).toMatchObject({ ownerId: maya.id });
    await maya.call('PATCH /api/privacy-settings', { body: { profileVisibility: 'private' } });
    expect(await ownerIn(olu)).toEqual([null]);
    expect(await joinKeyed()).toMatchObject({ ownerId: null, membership: 'member' });
    expect(await ownerIn(maya)).toEqual([maya.id]);
  });
});

describe('POST /api/circles/:id/join', () => {
  it('joins an open circle once under repeated requests (D29)', async () => {
    const [maya, olu] = await Promise.all([app.member(), app.member()]);
    const { id } = await create(maya, { name: 'Open' });
    const answers = await Promise.all(
      [1, 2, 3].map(() => olu.send('POST', `/api/circles/${id}/join`, { body: {} })),
    );
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect(await join(olu, id)).toMatchObject({ memberCount: 2, membership: 'member' });
    expect((await olu.send('POST', `/api/circles/${id}/join`)).status).toBe(200);
    const { Circle, Membership } = app.services.db.models;
    expect((await Circle.findById(id).lean())?.memberCount).toBe(2);
    expect(await Membership.countDocuments({ circleId: id })).toBe(2);
  });

  it('counts concurrent joins', async () => {
    const maya = await app.member();
    const { id } = await create(maya, { name: 'Rush' });
    const others = await Promise.all([1, 2, 3].map(() => app.member()));
    await Promise.all(others.map((member) => join(member, id)));
    expect(await join(maya, id)).toMatchObject({ memberCount: 4, membership: 'owner' });
  });

  it('refuses an invite circle without an invitation', async () => {
    const [maya, olu] = await Promise.all([app.member(), app.member()]);
    const { id } = await create(maya, { name: 'Closed', circleType: 'invite' });
    await expect(join(olu, id)).rejects.toMatchObject({
      status: 403,
      code: 'invite_required',
      serverMessage: 'This circle is invite only. Ask a member for an invite.',
    });
    expect((await join(maya, id)).memberCount).toBe(1);
  });

  it('admits to a stake gated circle with enough stake on the right Panda (D31)', async () => {
    const [maya, olu] = await Promise.all([app.member(), app.member()]);
    const { pandaId } = await maya.call('POST /api/vibe-quiz', { body: quizSubmission() });
    const { pandaId: other } = await olu.call('POST /api/vibe-quiz', { body: quizSubmission() });
    const gate = { name: 'Gate', circleType: 'stake_gated', gatePandaId: pandaId, gateMinAmount: '10' };
    const { id } = await create(maya, gate);
    await olu.call('POST /api/stake-bamboo', { body: { pandaId: other, amount: '50' } });
    await olu.call('POST /api/stake-bamboo', { body: { pandaId, amount: '9.99' } });
    await expect(join(olu, id)).rejects.toMatchObject({
      status: 403,
      code: 'stake_required',
      serverMessage: 'Stake at least 10.00 BAMBOO to join this circle.',
      details: { pandaId, required: '10.00', current: '9.99' },
    });
    await olu.call('POST /api/stake-bamboo', { body: { pandaId, amount: '0.01' } });
    expect((await join(olu, id)).membership).toBe('member');
  });

  it('refuses visitors and unknown circles', async () => {
    const maya = await app.member();
    const visitor = app.visitor().call('POST /api/circles/:id/join', { params: { id: 'x' }, body: {} });
    await expect(visitor).rejects.toMatchObject({ status: 401 });
    await expect(join(maya, fixtureId('nobody', 1))).rejects.toMatchObject({ status: 404 });
    await expect(join(maya, 'not-an-id')).rejects.toMatchObject({ status: 404 });
  });
});
