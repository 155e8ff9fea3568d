import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day, hour, minute, second } from '../../clock.ts';
import { serverLimits } from '../../limits.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const password = 'correct horse';
const logIn = (username: string, word = password) =>
  app.visitor().call('POST /api/login', { body: { username, password: word } });

describe('POST /api/login', () => {
  it('signs in by username or e-mail in any case (D8)', async () => {
    const { user } = await app.member({ username: 'Ana.Login', email: 'ana@login.example' });
    expect((await logIn('ana.login')).id).toBe(user.id);
    expect((await logIn('ANA@login.example')).id).toBe(user.id);
  });

  it('answers unknown accounts and wrong passwords identically', async () => {
    await app.member({ username: 'known.one' });
    const failures = await Promise.all(
      [logIn('known.one', 'wrong'), logIn('unknown.one', 'wrong')].map((promise) =>
        promise.catch((thrown: unknown) => thrown),
      ),
    );
    for (const failure of failures) {
      expect(failure).toMatchObject({
        status: 401,
        code: 'invalid_credentials',
        serverMessage: 'Invalid username or password',
        fields: {},
      });
    }
  });

  it('names both missing fields', async () => {
    const response = await app.visitor().send('POST', '/api/login', { body: { username: { $ne: '' } } });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      fields: { username: 'Username is required', password: 'Password is required' },
    });
  });

  it('sets a new cookie value at every sign-in, and ends the browser’s old session (D11)', async () => {
    const maya = await app.member();
    const before = maya.cookies.get('sid') ?? '';
    await maya.call('POST /api/login', { body: { username: maya.user.username ?? '', password } });
    expect(maya.cookies.get('sid')).not.toBe(before);
    const thief = app.visitor();
    thief.cookies.set('sid', before);
    await expect(thief.call('GET /api/user')).rejects.toMatchObject({ status: 401 });
  });

  it('sets an HttpOnly cookie, and stores only its hash', async () => {
    const maya = await app.member();
    const body = { username: maya.user.username, password };
    const response = await app.visitor().send('POST', '/api/login', { body });
    const [cookie = ''] = response.headers.getSetCookie();
    expect(cookie).toMatch(/^sid=[\w-]{43}; path=\/; expires=[^;]+; samesite=lax; httponly$/);
    const token = /sid=([\w-]+)/.exec(cookie)?.[1] ?? '';
    expect(await app.services.db.models.Session.findById(token).lean()).toBeNull();
  });

  it('delays repeated failures, and resets after success (D8)', async () => {
    const { user } = await app.member({ username: 'slow.down' });
    for (let count = 0; count < serverLimits.loginFailures.perNetwork; count += 1) {
      await expect(logIn('slow.down', 'wrong')).rejects.toMatchObject({ status: 401 });
    }
    await expect(logIn('slow.down')).rejects.toMatchObject({
      status: 429,
      code: 'too_many_requests',
      retryAfter: 1,
    });
    app.clock.advance(second);
    await expect(logIn('slow.down', 'wrong')).rejects.toMatchObject({ status: 401 });
    await expect(logIn('slow.down')).rejects.toMatchObject({ status: 429, retryAfter: 2 });
    app.clock.advance(2 * second);
    expect((await logIn('slow.down')).id).toBe(user.id);
    await expect(logIn('slow.down', 'wrong')).rejects.toMatchObject({ status: 401 });
    expect((await logIn('slow.down')).id).toBe(user.id);
  });

  it('resets failures after 15 minutes', async () => {
    await app.member({ username: 'patient.one' });
    for (let count = 0; count < 5; count += 1) await logIn('patient.one', 'wrong').catch(() => undefined);
    app.clock.advance(15 * minute);
    expect((await logIn('patient.one')).username).toBe('patient.one');
  });

  it('rehashes a password that was hashed with weaker parameters', async () => {
    const { user } = await app.member({ username: 'old.hash' });
    const weak = await hash(password, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
    const { User } = app.services.db.models;
    await User.updateOne({ _id: user.id }, { passwordHash: weak });
    await logIn('old.hash');
    const stored = await User.findById(user.id).lean();
    const { passwords } = app.services;
    expect([weak, stored?.passwordHash ?? ''].map(passwords.isOutdated)).toEqual([true, false]);
    expect((await logIn('old.hash')).id).toBe(user.id);
  });
});

describe('sessions (D11)', () => {
  it('end after 14 days without a visit, and are extended by visits', async () => {
    const maya = await app.member();
    app.clock.advance(13 * day);
    expect((await maya.call('GET /api/user')).id).toBe(maya.id);
    app.clock.advance(13 * day);
    expect((await maya.call('GET /api/user')).id).toBe(maya.id);
    app.clock.advance(14 * day);
    await expect(maya.call('GET /api/user')).rejects.toMatchObject({ status: 401 });
  });

  it('end after 90 days in any case', async () => {
    const maya = await app.member();
    for (let count = 0; count < 9; count += 1) {
      app.clock.advance(10 * day - hour);
      await maya.call('GET /api/user');
    }
    app.clock.advance(10 * hour);
    await expect(maya.call('GET /api/user')).rejects.toMatchObject({ status: 401 });
  });

  it('are at most twenty per member; the oldest goes first', async () => {
    const first = await app.member();
    const body = { username: first.user.username ?? '', password };
    for (let count = 0; count < serverLimits.session.perMember; count += 1) {
      app.clock.advance(second);
      await app.visitor().call('POST /api/login', { body });
    }
    await expect(first.call('GET /api/user')).rejects.toMatchObject({ status: 401 });
    expect(await app.services.db.models.Session.countDocuments({ userId: first.id })).toBe(20);
  });
});

describe('POST /api/logout', () => {
  it('ends the session, and succeeds for a visitor too', async () => {
    const maya = await app.member();
    const token = maya.cookies.get('sid') ?? '';
    expect(await maya.call('POST /api/logout')).toEqual({ success: true });
    expect(maya.cookies.has('sid')).toBe(false);
    maya.cookies.set('sid', token);
    await expect(maya.call('GET /api/user')).rejects.toMatchObject({ status: 401 });
    expect(await app.visitor().call('POST /api/logout')).toEqual({ success: true });
  });
});
