import { limits } from '@frens/contract/limits';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { minute } from '../../clock.ts';
import { serverLimits } from '../../limits.ts';
import { startTestApp, type TestApp, type TestMember } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const old = 'correct horse';
const next = 'tea and toast at six';
const change = (member: TestMember, body: { currentPassword?: string; newPassword: string }) =>
  member.call('POST /api/account/password', { body });
const signIn = async (member: TestMember, password: string) => {
  const browser = app.visitor();
  await browser.call('POST /api/login', { body: { username: member.user.username ?? '', password } });
  return browser;
};
const mailsTo = (member: TestMember) =>
  app.services.db.models.Job.find({ memberId: member.id, kind: 'mail' }).lean();

it('changes the password, ends every other session and says so by mail (D11, D12)', async () => {
  const maya = await app.member();
  const other = await signIn(maya, old);
  app.clock.advance(11 * minute);
  await change(maya, { currentPassword: old, newPassword: next });
  await expect(other.call('GET /api/user')).rejects.toMatchObject({ status: 401 });
  expect((await maya.call('GET /api/user')).id).toBe(maya.id);
  await expect(signIn(maya, old)).rejects.toMatchObject({ status: 401 });
  await signIn(maya, next);
  expect(await mailsTo(maya)).toMatchObject([
    // “It wasn’t me” starts a password reset, which ends every session.
    { payload: { name: 'passwordChanged', to: maya.user.email, path: '/auth?tab=forgot' } },
  ]);
  expect(app.logged).toContainEqual(expect.objectContaining({ security: 'password_changed' }));
  expect(JSON.stringify(app.logged)).not.toContain(next);
});

it('replays the answer to a retry with the same key and the previous current password (D52)', async () => {
  const maya = await app.member();
  app.clock.advance(11 * minute);
  const body = { currentPassword: old, newPassword: next };
  const send = () =>
    maya.send('POST', '/api/account/password', { body, headers: { 'Idempotency-Key': 'once' } });
  expect([(await send()).status, (await send()).status]).toEqual([204, 204]);
  expect(await mailsTo(maya)).toHaveLength(1);
  await signIn(maya, next);
});

it('requires the current password unless the sign-in is fresh', async () => {
  const maya = await app.member();
  await change(maya, { newPassword: next });
  app.clock.advance(limits.freshSignInMinutes * minute);
  await expect(change(maya, { newPassword: 'another one of mine' })).rejects.toMatchObject({
    status: 400,
    fields: { currentPassword: 'Please enter your current password' },
  });
  await signIn(maya, next);
});

it('rejects a wrong current password at its field and counts the attempt (D8, D12)', async () => {
  const maya = await app.member();
  for (let count = 0; count < serverLimits.loginFailures.perNetwork; count += 1) {
    await expect(change(maya, { currentPassword: 'wrong', newPassword: next })).rejects.toMatchObject({
      status: 400,
      fields: { currentPassword: 'This password isn’t correct' },
    });
  }
  await expect(change(maya, { currentPassword: old, newPassword: next })).rejects.toMatchObject({
    status: 429,
  });
  app.clock.advance(minute);
  await signIn(maya, old);
  expect(await mailsTo(maya)).toEqual([]);
});

it('sets the first password of an account without one', async () => {
  const maya = await app.member();
  await app.services.db.models.User.updateOne({ _id: maya.id }, { passwordHash: null });
  app.clock.advance(60 * minute);
  await change(maya, { newPassword: next });
  const browser = await signIn(maya, next);
  expect((await browser.call('GET /api/user')).hasPassword).toBe(true);
});

it.each([
  ['short', 'Password must be at least 6 characters'],
  ['password1', 'This password is too easy to guess. Please choose another one'],
  ['the username twice', 'This password is too easy to guess. Please choose another one'],
])('refuses %s as a new password', async (chosen, message) => {
  const maya = await app.member();
  const { username } = maya.user;
  const newPassword = chosen === 'the username twice' ? `${username}${username}` : chosen;
  await expect(change(maya, { newPassword })).rejects.toMatchObject({
    status: 400,
    fields: { newPassword: message },
  });
  await signIn(maya, old);
});

it('ends reset links, once the address is confirmed', async () => {
  const maya = await app.member();
  const { AddressLink } = app.services.db.models;
  const at = app.clock.now();
  const later = new Date(at.getTime() + minute);
  await AddressLink.create({
    _id: `reset of ${maya.id}`,
    purpose: 'reset',
    email: maya.user.email,
    emailKey: maya.user.email,
    createdAt: at,
    expiresAt: later,
    forgetAt: later,
  });
  const left = () => AddressLink.countDocuments({ emailKey: maya.user.email });
  await change(maya, { newPassword: next });
  expect(await left()).toBe(1);
  await app.confirm(maya);
  await change(maya, { newPassword: 'another one of mine' });
  expect(await left()).toBe(0);
});

it('refuses visitors', async () => {
  const response = await app.visitor().send('POST', '/api/account/password', { body: { newPassword: next } });
  expect(response.status).toBe(401);
});
