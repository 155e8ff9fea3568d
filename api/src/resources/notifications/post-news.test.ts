import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { second } from '../../clock.ts';
import { idFrom, newId } from '../../database/ids.ts';
import { serverLimits } from '../../limits.ts';
import { join, kindsOf, leave, list, postWorker, set, unread } from '../../testing/news-steps.ts';
import { startTestApp, type TestApp, type TestMember } from '../../testing/test-app.ts';
import { notifyOfPostHandler } from '../circles/notify-of-post.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const post = (of: TestMember, id: string, text: string) =>
  of.call('POST /api/circles/:id/notices', { params: { id }, body: { text } });
const block = (from: TestMember, { id }: TestMember) =>
  from.call('POST /api/users/:id/block', { params: { id } });
const at = ({ user }: TestMember) => `@${user.username}`;

/** An open circle with its owner and two members. */
async function shared() {
  app.clock.advance(second);
  const [owner, maya, olu] = await Promise.all([app.member(), app.member(), app.member()]);
  const { id } = await owner.call('POST /api/circles', { body: { name: 'Tea', circleType: 'open' } });
  await join(maya, id);
  await join(olu, id);
  return { owner, maya, olu, id };
}
type Shared = Awaited<ReturnType<typeof shared>> & { nid: string };

describe('a mention in a circle post (D68)', () => {
  it('notifies members of the circle once, and nobody else', async () => {
    const { owner, maya, olu, id } = await shared();
    const stranger = await app.member();
    const text = `${at(maya)}, ${at(maya).toUpperCase()} and ${at(stranger)} and ${at(owner)}: tea! ${at(maya)}`;
    await post(owner, id, text);
    const { username, name, profileImage } = owner.user;
    const actor = { id: owner.id, username, name, profileImage, pandaId: null };
    expect(await list(maya)).toMatchObject([
      { kind: 'circleMention', actor, circle: { id, name: 'Tea' }, isRead: false },
    ]);
    expect([await unread(maya), await unread(olu), await unread(stranger), await unread(owner)]).toEqual([
      1, 0, 0, 0,
    ]);
    await post(owner, id, `And ${at(maya)} again`);
    expect(await unread(maya)).toBe(2);
  });

  it('notifies once when the same post is sent twice concurrently', async () => {
    const { owner, maya, id } = await shared();
    const send = () =>
      owner.call('POST /api/circles/:id/notices', {
        params: { id },
        body: { text: `Tea, ${at(maya)}?` },
        idempotencyKey: 'one-post',
      });
    await Promise.allSettled([send(), send(), send()]);
    expect(await kindsOf(maya)).toEqual(['circleMention']);
  });

  it('notifies no more members than the post links', async () => {
    const { owner, maya, id } = await shared();
    const others = Array.from({ length: serverLimits.mentionsPerPost }, (_, index) => `@nobody${index}`);
    await post(owner, id, `${others.join(' ')} ${at(maya)}`);
    expect(await kindsOf(maya)).toEqual([]);
    await post(owner, id, `${others.slice(1).join(' ')} ${at(maya)}`);
    expect(await kindsOf(maya)).toEqual(['circleMention']);
  });

  it.each([
    ['who does not want to be', (one: Shared) => set(one.maya, { allowTagging: false })],
    ['whom the author does not see', (one: Shared) => set(one.maya, { profileVisibility: 'private' })],
    ['who has blocked the author', (one: Shared) => block(one.maya, one.owner)],
    ['whom the author has blocked', (one: Shared) => block(one.owner, one.maya)],
    ['who has left', (one: Shared) => leave(one.maya, one.id)],
  ])('is not told to %s', async (_who, hide) => {
    const one = await shared();
    await hide({ ...one, nid: '' });
    await post(one.owner, one.id, `Tea, ${at(one.maya)}?`);
    await set(one.maya, { allowTagging: true, profileVisibility: 'public' });
    expect([await kindsOf(one.maya), await unread(one.maya)]).toEqual([[], 0]);
  });

  it.each([
    [
      'the post is deleted',
      ({ owner, id, nid }: Shared) =>
        owner.call('DELETE /api/circles/:id/notices/:nid', { params: { id, nid } }),
    ],
    [
      'who is mentioned has reported it',
      ({ maya, nid }: Shared) =>
        maya.call('POST /api/reports', { body: { subjectType: 'notice', subjectId: nid, reason: 'spam' } }),
    ],
    ['they have left', ({ maya, id }: Shared) => leave(maya, id)],
    ['they do not want it any more', ({ maya }: Shared) => set(maya, { allowTagging: false })],
    ['they block the author', ({ maya, owner }: Shared) => block(maya, owner)],
    ['the author is hidden', ({ owner }: Shared) => set(owner, { profileVisibility: 'private' })],
    [
      'the circle has ended',
      ({ owner, id }: Shared) =>
        owner.call('DELETE /api/circles/:id', { params: { id }, body: { confirm: 'Tea' } }),
    ],
  ])('tells nothing any more once %s', async (_what, hide) => {
    const one = await shared();
    const { id: nid } = await post(one.owner, one.id, `Tea, ${at(one.maya)}?`);
    expect(await unread(one.maya)).toBe(1);
    await hide({ ...one, nid });
    expect([await kindsOf(one.maya), await unread(one.maya)]).toEqual([[], 0]);
  });
});

