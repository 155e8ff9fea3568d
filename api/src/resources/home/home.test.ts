import type { Home } from '@frens/contract';
import { nothingBetween } from '@frens/contract/fixtures';
import { limits } from '@frens/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day, minute } from '../../clock.ts';
import { openDatabase } from '../../database/database.ts';
import { idFrom, newId } from '../../database/ids.ts';
import { serverLimits } from '../../limits.ts';
import { quizSubmission, registration } from '../../testing/factories.ts';
import { fewestReads, monitored, recordCommands } from '../../testing/record-commands.ts';
import { startTestApp, type TestApp, type TestMember } from '../../testing/test-app.ts';
import { startTestDatabase } from '../../testing/test-database.ts';
import { pairOf } from '../connections/connection.model.ts';
import { createModels } from '../models.ts';

let app: TestApp;
beforeAll(async () => {
  const database = await startTestDatabase();
  const db = await openDatabase(monitored(database.uri), createModels);
  app = await startTestApp({}, { db, uri: database.uri, close: () => db.close().then(database.close) });
});
afterAll(() => app.close());

const home = (member: TestMember) => member.call('GET /api/home');
const ask = (from: TestMember, { id }: TestMember, note?: string) =>
  from.call('POST /api/connections', { body: { friendId: id, note } });
const circle = (owner: TestMember, name: string, circleType: 'open' | 'invite' = 'open') =>
  owner.call('POST /api/circles', { body: { name, circleType } });
const join = (member: TestMember, id: string) =>
  member.call('POST /api/circles/:id/join', { params: { id }, body: {} });
const hide = (member: TestMember, body: object) => member.call('PATCH /api/privacy-settings', { body });
/** After weeks the session has run out. */
const signIn = (member: TestMember) =>
  member.call('POST /api/login', {
    body: { username: member.user.username ?? '', password: registration().password },
  });
/** Ends a member's only friendship. */
async function unfriend(member: TestMember): Promise<void> {
  const [friendship] = await member.call('GET /api/connections');
  await member.call('DELETE /api/connections/:id', { params: { id: friendship?.id ?? '' } });
}
const proposed = async (member: TestMember) => (await home(member)).people.map(({ id }) => id);

