import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day, minute } from '../../clock.ts';
import { idFrom } from '../../database/ids.ts';
import { startTestApp, type TestApp, type TestClient, type TestMember } from '../../testing/test-app.ts';
import { confirmedMember, startTestMail, type TestMail } from '../../testing/test-mail.ts';
import { walletOf } from '../wallet/ledger.model.ts';

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
const want = (client: TestClient, { id }: TestMember, email: string) =>
  client.call('PATCH /api/users/:id', { params: { id }, body: { email } });
const change = (client: TestClient, token: string) =>
  client.call('POST /api/auth/email/change', { body: { token, isMine: true } });
const undo = (token: string) => app.visitor().call('POST /api/auth/email/undo', { body: { token } });
const tried = (token: string) => app.visitor().send('POST', '/api/auth/email/undo', { body: { token } });
const stored = ({ id }: TestMember) => app.services.db.models.User.findById(id).lean();
/** Signs in by a magic link, which creates an account for an unknown address. */
async function signInBy(email: string) {
  const browser = app.visitor();
  await browser.call('POST /api/auth/magic-link', { body: { email } });
  const answer = await browser.call('POST /api/auth/verify', { body: { token: await mail.tokenTo(email) } });
  return { browser, ...answer };
}

let count = 0;
const newAddress = () => `undone${(count += 1)}@mail.example`;

