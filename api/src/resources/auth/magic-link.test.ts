import { limits } from '@frens/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minute } from '../../clock.ts';
import { quizSubmission, registration } from '../../testing/factories.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';
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

let count = 0;
const newAddress = () => `reader${(count += 1)}@mail.example`;

const ask = (email: string, client: TestClient = app.visitor(), more: object = {}) =>
  client.call('POST /api/auth/magic-link', { body: { email, ...more } });
const verify = (client: TestClient, token: string) =>
  client.call('POST /api/auth/verify', { body: { token } });
const tried = (client: TestClient, token: string) =>
  client.send('POST', '/api/auth/verify', { body: { token } });

async function tokenFor(email: string): Promise<string> {
  await ask(email);
  return mail.tokenTo(email);
}

describe('requesting a magic link (D9)', () => {
  it('answers the same for a known and an unknown address, and mails both', async () => {
    const member = await app.member();
    const answers = await Promise.all([ask(member.user.email), ask('nobody@mail.example')]);
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toEqual({
      success: true,
      message: 'Check your email for a secure login link.',
      expiresInSeconds: 900,
    });
    const known = (await mail.to(member.user.email)).at(-1);
    const [unknown] = await mail.to('nobody@mail.example');
    expect(known?.subject).toBe('Your link to Frens');
    expect(unknown?.subject).toBe(known?.subject);
    expect(known?.text).toContain('15 minutes');
  });

  it('writes in the language of the request, with the configured address and never the Host header', async () => {
    const email = newAddress();
    await app.visitor().send('POST', '/api/auth/magic-link', {
      body: { email },
      headers: { 'Accept-Language': 'es', 'X-Forwarded-Host': 'evil.example' },
    });
    const [message] = await mail.to(email);
    expect(message?.subject).toBe('Tu enlace para entrar en Frens');
    expect(message?.text).toContain(`${app.services.config.publicUrl.href}auth?token=`);
    expect(message?.html).not.toContain('evil.example');
  });

  it('stores the token neither in the queue nor in the database', async () => {
    const email = newAddress();
    await ask(email);
    const queued = JSON.stringify(await app.services.db.models.Job.find().lean());
    const token = await mail.tokenTo(email);
    const links = JSON.stringify(await app.services.db.models.AddressLink.find().lean());
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(queued).not.toContain(token);
    expect(links).not.toContain(token);
  });

  it('rejects invalid addresses, and the sixth link to an address in 15 minutes', async () => {
    const email = newAddress();
    expect((await app.visitor().send('POST', '/api/auth/magic-link', { body: { email: 'no' } })).status).toBe(
      400,
    );
    // In any spelling of the domain (D77).
    for (let sent = 0; sent < limits.magicLinks.per15Minutes; sent += 1)
      await ask(sent % 2 ? email : email.replace('@m', '@ｍ'));
    const refused = await app.visitor().send('POST', '/api/auth/magic-link', { body: { email } });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  });

  it('refuses the 21st link to an address in a day', async () => {
    const email = newAddress();
    for (let sent = 0; sent < limits.magicLinks.perDay; sent += 1) {
      if (sent % limits.magicLinks.per15Minutes === 0) app.clock.advance(15 * minute + 1);
      await ask(email);
    }
    app.clock.advance(15 * minute + 1);
    expect((await app.visitor().send('POST', '/api/auth/magic-link', { body: { email } })).status).toBe(429);
  });
});

