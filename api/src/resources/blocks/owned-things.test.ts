import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day } from '../../clock.ts';
import { quizSubmission } from '../../testing/factories.ts';
import { startTestApp, type TestApp, type TestMember } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const block = (member: TestMember, { id }: TestMember) =>
  member.call('POST /api/users/:id/block', { params: { id } });
const unblock = (member: TestMember, { id }: TestMember) =>
  member.call('DELETE /api/users/:id/block', { params: { id } });
const circle = (owner: TestMember, more: object = {}) =>
  owner.call('POST /api/circles', { body: { name: `Circle of ${owner.user.name}`, ...more } });
const join = (member: TestMember, id: string, body = {}) =>
  member.call('POST /api/circles/:id/join', { params: { id }, body });
const stake = (member: TestMember, pandaId: string, amount = '3') =>
  member.call('POST /api/stake-bamboo', { body: { pandaId, amount } });
const nobody = 'f'.repeat(24);

async function pandaOf(member: TestMember): Promise<string> {
  return (await member.call('POST /api/vibe-quiz', { body: quizSubmission() })).pandaId ?? '';
}

/** A member with a Panda, a post on it and an open circle, and another member. */
async function ownerAndOther() {
  const [owner, other] = await Promise.all([app.member(), app.member()]);
  const pandaId = await pandaOf(owner);
  const body = { type: 'post', content: 'Planted garlic.' } as const;
  const { id: contentId } = await owner.call('POST /api/pandas/:id/content', {
    params: { id: pandaId },
    body,
  });
  return { owner, other, pandaId, contentId, circleId: (await circle(owner)).id };
}

/** A call and its answer, without the request's id. */
async function answerTo(member: TestMember, method: string, path: string, body?: object): Promise<string> {
  const answer = await member.send(method, path, body ? { body } : {});
  return `${method} ${answer.status} ${(await answer.text()).replace(/"requestId":"[^"]*"/, '')}`;
}

