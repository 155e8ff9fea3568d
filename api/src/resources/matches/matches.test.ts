import { limits } from '@frens/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day } from '../../clock.ts';
import { findDifferences } from '../../scripts/find-differences.ts';
import { quizSubmission } from '../../testing/factories.ts';
import { startTestApp, type TestApp, type TestMember } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const received = (member: TestMember) => member.call('GET /api/matches');
const made = (member: TestMember) => member.call('GET /api/matches/matchmaker');
const friends = (member: TestMember) => member.call('GET /api/connections');
const answers = {
  accept: 'POST /api/matches/:id/accept',
  decline: 'POST /api/matches/:id/decline',
} as const;
const answer = (member: TestMember, what: 'accept' | 'decline', id: string) =>
  member.call(answers[what], { params: { id } });
const withdraw = (member: TestMember, id: string) =>
  member.call('DELETE /api/matches/:id', { params: { id } });
const introduce = (matchmaker: TestMember, one: { id: string }, other: { id: string }, message?: string) =>
  matchmaker.call('POST /api/matches', { body: { user1Id: one.id, user2Id: other.id, message } });
const settings = (member: TestMember, body: object) => member.call('PATCH /api/privacy-settings', { body });
const block = (member: TestMember, { id }: { id: string }) =>
  member.call('POST /api/users/:id/block', { params: { id } });

/** Ana and her friends Maya and Olu, who are strangers to each other. */
async function three() {
  const [ana, maya, olu] = await Promise.all([app.member(), app.member(), app.member()]);
  await app.befriend(ana, maya);
  await app.befriend(ana, olu);
  return { ana, maya, olu };
}
async function introduced() {
  const who = await three();
  const { id } = await introduce(who.ana, who.maya, who.olu, ' You both keep bees. ');
  return { ...who, id };
}
/** Sessions end before an introduction expires. */
async function later(days: number, ...members: TestMember[]) {
  app.clock.advance(days * day);
  for (const { call, user } of members)
    await call('POST /api/login', { body: { username: user.username ?? '', password: 'correct horse' } });
}