describe('undoing a change of address (D14)', () => {
  it.each(['before', 'after'])(
    '%s it was confirmed gives the address back and signs everybody out',
    async (when) => {
      const member = await confirmed();
      const { email: old } = member.user;
      const email = newAddress();
      await want(member, member, email);
      const undoing = await mail.tokenTo(old, 'undo');
      const token = await mail.tokenTo(email, 'change');
      if (when === 'after') await change(member, token);
      app.clock.advance(6 * day);
      expect(await undo(undoing)).toEqual({ success: true, email: old });
      expect(await stored(member)).toMatchObject({ email: old, emailVerified: true, pendingEmail: null });
      expect((await member.send('GET', '/api/user')).status).toBe(401);
      await expect(change(app.visitor(), token)).rejects.toMatchObject({ code: 'invalid_token' });
      const [told] = await mail.to(old);
      expect(told?.subject).toBe('We undid the change of your address');
      expect((await tried(undoing)).status).toBe(400);
      expect(app.logged).toContainEqual(expect.objectContaining({ security: 'email_restored' }));
    },
  );

  it('undoes several changes at once, for seven days', async () => {
    const member = await confirmed();
    const { email: old } = member.user;
    const [first, second] = [newAddress(), newAddress()];
    await want(member, member, first);
    const undoing = await mail.tokenTo(old, 'undo');
    await change(member, await mail.tokenTo(first, 'change'));
    await want(member, member, second);
    await change(member, await mail.tokenTo(second, 'change'));
    const late = await mail.tokenTo(first, 'undo');
    expect(await undo(undoing)).toMatchObject({ email: old });
    // The intruder cannot regain the account with their undo link.
    expect((await tried(late)).status).toBe(400);
    const { browser } = await signInBy(old);
    await want(browser, member, newAddress());
    const expired = await mail.tokenTo(old, 'undo');
    app.clock.advance(7 * day + 1);
    expect((await tried(expired)).status).toBe(400);
  });

  it('to an older address stays valid after the intruder’s undo to a newer one', async () => {
    const member = await confirmed();
    const { email: old } = member.user;
    const [first, second] = [newAddress(), newAddress()];
    await want(member, member, first);
    const owners = await mail.tokenTo(old, 'undo');
    await change(member, await mail.tokenTo(first, 'change'));
    app.clock.advance(minute);
    await want(member, member, second);
    expect(await undo(await mail.tokenTo(first, 'undo'))).toMatchObject({ email: first });
    expect(await undo(owners)).toMatchObject({ email: old });
    expect(await stored(member)).toMatchObject({ email: old, pendingEmail: null });
  });

  it('also cancels links that are still queued', async () => {
    const member = await confirmed();
    const { email: old } = member.user;
    const [first, second] = [newAddress(), newAddress()];
    await want(member, member, first);
    const owners = await mail.tokenTo(old, 'undo');
    await change(member, await mail.tokenTo(first, 'change'));
    await want(member, member, second);
    app.clock.advance(minute);
    await undo(owners);
    const subjects = (await mail.to(first)).map(({ subject }) => subject);
    expect(subjects).toEqual(['Your account no longer has this address']);
  });

  it.each(['mailed', 'still to be mailed'])(
    'is implied by a change back, which kills the undo link mailed to the intruder, %s',
    async (notice) => {
      const member = await confirmed();
      const { email: old } = member.user;
      const evil = newAddress();
      await want(member, member, evil);
      const owners = await mail.tokenTo(old, 'undo');
      await change(member, await mail.tokenTo(evil, 'change'));
      app.clock.advance(5 * minute);
      await want(member, member, old);
      const { Job } = app.services.db.models;
      const held = { kind: 'address-link', 'payload.purpose': 'undo-email' };
      const runAt = new Date(app.clock.now().getTime() + minute);
      if (notice === 'still to be mailed') await Job.updateMany(held, { runAt });
      const token = await mail.tokenTo(old, 'change');
      const thiefs = notice === 'mailed' ? await mail.tokenTo(evil, 'undo') : '';
      app.clock.advance(1);
      await change(member, token);
      app.clock.advance(minute);
      expect(await mail.to(evil)).toEqual([]);
      expect((await tried(thiefs)).status).toBe(400);
      expect((await tried(owners)).status).toBe(400);
      expect(await stored(member)).toMatchObject({ email: old, pendingEmail: null });
    },
  );

  it('of an older change stays valid after a change back to a newer address', async () => {
    const member = await confirmed();
    const { email: old } = member.user;
    const [first, second] = [newAddress(), newAddress()];
    await want(member, member, first);
    const owners = await mail.tokenTo(old, 'undo');
    await change(member, await mail.tokenTo(first, 'change'));
    for (const email of [second, first]) {
      app.clock.advance(minute);
      await want(member, member, email);
      await change(member, await mail.tokenTo(email, 'change'));
    }
    expect(await undo(owners)).toMatchObject({ email: old });
  });

  it('mails the address that it removes, and nobody when nothing had changed', async () => {
    const member = await confirmed();
    const { email: old } = member.user;
    const email = newAddress();
    await want(member, member, email);
    const undoing = await mail.tokenTo(old, 'undo');
    await change(member, await mail.tokenTo(email, 'change'));
    await undo(undoing);
    expect((await mail.to(email)).map(({ subject }) => subject)).toEqual([
      'Your account no longer has this address',
    ]);
    const other = await confirmed();
    await want(other, other, newAddress());
    await undo(await mail.tokenTo(other.user.email, 'undo'));
    expect((await mail.to(other.user.email)).map(({ subject }) => subject)).toEqual([
      'We undid the change of your address',
    ]);
  });

  it('takes the old address back from an account that never confirmed it', async () => {
    const member = await confirmed();
    const { email: old } = member.user;
    const email = newAddress();
    await want(member, member, email);
    const undoing = await mail.tokenTo(old, 'undo');
    await change(member, await mail.tokenTo(email, 'change'));
    const squatter = await app.member({ email: old });
    expect(await undo(undoing)).toMatchObject({ email: old });
    expect(await stored(member)).toMatchObject({ email: old, emailVerified: true });
    expect(await stored(squatter)).toMatchObject({ email: '', emailVerified: false });
    expect(app.logged).toContainEqual(
      expect.objectContaining({ security: 'address_freed', memberId: squatter.id }),
    );
  });

  it('removes the password, which may be the intruder’s, and mails that', async () => {
    const member = await confirmed();
    const { email: old, username } = member.user;
    await member.call('POST /api/account/password', { body: { newPassword: 'mine from now on' } });
    await want(member, member, newAddress());
    await undo(await mail.tokenTo(old, 'undo'));
    const body = { username: username ?? '', password: 'mine from now on' };
    expect((await app.visitor().send('POST', '/api/login', { body })).status).toBe(401);
    expect((await mail.to(old))[0]?.text).toContain('the password has been removed');
    expect(app.logged).toContainEqual(
      expect.objectContaining({ security: 'password_removed', memberId: member.id }),
    );
  });

  it('takes the old address back from an empty account that a magic link created', async () => {
    const member = await confirmed();
    const { email: old } = member.user;
    const email = newAddress();
    await want(member, member, email);
    const undoing = await mail.tokenTo(old, 'undo');
    await change(member, await mail.tokenTo(email, 'change'));
    const { browser, isNewUser, user } = await signInBy(old);
    expect(isNewUser).toBe(true);
    expect(await undo(undoing)).toEqual({ success: true, email: old });
    expect(await stored(member)).toMatchObject({ email: old, emailVerified: true });
    expect(await browser.call('GET /api/user')).toMatchObject({
      id: user.id,
      email: '',
      emailVerified: false,
    });
    const wallet = await app.services.db.models.Account.findById(walletOf(idFrom(user.id))).lean();
    expect(wallet).toMatchObject({ isConfirmed: false });
  });

  it('leaves no access to an empty account with the next address once its reader signs in', async () => {
    const member = await confirmed();
    const { email: old } = member.user;
    await want(member, member, newAddress());
    const undoing = await mail.tokenTo(old, 'undo');
    await change(member, await mail.tokenTo(`undone${count}@mail.example`, 'change'));
    const { browser: squatter, user } = await signInBy(old);
    await undo(undoing);
    const taken = newAddress();
    await squatter.call('PATCH /api/users/:id', { params: { id: user.id }, body: { email: taken } });

    const { user: reader } = await signInBy(taken);
    expect(reader.id).toBe(user.id);
    expect((await squatter.send('GET', '/api/user')).status).toBe(401);
    expect((await mail.to(taken)).map(({ subject }) => subject)).toContain(
      'We removed your old password and signed you out elsewhere',
    );
  });

  it('fails when the owner of the old address has a complete account with it', async () => {
    const member = await confirmed();
    const { email: old } = member.user;
    const email = newAddress();
    await want(member, member, email);
    const undoing = await mail.tokenTo(old, 'undo');
    await change(member, await mail.tokenTo(email, 'change'));
    await app.confirm(await app.member({ email: old }));
    const refused = await tried(undoing);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ code: 'account_exists' });
    const body = { purpose: 'undo-email' as const, token: undoing };
    expect(await app.visitor().call('POST /api/auth/link/check', { body })).toEqual({
      isUsable: false,
      isDone: false,
    });
  });
});
