import { limits } from '@frens/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day, hour } from '../../clock.ts';
import { serverLimits } from '../../limits.ts';
import { startTestApp, type TestApp, type TestClient, type TestMember } from '../../testing/test-app.ts';
import { startTestMail, type TestMail } from '../../testing/test-mail.ts';

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

const tokenFor = ({ user }: TestMember) => mail.tokenTo(user.email, 'confirm');
const confirm = (client: TestClient, token: string, isMine?: boolean) =>
  client.call('POST /api/auth/email/confirm', {
    body: { token, ...(isMine === undefined ? {} : { isMine }) },
  });
const tried = (token: string, client: TestClient = app.visitor()) =>
  client.send('POST', '/api/auth/email/confirm', { body: { token } });
const stored = ({ id }: TestMember) => app.services.db.models.User.findById(id).lean();

describe('the mail after signing up (D7)', () => {
  it('is in the language of the request, names the grant, and confirms in this browser', async () => {
    const member = await app.member({ name: 'You won! https://evil.example/x' });
    const [message] = await mail.to(member.user.email);
    expect(message?.subject).toBe('Confirm your address for Frens');
    expect(message?.text).toMatch(/^Confirm your address for Frens\s+Hello, please confirm/);
    expect(`${message?.subject}${message?.text}${message?.html}`).not.toContain('evil');
    expect(message?.text).toContain('25.00 BAMBOO');
    expect(message?.text).toContain('expires in 24 hours');
    const token = /confirm=([\w-]+)/.exec(message?.text ?? '')?.[1] ?? '';
    const answer = await confirm(member, token);
    expect(answer).toMatchObject({ status: 'confirmed', user: { emailVerified: true, hasPassword: true } });
    expect((await member.call('GET /api/user')).emailVerified).toBe(true);
    expect(app.logged).toContainEqual(expect.objectContaining({ security: 'email_confirmed' }));
  });

  it('grants 25.00 BAMBOO, once (D37)', async () => {
    const member = await app.member();
    await confirm(member, await tokenFor(member));
    expect((await member.call('GET /api/wallet')).balance).toBe('125.00');
    await app.confirm(member);
    expect((await member.call('GET /api/wallet')).balance).toBe('125.00');
  });

  it('grants the welcome BAMBOO that the limit per network has refused (D37)', async () => {
    const member = await app.member();
    const { Account, Posting } = app.services.db.models;
    await Posting.deleteMany({ onceKey: `welcome:${member.id}` });
    await Account.updateOne({ _id: `wallet:${member.id}` }, { balance: 0 });
    await confirm(member, await tokenFor(member));
    expect((await member.call('GET /api/wallet')).balance).toBe('125.00');
  });

  it('is sent again on request while the address is unconfirmed', async () => {
    const member = await app.member();
    await mail.to(member.user.email);
    await member.call('POST /api/account/confirmation');
    expect(await mail.to(member.user.email)).toHaveLength(1);
    await app.confirm(member);
    await member.call('POST /api/account/confirmation');
    expect(await mail.to(member.user.email)).toEqual([]);
    for (let sent = 2; sent < limits.addressMails.per15Minutes; sent += 1)
      await member.call('POST /api/account/confirmation');
    expect((await member.send('POST', '/api/account/confirmation')).status).toBe(429);
  });
});

describe('an unconfirmed address', () => {
  const perDay = serverLimits.unconfirmedMailsPerDay;

  it('gets five mails a day over all accounts, without the calls revealing it', async () => {
    const email = 'victim@mail.example';
    const other = 'Victim@mail.example';
    let sent = 0;
    const count = async () => {
      sent += (await mail.to(email)).length + (await mail.to(other)).length;
    };
    for (let named = 0; named < 3; named += 1) {
      const member = await app.member({ email });
      const { id } = member;
      await member.call('POST /api/account/confirmation');
      await count();
      await member.call('PATCH /api/users/:id', { params: { id }, body: { email: `${id}@mail.example` } });
      const mover = await app.member();
      await app.confirm(mover);
      const wish = { params: { id: mover.id }, body: { email: other } };
      expect(await mover.call('PATCH /api/users/:id', wish)).toMatchObject({ pendingEmail: other });
      await count();
    }
    expect(sent).toBe(perDay);
    const last = await app.member({ email });
    expect(await mail.to(email)).toEqual([]);
    app.clock.advance(day);
    await last.call('POST /api/account/confirmation');
    expect(await mail.to(email)).toHaveLength(1);
  });

  it('gets password mails without a name, and its owner can always use a magic link', async () => {
    const member = await app.member({ name: 'You won! https://evil.example/x' });
    const { email } = member.user;
    for (let sent = 0; sent < perDay; sent += 1)
      await member.call('POST /api/account/password', {
        body: {
          newPassword: `tea and toast ${sent}`,
          currentPassword: sent ? `tea and toast ${sent - 1}` : 'correct horse',
        },
      });
    await app.visitor().call('POST /api/auth/password/forgot', { body: { email } });
    await app.visitor().call('POST /api/auth/magic-link', { body: { email } });
    const mails = await mail.to(email);
    expect(mails.map(({ text }) => text).join('')).not.toContain('evil');
    // Mails about sign-ups and passwords are counted; links that the owner requests have a limit of their own.
    expect(mails).toHaveLength(perDay + 2);
  });
});

