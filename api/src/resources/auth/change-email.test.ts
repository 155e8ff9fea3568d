import { limits } from '@frens/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minute } from '../../clock.ts';
import { startTestApp, type TestApp, type TestClient, type TestMember } from '../../testing/test-app.ts';
import { confirmedMember, startTestMail, type TestMail } from '../../testing/test-mail.ts';

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

const confirmed = () => confirmedMember(app);
const want = (member: TestMember, email: string) =>
  member.call('PATCH /api/users/:id', { params: { id: member.id }, body: { email, bio: 'moved' } });
const change = (client: TestClient, token: string, isMine = true) =>
  client.call('POST /api/auth/email/change', { body: { token, isMine } });
const tried = (token: string) =>
  app.visitor().send('POST', '/api/auth/email/change', { body: { token, isMine: true } });
const stored = ({ id }: TestMember) => app.services.db.models.User.findById(id).lean();
const signIn = async (member: TestMember) => {
  const browser = app.visitor();
  const { username } = member.user;
  await browser.call('POST /api/login', { body: { username: username ?? '', password: 'correct horse' } });
  return browser;
};

let count = 0;
const newAddress = () => `moved${(count += 1)}@mail.example`;

describe('changing a confirmed address (D14)', () => {
  it('mails the new address a link and the old one a notice, and changes with the link', async () => {
    const member = await confirmed();
    const other = await signIn(member);
    const email = newAddress();
    expect(await want(member, email)).toMatchObject({
      email: member.user.email,
      pendingEmail: email,
      bio: 'moved',
    });
    const [notice] = await mail.to(member.user.email);
    expect(notice?.subject).toBe('Your account is getting a new address');
    expect(notice?.text).toContain(email);
    expect(notice?.text).toContain('for 7 days');
    const token = await mail.tokenTo(email, 'change');
    const answer = await change(member, token);
    expect(answer).toMatchObject({ email, user: { email, pendingEmail: null, emailVerified: true } });
    expect((await member.send('GET', '/api/user')).status).toBe(200);
    expect((await other.send('GET', '/api/user')).status).toBe(401);
    expect(await (await tried(token)).json()).toMatchObject({ code: 'invalid_token' });
  });

  it('ends every session and starts none when another browser opens the link', async () => {
    const member = await confirmed();
    const email = newAddress();
    await want(member, email);
    const visitor = app.visitor();
    expect(await change(visitor, await mail.tokenTo(email, 'change'))).toEqual({
      status: 'changed',
      email,
      user: null,
    });
    expect((await visitor.send('GET', '/api/user')).status).toBe(401);
    expect((await member.send('GET', '/api/user')).status).toBe(401);
    expect(await stored(member)).toMatchObject({ email, emailVerified: true });
  });

  it('asks first in another browser, so that no stranger gets an address without its owner’s consent', async () => {
    const stranger = await confirmed();
    const email = newAddress();
    await want(stranger, email);
    const token = await mail.tokenTo(email, 'change');
    const { username, createdAt } = stranger.user;
    for (const client of [app.visitor(), await app.member()]) {
      const asked = await client.call('POST /api/auth/email/change', { body: { token } });
      expect(asked).toEqual({ status: 'question', username, createdAt });
    }
    expect(await stored(stranger)).toMatchObject({ email: stranger.user.email, pendingEmail: email });
    expect(await change(app.visitor(), token, false)).toEqual({ status: 'discarded' });
    expect(await stored(stranger)).toMatchObject({ email: stranger.user.email, pendingEmail: null });
    expect((await tried(token)).status).toBe(400);
    expect(app.logged).toContainEqual(expect.objectContaining({ security: 'email_change_refused' }));
    const told = await stranger.call('GET /api/notifications', {});
    expect(told[0]).toMatchObject({ kind: 'security', event: 'emailRefused', actor: null });
    const owner = await app.member({ email });
    expect(owner.id).not.toBe(stranger.id);
  });

  it('answers the same for a taken address, without mailing its owner', async () => {
    const owner = await confirmed();
    const member = await confirmed();
    const free = newAddress();
    const answers = [await want(member, owner.user.email), await want(member, free)];
    expect(answers.map(({ pendingEmail }) => pendingEmail)).toEqual([owner.user.email, free]);
    expect({ ...answers[0], pendingEmail: '' }).toEqual({ ...answers[1], pendingEmail: '' });
    expect(await mail.to(owner.user.email)).toEqual([]);
    // The notice to the requester does not reveal it either.
    expect(await mail.to(member.user.email)).toHaveLength(2);
  });

  it('mails the old address once for repeated requests, and again after the undo period', async () => {
    const member = await confirmed();
    const email = newAddress();
    const told = async () => (await mail.to(member.user.email)).length;
    await told();
    await want(member, email);
    expect(await told()).toBe(1);
    await want(member, email);
    expect(await told()).toBe(0);
    expect(await mail.to(email)).toHaveLength(2);
    const other = newAddress();
    await want(member, other);
    expect(await told()).toBe(1);
    await app.services.db.models.AddressLink.deleteMany({ purpose: 'undo-email' });
    await want(member, other);
    expect(await told()).toBe(1);
  });

  it('only the newest change counts, for an hour', async () => {
    const member = await confirmed();
    const [first, second] = [newAddress(), newAddress()];
    await want(member, first);
    const early = await mail.tokenTo(first, 'change');
    await want(member, second);
    const late = await mail.tokenTo(second, 'change');
    expect((await tried(early)).status).toBe(400);
    app.clock.advance(limits.linkMinutes['change-email'] * minute + 1);
    expect((await tried(late)).status).toBe(400);
    expect(await stored(member)).toMatchObject({ email: member.user.email });
  });

  it('refuses an address that has been taken meanwhile', async () => {
    const member = await confirmed();
    const email = newAddress();
    await want(member, email);
    const token = await mail.tokenTo(email, 'change');
    await app.member({ email });
    expect((await tried(token)).status).toBe(409);
    expect(await stored(member)).toMatchObject({ email: member.user.email, pendingEmail: email });
  });

  it('sends to at most ten new addresses a day', async () => {
    const member = await confirmed();
    for (let sent = 0; sent < limits.addressMails.newPerDay; sent += 1) await want(member, newAddress());
    await expect(want(member, newAddress())).rejects.toMatchObject({ status: 429 });
    // Other fields can still be saved.
    expect(await want(member, member.user.email)).toMatchObject({ bio: 'moved' });
  });

  it('does not count refused changes', async () => {
    const member = await confirmed();
    app.clock.advance(11 * minute);
    for (let asked = 0; asked < limits.addressMails.newPerDay; asked += 1)
      await expect(want(member, newAddress())).rejects.toMatchObject({ status: 403 });
    await member.call('POST /api/login', {
      body: { username: member.user.email, password: 'correct horse' },
    });
    expect(await want(member, newAddress())).toMatchObject({ pendingEmail: expect.any(String) });
  });
});

