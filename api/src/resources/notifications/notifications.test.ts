import { fullProfile } from '@frens/contract/fixtures';
import { limits } from '@frens/contract/limits';
import { fieldSwitches } from '@frens/contract/profile-fields';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day, second } from '../../clock.ts';
import { idFrom, newId } from '../../database/ids.ts';
import { serverLimits } from '../../limits.ts';
import { write } from '../../testing/conversations.ts';
import { quizSubmission } from '../../testing/factories.ts';
import { kindsOf, list, set, unread } from '../../testing/news-steps.ts';
import { startTestApp, type TestApp, type TestMember } from '../../testing/test-app.ts';
import { notify, pruneNotifications } from '../notification-dispatch/notify.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const models = () => app.services.db.models;
const ask = (from: TestMember, to: TestMember) =>
  from.call('POST /api/connections', { body: { friendId: to.id } });
const answer = (of: TestMember, id: string, yes: boolean) =>
  of.call(`POST /api/connections/:id/${yes ? 'accept' : 'decline'}`, { params: { id } });
const end = (of: TestMember, id: string) => of.call('DELETE /api/connections/:id', { params: { id } });
const block = (from: TestMember, { id }: TestMember) =>
  from.call('POST /api/users/:id/block', { params: { id } });
const readAll = (of: TestMember) =>
  of.call('POST /api/notifications/read', { body: { upTo: app.clock.now().toISOString() } });

async function two(): Promise<[TestMember, TestMember]> {
  app.clock.advance(second);
  return Promise.all([app.member(), app.member()]);
}

/** Ana introduces her friend Maya to Olu; their earlier notifications are deleted. */
async function introduced() {
  const [ana, maya] = await two();
  const olu = await app.member();
  await app.befriend(ana, maya);
  await models().Notification.deleteMany({ recipientId: { $in: [ana.id, maya.id].map(idFrom) } });
  const body = { user1Id: maya.id, user2Id: olu.id };
  const { id } = await ana.call('POST /api/matches', { body });
  return { ana, maya, olu, id };
}
type Introduced = Awaited<ReturnType<typeof introduced>>;
const answerMatch = (of: TestMember, id: string, what: 'accept' | 'decline') =>
  of.call(`POST /api/matches/:id/${what}`, { params: { id } });

describe('a request (D48)', () => {
  it('notifies at once and names its sender; accepting marks it read and notifies the sender', async () => {
    const [maya, olu] = await two();
    const { id } = await ask(maya, olu);
    const [told, ...others] = await list(olu);
    expect(others).toEqual([]);
    const { username, name, profileImage } = maya.user;
    expect(told).toMatchObject({
      kind: 'request',
      isRead: false,
      circle: null,
      pandaId: null,
      event: null,
      outcome: null,
    });
    expect(told?.actor).toEqual({
      id: maya.id,
      username,
      name,
      profileImage,
      pandaId: null,
      pandaImage: null,
    });
    expect([await unread(olu), await unread(maya)]).toEqual([1, 0]);
    await answer(olu, id, true);
    expect([await unread(olu), await unread(maya)]).toEqual([0, 1]);
    expect(await list(olu)).toMatchObject([{ kind: 'request', isRead: true, outcome: 'friends' }]);
    expect(await list(maya)).toMatchObject([{ kind: 'accepted', actor: { id: olu.id }, isRead: false }]);
  });

  it('notifies once for repeated and for concurrent requests', async () => {
    const [maya, olu] = await two();
    const send = () =>
      maya.call('POST /api/connections', { body: { friendId: olu.id }, idempotencyKey: 'one-ask' });
    await Promise.allSettled([send(), send(), ask(maya, olu), ask(maya, olu)]);
    expect(await kindsOf(olu)).toEqual(['request']);
    expect(await models().Notification.countDocuments({ recipientId: olu.id })).toBe(1);
  });

  it('makes two crossing requests a friendship, and notifies the first sender', async () => {
    const [maya, olu] = await two();
    await Promise.all([ask(maya, olu), ask(olu, maya)]);
    const told = [...(await list(maya)), ...(await list(olu))].map(({ kind, isRead }) => `${kind} ${isRead}`);
    expect(told.sort()).toEqual(['accepted false', 'request true']);
  });

  it('hides the notification when withdrawn, and is unread when sent again', async () => {
    const [maya, olu] = await two();
    const { id } = await ask(maya, olu);
    await readAll(olu);
    await end(maya, id);
    expect([await kindsOf(olu), await unread(olu)]).toEqual([[], 0]);
    app.clock.advance(second);
    await ask(maya, olu);
    expect(await list(olu)).toMatchObject([{ kind: 'request', isRead: false }]);
  });

  it('notifies neither member when declined, also after it is withdrawn and sent again unseen (D20)', async () => {
    const [maya, olu] = await two();
    const { id } = await ask(maya, olu);
    await answer(olu, id, false);
    expect([await kindsOf(olu), await kindsOf(maya)]).toEqual([[], []]);
    await end(maya, id);
    await ask(maya, olu);
    expect([await unread(olu), await kindsOf(olu), await kindsOf(maya)]).toEqual([0, [], []]);
    expect(await models().Notification.countDocuments({ recipientId: maya.id })).toBe(0);
  });

  it('disappears with its answer when the friendship ends', async () => {
    const [maya, olu] = await two();
    const { id } = await ask(maya, olu);
    await answer(olu, id, true);
    await end(olu, id);
    expect([await kindsOf(olu), await kindsOf(maya)]).toEqual([[], []]);
  });
});