describe('GET /api/home', () => {
  it('tells what is done and what was given, as it grows (D56)', async () => {
    const maya = await app.member({ bio: '', interests: [] });
    const steps = async () => (await home(maya)).firstSteps;
    const welcome = { kind: 'welcome', amount: '100.00' };
    expect(await steps()).toEqual({
      steps: { profile: false, circle: false, fren: false },
      onlyCircle: null,
      grants: [welcome],
    });
    const body = { bio: 'Bakes bread', interests: ['bread'] };
    await maya.call('PATCH /api/users/:id', { params: { id: maya.id }, body });
    const { id: onlyCircle } = await circle(maya, 'Bread');
    await maya.call('POST /api/vibe-quiz', { body: quizSubmission() });
    await app.confirm(maya);
    await app.befriend(maya, await app.member());
    expect(await steps()).toEqual({
      steps: { profile: true, circle: true, fren: true },
      onlyCircle,
      grants: [welcome, { kind: 'quiz', amount: '25.00' }, { kind: 'confirmed', amount: '25.00' }],
    });
    await circle(maya, 'Cheese');
    expect((await steps()).onlyCircle).toBeNull();
  });

  it('tells what waits, each as its own list does, and nothing any more once it is answered (D69)', async () => {
    const [maya, ana, asker, other] = await Promise.all([1, 2, 3, 4].map(() => app.member()));
    if (!maya || !ana || !asker || !other) throw new Error('There are four.');
    await app.befriend(maya, ana);
    await app.befriend(ana, other);
    const request = await ask(asker, maya, 'Hello');
    const introduction = await ana.call('POST /api/matches', {
      body: { user1Id: other.id, user2Id: maya.id },
    });
    const closed = await circle(ana, 'Closed', 'invite');
    await ana.call('POST /api/circles/:id/invitations', {
      params: { id: closed.id },
      body: { userId: maya.id },
    });
    const own = await circle(maya, 'Own', 'invite');
    await asker.call('POST /api/circles/:id/requests', { params: { id: own.id }, body: {} });
    const [friendship] = await maya.call('GET /api/connections');
    const conversation = { id: friendship?.id ?? '' };
    await ana.call('POST /api/connections/:id/messages', { params: conversation, body: { text: 'Tea?' } });

    const { waiting, figures } = await home(maya);
    expect(waiting).toMatchObject({
      requests: { total: 1, items: [{ id: request.id, note: 'Hello', user: { id: asker.id } }] },
      introductions: { total: 1, items: [{ id: introduction.id, other: { id: other.id } }] },
      invitations: { total: 1, items: [{ id: closed.id, wayIn: { kind: 'invited' } }] },
      circleRequests: {
        total: 1,
        items: [{ circle: { id: own.id, name: 'Own' }, request: { user: { id: asker.id } } }],
      },
      conversations: {
        total: 1,
        items: [
          { id: conversation.id, friend: { id: ana.id }, lastMessage: { text: 'Tea?' }, isUnread: true },
        ],
      },
    });
    // Where something of every kind waits: a command or two a wave, whatever waits.
    const waves = await fewestReads(app.services.db.connection, () => home(maya));
    expect(waves.flat().length).toBeLessThanOrEqual(10);
    expect(waves.length).toBeLessThanOrEqual(6);
    // The page of each tells what waits between the two (D57).
    const between = async (viewer: TestMember, { id }: TestMember) =>
      (await viewer.call('GET /api/users/:id', { params: { id } })).waiting;
    const introductions = waiting.introductions.items;
    const invitations = waiting.invitations.items;
    const circleRequests = waiting.circleRequests.items;
    expect(await between(maya, other)).toEqual({ ...nothingBetween, introductions });
    expect(await between(maya, ana)).toEqual({ ...nothingBetween, introductions, invitations });
    expect(await between(maya, asker)).toEqual({ ...nothingBetween, circleRequests });
    const made = await ana.call('GET /api/matches/matchmaker');
    expect(made).toMatchObject([{ id: introduction.id }]);
    for (const one of [maya, other]) expect(await between(ana, one)).toEqual({ ...nothingBetween, made });
    expect(await between(asker, maya)).toEqual(nothingBetween);
    expect(waiting.requests.items).toEqual(await maya.call('GET /api/connections/pending'));
    expect(waiting.introductions.items).toEqual(await maya.call('GET /api/matches'));
    expect(waiting.conversations.items).toEqual(await maya.call('GET /api/conversations'));
    expect(figures).toEqual({
      connections: 1,
      hasMoreConnections: false,
      matchesMade: 0,
      matchRequests: 1,
    });

    await maya.call('POST /api/connections/:id/decline', { params: { id: request.id } });
    await maya.call('POST /api/matches/:id/decline', { params: { id: introduction.id } });
    await join(maya, closed.id);
    const [asked] = await maya.call('GET /api/circles/:id/requests', { params: { id: own.id } });
    const params = { id: own.id, rid: asked?.id ?? '' };
    await maya.call('POST /api/circles/:id/requests/:rid/decline', { params });
    const seen = { place: 'conversation', id: ana.id } as const;
    await maya.call('POST /api/notifications/read', { body: { seen } });
    const nothing = { items: [], total: 0 };
    expect((await home(maya)).waiting).toEqual({
      requests: nothing,
      introductions: nothing,
      invitations: nothing,
      circleRequests: nothing,
      conversations: nothing,
    });
  });

  it('tells news of friends, circles and the Panda, the newest first, and nothing that is old or hidden', async () => {
    const [maya, ana] = await Promise.all([app.member(), app.member()]);
    const { pandaId } = await maya.call('POST /api/vibe-quiz', { body: quizSubmission() });
    await ana.call('POST /api/vibe-quiz', { body: quizSubmission() });
    await app.befriend(maya, ana);
    const tea = await circle(ana, 'Tea');
    await join(maya, tea.id);
    app.clock.advance(1000);
    const post = (by: TestMember, text: string) =>
      by.call('POST /api/circles/:id/notices', { params: { id: tea.id }, body: { text } });
    await post(ana, 'Kettle at five.');
    await post(maya, 'My own is no news to me.');
    app.clock.advance(1000);
    await ana.call('POST /api/stake-bamboo', { body: { pandaId, amount: '2' } });
    expect((await home(maya)).news).toMatchObject([
      { kind: 'backer', backer: { id: ana.id } },
      {
        kind: 'post',
        circle: { id: tea.id, name: 'Tea' },
        post: { text: 'Kettle at five.', canDelete: false },
      },
      {
        kind: 'friend',
        friend: { id: ana.id, relation: 'friend', pandaImage: expect.any(String) },
        hasMessages: false,
      },
    ]);
    const [friendship] = await maya.call('GET /api/connections');
    const conversation = { id: friendship?.id ?? '' };
    await ana.call('POST /api/connections/:id/messages', { params: conversation, body: { text: 'Tea?' } });
    await hide(ana, { profileVisibility: 'private' });
    expect((await home(maya)).news).toMatchObject([
      { kind: 'post' },
      { kind: 'friend', friend: { bio: '' }, hasMessages: true },
    ]);
    app.clock.advance(31 * day);
    await signIn(maya);
    expect((await home(maya)).news).toEqual([]);
  });

  it('proposes circles of friends and of interests, never one whose members are not shown (D27)', async () => {
    const [maya, ana] = await Promise.all([app.member({ interests: ['kites'] }), app.member()]);
    await app.befriend(maya, ana);
    const open = await circle(ana, 'Slow walks');
    await circle(ana, 'Kites and wind', 'invite');
    expect((await home(maya)).circles.slice(0, 2)).toMatchObject([
      {
        circle: { name: 'Kites and wind', wayIn: { kind: 'ask' } },
        reason: { kind: 'interest', name: 'kites' },
      },
      { circle: { id: open.id }, reason: { kind: 'friends', count: 1, name: ana.user.name } },
    ]);
    await maya.call('PATCH /api/users/:id', {
      params: { id: maya.id },
      body: { interests: ['win', 'c++ (old)'] },
    });
    expect((await home(maya)).circles.filter(({ reason }) => reason?.kind === 'interest')).toEqual([]);
    await hide(ana, { profileVisibility: 'private' });
    const after = (await home(maya)).circles.find(({ circle: { id } }) => id === open.id);
    expect(after?.reason ?? null).toBeNull();
  });
});