const models = () => app.services.db.models;
const want = (of: TestMember, id: string, wantsNotices = true) =>
  of.call('PATCH /api/circles/:id/membership', { params: { id }, body: { wantsNotices } });
const page = (of: TestMember, id: string) => of.call('GET /api/circles/:id', { params: { id } });

const worker = () => postWorker(app);
const work = () => worker().runDue();

describe('PATCH /api/circles/:id/membership', () => {
  it('is off by default, and keeps its value, also when sent twice concurrently', async () => {
    const { owner, maya, id } = await shared();
    expect((await page(maya, id)).wantsNotices).toBe(false);
    expect(await Promise.all([want(maya, id), want(maya, id)])).toEqual([
      { wantsNotices: true },
      { wantsNotices: true },
    ]);
    expect([(await page(maya, id)).wantsNotices, (await page(owner, id)).wantsNotices]).toEqual([
      true,
      false,
    ]);
    const exported = JSON.stringify(await maya.call('GET /api/account/export'));
    expect(exported).toContain('"wantsNotices":true');
    expect(await want(maya, id, false)).toEqual({ wantsNotices: false });
    expect((await page(maya, id)).wantsNotices).toBe(false);
  });

  it('requires a membership and a boolean, and ends with the membership', async () => {
    const { maya, id } = await shared();
    const stranger = await app.member();
    await expect(want(stranger, id)).rejects.toMatchObject({ status: 403 });
    await expect(want(maya, String(newId()))).rejects.toMatchObject({ status: 404 });
    const path = `/api/circles/${id}/membership`;
    expect((await maya.send('PATCH', path, { body: { wantsNotices: 'yes' } })).status).toBe(400);
    expect((await app.visitor().send('PATCH', path, { body: { wantsNotices: true } })).status).toBe(401);
    await want(maya, id);
    await leave(maya, id);
    await join(maya, id);
    expect((await page(maya, id)).wantsNotices).toBe(false);
  });
});

