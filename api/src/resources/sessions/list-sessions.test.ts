import { afterAll, beforeAll, expect, it } from 'vitest';
import { day, minute } from '../../clock.ts';
import { startTestApp, type TestApp, type TestClient, type TestMember } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';

/** Another browser of the same member. */
async function signInElsewhere(member: TestMember) {
  const browser = app.visitor();
  const body = { username: member.user.username, password: 'correct horse' };
  await browser.send('POST', '/api/login', { body, headers: { 'User-Agent': firefox } });
  return browser;
}

const places = (browser: { call: TestMember['call'] }) => browser.call('GET /api/sessions');

it('lists the member’s sessions, this browser first, with name and last visit (D11)', async () => {
  const maya = await app.member();
  app.clock.advance(minute);
  const other = await signInElsewhere(maya);
  const [here, there, ...more] = await places(maya);
  expect(more).toEqual([]);
  expect([here?.current, here?.browser]).toEqual([true, null]);
  expect([there?.current, there?.browser]).toEqual([false, { name: 'Firefox', system: 'Linux' }]);
  expect((await places(other))[0]?.id).toBe(there?.id);
  app.clock.advance(6 * minute);
  await other.call('GET /api/user');
  const later = (await places(maya)).find((one) => one.id === there?.id);
  expect(later?.lastSeenAt).toBe(app.clock.now().toISOString());
});

it('reveals neither the cookie’s value nor its stored hash', async () => {
  const maya = await app.member();
  const stored = await app.services.db.models.Session.findOne({ userId: maya.id }).lean();
  const said = JSON.stringify(await places(maya));
  expect(said).not.toContain(stored?._id);
  expect(said).not.toContain(maya.cookies.get('sid'));
});

it('ends one session, which is signed out at its next call', async () => {
  const maya = await app.member();
  const other = await signInElsewhere(maya);
  const there = (await places(maya)).find((one) => !one.current);
  await maya.call('DELETE /api/sessions/:id', { params: { id: there?.id ?? '' } });
  await expect(other.call('GET /api/user')).rejects.toMatchObject({ status: 401 });
  expect(await places(maya)).toHaveLength(1);
  expect(app.logged).toContainEqual(
    expect.objectContaining({ security: 'sessions_ended', memberId: maya.id }),
  );
});

it('shows a member online while one of their browsers was active', async () => {
  const [maya, viewer] = await Promise.all([app.member(), app.member()]);
  const isOnline = async () => (await viewer.call('GET /api/users')).find(({ id }) => id === maya.id)?.online;
  const other = await signInElsewhere(maya);
  await maya.call('POST /api/logout');
  expect(await isOnline()).toBe(true);
  await other.call('POST /api/logout');
  expect(await isOnline()).toBe(false);
  // An idle browser does not keep the member online.
  const [left, used] = [await signInElsewhere(maya), await signInElsewhere(maya)];
  app.clock.advance(20 * minute);
  await used.call('GET /api/user');
  expect(await isOnline()).toBe(true);
  await used.call('POST /api/logout');
  expect(await isOnline()).toBe(false);
  await left.call('GET /api/user');
  expect(await isOnline()).toBe(true);
});

it('ends all other sessions and keeps this one', async () => {
  const maya = await app.member();
  const others = [await signInElsewhere(maya), await signInElsewhere(maya)];
  await maya.call('POST /api/sessions/revoke-others');
  for (const other of others)
    await expect(other.call('GET /api/user')).rejects.toMatchObject({ status: 401 });
  expect((await places(maya)).map((one) => one.current)).toEqual([true]);
});

it('tells a browser that its session was ended, but not after a sign-out', async () => {
  const maya = await app.member();
  const other = await signInElsewhere(maya);
  const refusalOf = async (client: TestClient) => (await client.send('GET', '/api/user')).json();
  await maya.call('POST /api/sessions/revoke-others');
  expect(await refusalOf(other)).toMatchObject({
    code: 'session_ended',
    message: 'You were signed out. Please sign in again.',
  });
  await other.call('POST /api/logout');
  expect(await refusalOf(other)).toMatchObject({ code: 'signed_out' });
  await maya.call('POST /api/logout');
  expect(await refusalOf(maya)).toMatchObject({ code: 'signed_out' });
});

it('returns 404 for another member’s session, and does not end it', async () => {
  const [maya, ana] = await Promise.all([app.member(), app.member()]);
  const [foreign] = await places(ana);
  await expect(
    maya.call('DELETE /api/sessions/:id', { params: { id: foreign?.id ?? '' } }),
  ).rejects.toMatchObject({ status: 404, code: 'not_found' });
  expect((await ana.call('GET /api/user')).id).toBe(ana.id);
});

it('omits expired sessions', async () => {
  const maya = await app.member();
  app.clock.advance(10 * day);
  const later = await signInElsewhere(maya);
  app.clock.advance(5 * day);
  expect(await places(later)).toHaveLength(1);
});

it.each([
  ['GET', '/api/sessions'],
  ['DELETE', '/api/sessions/x'],
  ['POST', '/api/sessions/revoke-others'],
])('refuses %s %s of a visitor', async (method, path) => {
  expect((await app.visitor().send(method, path)).status).toBe(401);
});