describe('POST /api/matches', () => {
  it('introduces two frens, and all three see it (D24, D25)', async () => {
    const { ana, maya, olu } = await three();
    const response = await ana.send('POST', '/api/matches', {
      body: { user1Id: maya.id, user2Id: olu.id, message: ' You both keep bees. ', status: 'pending' },
    });
    expect(response.status).toBe(201);
    const one = await response.json();
    expect(one).toMatchObject({ status: 'pending', user1: { id: maya.id }, user2: { id: olu.id } });
    expect(await made(ana)).toEqual([one]);
    for (const [self, other] of [
      [maya, olu],
      [olu, maya],
    ] as const) {
      expect(await received(self)).toMatchObject([
        {
          other: { id: other.id, relation: 'none' },
          matchmaker: { id: ana.id },
          message: 'You both keep bees.',
          status: 'pending',
          myAnswer: null,
        },
      ]);
    }
    expect(await received(ana)).toEqual([]);
  });

  it('refuses duplicate, unknown, invisible, closed and blocked members, and existing friends', async () => {
    const { ana, maya, olu } = await three();
    const stranger = await app.member();
    for (const [one, other] of [
      [ana, olu],
      [maya, ana],
      [maya, maya],
    ] as const)
      await expect(introduce(ana, one, other)).rejects.toMatchObject({ status: 400 });
    const wrong = { user1Id: maya.id, user2Id: olu.id, status: 'accepted' };
    expect((await ana.send('POST', '/api/matches', { body: wrong })).status).toBe(400);
    await expect(introduce(ana, stranger, olu)).rejects.toMatchObject({
      status: 403,
      code: 'not_your_friend',
    });
    await expect(introduce(ana, maya, { id: 'f'.repeat(24) })).rejects.toMatchObject({ status: 404 });
    for (const closed of [{ matchSuggestionsEnabled: false }, { profileVisibility: 'private' }]) {
      const [one, other] = await Promise.all([app.member(), app.member()]);
      for (const friend of [one, other]) await app.befriend(ana, friend);
      await settings(other, closed);
      for (const [first, second] of [
        [one, other],
        [other, one],
      ] as const)
        await expect(introduce(ana, first, second)).rejects.toMatchObject({ code: 'suggestions_closed' });
    }
    await block(olu, maya);
    await expect(introduce(ana, maya, olu)).rejects.toMatchObject({ status: 404 });
    await app.befriend(maya, stranger);
    await expect(introduce(ana, maya, stranger)).rejects.toMatchObject({ code: 'already_connected' });
  });

  it('allows one open introduction per matchmaker and three per pair', async () => {
    const { ana, maya, olu, id } = await introduced();
    await expect(introduce(ana, olu, maya)).rejects.toMatchObject({ code: 'already_suggested' });
    const others = await Promise.all([1, 2, 3, 4].map(() => app.member()));
    for (const other of others) await app.befriend(other, maya);
    const answers = await Promise.all(
      others.map((other) =>
        other.send('POST', '/api/matches', { body: { user1Id: maya.id, user2Id: olu.id } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 201, 409, 409]);
    await withdraw(ana, id);
    expect((await introduce(ana, maya, olu)).status).toBe('pending');
  });

  it('allows exactly ten a day, not counting refused ones', async () => {
    const { ana, maya } = await three();
    const others = await Promise.all(Array.from({ length: limits.matches.perDay + 2 }, () => app.member()));
    await expect(introduce(ana, maya, ana)).rejects.toMatchObject({ status: 400 });
    const answers = await Promise.all(
      others.map(({ id }) => ana.send('POST', '/api/matches', { body: { user1Id: maya.id, user2Id: id } })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(limits.matches.perDay);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2);
  });
});

describe('answering an introduction (D25)', () => {
  it('makes two members friends who both accept, and counts and rewards it', async () => {
    const { ana, maya, olu, id } = await introduced();
    await ana.call('POST /api/vibe-quiz', { body: quizSubmission() });
    const before = await ana.call('GET /api/user');
    expect(await answer(maya, 'accept', id)).toMatchObject({ status: 'pending', myAnswer: 'accepted' });
    expect(await friends(maya)).toHaveLength(1);
    expect(await answer(olu, 'accept', id)).toMatchObject({
      status: 'accepted',
      other: { relation: 'friend' },
    });
    expect((await friends(maya))[0]).toMatchObject({ friendId: olu.id });
    expect((await friends(olu))[0]).toMatchObject({ friendId: maya.id });
    expect((await received(maya))[0]).toMatchObject({ status: 'accepted' });
    expect((await made(ana))[0]).toMatchObject({ status: 'accepted' });
    const after = await ana.call('GET /api/user');
    expect(Number(after.bambooBalance) - Number(before.bambooBalance)).toBe(5);
    const [entry] = await ana.call('GET /api/wallet/ledger');
    expect(entry).toMatchObject({ kind: 'match', amount: '5.00' });
    const panda = await ana.call('GET /api/pandas/:id', { params: { id: before.pandaId ?? '' } });
    expect(panda.frenQuotientParts.matches).toBe('15.0');
    await expect(answer(olu, 'accept', id)).rejects.toMatchObject({ status: 409 });
    await expect(answer(maya, 'decline', id)).rejects.toMatchObject({ status: 409 });
    await expect(withdraw(ana, id)).rejects.toMatchObject({ status: 409 });
    expect(await findDifferences(app.services)).toEqual([]);
  });

  it('counts introductions from before the matchmaker had a Panda', async () => {
    const { ana, maya, olu, id } = await introduced();
    await answer(maya, 'accept', id);
    await answer(olu, 'accept', id);
    const { pandaId } = await ana.call('POST /api/vibe-quiz', { body: quizSubmission() });
    const panda = await ana.call('GET /api/pandas/:id', { params: { id: pandaId ?? '' } });
    expect(panda.frenQuotientParts.matches).toBe('15.0');
    expect(await findDifferences(app.services)).toEqual([]);
  });

  it('closes silently with one decline, and blocks the pair for 90 days for everybody', async () => {
    const { ana, maya, olu, id } = await introduced();
    await answer(maya, 'accept', id);
    expect(await answer(olu, 'decline', id)).toMatchObject({ status: 'closed', myAnswer: 'declined' });
    expect(await received(maya)).toMatchObject([{ status: 'closed', myAnswer: 'accepted' }]);
    expect(await made(ana)).toMatchObject([{ status: 'closed' }]);
    await expect(answer(maya, 'accept', id)).rejects.toMatchObject({ status: 409 });
    const other = await app.member();
    await app.befriend(other, maya);
    for (const matchmaker of [ana, other])
      await expect(introduce(matchmaker, maya, olu)).rejects.toMatchObject({ code: 'recently_suggested' });
    await later(91, other, maya, olu);
    expect((await introduce(other, maya, olu)).status).toBe('pending');
  });

  it('lets a party decline after accepting, while it is open', async () => {
    const { maya, olu, id } = await introduced();
    await answer(maya, 'accept', id);
    await answer(maya, 'accept', id);
    await answer(maya, 'decline', id);
    await expect(answer(olu, 'accept', id)).rejects.toMatchObject({ status: 409 });
    expect(await friends(maya)).toHaveLength(1);
  });

  it('lets only the parties answer, and only the matchmaker withdraw', async () => {
    const { ana, maya, id } = await introduced();
    const stranger = await app.member();
    for (const what of ['accept', 'decline'] as const)
      for (const other of [ana, stranger])
        await expect(answer(other, what, id)).rejects.toMatchObject({ status: 404 });
    for (const other of [maya, stranger])
      await expect(withdraw(other, id)).rejects.toMatchObject({ status: 404 });
    await withdraw(ana, id);
    expect(await received(maya)).toMatchObject([{ status: 'closed', myAnswer: null }]);
    await expect(answer(maya, 'accept', id)).rejects.toMatchObject({ status: 409 });
  });

  it('expires after 14 days', async () => {
    const { ana, maya, olu, id } = await introduced();
    await answer(maya, 'accept', id);
    await later(14, ana, maya, olu);
    expect(await received(olu)).toMatchObject([{ status: 'closed', myAnswer: null }]);
    expect(await made(ana)).toMatchObject([{ status: 'closed' }]);
    await expect(answer(olu, 'accept', id)).rejects.toMatchObject({ status: 409 });
    await expect(withdraw(ana, id)).rejects.toMatchObject({ status: 409 });
    expect((await introduce(ana, maya, olu)).status).toBe('pending');
  });

  it.runIf(process.env.LONG)(
    'rewards a matchmaker ten times in 30 days, and counts all',
    async () => {
      const ana = await app.member();
      const hub = await app.member();
      await app.befriend(ana, hub);
      for (let n = 0; n <= 10; n += 1) {
        const other = await app.member();
        if (n === 10) await later(1, ana, hub);
        const { id } = await introduce(ana, hub, other);
        if (n === 10) await later(0, other);
        await answer(hub, 'accept', id);
        await answer(other, 'accept', id);
      }
      expect(await ana.call('GET /api/wallet')).toMatchObject({ balance: '150.00' });
      expect((await made(ana)).filter(({ status }) => status === 'accepted')).toHaveLength(11);
      expect(await findDifferences(app.services)).toEqual([]);
    },
    90_000,
  );

  it('closes the introductions of the same pair by others', async () => {
    const { maya, olu, id } = await introduced();
    const other = await app.member();
    await app.befriend(other, olu);
    const second = await introduce(other, olu, maya);
    for (const one of [maya, olu]) await answer(one, 'accept', id);
    await expect(answer(maya, 'accept', second.id)).rejects.toMatchObject({ status: 409 });
    expect(await made(other)).toMatchObject([{ status: 'closed' }]);
  });

  it.each(['declined', 'asked'] as const)('makes friends of two of whom one had %s before', async (what) => {
    const { maya, olu, id } = await introduced();
    const asked = await maya.call('POST /api/connections', { body: { friendId: olu.id, note: 'Hi' } });
    if (what === 'declined')
      await olu.call('POST /api/connections/:id/decline', { params: { id: asked.id } });
    for (const one of [maya, olu]) await answer(one, 'accept', id);
    expect((await friends(olu))[0]).toMatchObject({ friendId: maya.id });
    expect(await olu.call('GET /api/connections/pending')).toEqual([]);
    expect(await findDifferences(app.services)).toEqual([]);
  });
});

describe('an introduction with other events before the answer', () => {
  it('ends with a block of any two of the three', async () => {
    for (const [who, whom] of [
      ['maya', 'olu'],
      ['olu', 'ana'],
      ['ana', 'maya'],
    ] as const) {
      const all = await introduced();
      await answer(all.maya, 'accept', all.id);
      await block(all[who], all[whom]);
      await expect(answer(all.olu, 'accept', all.id)).rejects.toMatchObject({
        status: expect.toBeOneOf([404, 409]),
      });
      await all[who].call('DELETE /api/users/:id/block', { params: { id: all[whom].id } });
      await expect(answer(all.olu, 'accept', all.id)).rejects.toMatchObject({ status: 409 });
      expect(await made(all.ana)).toMatchObject([{ status: 'closed' }]);
    }
  });

  it('is hidden and cannot be answered while one of the three has ended their account', async () => {
    for (const who of ['maya', 'ana'] as const) {
      const all = await introduced();
      await answer(all.maya, 'accept', all.id);
      await all[who].call('DELETE /api/account', { body: { confirm: all[who].user.username ?? '' } });
      expect(await received(all.olu)).toEqual([]);
      await expect(answer(all.olu, 'accept', all.id)).rejects.toMatchObject({ status: 404 });
      expect(await friends(all.olu)).toHaveLength(who === 'ana' ? 0 : 1);
    }
  });

  it('is hidden from its reporter', async () => {
    const { maya, olu, id } = await introduced();
    const report = { subjectType: 'match', subjectId: id, reason: 'spam' } as const;
    await maya.call('POST /api/reports', { body: report });
    expect(await received(maya)).toEqual([]);
    expect(await received(olu)).toHaveLength(1);
  });

  it('shows frens of visibility `friends` by name only, however it ends (D16)', async () => {
    const { ana, maya, olu } = await three();
    await settings(maya, { profileVisibility: 'friends' });
    const { id } = await introduce(ana, maya, olu);
    expect(await received(olu)).toMatchObject([
      { other: { id: maya.id, bio: '', age: null, pandaId: null } },
    ]);
    expect(await answer(olu, 'decline', id)).toMatchObject({ other: { id: maya.id } });
    await later(14, olu);
    expect(await received(olu)).toEqual([]);
  });
});
