import { limits } from '@frens/contract/limits';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { day } from '../../clock.ts';
import { idFrom } from '../../database/ids.ts';
import { quizSubmission } from '../../testing/factories.ts';
import { startTestApp, type TestApp, type TestMember } from '../../testing/test-app.ts';

// Content and Panda of a private member (D79).
let app: TestApp;

const show = (member: TestMember, profileVisibility: 'public' | 'private') =>
  member.call('PATCH /api/privacy-settings', { body: { profileVisibility } });

let owner: TestMember;
let backer: TestMember;
let friend: TestMember;
let other: TestMember;
let id: string;
beforeAll(async () => {
  app = await startTestApp();
  [owner, backer, friend, other] = await Promise.all([
    app.member(),
    app.member(),
    app.member(),
    app.member(),
  ]);
  for (const member of [owner, backer]) await app.confirm(member);
  id = (await owner.call('POST /api/vibe-quiz', { body: quizSubmission() })).pandaId;
  await app.befriend(owner, friend);
  await backer.call('POST /api/stake-bamboo', { body: { pandaId: id, amount: '10' } });
  await owner.call('POST /api/pandas/:id/content', {
    params: { id },
    body: { type: 'post', content: 'Of the owner' },
  });
  await backer.call('POST /api/pandas/:id/content', {
    params: { id },
    body: { type: 'review', content: 'Of the backer' },
  });
});

afterAll(() => app.close());
beforeEach(async () => {
  for (const member of [owner, backer]) await show(member, 'public');
});

const panda = (reader: TestMember) => reader.call('GET /api/pandas/:id', { params: { id } });
const words = async (reader: TestMember) =>
  (await reader.call('GET /api/pandas/:id/content', { params: { id } }))
    .filter(({ type }) => type !== 'milestone')
    .map(({ content }) => content);

describe('a private member', () => {
  it('hides their posts and reviews, from friends too, until they are public again', async () => {
    await show(backer, 'private');
    expect(await words(other)).toEqual(['Of the owner']);
    expect(await words(owner)).toEqual(['Of the owner']);
    expect((await words(backer)).toSorted()).toEqual(['Of the backer', 'Of the owner']);
    const exported = await owner.call('GET /api/account/export');
    expect(JSON.stringify(exported)).not.toContain('Of the backer');
    await show(backer, 'public');
    expect((await words(other)).toSorted()).toEqual(['Of the backer', 'Of the owner']);
  });

  it('shows their Panda to its backers alone, everywhere', async () => {
    const face = `/media/pandas/${id}.svg`;
    const circle = await other.call('POST /api/circles', {
      body: { name: 'At a gate', circleType: 'stake_gated', gatePandaId: id, gateMinAmount: '1' },
    });
    const asSeen = async (reader: TestMember) => {
      const listed = await reader.call('GET /api/pandas', { query: { limit: 100 } });
      const rising = await reader.call('GET /api/pandas', { query: { sort: 'rising', limit: 100 } });
      const gate = await reader.call('GET /api/circles/:id', { params: { id: circle.id } });
      return {
        page: (await reader.send('GET', `/api/pandas/${id}`)).status,
        history: (await reader.send('GET', `/api/pandas/${id}/history`)).status,
        stakes: (await reader.send('GET', `/api/pandas/${id}/stakes`)).status,
        timeline: (await reader.send('GET', `/api/pandas/${id}/content`)).status,
        picture: (await reader.send('GET', face)).status,
        isListed: listed.some((one) => one.id === id),
        isRising: rising.some((one) => one.id === id),
        isNamed: gate.gatePanda !== null,
        isTold: gate.gatePandaId === id,
      };
    };
    const connections = async () => JSON.stringify(await friend.call('GET /api/connections'));
    expect(await connections()).toContain('/media/drawings/');
    const everything = { page: 200, history: 200, stakes: 200, timeline: 200, picture: 200 };
    const inLists = { isListed: true, isRising: true, isNamed: true, isTold: true };
    const nothing = { page: 404, history: 404, stakes: 404, timeline: 404, picture: 404 };
    const nowhere = { isListed: false, isRising: false, isNamed: false, isTold: false };
    expect(await asSeen(other)).toEqual({ ...everything, ...inLists });
    await show(owner, 'private');
    expect(await asSeen(friend)).toEqual({ ...nothing, ...nowhere });
    const refused = await friend.send('POST', `/api/circles/${circle.id}/join`, { body: {} });
    const refusal = await refused.text();
    expect(refusal).toContain('stake_required');
    expect(refusal).not.toContain(id);
    // The circle's owner may open the gate to others.
    expect(await asSeen(other)).toEqual({ ...nothing, ...nowhere, isTold: true });
    for (const reader of [backer, owner]) expect(await asSeen(reader)).toEqual({ ...everything, ...inLists });
    const visitor = app.visitor();
    expect((await visitor.send('GET', face)).status).toBe(404);
    expect(
      (await visitor.call('GET /api/pandas', { query: { limit: 100 } })).some((one) => one.id === id),
    ).toBe(false);
    // What a list has named is a drawing, which is kept by whoever has seen it; whose it is, no list says any more.
    expect(await connections()).not.toContain('/media/drawings/');
    const stake = { body: { pandaId: id, amount: '5' } };
    expect((await other.send('POST', '/api/stake-bamboo', stake)).status).toBe(404);
  });

  it('hides friendships from backers: parts, score, drawing and history leave them out', async () => {
    await show(owner, 'private');
    const of = async () => {
      const { frenQuotient, frenQuotientParts, imageUrl } = await panda(backer);
      const { quotient } = await backer.call('GET /api/pandas/:id/history', { params: { id } });
      const [held] = await backer.call('GET /api/stakes');
      return { frenQuotient, frenQuotientParts, imageUrl, quotient, held: held?.panda };
    };
    const before = await of();
    expect(before).toMatchObject({ frenQuotientParts: { connections: null, matches: null }, quotient: [] });
    const { quiz, staked, backers } = before.frenQuotientParts;
    expect(Number(before.frenQuotient)).toBeCloseTo(Number(quiz) + Number(staked) + Number(backers), 0);
    await show(owner, 'public');
    await app.befriend(owner, other);
    await show(owner, 'private');
    expect(await of()).toEqual(before);
    expect((await panda(owner)).frenQuotientParts.connections).toBe((10 * Math.SQRT2).toFixed(1));
  });

  it('hides the Panda from a former backer, in the ledger too', async () => {
    await show(owner, 'private');
    app.clock.advance(limits.stakes.lockedDays * day);
    const [stake] = await backer.call('GET /api/stakes');
    const named = async () =>
      (await backer.call('GET /api/wallet/ledger')).filter(({ panda }) => panda?.id === id).length;
    expect(await named()).toBe(1);
    const { panda: left } = await backer.call('POST /api/stakes/:id/unstake', {
      params: { id: stake?.id ?? '' },
      body: {},
    });
    expect(left).toBeNull();
    expect(await named()).toBe(0);
    expect((await backer.send('GET', `/api/pandas/${id}`)).status).toBe(404);
    expect(await app.services.db.models.Panda.exists({ _id: idFrom(id) })).not.toBeNull();
  });
});