describe('other notifications', () => {
  it('include one per conversation while its last message exists', async () => {
    const [maya, olu] = await two();
    const { id } = await ask(maya, olu);
    await answer(olu, id, true);
    await readAll(olu);
    await write(maya, id, 'Hello');
    await readAll(olu);
    app.clock.advance(second);
    const { id: mid } = await write(maya, id, 'Hello?');
    expect(await list(olu)).toMatchObject([{ kind: 'message', isRead: false }, { kind: 'request' }]);
    await maya.call('DELETE /api/connections/:id/messages/:mid', { params: { id, mid } });
    expect(await kindsOf(olu)).toEqual(['request']);
  });

  it('include an introduction, for both while it is open, and its outcome for all three (D25)', async () => {
    const { ana, maya, olu, id } = await introduced();
    const suggestion = { kind: 'suggestion', actor: { id: ana.id }, circle: null, pandaId: null };
    const other = ({ id, user: { name } }: TestMember) => ({ id, name });
    expect(await list(maya)).toMatchObject([{ ...suggestion, other: other(olu), isRead: false }]);
    expect(await list(olu)).toMatchObject([{ ...suggestion, other: other(maya), isRead: false }]);
    await answerMatch(maya, id, 'accept');
    expect(await list(maya)).toMatchObject([{ ...suggestion, isRead: true, outcome: 'answered' }]);
    expect([await unread(olu), await list(ana)]).toMatchObject([1, []]);
    await answerMatch(olu, id, 'accept');
    expect([await unread(ana), await unread(maya), await unread(olu)]).toEqual([1, 1, 0]);
    expect(await list(ana)).toMatchObject([
      { kind: 'introductionMade', actor: { id: maya.id }, other: other(olu) },
    ]);
    for (const [one, other] of [
      [maya, olu],
      [olu, maya],
    ] as const)
      expect(await list(one)).toContainEqual(
        expect.objectContaining({
          kind: 'suggestionAccepted',
          actor: expect.objectContaining({ id: other.id }),
        }),
      );
    const [friendship] = (await maya.call('GET /api/connections')).filter(
      ({ friendId }) => friendId === olu.id,
    );
    await end(maya, friendship?.id ?? '');
    expect([await kindsOf(maya), await kindsOf(olu)]).toEqual([['suggestion'], ['suggestion']]);
    expect(await kindsOf(ana)).toEqual(['introductionMade']);
  });

  it.each([
    ['one says no', ({ maya, id }: Introduced) => answerMatch(maya, id, 'decline')],
    [
      'the matchmaker takes it back',
      ({ ana, id }: Introduced) => ana.call('DELETE /api/matches/:id', { params: { id } }),
    ],
    ['one of the two blocks the other', ({ maya, olu }: Introduced) => block(maya, olu)],
    ['it has expired', () => app.clock.advance(limits.matches.openDays * day)],
  ])('is no introduction any more once %s', async (_what, close) => {
    const three = await introduced();
    const { ana, maya, olu } = three;
    expect([await unread(maya), await unread(olu)]).toEqual([1, 1]);
    await close(three);
    for (const { call, user } of [ana, maya, olu])
      await call('POST /api/login', { body: { username: user.username ?? '', password: 'correct horse' } });
    const ofMatches = async (of: TestMember) => (await kindsOf(of)).filter((kind) => kind !== 'security');
    expect([await ofMatches(maya), await ofMatches(olu), await ofMatches(ana)]).toEqual([[], [], []]);
  });

  it('include an invitation to a circle until it is answered', async () => {
    const [maya, olu] = await two();
    await app.befriend(maya, olu);
    await readAll(olu);
    const invite = async (name: string) => {
      const circle = await maya.call('POST /api/circles', { body: { name, circleType: 'invite' } });
      await maya.call('POST /api/circles/:id/invitations', {
        params: { id: circle.id },
        body: { userId: olu.id },
      });
      return circle.id;
    };
    const [joined, declined] = [await invite('Tea'), await invite('Coffee')];
    expect(await unread(olu)).toBe(2);
    expect(await list(olu)).toContainEqual(
      expect.objectContaining({ kind: 'circleInvitation', circle: { id: joined, name: 'Tea' } }),
    );
    await olu.call('POST /api/circles/:id/join', { params: { id: joined }, body: {} });
    await olu.call('POST /api/circles/:id/invitations/decline', { params: { id: declined } });
    expect(await unread(olu)).toBe(0);
  });

  it('include a request to join a circle, for owner and admins, until it is answered', async () => {
    const [owner, admin] = await two();
    const [plain, asker] = await two();
    const { id } = await owner.call('POST /api/circles', { body: { name: 'Tea', circleType: 'open' } });
    for (const one of [admin, plain])
      await one.call('POST /api/circles/:id/join', { params: { id }, body: {} });
    await owner.call('PATCH /api/circles/:id/members/:uid', {
      params: { id, uid: admin.id },
      body: { role: 'admin' },
    });
    await owner.call('PATCH /api/circles/:id', { params: { id }, body: { circleType: 'invite' } });
    await asker.call('POST /api/circles/:id/requests', { params: { id }, body: {} });
    await asker.call('POST /api/circles/:id/requests', { params: { id }, body: {} });
    const told = [{ kind: 'circleRequest', actor: { id: asker.id }, circle: { id, name: 'Tea' } }];
    expect([await list(owner), await list(admin), await list(plain)]).toMatchObject([told, told, []]);
    const [request] = await admin.call('GET /api/circles/:id/requests', { params: { id } });
    await admin.call('POST /api/circles/:id/requests/:rid/decline', {
      params: { id, rid: request?.id ?? '' },
    });
    expect([await unread(owner), await unread(admin), await kindsOf(asker)]).toEqual([0, 0, []]);
  });

  it('include a backer, once, while the stake exists and shows their name (D16, D17)', async () => {
    const [maya, olu] = await two();
    const { pandaId } = await maya.call('POST /api/vibe-quiz', { body: quizSubmission() });
    await olu.call('POST /api/vibe-quiz', { body: quizSubmission() });
    const back = () => olu.call('POST /api/stake-bamboo', { body: { pandaId, amount: '2' } });
    await back();
    await back();
    expect(await list(maya)).toMatchObject([
      { kind: 'backer', actor: { id: olu.id, pandaImage: expect.any(String) }, pandaId },
    ]);
    await maya.call('POST /api/stake-bamboo', { body: { pandaId, amount: '1' } });
    for (const hidden of [{ activityVisible: false }, { profileVisibility: 'private' }]) {
      await set(olu, hidden);
      expect([await unread(maya), await kindsOf(maya)]).toEqual([0, []]);
      await set(olu, { activityVisible: true, profileVisibility: 'public' });
      expect(await unread(maya)).toBe(1);
    }
    await models().Backing.deleteMany({ backerId: idFrom(olu.id) });
    expect(await kindsOf(maya)).toEqual([]);
  });

  it('include the security events of the account', async () => {
    const member = await app.member();
    await member.call('POST /api/account/password', { body: { newPassword: 'seven warm stones' } });
    expect(await list(member)).toMatchObject([{ kind: 'security', actor: null, event: 'passwordChanged' }]);
    const other = app.visitor();
    await other.send('POST', '/api/login', {
      body: { username: member.user.username, password: 'seven warm stones' },
      headers: { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
    });
    expect((await list(member)).map(({ event }) => event)).toContain('newBrowser');
  });
});

describe('privacy of notifications', () => {
  it.each([
    ['who blocks', (actor: TestMember, reader: TestMember) => block(actor, reader)],
    ['who is blocked', (actor: TestMember, reader: TestMember) => block(reader, actor)],
    ['who is private by now', (actor: TestMember) => set(actor, { profileVisibility: 'private' })],
    [
      'who has ended their account',
      (actor: TestMember) =>
        actor.call('DELETE /api/account', { body: { confirm: actor.user.username ?? '' } }),
    ],
  ])('hides an actor %s, from the list and the count', async (_who, hide) => {
    const [actor, reader] = await two();
    const { pandaId } = await reader.call('POST /api/vibe-quiz', { body: quizSubmission() });
    await actor.call('POST /api/stake-bamboo', { body: { pandaId, amount: '2' } });
    await ask(actor, reader);
    expect(await unread(reader)).toBe(2);
    await hide(actor, reader);
    expect([await unread(reader), await list(reader)]).toEqual([0, []]);
  });

  it('does not change by a byte with what other members hide', async () => {
    const [actor, reader] = await two();
    await ask(actor, reader);
    const bytes = async () => {
      const answers = await Promise.all(
        ['/api/notifications', '/api/notifications/unread'].map((path) => reader.send('GET', path)),
      );
      return Promise.all(answers.map((one) => one.text()));
    };
    const before = await bytes();
    expect(before[0]).toContain(actor.id);
    for (const name of fieldSwitches) {
      await set(actor, { [name]: false });
      expect(await bytes()).toEqual(before);
    }
    const { id } = actor;
    await actor.call('PATCH /api/users/:id', {
      params: { id },
      body: { ...fullProfile('Secret'), name: actor.user.name },
    });
    await actor.call('GET /api/notifications');
    expect(await bytes()).toEqual(before);
  });

  it('lets only the recipient read or mark a notification', async () => {
    const [actor, reader] = await two();
    await ask(actor, reader);
    const [told] = await list(reader);
    await actor.call('POST /api/notifications/read', { body: { id: told?.id } });
    expect(await unread(reader)).toBe(1);
  });
});

describe('reading notifications', () => {
  it('marks one, or all up to a given time', async () => {
    const [maya, olu] = await two();
    await ask(olu, maya);
    const looked = app.clock.now().toISOString();
    app.clock.advance(second);
    const [ada, ben] = await two();
    await ask(ada, maya);
    await ask(ben, maya);
    const read = (body: { id?: string; upTo?: string }) =>
      maya.call('POST /api/notifications/read', { body });
    expect(await read({ upTo: looked })).toMatchObject({ unread: 2 });
    const [first] = await list(maya);
    expect(await read({ id: first?.id })).toMatchObject({ unread: 1 });
    expect(await read({ id: first?.id })).toMatchObject({ unread: 1 });
    expect((await list(maya)).map(({ isRead }) => isRead)).toEqual([true, false, true]);
    expect(await readAll(maya)).toMatchObject({ unread: 0 });
    for (const body of [{}, { id: 'x', upTo: looked }, { upTo: 'now' }])
      expect((await maya.send('POST', '/api/notifications/read', { body })).status).toBe(400);
  });

  it('pages through the list, and counts up to 100', async () => {
    const [maya] = await two();
    await models().Notification.insertMany(
      Array.from({ length: 130 }, (_, index) => ({
        _id: newId(),
        recipientId: idFrom(maya.id),
        kind: 'security',
        event: 'newBrowser',
        createdAt: new Date(app.clock.now().getTime() - (index % 7)),
      })),
    );
    expect(await unread(maya)).toBe(100);
    const seen = new Set<string>();
    let cursor: string | undefined;
    do {
      const query = { limit: 40, ...(cursor === undefined ? {} : { cursor }) };
      const page = await maya.page('GET /api/notifications', { query });
      for (const { id } of page.items) seen.add(id);
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen.size).toBe(130);
  });

  it('counts on past hidden notifications, and prunes the oldest of a popular member', async () => {
    const [maya, olu] = await two();
    await ask(olu, maya);
    const { kept } = serverLimits.notifications;
    const now = app.clock.now().getTime();
    const backers = Array.from({ length: kept + 100 }, (_, index) => ({
      _id: newId(),
      recipientId: idFrom(maya.id),
      kind: 'backer',
      actorId: newId(),
      subjectId: newId(),
      createdAt: new Date(now + 1 + index),
    }));
    await models().Notification.insertMany(backers.slice(0, kept - 1));
    expect(await unread(maya)).toBe(1);
    await models().Notification.insertMany(backers.slice(kept - 1));
    await pruneNotifications(app.services, idFrom(maya.id));
    expect(await models().Notification.countDocuments({ recipientId: idFrom(maya.id) })).toBe(kept);
    expect(await unread(maya)).toBe(0);
    // One notification in sixteen prunes the list, by its hashed id: with this many, one does.
    const more = 300;
    for (let n = 0; n < more; n += 1) {
      const fact = { recipientId: idFrom(maya.id), actorId: newId(), subjectId: newId() };
      await notify(app.services, [{ kind: 'backer', ...fact }]);
    }
    const left = await models().Notification.countDocuments({ recipientId: idFrom(maya.id) });
    expect(left).toBeLessThan(kept + more);
  });
});