describe('Pandas and circles behind a block (D23)', () => {
  it.each(['the blocked one', 'the blocker'])(
    'answers %s in every call as if it were not there',
    async (who) => {
      const { owner, other, pandaId, contentId, circleId } = await ownerAndOther();
      await (who === 'the blocked one' ? block(owner, other) : block(other, owner));
      const calls: [method: string, path: (panda: string, circle: string) => string, body?: object][] = [
        ['GET', (panda) => `/api/pandas/${panda}`],
        ['GET', (panda) => `/api/pandas/${panda}/content`],
        ['GET', (panda) => `/api/pandas/${panda}/history`],
        ['GET', (panda) => `/api/pandas/${panda}/own-review`],
        ['GET', (panda) => `/api/pandas/${panda}/stakes`],
        ['POST', (panda) => `/api/pandas/${panda}/content`, { type: 'post', content: 'Hello' }],
        ['POST', (panda) => `/api/pandas/${panda}/content`, { type: 'review', content: 'Hello' }],
        ['PUT', (panda) => `/api/pandas/${panda}/content/${contentId}/cheer`],
        ['DELETE', (panda) => `/api/pandas/${panda}/content/${contentId}/cheer`],
        ['GET', (_panda, one) => `/api/circles/${one}`],
        ['GET', (_panda, one) => `/api/circles/${one}/members`],
        ['GET', (_panda, one) => `/api/circles/${one}/notices`],
        ['GET', (_panda, one) => `/api/circles/${one}/requests`],
        ['GET', (_panda, one) => `/api/circles/${one}/bans`],
        ['GET', (_panda, one) => `/api/circles/${one}/invitations`],
        ['POST', (_panda, one) => `/api/circles/${one}/join`, {}],
        ['POST', (_panda, one) => `/api/circles/${one}/requests`, {}],
        ['POST', (_panda, one) => `/api/circles/${one}/notices`, { text: 'Hello' }],
        ['POST', (_panda, one) => `/api/circles/${one}/invitations/decline`],
        ['POST', (_panda, one) => `/api/circles/${one}/owner`, { userId: nobody }],
        ['PATCH', (_panda, one) => `/api/circles/${one}`, { name: 'Mine' }],
        ['DELETE', (_panda, one) => `/api/circles/${one}/membership`],
        ['DELETE', (_panda, one) => `/api/circles/${one}`, { confirm: 'Mine' }],
      ];
      for (const [method, path, body] of calls)
        expect(await answerTo(other, method, path(pandaId, circleId), body)).toBe(
          await answerTo(other, method, path(nobody, nobody), body),
        );
      for (const body of [
        { pandaId, amount: '1' },
        { name: 'Gated', circleType: 'stake_gated', gatePandaId: pandaId },
      ]) {
        const path = 'amount' in body ? '/api/stake-bamboo' : '/api/circles';
        const told = JSON.parse(JSON.stringify(body).replaceAll(pandaId, nobody)) as object;
        expect(await answerTo(other, 'POST', path, body)).toBe(await answerTo(other, 'POST', path, told));
      }
    },
  );

  it('are hidden from lists and searches until the block is lifted', async () => {
    const { owner, other, pandaId, circleId } = await ownerAndOther();
    const { name: pandaName } = await owner.call('GET /api/pandas/:id', { params: { id: pandaId } });
    const lists = async () => {
      const paths = ['/api/pandas?limit=200', `/api/pandas?q=${pandaName}`, '/api/circles?limit=200'];
      const named = [...paths, `/api/circles?q=${encodeURIComponent(owner.user.name)}`];
      return Promise.all(named.map(async (path) => (await other.send('GET', path)).text()));
    };
    const found = async () =>
      (await lists()).map((list) => list.includes(pandaId) || list.includes(circleId));
    expect(await found()).toEqual([true, true, true, true]);
    await block(owner, other);
    expect(await found()).toEqual([false, false, false, false]);
    await unblock(owner, other);
    expect(await found()).toEqual([true, true, true, true]);
    await join(other, circleId);
  });

  it('show no Panda at stakes and in the ledger, which can still be withdrawn', async () => {
    const { owner, other, pandaId } = await ownerAndOther();
    const staked = await stake(other, pandaId);
    await block(owner, other);
    expect(await other.call('GET /api/stakes')).toMatchObject([{ id: staked.stake.id, panda: null }]);
    for (const { panda } of await other.call('GET /api/wallet/ledger')) expect(panda).toBeNull();
    app.clock.advance(8 * day);
    const back = await other.call('POST /api/stakes/:id/unstake', {
      params: { id: staked.stake.id },
      body: {},
    });
    expect(back).toMatchObject({ stake: null, panda: null, staked: '0.00' });
  });

  it('stay for existing members of the circle, without its owner, until they leave', async () => {
    const { owner, other, circleId } = await ownerAndOther();
    await join(other, circleId);
    await block(owner, other);
    const params = { id: circleId };
    expect(await other.call('GET /api/circles/:id', { params })).toMatchObject({
      membership: 'member',
      memberCount: 2,
      ownerId: null,
      owner: null,
    });
    expect((await other.call('GET /api/circles/:id/members', { params })).map(({ id }) => id)).toEqual([
      other.id,
    ]);
    await other.call('DELETE /api/circles/:id/membership', { params });
    await expect(join(other, circleId)).rejects.toMatchObject({ status: 404 });
  });

  it('cannot be joined by a link, a friend’s invitation or a stake, and reveal none of these', async () => {
    const [owner, friend, other] = await Promise.all([app.member(), app.member(), app.member()]);
    const { id } = await circle(owner, { circleType: 'invite' });
    const { code } = await owner.call('POST /api/circles/:id/invitations', { params: { id }, body: {} });
    await join(friend, id, { inviteCode: code });
    await app.befriend(friend, other);
    const invite = () =>
      friend.call('POST /api/circles/:id/invitations', { params: { id }, body: { userId: other.id } });
    await invite();
    const told = async () =>
      (await other.call('GET /api/notifications')).filter(({ kind }) => kind === 'circleInvitation').length;
    const unread = async () => (await other.call('GET /api/notifications/unread')).unread;
    const before = await unread();
    expect(await told()).toBe(1);
    await block(owner, other);
    expect([await told(), await unread()]).toEqual([0, before - 1]);
    // The inviter does not learn that the invitation is useless.
    expect(await invite()).toBeTruthy();
    await expect(join(other, id)).rejects.toMatchObject({ status: 404 });
    await expect(join(other, id, { inviteCode: code })).rejects.toMatchObject({ status: 404 });
    expect(await other.call('GET /api/circle-invitations/:code', { params: { code: code ?? '' } })).toEqual({
      circle: null,
    });
    const { uses } = (await owner.call('GET /api/circles/:id/invitations', { params: { id } }))[0] ?? {};
    expect(uses).toBe(1);
  });

  it('are not offered as a gate', async () => {
    const { owner, other, pandaId } = await ownerAndOther();
    const keeper = await app.member();
    const { id } = await circle(keeper, { circleType: 'stake_gated', gatePandaId: pandaId });
    const page = () => other.call('GET /api/circles/:id', { params: { id } });
    expect(await page()).toMatchObject({ wayIn: { kind: 'stake' }, gatePanda: { id: pandaId } });
    await block(owner, other);
    expect(await page()).toMatchObject({ wayIn: { kind: 'none' }, gatePanda: null });
  });

  it('keep no join request, not even for keepers without a block', async () => {
    const [owner, admin, other] = await Promise.all([app.member(), app.member(), app.member()]);
    const { id } = await circle(owner, { circleType: 'invite' });
    const { code } = await owner.call('POST /api/circles/:id/invitations', { params: { id }, body: {} });
    await join(admin, id, { inviteCode: code });
    await owner.call('PATCH /api/circles/:id/members/:uid', {
      params: { id, uid: admin.id },
      body: { role: 'admin' },
    });
    const ask = () => other.call('POST /api/circles/:id/requests', { params: { id }, body: {} });
    const waiting = () => admin.call('GET /api/circles/:id/requests', { params: { id } });
    await ask();
    const [request] = await waiting();
    await block(owner, other);
    expect(await waiting()).toEqual([]);
    await expect(
      admin.call('POST /api/circles/:id/requests/:rid/accept', { params: { id, rid: request?.id ?? '' } }),
    ).rejects.toMatchObject({ status: 404 });
    await unblock(owner, other);
    expect(await other.call('GET /api/circles/:id', { params: { id } })).toMatchObject({
      membership: 'none',
    });
    await Promise.all([block(owner, other), ask().catch(() => null)]);
    expect(await waiting()).toEqual([]);
  });

  it('count a concurrent join correctly, or refuse it', async () => {
    const { owner, other, circleId } = await ownerAndOther();
    const [, joined] = await Promise.allSettled([block(owner, other), join(other, circleId)]);
    const { memberCount } = await owner.call('GET /api/circles/:id', { params: { id: circleId } });
    expect(memberCount).toBe(joined.status === 'fulfilled' ? 2 : 1);
  });

  it('stay visible to everybody else', async () => {
    const { owner, other, pandaId, circleId } = await ownerAndOther();
    const third = await app.member();
    await block(owner, other);
    expect((await third.call('GET /api/pandas/:id', { params: { id: pandaId } })).owner?.id).toBe(owner.id);
    expect((await join(third, circleId)).membership).toBe('member');
    await stake(third, pandaId);
  });
});
