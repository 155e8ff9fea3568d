import { fullProfile, switchedOff } from '@frens/contract/fixtures';
import { limits } from '@frens/contract/limits';
import { mapSwitches } from '@frens/contract/privacy';
import { hiddenProfile, pickPublic } from '@frens/contract/profile-fields';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idFrom } from '../../database/ids.ts';
import { quizSubmission } from '../../testing/factories.ts';
import { startTestApp, type TestApp, type TestMember } from '../../testing/test-app.ts';
import { findFriendsInCommon } from './in-common.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type Tie = 'friend' | 'asked by them' | 'asking them' | 'common circle' | 'none';
type Visibility = 'public' | 'friends' | 'private';

const person = (viewer: TestMember, named: string) =>
  viewer.call('GET /api/users/:id', { params: { id: named } });
const common = (viewer: TestMember, { id }: { id: string }) =>
  viewer.call('GET /api/users/:id/common', { params: { id } });
const hide = (member: TestMember, profileVisibility: Visibility) =>
  member.call('PATCH /api/privacy-settings', { body: { profileVisibility } });
const circle = (owner: TestMember, name: string) => owner.call('POST /api/circles', { body: { name } });
const join = (member: TestMember, id: string) =>
  member.call('POST /api/circles/:id/join', { params: { id }, body: {} });

async function relatedBy(tie: Tie): Promise<[maya: TestMember, viewer: TestMember]> {
  const maya = await app.member(fullProfile());
  const viewer = await app.member();
  await maya.call('POST /api/vibe-quiz', { body: quizSubmission() });
  if (tie === 'friend') await app.befriend(maya, viewer);
  if (tie === 'asked by them') await maya.call('POST /api/connections', { body: { friendId: viewer.id } });
  if (tie === 'asking them') await viewer.call('POST /api/connections', { body: { friendId: maya.id } });
  if (tie === 'common circle') await join(viewer, (await circle(maya, 'Common ground')).id);
  return [maya, viewer];
}

/** The raw answer, without the fields that identify the request. */
async function bytesOf(response: Response): Promise<string> {
  const body = (await response.text()).replace(/"requestId":"[^"]*"/, '');
  return `${response.status} ${body}`;
}

describe('GET /api/users/:id', () => {
  const whole = pickPublic(fullProfile());
  const nameAlone = { ...hiddenProfile, name: whole.name, pandaId: null };

  it.each<[Visibility, Tie, 'whole' | 'name alone']>([
    ['public', 'none', 'whole'],
    ['public', 'friend', 'whole'],
    ['friends', 'friend', 'whole'],
    ['friends', 'asked by them', 'name alone'],
    ['friends', 'asking them', 'name alone'],
    ['friends', 'common circle', 'name alone'],
    ['private', 'friend', 'name alone'],
  ])('shows of a %s member to whom the tie is "%s": %s (D16)', async (visibility, tie, shown) => {
    const [maya, viewer] = await relatedBy(tie);
    await hide(maya, visibility);
    const { pandaId } = await maya.call('GET /api/user');
    expect(await person(viewer, maya.id)).toMatchObject({
      id: maya.id,
      username: maya.user.username,
      ...(shown === 'whole' ? { ...whole, pandaId } : nameAlone),
    });
  });

  it.each<[Visibility, Tie]>([
    ['friends', 'none'],
    ['private', 'asked by them'],
    ['private', 'asking them'],
    ['private', 'common circle'],
    ['private', 'none'],
  ])('answers for a %s member to whom the tie is "%s" as for nobody (D16)', async (visibility, tie) => {
    const [maya, viewer] = await relatedBy(tie);
    await hide(maya, visibility);
    const unknown = await viewer.send('GET', '/api/users/@nobody.at.all');
    const hidden = await viewer.send('GET', `/api/users/@${maya.user.username}`);
    expect(await bytesOf(hidden)).toBe(await bytesOf(unknown));
    await expect(person(viewer, maya.id)).rejects.toMatchObject({ status: 404, code: 'not_found' });
    await expect(common(viewer, maya)).rejects.toMatchObject({ status: 404, code: 'not_found' });
  });

  it('finds a username ignoring case, and returns 404 for a name without @ or an invalid id', async () => {
    const maya = await app.member({ username: 'Maya.Okafor' });
    const viewer = await app.member();
    for (const named of [maya.id, '@Maya.Okafor', '@maya.okafor', '@MAYA.OKAFOR'])
      expect((await person(viewer, named)).id).toBe(maya.id);
    for (const named of ['maya.okafor', '@', '@@maya.okafor', '@maya', maya.id.toUpperCase(), '@$ne', 'me'])
      await expect(person(viewer, named)).rejects.toMatchObject({ status: 404 });
    const visitor = app.visitor().call('GET /api/users/:id', { params: { id: maya.id } });
    await expect(visitor).rejects.toMatchObject({ status: 401 });
  });

  it('hides switched-off fields, from friends too (D16)', async () => {
    const [maya, viewer] = await relatedBy('friend');
    await maya.call('PATCH /api/privacy-settings', { body: mapSwitches(() => false) });
    expect(await person(viewer, maya.id)).toMatchObject({ ...switchedOff(), online: null });
  });

  it('shows the request or friendship, and what each side may do', async () => {
    const [maya, olu] = await Promise.all([app.member(), app.member()]);
    const { id } = await maya.call('POST /api/connections', { body: { friendId: olu.id, note: 'Hello' } });
    expect(await person(maya, olu.id)).toMatchObject({
      relation: 'outgoing',
      canConnect: false,
      connection: { id, note: 'Hello' },
    });
    expect(await person(olu, maya.id)).toMatchObject({
      relation: 'incoming',
      canConnect: true,
      connection: { id, note: 'Hello' },
    });
    await olu.call('POST /api/connections/:id/accept', { params: { id } });
    for (const [viewer, other] of [
      [maya, olu],
      [olu, maya],
    ] as const)
      expect(await person(viewer, other.id)).toMatchObject({
        relation: 'friend',
        connection: { id, note: '' },
      });
    await maya.call('DELETE /api/connections/:id', { params: { id } });
    expect(await person(olu, maya.id)).toMatchObject({ relation: 'none', connection: null });
  });

  it('keeps a decline silent (D20)', async () => {
    const [maya, olu] = await Promise.all([app.member(), app.member()]);
    const { id } = await maya.call('POST /api/connections', { body: { friendId: olu.id, note: 'Hello' } });
    const before = await person(maya, olu.id);
    await olu.call('POST /api/connections/:id/decline', { params: { id } });
    expect(await person(maya, olu.id)).toEqual(before);
    expect(await person(olu, maya.id)).toMatchObject({ relation: 'none', connection: null });
  });

  it('shows members their own page in full, whatever is switched off', async () => {
    const [maya] = await relatedBy('none');
    await maya.call('PATCH /api/privacy-settings', {
      body: { profileVisibility: 'private', bioVisible: false },
    });
    expect(await person(maya, maya.id)).toMatchObject({
      ...whole,
      canConnect: false,
      connection: null,
    });
    expect(await common(maya, maya)).toEqual({
      circles: [],
      friends: [],
      hasMoreFriends: false,
      reasons: [],
    });
  });
});