describe('a circle post (D68)', () => {
  it('notifies members who want posts, except its author and mentioned members, and adds no job when nobody does', async () => {
    const { owner, maya, olu, id } = await shared();
    await post(owner, id, 'Nobody listens');
    expect(await models().Job.countDocuments({ kind: 'notice' })).toBe(0);
    for (const one of [owner, maya]) await want(one, id);
    await post(owner, id, 'Tea at four');
    expect(await kindsOf(maya)).toEqual([]);
    await work();
    const told = {
      kind: 'circleNotice',
      actor: { id: owner.id },
      circle: { id, name: 'Tea' },
      isRead: false,
    };
    expect([await list(maya), await list(olu), await list(owner)]).toMatchObject([[told], [], []]);
    await models().Notification.deleteMany({ recipientId: idFrom(maya.id) });
    await post(owner, id, `Cake, ${at(maya)}?`);
    await work();
    expect(await kindsOf(maya)).toEqual(['circleMention']);
  });

  it('has one notification per circle, which moves to the newest post and is unread again', async () => {
    const { owner, maya, olu, id } = await shared();
    await want(maya, id);
    const upTo = () => app.clock.now().toISOString();
    await post(owner, id, 'One');
    await work();
    app.clock.advance(second);
    await post(olu, id, 'Two');
    await work();
    expect(await list(maya)).toMatchObject([{ actor: { id: olu.id }, isRead: false }]);
    await maya.call('POST /api/notifications/read', { body: { upTo: upTo() } });
    app.clock.advance(second);
    await post(owner, id, 'Three');
    await work();
    expect(await list(maya)).toMatchObject([{ actor: { id: owner.id }, isRead: false }]);
    const rows = { recipientId: idFrom(maya.id), kind: 'circleNotice' as const };
    expect(await models().Notification.countDocuments(rows)).toBe(1);
  });

  it('stays read when its job runs twice, and is never replaced by an older post', async () => {
    const { owner, maya, olu, id } = await shared();
    await want(maya, id);
    const { id: older } = await post(owner, id, 'Older');
    app.clock.advance(second);
    const { id: newer } = await post(olu, id, 'Newer');
    await Promise.all([worker().runDue(), worker().runDue(), worker().runDue()]);
    await work();
    expect(await list(maya)).toMatchObject([{ actor: { id: olu.id }, isRead: false }]);
    await maya.call('POST /api/notifications/read', { body: { upTo: app.clock.now().toISOString() } });
    const { run } = notifyOfPostHandler(app.services);
    const attempt = { jobId: 'again', askedAt: app.clock.now(), number: 1 };
    for (const noticeId of [newer, older, newer]) await run({ noticeId, after: null }, attempt);
    expect(await list(maya)).toMatchObject([{ actor: { id: olu.id }, isRead: true }]);
  });

  it('notifies a large circle in batches', async () => {
    const { owner, maya, id } = await shared();
    const many = serverLimits.circles.toldAtOnce + 20;
    const createdAt = app.clock.now();
    await models().Membership.insertMany(
      Array.from({ length: many }, () => ({
        _id: newId(),
        circleId: idFrom(id),
        userId: newId(),
        role: 'member',
        createdAt,
        wantsNotices: true,
      })),
    );
    await want(maya, id);
    const wanting = models().Membership.find({ circleId: idFrom(id), wantsNotices: true });
    const plan = JSON.stringify(await wanting.sort({ _id: 1 }).explain('queryPlanner'));
    expect(plan).toContain('"indexName":"circleId_1__id_1"');
    expect(plan).not.toMatch(/COLLSCAN|"SORT"/);
    const { id: nid } = await post(owner, id, 'Everybody!');
    expect(await work()).toBe(2);
    const told = { subjectId: idFrom(nid), kind: 'circleNotice' as const };
    expect(await models().Notification.countDocuments(told)).toBe(many + 1);
    expect(await kindsOf(maya)).toEqual(['circleNotice']);
  });

  it.each([
    ['has blocked its author', (one: Shared) => block(one.maya, one.olu)],
    ['its author has blocked', (one: Shared) => block(one.olu, one.maya)],
    ['does not see its author', (one: Shared) => set(one.olu, { profileVisibility: 'private' })],
    [
      'has reported its author',
      (one: Shared) =>
        one.maya.call('POST /api/reports', {
          body: { subjectType: 'user', subjectId: one.olu.id, reason: 'spam' },
        }),
    ],
  ])('is not told to who %s, and leaves them what they were told before', async (_who, hide) => {
    const one = await shared();
    await want(one.maya, one.id);
    await post(one.owner, one.id, 'Before');
    await work();
    await hide({ ...one, nid: '' });
    app.clock.advance(second);
    await post(one.olu, one.id, 'Hidden');
    await work();
    expect(await list(one.maya)).toMatchObject([{ kind: 'circleNotice', actor: { id: one.owner.id } }]);
  });

  it('notifies every member about a post by a friends-only author, and friends about one by a private author', async () => {
    const one = await shared();
    for (const reader of [one.maya, one.owner]) await want(reader, one.id);
    await app.befriend(one.olu, one.owner);
    await models().Notification.deleteMany({});
    await set(one.olu, { profileVisibility: 'private' });
    await post(one.olu, one.id, 'For friends');
    await work();
    expect([await kindsOf(one.maya), await kindsOf(one.owner)]).toEqual([[], ['circleNotice']]);
    await set(one.olu, { profileVisibility: 'friends' });
    app.clock.advance(second);
    await post(one.olu, one.id, 'For all');
    await work();
    expect([await kindsOf(one.maya), await kindsOf(one.owner)]).toEqual([['circleNotice'], ['circleNotice']]);
  });

  it.each([
    [
      'the post is deleted',
      ({ owner, id, nid }: Shared) =>
        owner.call('DELETE /api/circles/:id/notices/:nid', { params: { id, nid } }),
    ],
    ['they have left', ({ maya, id }: Shared) => leave(maya, id)],
    ['they do not want it any more', ({ maya, id }: Shared) => want(maya, id, false)],
    ['they block the author', ({ maya, owner }: Shared) => block(maya, owner)],
    [
      'the circle has ended',
      ({ owner, id }: Shared) =>
        owner.call('DELETE /api/circles/:id', { params: { id }, body: { confirm: 'Tea' } }),
    ],
  ])('tells nothing any more once %s, before or after its job', async (_what, hide) => {
    for (const isBefore of [true, false]) {
      const one = await shared();
      await want(one.maya, one.id);
      const { id: nid } = await post(one.owner, one.id, 'Tea at four');
      if (isBefore) await hide({ ...one, nid });
      await work();
      if (!isBefore) await hide({ ...one, nid });
      expect([await kindsOf(one.maya), await unread(one.maya)]).toEqual([[], 0]);
    }
  });
});
