import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestClient, type TestMember } from '../../testing/test-app.ts';
import { makeLink } from '../address-links/address-links.ts';

let app: TestApp;
let verify: TestApp['services']['passwords']['verify'];
beforeAll(async () => {
  app = await startTestApp();
  ({ verify } = app.services.passwords);
});
afterAll(() => app.close());

const old = 'correct horse';
const owners = 'tea and toast at six';

/** Runs a callback after the next successful password check, before the checking call continues. */
function onceChecked(act: () => Promise<unknown>): void {
  app.services.passwords.verify = async (...given) => {
    app.services.passwords.verify = verify;
    const matches = await verify(...given);
    await act();
    return matches;
  };
}
const signIn = async (member: TestMember, client = app.visitor()) => {
  await client.call('POST /api/login', { body: { username: member.user.username ?? '', password: old } });
  return client;
};
const reset = async ({ user: { email } }: TestMember, browser: TestClient) => {
  const token = await makeLink(app.services, { purpose: 'reset', email });
  await browser.call('POST /api/auth/password/reset', { body: { token, password: owners } });
};
const stored = ({ id }: TestMember) => app.services.db.models.User.findById(id).lean();
const sessionsOf = ({ id }: TestMember) => app.services.db.models.Session.countDocuments({ userId: id });

it('refuses a new password from a session that a concurrent reset has ended', async () => {
  const owner = await app.member();
  const thief = await signIn(owner);
  const browser = app.visitor();
  onceChecked(() => reset(owner, browser));
  const body = { currentPassword: old, newPassword: 'mine from now on' };
  expect((await thief.send('POST', '/api/account/password', { body })).status).toBe(401);
  expect(await verify((await stored(owner))?.passwordHash ?? null, owners)).toBe(true);
  expect((await browser.call('GET /api/user')).id).toBe(owner.id);
});

it('refuses a password change when the current one has changed since its check', async () => {
  const owner = await app.member();
  await app.confirm(owner);
  const change = () =>
    owner.call('POST /api/account/password', { body: { currentPassword: old, newPassword: owners } });
  onceChecked(change);
  const body = { currentPassword: old, newPassword: 'mine from now on' };
  const late = await owner.send('POST', '/api/account/password', { body });
  expect(await late.json()).toMatchObject({ fields: { currentPassword: 'This password isn’t correct' } });
  expect(await verify((await stored(owner))?.passwordHash ?? null, owners)).toBe(true);
});

it('refuses a change of address from a session that has just ended', async () => {
  const owner = await app.member();
  await app.confirm(owner);
  const thief = await signIn(owner);
  onceChecked(() => reset(owner, app.visitor()));
  const body = { email: 'thief@mail.example', currentPassword: old };
  expect((await thief.send('PATCH', `/api/users/${owner.id}`, { body })).status).toBe(401);
  expect(await stored(owner)).toMatchObject({ pendingEmail: null });
});

it('refuses a sign-in when the password has changed since its check', async () => {
  const owner = await app.member();
  onceChecked(() =>
    owner.call('POST /api/account/password', { body: { currentPassword: old, newPassword: owners } }),
  );
  await expect(signIn(owner)).rejects.toMatchObject({ status: 401, code: 'invalid_credentials' });
  expect(await sessionsOf(owner)).toBe(1);
});