describe('people who are proposed (D70)', () => {
  it('are never friends, asked, declined, blocked, reported, hidden or being introduced, and come back', async () => {
    const maya = await app.member({ interests: ['rare bees'] });
    const one = await app.member({ interests: ['rare bees'] });
    const isThere = async () => (await proposed(maya)).includes(one.id);
    expect(await isThere()).toBe(true);
    for (const settings of [{ profileVisibility: 'private' }, { profileVisibility: 'friends' }]) {
      await hide(one, settings);
      expect(await isThere()).toBe(false);
    }
    await hide(one, { profileVisibility: 'public', allowFriendRequests: false });
    expect(await isThere()).toBe(false);
    await hide(one, { allowFriendRequests: true });
    for (const [by, whom] of [
      [maya, one],
      [one, maya],
    ] as const) {
      await by.call('POST /api/users/:id/block', { params: { id: whom.id } });
      expect(await isThere()).toBe(false);
      await by.call('DELETE /api/users/:id/block', { params: { id: whom.id } });
      expect(await isThere()).toBe(true);
    }
    const { id } = await ask(maya, one);
    expect(await isThere()).toBe(false);
    await one.call('POST /api/connections/:id/decline', { params: { id } });
    expect(await isThere()).toBe(false);
    // Taken back, it may have been declined or not.
    await maya.call('DELETE /api/connections/:id', { params: { id } });
    expect(await isThere()).toBe(true);
    const ana = await app.member();
    await app.befriend(ana, one);
    await ana.call('POST /api/matches', { body: { user1Id: one.id, user2Id: maya.id } });
    expect(await isThere()).toBe(false);
  });

  it('come with their strongest reason, of nothing that they hide, the same on the home, in Browse and on their page', async () => {
    const maya = await app.member({ interests: ['glass organs'], age: 40, location: '' });
    const one = await app.member({ interests: ['Glass organs'], age: 41, location: '' });
    for (const member of [maya, one]) await member.call('POST /api/vibe-quiz', { body: quizSubmission() });
    app.clock.advance(20 * day);
    for (const member of [maya, one]) await signIn(member);
    const reasons = async () => {
      const onHome = (await home(maya)).people.find(({ id }) => id === one.id);
      const listed = await maya.call('GET /api/users', { query: { sort: 'for-you' } });
      const inBrowse = listed.find(({ id }) => id === one.id);
      const { reasons: onPage } = await maya.call('GET /api/users/:id/common', { params: { id: one.id } });
      const newest = await maya.call('GET /api/users', { query: { sort: 'newest' } });
      expect(inBrowse).toEqual(onHome);
      expect(newest.find(({ id }) => id === one.id)).toEqual(onHome);
      expect(onPage).toEqual(onHome?.reasons);
      return onHome;
    };
    expect(await reasons()).toMatchObject({
      leadingTrait: expect.any(String),
      reasons: [{ kind: 'trait' }, { kind: 'interest', name: 'Glass organs' }, { kind: 'age' }],
    });
    await hide(one, { interestsVisible: false, ageVisible: false });
    expect((await reasons())?.reasons).toMatchObject([{ kind: 'trait' }]);
    // Ties count most, and none to a friend who shows nothing but a name.
    const [ana, olu] = await Promise.all([app.member({ name: 'Ana' }), app.member()]);
    for (const friend of [ana, olu]) for (const member of [maya, one]) await app.befriend(friend, member);
    await join(one, (await circle(maya, 'Lantern makers')).id);
    await hide(olu, { profileVisibility: 'private' });
    expect((await reasons())?.reasons).toMatchObject([
      { kind: 'friends', count: 1, name: 'Ana' },
      { kind: 'circles', count: 1, name: 'Lantern makers' },
      { kind: 'trait' },
    ]);
    // Two friends who know each other are in common both ways, also beside one with more friends than are looked through.
    const ben = await app.member({ name: 'Ben' });
    for (const member of [maya, ana]) await app.befriend(ben, member);
    const inCommon = async () => {
      const listed = await maya.call('GET /api/users', { query: { sort: 'newest' } });
      return [one, ana, ben].map(({ id }) => listed.find((other) => other.id === id)?.reasons[0]);
    };
    const known = ['Ana', 'Ben', 'Ana'].map((name) => ({ kind: 'friends', count: 1, name }));
    expect(await inCommon()).toEqual(known);
    const many = Array.from({ length: serverLimits.proposals.hubFriendships }, newId).map((id) => ({
      pair: pairOf(id, idFrom(ana.id)),
      requesterId: idFrom(ana.id),
      addresseeId: id,
      status: 'accepted' as const,
      source: 'browse' as const,
      createdAt: app.clock.now(),
    }));
    const { Connection, User } = app.services.db.models;
    await Connection.insertMany(many);
    await User.updateOne({ _id: ana.id }, { $inc: { friendCount: many.length } });
    expect(await inCommon()).toEqual(known);
  });

  it('are not who was a friend lately, for either of the two', async () => {
    const maya = await app.member({ interests: ['tin kites'] });
    const one = await app.member({ interests: ['tin kites'] });
    await app.befriend(maya, one);
    const [friendship] = await maya.call('GET /api/connections');
    await unfriend(maya);
    const seen = async () => [
      (await proposed(maya)).includes(one.id),
      (await proposed(one)).includes(maya.id),
    ];
    expect(await seen()).toEqual([false, false]);
    await app.services.db.models.Connection.updateOne(
      { _id: friendship?.id },
      { respondedAt: new Date(app.clock.now().getTime() - 91 * day) },
    );
    app.clock.advance(serverLimits.proposals.shortlist.ttlMinutes * minute + 1);
    expect(await seen()).toEqual([true, true]);
  });

  it('come from a cached shortlist, checked at each request, until it expires or the member changes', async () => {
    // An interest would be looked for in the entries of all members.
    const maya = await app.member({ interests: ['kite patents'] });
    const [ana, kite] = [await app.member(), await app.member()];
    for (const member of [maya, kite]) await member.call('POST /api/vibe-quiz', { body: quizSubmission() });
    for (const member of [maya, kite]) await app.befriend(ana, member);
    app.clock.advance(1000);
    // So that only the friend in common names them.
    for (let n = 0; n < serverLimits.proposals.newest; n += 1) await app.member();
    const isFirst = async ({ id }: TestMember) => (await proposed(maya))[0] === id;
    expect(await isFirst(kite)).toBe(true);
    const recorder = recordCommands(app.services.db.connection);
    for (const [act, isShown] of [
      [() => hide(kite, { profileVisibility: 'private' }), false],
      [() => hide(kite, { profileVisibility: 'public' }), true],
      [() => kite.call('POST /api/users/:id/block', { params: { id: maya.id } }), false],
      [() => kite.call('DELETE /api/users/:id/block', { params: { id: maya.id } }), true],
      // Nothing but their vibes says more for them then than for anybody.
      [() => unfriend(kite), false],
    ] as const) {
      await act();
      recorder.take();
      expect((await proposed(maya)).includes(kite.id)).toBe(isShown);
      // Nobody else is looked for.
      expect(JSON.stringify(recorder.take())).not.toContain('memberSearch');
    }
    recorder.stop();
    const one = await app.member();
    await app.befriend(ana, one);
    expect(await isFirst(one)).toBe(false);
    app.clock.advance(serverLimits.proposals.shortlist.ttlMinutes * minute + 1);
    expect(await isFirst(one)).toBe(true);
    await ask(maya, one);
    const other = await app.member();
    await app.befriend(ana, other);
    expect(await isFirst(other)).toBe(false);
    await circle(maya, 'Kite makers');
    expect(await isFirst(other)).toBe(true);
  });

  it('come first in Browse, on the first of its pages, and everybody comes once', async () => {
    const maya = await app.member({ interests: ['clock repair'] });
    const friend = await app.member({ interests: ['clock repair'] });
    app.clock.advance(1000);
    for (let n = 0; n < 3; n += 1) await app.member({ interests: [] });
    const seen: string[] = [];
    for (let next: string | null = '/api/users?sort=for-you&limit=4'; next; ) {
      const response: Response = await maya.send('GET', next);
      // True because the answers of tests are checked against the contract.
      const page = (await response.json()) as Array<{ id: string }>;
      seen.push(...page.map(({ id }) => id));
      next = /<([^>]*)>; rel="next"/.exec(response.headers.get('Link') ?? '')?.[1] ?? null;
    }
    const all = await maya.call('GET /api/users', { query: { limit: 200 } });
    expect(seen[0]).toBe(friend.id);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.toSorted()).toEqual(all.map(({ id }) => id).toSorted());
    const filtered = await maya.call('GET /api/users', {
      query: { sort: 'for-you', interest: 'Clock Repair' },
    });
    expect(filtered.map(({ id }) => id)).toEqual([friend.id]);
  });
});

