import { limits } from '@frens/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minute } from '../../clock.ts';
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

const old = 'correct horse';
const next = 'tea and toast at six';
const forgot = (email: string) => app.visitor().call('POST /api/auth/password/forgot', { body: { email } });
const tried = (token: string, password = next, client: TestClient = app.visitor()) =>
  client.send('POST', '/api/auth/password/reset', { body: { token, password } });
const login = (username: string, password: string) =>
  app.visitor().send('POST', '/api/login', { body: { username, password } });
async function tokenFor(email: string): Promise<string> {
  await forgot(email);
  return mail.tokenTo(email, 'reset');
}

describe('requesting a password reset (D13)', () => {
  it('answers the same for known and unknown addresses, and mails only those with an account', async () => {
    const { user } = await app.member();
    const answers = [await forgot(user.email), await forgot('nobody@mail.example')];
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject({ success: true, expiresInSeconds: 1800 });
    expect(await mail.to('nobody@mail.example')).toEqual([]);
    const known = (await mail.to(user.email)).at(-1);
    expect(known?.subject).toBe('Choose a new password');
    expect(known?.text).toContain(`${app.services.config.publicUrl.href}auth?reset=`);
    expect(known?.text).toContain('30 minutes');
  });

  it('queues the same work for every address', async () => {
    const { Job } = app.services.db.models;
    const { user } = await app.member();
    await Job.deleteMany({});
    await forgot(user.email);
    await forgot('nobody.either@mail.example');
    const jobs = await Job.find({}, { kind: 1, 'payload.purpose': 1, 'payload.userId': 1, _id: 0 }).lean();
    expect(jobs).toHaveLength(2);
    expect(jobs[0]).toEqual(jobs[1]);
  });

  it.each(['member', 'nobody'])(
    'answers the same beyond the limit of an address, and queues one link for all requests: %s',
    async (who) => {
      const email = who === 'member' ? (await app.member()).user.email : 'asked.too.often@mail.example';
      const asked = { method: 'POST', path: '/api/auth/password/forgot', body: { email } };
      const answers: Array<[number, unknown]> = [];
      for (let count = 0; count < limits.passwordResets.perDay + 3; count += 1) {
        const response = await app.visitor().send(asked.method, asked.path, asked);
        answers.push([response.status, await response.json()]);
      }
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      const links = async () =>
        (await mail.to(email)).filter(({ subject }) => subject === 'Choose a new password');
      expect(await links()).toHaveLength(who === 'member' ? limits.passwordResets.perDay : 0);
      app.clock.advance(limits.linkMinutes.reset * minute);
      expect(await links()).toHaveLength(who === 'member' ? 1 : 0);
      app.clock.advance(limits.linkMinutes.reset * minute);
      expect(await links()).toHaveLength(0);
    },
  );
});

describe('resetting the password (D13)', () => {
  it('ends every session, starts a new one, confirms the address and mails the member', async () => {
    const member = await app.member();
    const client = app.visitor();
    const token = await tokenFor(member.user.email);
    const { user } = await client.call('POST /api/auth/password/reset', { body: { token, password: next } });
    expect(user).toMatchObject({ id: member.id, emailVerified: true, hasPassword: true });
    expect((await client.call('GET /api/user')).id).toBe(member.id);
    expect((await member.send('GET', '/api/user')).status).toBe(401);
    expect((await login(member.user.email, old)).status).toBe(401);
    expect((await login(member.user.email, next)).status).toBe(200);
    expect((await mail.to(member.user.email)).map(({ subject }) => subject)).toEqual([
      'Your password was changed',
    ]);
    expect(app.logged).toContainEqual(expect.objectContaining({ security: 'password_reset' }));
    expect(JSON.stringify(app.logged)).not.toContain(token);
  });

  it('drops a pending change of address', async () => {
    const member = await app.member();
    await app.confirm(member);
    await member.call('PATCH /api/users/:id', {
      params: { id: member.id },
      body: { email: `thief.of.${member.user.email}` },
    });
    await tried(await tokenFor(member.user.email));
    const stored = await app.services.db.models.User.findById(member.id).lean();
    expect(stored).toMatchObject({ email: member.user.email, pendingEmail: null });
  });

  it.each(['password1', 'frens2026', 'frensfrens', 'Contraseña', 'the username twice', 'the address'])(
    'refuses %s without consuming the link',
    async (chosen) => {
      const { user } = await app.member();
      const own: Record<string, string> = {
        'the username twice': `${user.username}${user.username}`,
        'the address': user.email,
      };
      const token = await tokenFor(user.email);
      const refused = await tried(token, own[chosen] ?? chosen);
      expect(refused.status).toBe(400);
      expect(await refused.json()).toMatchObject({
        code: 'invalid',
        fields: { password: expect.stringContaining('too easy to guess') as string },
      });
      expect((await tried(token)).status).toBe(200);
    },
  );

  it('rejects used, expired, cut-off, foreign and invented links alike, and ends no session', async () => {
    const member = await app.member();
    const { email } = member.user;
    const used = await tokenFor(email);
    const other = await tokenFor(email);
    await tried(used);
    const login = app.visitor();
    await login.call('POST /api/login', { body: { username: email, password: next } });
    const expired = await tokenFor(email);
    app.clock.advance(limits.linkMinutes.reset * minute + 1);
    await login.call('POST /api/auth/magic-link', { body: { email } });
    const foreign = await mail.tokenTo(email);
    const bodies = await Promise.all(
      [used, other, expired, expired.slice(0, 20), foreign, 'x', ''].map(async (token) => {
        const response = await tried(token, 'yet another one');
        expect(response.status).toBe(400);
        expect(response.headers.getSetCookie()).toEqual([]);
        return response.json();
      }),
    );
    const requestId: unknown = expect.any(String);
    expect(bodies).toEqual(
      bodies.map(() => ({ code: 'invalid_token', message: 'Invalid or expired magic link', requestId })),
    );
    expect((await login.send('GET', '/api/user')).status).toBe(200);
    // A link of another purpose still works.
    expect((await app.visitor().send('POST', '/api/auth/verify', { body: { token: foreign } })).status).toBe(
      200,
    );
  });

  it('succeeds once of twenty concurrent requests', async () => {
    const { user } = await app.member();
    const token = await tokenFor(user.email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => tried(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await app.services.db.models.Session.countDocuments({ userId: user.id })).toBe(1);
  });

  it('refuses GET and HEAD', async () => {
    for (const method of ['GET', 'HEAD'])
      expect((await app.visitor().send(method, '/api/auth/password/reset')).status).toBe(405);
  });
});
