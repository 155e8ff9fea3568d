import { limits } from '@frens/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../database/database.ts';
import { idFrom, newId } from '../../database/ids.ts';
import { serverLimits } from '../../limits.ts';
import { quizSubmission } from '../../testing/factories.ts';
import { monitored, recordCommands } from '../../testing/record-commands.ts';
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

async function candidates(matchmaker: TestMember, { id }: { id: string }) {
  const [one] = await matchmaker.call('GET /api/matches/candidates', { query: { friendId: id } });
  return one?.candidates ?? [];
}
const idsOf = async (matchmaker: TestMember, friend: TestMember) =>
  (await candidates(matchmaker, friend)).map(({ user }) => user.id);
const settings = (member: TestMember, body: object) => member.call('PATCH /api/privacy-settings', { body });
const introduce = (matchmaker: TestMember, one: TestMember, other: TestMember) =>
  matchmaker.call('POST /api/matches', { body: { user1Id: one.id, user2Id: other.id } });

async function pair() {
  const [ana, maya] = await Promise.all([app.member(), app.member()]);
  await app.befriend(ana, maya);
  return { ana, maya };
}

/** Stores members who are like one of some members, and friends of all of these. */
async function befriendMany(members: readonly TestMember[], count: number) {
  const { User } = app.services.db.models;
  const ids = Array.from({ length: count }, newId);
  const template = await User.findById(members[0]?.id).lean();
  await User.insertMany(
    ids.map((_id) => {
      const name = `many${String(_id)}`;
      const keys = { username: name, usernameKey: name, usernameSkeleton: name, emailKey: name, email: name };
      return { ...template, ...keys, _id, createdAt: new Date(0) };
    }),
  );
  await connect(members, ids);
  return ids;
}

async function connect(members: readonly TestMember[], ids: ReadonlyArray<ReturnType<typeof newId>>) {
  const createdAt = app.clock.now();
  await app.services.db.models.Connection.insertMany(
    members.flatMap((one) =>
      ids.map((id) => ({
        pair: pairOf(idFrom(one.id), id),
        requesterId: idFrom(one.id),
        addresseeId: id,
        status: 'accepted' as const,
        source: 'browse' as const,
        createdAt,
      })),
    ),
  );
}