it('proposes to a newcomer a circle in their language where few are, and one with more members before the newest', async () => {
  const [ana, maya, newcomer] = await Promise.all([
    app.member(),
    app.member(),
    app.member({ interests: [] }),
  ]);
  const description = 'Una tarde de juegos con los vecinos.';
  const body = { name: 'Mesa de Juegos', circleType: 'open', description } as const;
  const games = await ana.call('POST /api/circles', { body });
  await join(maya, (await circle(ana, 'Pond dippers')).id);
  await circle(ana, 'The newest and longest of the names');
  const inEnglish = (await home(newcomer)).circles;
  expect(inEnglish[0]?.circle.memberCount).toBeGreaterThan(1);
  expect(inEnglish.every(({ reason }) => reason === null)).toBe(true);
  const headers = { 'Accept-Language': 'es-MX' };
  // True because the answers of tests are checked against the contract.
  const inSpanish = (await (await newcomer.send('GET', '/api/home', { headers })).json()) as Home;
  expect(inSpanish.circles[0]).toMatchObject({ circle: { id: games.id }, reason: { kind: 'language' } });
});

it('tells news past those of members who are hidden (D69)', async () => {
  const [maya, ana] = [await app.member(), await app.member()];
  const { pandaId } = await maya.call('POST /api/vibe-quiz', { body: quizSubmission() });
  const { id } = await circle(ana, 'Tea');
  await join(maya, id);
  const tell = async (by: TestMember) => {
    await by.call('POST /api/circles/:id/notices', { params: { id }, body: { text: 'Kettle.' } });
    await by.call('POST /api/stake-bamboo', { body: { pandaId, amount: '1' } });
  };
  await tell(ana);
  app.clock.advance(1000);
  for (let n = 0; n < limits.home.news; n += 1) {
    const other = await app.member();
    await join(other, id);
    await tell(other);
    await hide(other, { profileVisibility: 'private' });
  }
  expect((await home(maya)).news).toMatchObject([
    { kind: 'post', post: { author: { id: ana.id } } },
    { kind: 'backer', backer: { id: ana.id } },
  ]);
});
