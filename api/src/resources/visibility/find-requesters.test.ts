import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestMember } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** An owner, an admin and a plain member of an invite circle, and a requester. */
async function asking(profileVisibility: 'friends' | 'private') {
  const [owner, admin, plain, asker] = await Promise.all([
    app.member(),
    app.member(),
    app.member(),
    app.member(),
  ]);
  const params = { id: (await owner.call('POST /api/circles', { body: { name: 'Choir' } })).id };
  for (const member of [admin, plain]) await member.call('POST /api/circles/:id/join', { params, body: {} });
  await owner.call('PATCH /api/circles/:id', { params, body: { circleType: 'invite' } });
  await owner.call('PATCH /api/circles/:id/members/:uid', {
    params: { ...params, uid: admin.id },
    body: { role: 'admin' },
  });
  await asker.call('PATCH /api/privacy-settings', { body: { profileVisibility } });
  await asker.call('POST /api/circles/:id/requests', { params, body: {} });
  return { owner, admin, plain, asker, params };
}

const seen = (viewer: TestMember, { id }: TestMember) =>
  viewer.call('GET /api/users/:id', { params: { id } }).then(
    ({ username, bio }) => ({ username, bio }),
    ({ status }: { status: number }) => status,
  );

it('shows a friends-only requester to the circle’s keepers, by name alone, while the request is pending (D16)', async () => {
  const { owner, admin, plain, asker, params } = await asking('friends');
  const byName = { username: asker.user.username, bio: '' };
  for (const keeper of [owner, admin]) {
    expect(await seen(keeper, asker)).toEqual(byName);
    const [request] = await keeper.call('GET /api/circles/:id/requests', { params });
    expect(request?.user).toMatchObject({ id: asker.id, pandaId: null });
    const [news] = await keeper.call('GET /api/notifications');
    expect(news).toMatchObject({ kind: 'circleRequest', actor: { id: asker.id } });
  }
  expect(await seen(plain, asker)).toBe(404);
  const [request] = await owner.call('GET /api/circles/:id/requests', { params });
  await owner.call('POST /api/circles/:id/requests/:rid/decline', {
    params: { ...params, rid: request?.id ?? '' },
  });
  for (const keeper of [owner, admin]) expect(await seen(keeper, asker)).toBe(404);
});

it('hides private requesters', async () => {
  const { owner, asker, params } = await asking('private');
  expect(await seen(owner, asker)).toBe(404);
  expect(await owner.call('GET /api/circles/:id/requests', { params })).toEqual([]);
});