describe('GET /api/matches/candidates', () => {
  it('ranks by friends in common, rare interests and circles, with reasons (D26)', async () => {
    const { ana, maya } = await pair();
    const change = (member: TestMember, body: object) =>
      member.call('PATCH /api/users/:id', { params: { id: member.id }, body });
    await change(maya, { interests: ['Beekeeping', 'tea'] });
    const [known, bees, tea, walks] = await Promise.all([
      app.member(),
      app.member(),
      app.member(),
      app.member(),
    ]);
    const both = await app.member();
    for (const one of [ana, maya, known]) await app.befriend(one, both);
    await change(bees, { interests: ['BEEKEEPING', 'tea'] });
    for (const one of [tea, known]) await change(one, { interests: ['tea'] });
    const { id } = await walks.call('POST /api/circles', { body: { name: 'Slow walks' } });
    await maya.call('POST /api/circles/:id/join', { params: { id }, body: {} });
    const told = await candidates(ana, maya);
    const places = [known, walks, bees, tea].map((one) => told.findIndex(({ user }) => user.id === one.id));
    expect(places).toEqual([0, 1, 2, 3]);
    const [age, joined] = [{ kind: 'age' }, { kind: 'new' }];
    expect(told.slice(0, 4).map(({ reasons }) => reasons)).toEqual([
      [{ kind: 'friends', count: 1, name: both.user.name }, { kind: 'interest', name: 'tea' }, age, joined],
      [{ kind: 'circles', count: 1, name: 'Slow walks' }, age, joined],
      [{ kind: 'interest', name: 'BEEKEEPING' }, age, joined],
      [{ kind: 'interest', name: 'tea' }, age, joined],
    ]);
    for (const one of [ana, maya, both]) expect(told.map(({ user }) => user.id)).not.toContain(one.id);
    await expect(candidates(ana, known)).rejects.toMatchObject({ code: 'not_your_friend' });
    await expect(candidates(ana, { id: 'f'.repeat(24) })).rejects.toMatchObject({ status: 404 });
    await settings(maya, { matchSuggestionsEnabled: false });
    await maya.call('POST /api/vibe-quiz', { body: quizSubmission() });
    const listed = await ana.call('GET /api/matches/candidates');
    expect(
      listed.map(({ friend, candidates: all }) => [friend.id, friend.pandaImage, all?.length ?? null]),
    ).toEqual([
      [both.id, null, expect.any(Number)],
      [maya.id, expect.any(String), null],
    ]);
  });

  it('lists own friends before strangers, whatever they show', async () => {
    const { ana, maya } = await pair();
    const leo = await app.member({ age: 80 });
    await app.befriend(ana, leo);
    const told = await idsOf(ana, maya);
    expect(told.length).toBeGreaterThan(1);
    expect([told[0], (await idsOf(ana, leo))[0]]).toEqual([leo.id, maya.id]);
  });

  it('leaves out members whom one of the three cannot meet, and reveals nothing hidden', async () => {
    const { ana, maya } = await pair();
    const one = await app.member({ interests: ['kites'] });
    await maya.call('PATCH /api/users/:id', { params: { id: maya.id }, body: { interests: ['kites'] } });
    const isThere = async () => (await idsOf(ana, maya)).includes(one.id);
    expect(await isThere()).toBe(true);
    const hides: Array<[object, object]> = [
      [{ matchSuggestionsEnabled: false }, { matchSuggestionsEnabled: true }],
      [{ profileVisibility: 'private' }, { profileVisibility: 'public' }],
      [{ profileVisibility: 'friends' }, { profileVisibility: 'public' }],
    ];
    for (const [hide, show] of hides) {
      await settings(one, hide);
      expect(await isThere()).toBe(false);
      await settings(one, show);
    }
    await settings(one, { interestsVisible: false });
    const found = (await candidates(ana, maya)).find(({ user }) => user.id === one.id);
    expect(found).toMatchObject({ reasons: [{ kind: 'age' }, { kind: 'new' }], user: { interests: [] } });
    for (const [who, whom] of [
      [ana, one],
      [one, maya],
      [maya, one],
    ] as const) {
      await who.call('POST /api/users/:id/block', { params: { id: whom.id } });
      expect(await isThere()).toBe(false);
      await who.call('DELETE /api/users/:id/block', { params: { id: whom.id } });
      expect(await isThere()).toBe(true);
    }
    // Only friends see a private matchmaker, so the matchmaker can introduce friends only.
    await settings(ana, { profileVisibility: 'private' });
    expect(await isThere()).toBe(false);
    await settings(ana, { profileVisibility: 'public' });
    const { id } = await introduce(ana, maya, one);
    expect(await isThere()).toBe(false);
    await ana.call('DELETE /api/matches/:id', { params: { id } });
    expect(await isThere()).toBe(true);
    await maya.call('POST /api/connections', { body: { friendId: one.id } });
    expect(await isThere()).toBe(false);
  });

  it('names no circle that is hidden from the matchmaker, and proposes nobody for one alone (D23)', async () => {
    const { ana, maya } = await pair();
    const [owner, friend, stranger] = [await app.member(), await app.member(), await app.member()];
    await app.befriend(ana, friend);
    const both = [friend.id, stranger.id];
    const { id } = await owner.call('POST /api/circles', { body: { name: 'Slow walks' } });
    for (const one of [maya, friend, stranger])
      await one.call('POST /api/circles/:id/join', { params: { id }, body: {} });
    app.clock.advance(1000);
    // So that the stranger is none of the newest.
    for (let n = 0; n < serverLimits.proposals.newest; n += 1) await app.member();
    const inCircle = async () => {
      const told = await candidates(ana, maya);
      const there = told.filter(({ user }) => both.includes(user.id));
      const named = there.filter(({ reasons }) => reasons.some(({ kind }) => kind === 'circles'));
      return [named, there].map((all) => all.map(({ user }) => user.id));
    };
    expect(await inCircle()).toEqual([both, both]);
    await owner.call('POST /api/users/:id/block', { params: { id: ana.id } });
    expect(await inCircle()).toEqual([[], [friend.id]]);
    await owner.call('DELETE /api/users/:id/block', { params: { id: ana.id } });
    expect(await inCircle()).toEqual([both, both]);
    await ana.call('POST /api/reports', {
      body: { subjectType: 'circle', subjectId: id, reason: 'spam' },
    });
    expect(await inCircle()).toEqual([[], [friend.id]]);
    // Nor one's own that one has reported, where people are listed and on their page.
    await ana.call('POST /api/circles/:id/join', { params: { id }, body: {} });
    const listed = await ana.call('GET /api/users', { query: { limit: 200 } });
    const inCommon = await ana.call('GET /api/users/:id/common', { params: { id: stranger.id } });
    const reasons = [...listed.flatMap((one) => one.reasons), ...inCommon.reasons];
    expect(reasons.filter(({ kind }) => kind === 'circles')).toEqual([]);
    expect(inCommon.circles).toEqual([]);
  });

  it('does not reveal a decline to an asker who has withdrawn the request (D20)', async () => {
    const { ana, maya } = await pair();
    const [silent, declined] = await Promise.all([app.member(), app.member()]);
    for (const one of [maya, silent, declined])
      await one.call('PATCH /api/users/:id', {
        params: { id: one.id },
        body: { interests: ['bookbinding'] },
      });
    const there = async () => {
      const ids = await idsOf(ana, maya);
      return [ids.includes(silent.id), ids.includes(declined.id)];
    };
    expect(await there()).toEqual([true, true]);
    const asked = [];
    for (const one of [silent, declined])
      asked.push(await maya.call('POST /api/connections', { body: { friendId: one.id } }));
    await declined.call('POST /api/connections/:id/decline', { params: { id: asked[1]?.id ?? '' } });
    expect(await there()).toEqual([false, false]);
    for (const { id } of asked) await maya.call('DELETE /api/connections/:id', { params: { id } });
    expect(await there()).toEqual([true, true]);
  });

  it('does not change with reports: an introduction just does not reach the reporter (D23)', async () => {
    const { ana, maya } = await pair();
    const one = await app.member();
    const report = (by: TestMember, { id }: TestMember) =>
      by.call('POST /api/reports', { body: { subjectType: 'user', subjectId: id, reason: 'spam' } });
    for (const [by, about] of [
      [maya, one],
      [one, maya],
    ] as const) {
      await report(by, about);
      expect(await idsOf(ana, maya)).toContain(one.id);
    }
    await introduce(ana, maya, one);
    for (const reporter of [maya, one]) {
      expect(await reporter.call('GET /api/matches')).toEqual([]);
      expect(await reporter.call('GET /api/notifications')).not.toContainEqual(
        expect.objectContaining({ kind: 'suggestion' }),
      );
    }
    // The matchmaker does not see members whom they have reported.
    const other = await app.member();
    expect(await idsOf(ana, maya)).toContain(other.id);
    await report(ana, other);
    expect(await idsOf(ana, maya)).not.toContain(other.id);
  });

  it('looks at friends first where they are many, and at others where the friend knows most of these', async () => {
    const { ana, maya } = await pair();
    const ids = await befriendMany([ana], 3 * limits.matches.candidates);
    app.clock.advance(1000);
    const leo = await app.member();
    await app.befriend(ana, leo);
    const [ofLeo] = await befriendMany([leo], 1);
    const look = async () => {
      const recorder = recordCommands(app.services.db.connection);
      const told = await candidates(ana, maya);
      recorder.stop();
      return {
        areFriends: told.map(({ user }) => user.relation === 'friend'),
        readsOthers: JSON.stringify(recorder.take()).includes(String(ofLeo)),
      };
    };
    const all = Array.from({ length: limits.matches.candidates }, () => true);
    expect(await look()).toEqual({ areFriends: all, readsOthers: false });
    await connect([maya], [...ids, idFrom(leo.id)]);
    const { areFriends, readsOthers } = await look();
    expect(areFriends).toContain(false);
    expect(areFriends).not.toContain(true);
    expect(readsOthers).toBe(true);
  });

  it.runIf(process.env.LONG)('reads as much with thousands of friends as with a hundred', async () => {
    const { ana, maya } = await pair();
    const cost = async () => {
      const recorder = recordCommands(app.services.db.connection);
      const told = await candidates(ana, maya);
      recorder.stop();
      const commands = recorder.take();
      return { told: told.length, queries: commands.length, size: JSON.stringify(commands).length };
    };
    await befriendMany([ana, maya], 100);
    const few = await cost();
    await befriendMany([ana, maya], 3000);
    const many = await cost();
    expect(many.told).toBeLessThanOrEqual(limits.matches.candidates);
    expect(many.queries).toBeLessThanOrEqual(few.queries + 2);
    expect(many.size).toBeLessThan(1.5 * few.size);
  });
});
