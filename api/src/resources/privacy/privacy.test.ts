import { fullProfile, switchedOff } from '@frens/contract/fixtures';
import { defaultPrivacy, mapSwitches } from '@frens/contract/privacy';
import { pickPublic } from '@frens/contract/profile-fields';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestMember } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const set = (member: TestMember, body: object) => member.call('PATCH /api/privacy-settings', { body });

/** One member's entry in another's Browse list. */
async function browse(viewer: TestMember, other: TestMember) {
  const users = await viewer.call('GET /api/users', { query: { limit: 200 } });
  return users.find((user) => user.id === other.id);
}

describe('privacy settings', () => {
  it('are all on by default, change in part, and are stored', async () => {
    const maya = await app.member();
    expect(await maya.call('GET /api/privacy-settings')).toEqual(defaultPrivacy);
    const changed = await set(maya, { profileVisibility: 'friends', allowTagging: false });
    expect(changed).toEqual({ ...defaultPrivacy, profileVisibility: 'friends', allowTagging: false });
    expect(await maya.call('GET /api/privacy-settings')).toEqual(changed);
    expect(await set(maya, {})).toEqual(changed);
  });

  it('refuse visitors', async () => {
    const visitor = app.visitor();
    await expect(visitor.call('GET /api/privacy-settings')).rejects.toMatchObject({ status: 401 });
    await expect(visitor.call('PATCH /api/privacy-settings', { body: {} })).rejects.toMatchObject({
      status: 401,
    });
  });

  it('accept booleans only, naming every invalid field', async () => {
    const maya = await app.member();
    const response = await maya.send('PATCH', '/api/privacy-settings', {
      body: { profileVisibility: 'secret', ageVisible: 'false', bioVisible: 0, showOnlineStatus: null },
    });
    expect(response.status).toBe(400);
    const { fields } = (await response.json()) as { fields: object };
    expect(Object.keys(fields).sort()).toEqual([
      'ageVisible',
      'bioVisible',
      'profileVisibility',
      'showOnlineStatus',
    ]);
    expect(await maya.call('GET /api/privacy-settings')).toEqual(defaultPrivacy);
  });
});

describe('visibility to others (D16)', () => {
  it('hides switched-off fields from everybody on the next request, friends included', async () => {
    const profile = fullProfile();
    const [maya, olu, friend] = await Promise.all([app.member(profile), app.member(), app.member()]);
    await app.befriend(maya, friend);
    expect(await browse(olu, maya)).toMatchObject({ ...pickPublic(profile), online: true });
    await set(
      maya,
      mapSwitches(() => false),
    );
    const hidden = { ...pickPublic(profile), ...switchedOff(), online: null };
    expect(await browse(olu, maya)).toMatchObject(hidden);
    const [listed] = await friend.call('GET /api/connections');
    expect(listed?.friend).toMatchObject(hidden);
    expect(await maya.call('GET /api/user')).toMatchObject(profile);
  });

  it('shows a friends-only profile to friends, its name with a pending request, and nothing to others', async () => {
    const [maya, olu, friend] = await Promise.all([app.member({ bio: 'Hi' }), app.member(), app.member()]);
    await app.befriend(maya, friend);
    await maya.call('POST /api/connections', { body: { friendId: olu.id } });
    await set(maya, { profileVisibility: 'friends' });
    expect(await browse(friend, maya)).toMatchObject({ bio: 'Hi', age: 30 });
    expect(await browse(olu, maya)).toBeUndefined();
    const [request] = await olu.call('GET /api/connections/pending');
    expect(request?.user).toMatchObject({
      name: maya.user.name,
      age: null,
      gender: null,
      bio: '',
      relation: 'incoming',
    });
    const stranger = await app.member();
    await expect(
      stranger.call('POST /api/connections', { body: { friendId: maya.id } }),
    ).rejects.toMatchObject({ status: 404 });
  });

  it('shows the name of a friends-only member to members of a common circle', async () => {
    const [maya, olu] = await Promise.all([app.member(), app.member()]);
    await set(maya, { profileVisibility: 'friends' });
    const ask = () => olu.call('POST /api/connections', { body: { friendId: maya.id } });
    await expect(ask()).rejects.toMatchObject({ status: 404 });
    const circle = await maya.call('POST /api/circles', { body: { name: 'Common ground' } });
    await olu.call('POST /api/circles/:id/join', { params: { id: circle.id }, body: {} });
    expect((await ask()).status).toBe('pending');
  });

  it('shows only the name of a private profile, and only to friends', async () => {
    const [maya, olu, friend] = await Promise.all([app.member({ bio: 'Hi' }), app.member(), app.member()]);
    await app.befriend(maya, friend);
    await maya.call('POST /api/connections', { body: { friendId: olu.id } });
    await set(maya, { profileVisibility: 'private' });
    expect(await browse(friend, maya)).toBeUndefined();
    const [listed] = await friend.call('GET /api/connections');
    expect(listed?.friend).toMatchObject({ name: maya.user.name, bio: '', age: null, pandaId: null });
    expect(await olu.call('GET /api/connections/pending')).toEqual([]);
    await expect(olu.call('POST /api/connections', { body: { friendId: maya.id } })).rejects.toMatchObject({
      status: 404,
    });
  });

  it('refuses connection requests (D17)', async () => {
    const [maya, olu] = await Promise.all([app.member(), app.member()]);
    await set(maya, { allowFriendRequests: false });
    expect(await browse(olu, maya)).toMatchObject({ canConnect: false, relation: 'none' });
    await expect(olu.call('POST /api/connections', { body: { friendId: maya.id } })).rejects.toMatchObject({
      status: 403,
      code: 'requests_closed',
    });
    await maya.call('POST /api/connections', { body: { friendId: olu.id } });
    const accepted = await olu.call('POST /api/connections', { body: { friendId: maya.id } });
    expect(accepted.status).toBe('accepted');
  });
});