describe('GET /api/users/:id/common', () => {
  it('returns the shared circles and friends, and no others', async () => {
    const [maya, viewer] = await relatedBy('none');
    const [both, hers] = await Promise.all([app.member(), app.member()]);
    for (const friend of [maya, viewer]) await app.befriend(friend, both);
    await app.befriend(maya, hers);
    const shared = await circle(maya, 'Lantern makers');
    await circle(maya, 'Night bakers');
    await circle(viewer, 'Kite flyers');
    await join(viewer, shared.id);
    const told = await common(viewer, maya);
    expect(told.circles).toMatchObject([{ id: shared.id, membership: 'member', memberCount: 2 }]);
    expect(told.friends).toMatchObject([{ id: both.id, relation: 'friend' }]);
    expect(told.hasMoreFriends).toBe(false);
  });

  it('omits friends who show only a name, and everything about a member who does', async () => {
    const [maya, viewer] = await relatedBy('friend');
    const friend = await app.member();
    for (const one of [maya, viewer]) await app.befriend(one, friend);
    await join(viewer, (await circle(maya, 'Lantern makers')).id);
    await hide(friend, 'private');
    expect((await common(viewer, maya)).friends).toEqual([]);
    await hide(friend, 'friends');
    expect((await common(viewer, maya)).friends).toHaveLength(1);
    await hide(maya, 'private');
    expect(await common(viewer, maya)).toEqual({
      circles: [],
      friends: [],
      hasMoreFriends: false,
      reasons: [],
    });
  });

  it('shows the newest friends in common, and that there are more', async () => {
    const [maya, viewer] = await relatedBy('none');
    const most = limits.inCommon.friends;
    const friends = await Promise.all(Array.from({ length: most + 1 }, () => app.member()));
    const rows = [maya, viewer].flatMap((one) =>
      friends.map((friend, age) => ({
        pair: [one.id, friend.id].sort().join('-'),
        requesterId: idFrom(one.id),
        addresseeId: idFrom(friend.id),
        status: 'accepted' as const,
        source: 'browse' as const,
        createdAt: new Date(app.clock.now().getTime() - age * 1000),
      })),
    );
    await app.services.db.models.Connection.insertMany(rows);
    const told = await common(viewer, maya);
    expect(told.friends.map(({ id }) => id)).toEqual(friends.slice(0, most).map(({ id }) => id));
    expect(told.hasMoreFriends).toBe(true);
  });

  it('scans no more friendships than its budget, and says that there may be more', async () => {
    const [maya, viewer] = await relatedBy('none');
    const both = await app.member();
    for (const one of [maya, viewer]) await app.befriend(one, both);
    for (const one of [maya, viewer]) await app.befriend(one, await app.member());
    const users = await app.services.db.models.User.find({ _id: { $in: [maya.id, viewer.id] } }).lean();
    const [one, other] = users;
    if (!one || !other) throw new Error('Both are members.');
    const find = (budget: number) => findFriendsInCommon(app.services, one, other, { budget, batch: 1 });
    expect(await find(1)).toEqual({ friends: [], hasMoreFriends: true });
    expect(await find(3)).toMatchObject({ friends: [{ id: both.id }], hasMoreFriends: false });
  });
});