describe('opening a magic link (D10)', () => {
  it('creates an incomplete, confirmed, read-only account for an unknown address', async () => {
    const email = newAddress();
    const client = app.visitor();
    const answer = await verify(client, await tokenFor(email));
    expect(answer).toMatchObject({
      success: true,
      isNewUser: true,
      needsProfile: true,
      passwordRemoved: false,
    });
    expect(answer.user).toMatchObject({ email, emailVerified: true, username: null, profileComplete: false });
    expect((await client.call('GET /api/user', {})).id).toBe(answer.user.id);
    const other = await app.member();
    expect((await other.call('GET /api/users', {})).map(({ id }) => id)).not.toContain(answer.user.id);
    const refused = await client.send('POST', '/api/connections', { body: { friendId: other.id } });
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ code: 'profile_incomplete' });
  });

  it('completes the account with the five required fields, and only then grants BAMBOO', async () => {
    const email = newAddress();
    const client = app.visitor();
    const { user } = await verify(client, await tokenFor(email));
    expect(user.bambooBalance).toBe('0.00');
    const body = {
      username: 'arrived',
      name: 'Ana',
      age: 30,
      gender: 'female',
      lookingFor: 'everyone',
    } as const;
    const taken = await app.member();
    // The same username, and a look-alike (D4).
    for (const username of [taken.user.username, `${taken.user.username}.`]) {
      const refused = await client.send('POST', '/api/account/complete', { body: { ...body, username } });
      expect(refused.status).toBe(409);
      const text = 'This username is already in use. Please choose another one';
      expect(await refused.json()).toMatchObject({
        code: 'account_exists',
        message: text,
        fields: { username: text },
      });
    }
    const whole = await client.call('POST /api/account/complete', { body });
    expect(whole).toMatchObject({ ...body, profileComplete: true, bambooBalance: '125.00' });
    expect((await taken.call('GET /api/users', {})).map(({ id }) => id)).toContain(user.id);
    expect((await client.send('POST', '/api/account/complete', { body })).status).toBe(409);
  });

  it('gives a username to one of two concurrent requests, and the other a field error', async () => {
    const clients = [app.visitor(), app.visitor()];
    for (const client of clients) await verify(client, await tokenFor(newAddress()));
    const body = { username: 'wanted', name: 'Ana', age: 30, gender: 'female', lookingFor: 'everyone' };
    const answers = await Promise.all(
      clients.map(async (client) => {
        const answer = await client.send('POST', '/api/account/complete', { body });
        return { status: answer.status, body: await answer.json() };
      }),
    );
    const [won, lost] = answers.sort((one, other) => one.status - other.status);
    expect(won).toMatchObject({ status: 200, body: { username: 'wanted' } });
    expect(lost).toMatchObject({ status: 409, body: { fields: { username: expect.any(String) } } });
  });

  it('ends an account with an age under 18 and removes its personal data', async () => {
    const email = newAddress();
    const client = app.visitor();
    const { user } = await verify(client, await tokenFor(email));
    const told = { bio: 'I go to the school by the lake', location: 'Lakeside' };
    await client.call('PATCH /api/users/:id', { params: { id: user.id }, body: told });
    const { pandaId } = await client.call('POST /api/vibe-quiz', { body: quizSubmission() });
    const body = { username: 'too.young', name: 'Kim', age: 17, gender: 'female', lookingFor: 'everyone' };
    const refused = await client.send('POST', '/api/account/complete', { body });
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ code: 'under_age' });
    // No "signed out" message: the browser has no session any more.
    expect(await (await client.send('GET', '/api/user')).json()).toMatchObject({ code: 'signed_out' });
    const other = await app.member();
    expect((await other.send('GET', `/api/pandas/${pandaId}`)).status).toBe(404);
    // A queued job erases the rest.
    expect(await mail.to(email)).toEqual(expect.any(Array));
    const kept = await Promise.all(
      Object.values<{ find(): { lean(): Promise<unknown> } }>(app.services.db.models).map((model) =>
        model.find().lean(),
      ),
    );
    for (const trace of [email, told.bio, told.location, user.id, pandaId])
      expect(JSON.stringify(kept)).not.toContain(trace);
  });

  it('signs in the member of a known address and returns the requested path', async () => {
    const member = await app.member();
    await app.confirm(member);
    await ask(member.user.email, app.visitor(), { next: '/groups' });
    const client = app.visitor();
    const answer = await verify(client, await mail.tokenTo(member.user.email));
    expect(answer).toMatchObject({
      isNewUser: false,
      needsProfile: false,
      passwordRemoved: false,
      next: '/groups',
    });
    expect(answer.user.id).toBe(member.id);
    expect(answer.user.hasPassword).toBe(true);
    expect((await member.call('GET /api/user', {})).id).toBe(member.id);
  });

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'groups',
    '/a\t/../..//evil.example',
    '/api/users/me/export',
  ])('keeps no page of another site, and no address of the API: %j', async (next) => {
    const body = { email: 'returning@frens.example', next };
    const answer = await app.visitor().send('POST', '/api/auth/magic-link', { body });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'invalid', fields: { next: expect.any(String) } });
  });

  it('mails a member at their own spelling of the address', async () => {
    const member = await app.member({ email: 'Maya.Lopez@frens.example' });
    await app.confirm(member);
    await ask('maya.lopez@FRENS.example');
    expect(await mail.tokenTo('Maya.Lopez@frens.example')).toMatch(/./);
    expect(await mail.to('maya.lopez@FRENS.example')).toEqual([]);
  });

  it('finds the same account in every form of an internationalised domain (D77)', async () => {
    const email = 'Zoe@xn--mnchen-3ya.example';
    const member = await app.member({ email });
    await app.confirm(member);
    const password = 'correct horse';
    const body = registration({ email: 'zoe@MÜNCHEN.example' });
    expect((await app.visitor().send('POST', '/api/register', { body })).status).toBe(409);
    const signedIn = await app
      .visitor()
      .call('POST /api/login', { body: { username: 'zoe@münchen.example', password } });
    expect(signedIn).toMatchObject({ id: member.id, email });
    await ask('zoe@münchen.example');
    // The test mail server shows domains in their Unicode form.
    const answer = await verify(app.visitor(), await mail.tokenTo('Zoe@münchen.example'));
    expect(answer).toMatchObject({ isNewUser: false, user: { id: member.id } });
  });

  it('removes the password of an unconfirmed account, which may be a stranger’s, and says so', async () => {
    const squatter = await app.member({ password: 'chosen by another' });
    const client = app.visitor();
    const answer = await verify(client, await tokenFor(squatter.user.email));
    expect(answer).toMatchObject({ passwordRemoved: true, isNewUser: false });
    expect(answer.user).toMatchObject({ hasPassword: false, emailVerified: true });
    expect((await squatter.send('GET', '/api/user')).status).toBe(401);
    const login = await app.visitor().send('POST', '/api/login', {
      body: { username: squatter.user.username, password: 'chosen by another' },
    });
    expect(login.status).toBe(401);
    expect((await mail.to(squatter.user.email)).map(({ subject }) => subject)).toContain(
      'We removed your old password and signed you out elsewhere',
    );
  });

  it('only confirms the address in the browser that is signed in to the account', async () => {
    const member = await app.member();
    const answer = await verify(member, await tokenFor(member.user.email));
    expect(answer).toMatchObject({ passwordRemoved: false });
    expect(answer.user).toMatchObject({ hasPassword: true, emailVerified: true });
  });

  it('refuses unknown, cut-off, used and expired links alike', async () => {
    const email = newAddress();
    const used = await tokenFor(email);
    await verify(app.visitor(), used);
    const expired = await tokenFor(email);
    app.clock.advance(15 * minute + 1);
    const answers = await Promise.all(
      [used, expired, expired.slice(0, 20), 'x', ''].map(async (token) => {
        const response = await tried(app.visitor(), token);
        expect(response.status).toBe(400);
        expect(response.headers.getSetCookie()).toEqual([]);
        return response.json();
      }),
    );
    const requestId: unknown = expect.any(String);
    const expected = { code: 'invalid_token', message: 'Invalid or expired magic link', requestId };
    expect(answers).toEqual(answers.map(() => expected));
  });

  it('answers a retry from the same browser without a new session', async () => {
    const email = newAddress();
    const token = await tokenFor(email);
    const client = app.visitor();
    const first = await verify(client, token);
    const cookies = [...client.cookies];
    expect(await verify(client, token)).toEqual(first);
    expect([...client.cookies]).toEqual(cookies);
    expect((await tried(app.visitor(), token)).status).toBe(400);
  });

  it('keeps three links valid, and ends all of them with the first use', async () => {
    const email = newAddress();
    const tokens: string[] = [];
    for (let sent = 0; sent < 4; sent += 1) {
      tokens.push(await tokenFor(email));
      app.clock.advance(1000);
    }
    const [oldest = '', second = '', third = '', newest = ''] = tokens;
    expect((await tried(app.visitor(), oldest)).status).toBe(400);
    expect((await tried(app.visitor(), third)).status).toBe(200);
    expect((await tried(app.visitor(), second)).status).toBe(400);
    expect((await tried(app.visitor(), newest)).status).toBe(400);
  });

  it('is not consumed by link scanners: GET and HEAD do nothing', async () => {
    const email = newAddress();
    const token = await tokenFor(email);
    for (const method of ['GET', 'HEAD']) {
      await app.visitor().send(method, `/auth?token=${token}`);
      expect((await app.visitor().send(method, `/api/auth/verify?token=${token}`)).status).toBe(405);
    }
    const form = await app.visitor().send('POST', '/api/auth/verify', {
      rawBody: `token=${token}`,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });
    expect(form.status).toBe(415);
    expect((await tried(app.visitor(), token)).status).toBe(200);
  });

  it.runIf(process.env.LONG)(
    'gives one session to a hundred browsers that open one link at once',
    async () => {
      const email = newAddress();
      const token = await tokenFor(email);
      const answers = await Promise.all(Array.from({ length: 100 }, () => tried(app.visitor(), token)));
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect(statuses.filter((status) => status === 400)).toHaveLength(99);
      const { Session, User } = app.services.db.models;
      const [user, ...others] = await User.find({ emailKey: email }).lean();
      expect(others).toEqual([]);
      expect(await Session.countDocuments({ userId: user?._id })).toBe(1);
    },
  );
});
