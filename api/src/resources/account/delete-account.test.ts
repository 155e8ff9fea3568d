import { limits } from '@frens/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day, minute } from '../../clock.ts';
import { quizSubmission, registration } from '../../testing/factories.ts';
import { startTestApp, type TestApp, type TestClient, type TestMember } from '../../testing/test-app.ts';
import { startTestMail, type TestMail } from '../../testing/test-mail.ts';
import { makeLink } from '../address-links/address-links.ts';

let app: TestApp;
let mail: TestMail;
beforeAll(async () => {
  app = await startTestApp();
  mail = await startTestMail(app);
});
afterAll(async () => {
  await mail.close();
  await app.close();
});

const password = 'correct horse';
const undoDays = limits.ending.undoDays * day;
const nameOf = ({ user }: TestMember) => user.username ?? '';
const end = (member: TestMember, body: object = {}) =>
  member.send('DELETE', '/api/account', { body: { confirm: nameOf(member), ...body } });
const stored = ({ id }: TestMember) => app.services.db.models.User.findById(id).lean();
const signIn = (member: TestMember, more: object = {}, client: TestClient = app.visitor()) =>
  client.send('POST', '/api/login', { body: { username: nameOf(member), password, ...more } });
const keep = (token: string) => app.visitor().send('POST', '/api/auth/account/keep', { body: { token } });
const status = async (answer: Promise<Response>) => (await answer).status;

/** A member who has ended their account, and the undo link. */
async function deletedMember(): Promise<{ member: TestMember; token: string }> {
  const member = await app.member();
  await app.confirm(member);
  expect(await status(end(member))).toBe(202);
  return { member, token: await mail.tokenTo(member.user.email, 'keep') };
}