it("answers the same when a taken address or one's own is saved again (D14)", async () => {
  const owner = await confirmed();
  const member = await app.member();
  const { emailKey } = (await stored(member)) ?? {};
  for (let saved = 0; saved <= limits.addressMails.newPerDay; saved += 1)
    await want(member, owner.user.email);
  expect(await want(member, owner.user.email)).toMatchObject({ email: owner.user.email, pendingEmail: null });
  expect((await stored(member))?.emailKey).not.toBe(emailKey);
});

describe('a pending change ends', () => {
  it.each([
    [
      'with a new password',
      (member: TestMember) =>
        member.call('POST /api/account/password', { body: { newPassword: 'tea and toast at six' } }),
    ],
    [
      'when another place is signed out',
      async (member: TestMember) => {
        await signIn(member);
        const places = await member.call('GET /api/sessions');
        const id = places.find(({ current }) => !current)?.id ?? '';
        await member.call('DELETE /api/sessions/:id', { params: { id } });
      },
    ],
    [
      'when all others are signed out',
      (member: TestMember) => member.call('POST /api/sessions/revoke-others'),
    ],
    ['by asking for the address one has', (member: TestMember) => want(member, member.user.email)],
  ])('%s', async (_how, end) => {
    const member = await confirmed();
    const email = newAddress();
    await want(member, email);
    const token = await mail.tokenTo(email, 'change');
    await end(member);
    expect(await member.call('GET /api/user')).toMatchObject({ pendingEmail: null });
    // After another request only the new link counts.
    await want(member, email);
    expect((await tried(token)).status).toBe(400);
    expect(await stored(member)).toMatchObject({ email: member.user.email });
    expect((await tried(await mail.tokenTo(email, 'change'))).status).toBe(200);
  });
});