describe('a confirming link (D10)', () => {
  it('asks in another browser who created the account, without being consumed', async () => {
    const member = await app.member();
    const token = await tokenFor(member);
    const { username, createdAt } = member.user;
    for (const client of [app.visitor(), await app.member()]) {
      expect(await confirm(client, token)).toEqual({ status: 'question', username, createdAt });
    }
    expect(await stored(member)).toMatchObject({ emailVerified: false });
    const visitor = app.visitor();
    expect(await confirm(visitor, token, true)).toEqual({ status: 'confirmed', user: null });
    expect(await stored(member)).toMatchObject({ emailVerified: true });
    // It starts no session, and the member's own stays.
    expect((await visitor.send('GET', '/api/user')).status).toBe(401);
    expect((await member.call('GET /api/user')).emailVerified).toBe(true);
  });

  it('releases the address when its reader did not create the account', async () => {
    const squatter = await app.member();
    const { email } = squatter.user;
    const token = await tokenFor(squatter);
    expect(await confirm(app.visitor(), token, false)).toEqual({ status: 'freed' });
    expect((await squatter.call('GET /api/user')).email).toBe('');
    expect((await tried(token)).status).toBe(400);
    const owner = await app.member({ email });
    expect(owner.user.email).toBe(email);
    // The account's member may set another address.
    const own = `own.${email}`;
    await squatter.call('PATCH /api/users/:id', { params: { id: squatter.id }, body: { email: own } });
    await confirm(squatter, await mail.tokenTo(own, 'confirm'));
    expect(await stored(squatter)).toMatchObject({ email: own, emailVerified: true });
  });

  it('does not release a confirmed address', async () => {
    const member = await app.member();
    const token = await tokenFor(member);
    await app.confirm(member);
    expect(await confirm(app.visitor(), token, false)).toEqual({ status: 'confirmed', user: null });
    expect(await stored(member)).toMatchObject({ email: member.user.email, emailVerified: true });
  });

  it('answers a retry from the member’s browser', async () => {
    const member = await app.member();
    const token = await tokenFor(member);
    const first = await confirm(member, token);
    expect(await confirm(member, token)).toEqual(first);
  });

  it('reports success to another browser with an open question, until the address changes', async () => {
    const member = await app.member();
    const token = await tokenFor(member);
    const elsewhere = app.visitor();
    await confirm(elsewhere, token);
    await confirm(member, token);
    const link = { purpose: 'confirm' as const, token };
    for (const isMine of [undefined, true, false])
      expect(await confirm(elsewhere, token, isMine)).toEqual({ status: 'confirmed', user: null });
    expect(await elsewhere.call('POST /api/auth/link/check', { body: link })).toEqual({
      isUsable: true,
      isDone: true,
    });
    expect((await elsewhere.send('GET', '/api/user')).status).toBe(401);
    const email = `next.${member.user.email}`;
    await member.call('PATCH /api/users/:id', { params: { id: member.id }, body: { email } });
    await member.call('POST /api/auth/email/change', {
      body: { token: await mail.tokenTo(email, 'change') },
    });
    expect((await tried(token, elsewhere)).status).toBe(400);
  });

  it('is rejected when expired, cut off, invented, foreign, or for a former address', async () => {
    const member = await app.member();
    const expired = await tokenFor(member);
    app.clock.advance(24 * hour + 1);
    await member.call('POST /api/auth/password/forgot', { body: { email: member.user.email } });
    const foreign = await mail.tokenTo(member.user.email, 'reset');
    const mover = await app.member();
    const left = await tokenFor(mover);
    const body = { email: `new.${mover.user.email}` };
    await mover.call('PATCH /api/users/:id', { params: { id: mover.id }, body });
    for (const token of [expired, foreign, left, left.slice(0, 20), 'x', '']) {
      const response = await tried(token, mover);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ code: 'invalid_token' });
    }
    expect(await stored(mover)).toMatchObject({ emailVerified: false });
  });

  it('points unconfirmed members at their request limit to the confirmation (D20)', async () => {
    const member = await app.member();
    const { perDayNewOrUnverified } = limits.connections;
    const ask = () => member.send('POST', '/api/connections', { body: { friendId: '0'.repeat(24) } });
    for (let asked = 0; asked < perDayNewOrUnverified; asked += 1) await ask();
    const refused = await ask();
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ code: 'unconfirmed_limit' });
    await app.confirm(member);
    expect(await (await ask()).json()).toMatchObject({ code: 'too_many_requests' });
  });
});