describe('ending an account (D46)', () => {
  it('signs out everywhere at once and says until when it can be undone', async () => {
    const member = await app.member();
    await app.confirm(member);
    await mail.to(member.user.email);
    const phone = app.visitor();
    await signIn(member, {}, phone);
    const answer = await member.call('DELETE /api/account', {
      body: { confirm: ` ${nameOf(member).toUpperCase()} ` },
    });
    expect(Date.parse(answer.undoUntil)).toBe(app.clock.now().getTime() + undoDays);
    expect(member.cookies.has('sid')).toBe(false);
    expect(await status(phone.send('GET', '/api/user'))).toBe(401);
    const [notice] = await mail.to(member.user.email);
    expect(notice?.subject).toBe('Your account is being deleted');
    expect(notice?.text).toContain('In 7 days');
    const told = app.logged.filter(({ memberId }) => memberId === member.id).map(({ security }) => security);
    expect(told).toContain('account_ended');
  });

  it('mails nothing to a shown address that belongs to another account (D14)', async () => {
    const [owner, other] = await Promise.all([app.member(), app.member()]);
    const body = { email: owner.user.email };
    await other.call('PATCH /api/users/:id', { params: { id: other.id }, body });
    await mail.to(owner.user.email);
    const newPassword = 'tea and toast at six';
    await other.call('POST /api/account/password', { body: { currentPassword: password, newPassword } });
    expect(await status(end(other))).toBe(202);
    expect(await mail.to(owner.user.email)).toEqual([]);
    expect((await stored(other))?.eraseAt).toBeInstanceOf(Date);
  });

  it.each([
    ['another name', { confirm: 'somebody' }, 'confirm'],
    ['no name', { confirm: '' }, 'confirm'],
    ['a wrong password', { password: 'wrong' }, 'password'],
  ])('refuses %s and changes nothing', async (_what, body, field) => {
    const member = await app.member();
    const answer = await end(member, body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toHaveProperty(['fields', field]);
    expect((await stored(member))?.eraseAt).toBeUndefined();
  });

  it('requires a fresh sign-in or the password', async () => {
    const member = await app.member();
    app.clock.advance(11 * minute);
    expect(await (await end(member)).json()).toMatchObject({
      fields: { password: 'Please enter your current password' },
    });
    expect(await status(end(member, { password }))).toBe(202);
    const linked = await app.member();
    await app.services.db.models.User.updateOne({ _id: linked.id }, { passwordHash: null });
    app.clock.advance(11 * minute);
    expect(await (await end(linked, { password: 'anything' })).json()).toMatchObject({
      code: 'fresh_sign_in_required',
    });
  });

  it('releases an unconfirmed address at once', async () => {
    const member = await app.member();
    const { email } = member.user;
    await mail.to(email);
    const asked = await makeLink(app.services, { purpose: 'sign-in', email });
    expect(await status(end(member))).toBe(202);
    // The owner of the address learns nothing about the account, and can join; the link that they requested works.
    expect(await mail.to(email)).toEqual([]);
    const owner = app.visitor();
    const { isNewUser, user } = await owner.call('POST /api/auth/verify', { body: { token: asked } });
    expect([isNewUser, user.email]).toEqual([true, email]);
    // The member restores the account by the password, and is asked for an address.
    expect(await status(signIn(member, { keepAccount: true }, member))).toBe(200);
    expect(await member.call('GET /api/user')).toMatchObject({
      id: member.id,
      email: '',
      emailVerified: false,
    });
  });

  it('allows five a day, not counting refused attempts', async () => {
    const member = await app.member();
    for (let tries = 0; tries < 2 * limits.ending.perDay; tries += 1)
      expect(await status(end(member, { confirm: 'somebody' }))).toBe(400);
    for (let times = 0; times < limits.ending.perDay; times += 1) {
      expect(await status(end(member))).toBe(202);
      expect(await status(signIn(member, { keepAccount: true }, member))).toBe(200);
    }
    expect(await status(end(member))).toBe(429);
    app.clock.advance(day);
    expect(await status(signIn(member, {}, member))).toBe(200);
    expect(await status(end(member))).toBe(202);
  });

  it('takes the address as the confirmation of a member without a username', async () => {
    const email = 'nameless@mail.example';
    const token = await makeLink(app.services, { purpose: 'sign-in', email });
    const browser = app.visitor();
    await browser.call('POST /api/auth/verify', { body: { token } });
    await browser.call('DELETE /api/account', { body: { confirm: email } });
    expect(await status(browser.send('GET', '/api/user'))).toBe(401);
  });

  it('ends the account once under concurrent requests', async () => {
    const member = await app.member();
    const answers = await Promise.all(Array.from({ length: 100 }, () => end(member)));
    const statuses = answers.map((answer) => answer.status);
    expect(statuses.filter((one) => one === 202)).toHaveLength(1);
    // The other requests find their session ended, or exceed the daily limit.
    expect(statuses.filter((one) => ![202, 401, 429].includes(one))).toEqual([]);
    const jobs = await app.services.db.models.Job.find({ memberId: member.id }).lean();
    expect(jobs.filter(({ kind }) => kind === 'erase-account')).toHaveLength(1);
  });

  it('hides the member, their Panda and what they wrote', async () => {
    const [member, friend, stranger] = await Promise.all([app.member(), app.member(), app.member()]);
    const { pandaId } = await member.call('POST /api/vibe-quiz', { body: quizSubmission() });
    const others = await friend.call('POST /api/vibe-quiz', { body: quizSubmission() });
    await app.befriend(member, friend);
    const { Content } = app.services.db.models;
    const review = { authorId: member.id, pandaId: others.pandaId, type: 'review' as const, text: 'Lovely' };
    await Content.create({ ...review, createdAt: app.clock.now() });
    const circle = await member.call('POST /api/circles', { body: { name: 'Bread', circleType: 'open' } });
    const seen = async (viewer: TestClient) => {
      const params = { id: pandaId };
      const timeline = await viewer.call('GET /api/pandas/:id/content', {
        params: { id: others.pandaId },
      });
      return {
        listed: (await viewer.call('GET /api/users')).some(({ id }) => id === member.id),
        friends: (await viewer.call('GET /api/connections')).length,
        pandas: (await viewer.call('GET /api/pandas')).some(({ id }) => id === pandaId),
        found: (await viewer.call('GET /api/pandas', { query: { q: 'a' } })).some(({ id }) => id === pandaId),
        panda: await status(viewer.send('GET', `/api/pandas/${params.id}`)),
        picture: await status(viewer.send('GET', `/media/pandas/${params.id}.svg`)),
        stakes: await status(viewer.send('GET', `/api/pandas/${params.id}/stakes`)),
        content: await status(viewer.send('GET', `/api/pandas/${params.id}/content`)),
        reviews: timeline.length,
        owner: (await viewer.call('GET /api/circles')).find(({ id }) => id === circle.id)?.ownerId,
      };
    };
    const before = await seen(friend);
    expect(before).toMatchObject({
      listed: true,
      friends: 1,
      pandas: true,
      panda: 200,
      reviews: 1,
      owner: member.id,
    });
    await end(member);
    const gone = {
      listed: false,
      pandas: false,
      found: false,
      panda: 404,
      picture: 404,
      stakes: 404,
      content: 404,
    };
    expect(await seen(friend)).toEqual({ ...gone, friends: 0, reviews: 0, owner: null });
    expect(await seen(stranger)).toMatchObject({ listed: false, panda: 404 });
    const stake = { body: { pandaId, amount: '1' } };
    expect(await status(stranger.send('POST', '/api/stake-bamboo', stake))).toBe(404);
    const gate = { name: 'Gate', circleType: 'stake_gated', gatePandaId: pandaId };
    expect(await status(stranger.send('POST', '/api/circles', { body: gate }))).toBe(400);
    const ask = { body: { friendId: member.id } };
    expect(await status(stranger.send('POST', '/api/connections', ask))).toBe(404);
    // All of it is back after a restore.
    await signIn(member, { keepAccount: true });
    expect(await seen(friend)).toEqual(before);
  });

  it('keeps username and address reserved, and mails the member on a sign-up with them', async () => {
    const { member } = await deletedMember();
    const again = registration({ username: nameOf(member), email: 'other@mail.example' });
    expect(await status(app.visitor().send('POST', '/api/register', { body: again }))).toBe(409);
    const same = registration({ email: member.user.email });
    expect(await status(app.visitor().send('POST', '/api/register', { body: same }))).toBe(409);
    expect((await mail.to(member.user.email)).at(-1)?.subject).toContain('already have an account');
  });
});

describe('restoring an account (D46)', () => {
  it('restores by the link, repeatably, and signs nobody in', async () => {
    const { member, token } = await deletedMember();
    const answers = await Promise.all(Array.from({ length: 20 }, () => status(keep(token))));
    expect(new Set(answers)).toEqual(new Set([200]));
    expect((await stored(member))?.eraseAt).toBeUndefined();
    const notices = (await mail.to(member.user.email)).map(({ subject }) => subject);
    expect(notices).toEqual(['Your account stays']);
    expect(await status(member.send('GET', '/api/user'))).toBe(401);
    expect(await status(signIn(member))).toBe(200);
    // The old link does not undo a second deletion.
    await signIn(member, {}, member);
    await end(member);
    expect(await status(keep(token))).toBe(400);
  });

  it('rejects expired, foreign and made-up links', async () => {
    const { member, token } = await deletedMember();
    const foreign = await makeLink(app.services, { purpose: 'sign-in', email: member.user.email });
    expect(await status(keep(foreign))).toBe(400);
    expect(await status(keep('made-up'))).toBe(400);
    app.clock.advance(undoDays);
    expect(await status(keep(token))).toBe(400);
  });

  it('asks at a sign-in with the password, and restores the account after a yes', async () => {
    const { member } = await deletedMember();
    const asked = await signIn(member);
    expect(asked.status).toBe(403);
    expect(await asked.json()).toMatchObject({
      code: 'account_ending',
      details: { undoUntil: new Date(app.clock.now().getTime() + undoDays).toISOString() },
    });
    expect(await status(signIn(member, { password: 'wrong', keepAccount: true }))).toBe(401);
    const browser = app.visitor();
    expect(await status(signIn(member, { keepAccount: true }, browser))).toBe(200);
    expect(await status(browser.send('GET', '/api/user'))).toBe(200);
    expect((await stored(member))?.eraseAt).toBeUndefined();
  });

  it.each([
    ['a magic link', 'sign-in', '/api/auth/verify'],
    ['the link of a reset', 'reset', '/api/auth/password/reset'],
  ] as const)('asks whoever comes by %s, which is not spent by that', async (_what, purpose, path) => {
    const { member } = await deletedMember();
    const token = await makeLink(app.services, { purpose, email: member.user.email });
    const browser = app.visitor();
    const body = { token, password: 'tea and toast at six' };
    const asked = await browser.send('POST', path, { body });
    expect(await asked.json()).toMatchObject({ code: 'account_ending' });
    expect(await status(browser.send('POST', path, { body: { ...body, keepAccount: true } }))).toBe(200);
    expect(await status(browser.send('GET', '/api/user'))).toBe(200);
    expect((await stored(member))?.eraseAt).toBeUndefined();
  });

  it('restores the account together with its address after an undo', async () => {
    const member = await app.member();
    await app.confirm(member);
    const undo = await makeLink(app.services, {
      purpose: 'undo-email',
      email: member.user.email,
      userId: (await stored(member))?._id ?? null,
    });
    await end(member);
    expect(await status(app.visitor().send('POST', '/api/auth/email/undo', { body: { token: undo } }))).toBe(
      200,
    );
    expect((await stored(member))?.eraseAt).toBeUndefined();
  });

  it('disables links that confirm or change an address', async () => {
    const member = await app.member();
    const { email } = member.user;
    const userId = (await stored(member))?._id ?? null;
    await end(member);
    for (const [purpose, path] of [
      ['confirm', '/api/auth/email/confirm'],
      ['change-email', '/api/auth/email/change'],
    ] as const) {
      const token = await makeLink(app.services, { purpose, email, userId });
      expect(await status(app.visitor().send('POST', path, { body: { token } }))).toBe(400);
    }
  });
});
