import type { SelfUser } from '@frens/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day } from '../../clock.ts';
import { serverLimits } from '../../limits.ts';
import { registration } from '../../testing/factories.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

describe('POST /api/register', () => {
  it('creates a signed-in member with a wallet and the welcome grant (D7)', async () => {
    const body = registration({ username: 'Maya.P', email: 'Maya@Example.org', interests: ['tea', 'Tea'] });
    const visitor = app.visitor();
    const user = await visitor.call('POST /api/register', { body });
    expect(user).toMatchObject({
      username: 'Maya.P',
      email: 'Maya@Example.org',
      emailVerified: false,
      connectionType: 'all',
      interests: ['tea'],
      profileComplete: true,
      hasPassword: true,
      pandaId: null,
      bambooBalance: '100.00',
    });
    expect(await visitor.call('GET /api/user')).toEqual({ ...user, unread: { unread: 0, places: {} } });
    expect((await visitor.call('GET /api/privacy-settings')).profileVisibility).toBe('public');
  });

  it('answers 201 and never returns the password', async () => {
    const response = await app
      .visitor()
      .send('POST', '/api/register', { body: registration({ password: 'unheard-of' }) });
    expect(response.status).toBe(201);
    const text = await response.text();
    expect(text).not.toContain('unheard-of');
    expect(text).not.toContain('argon2');
    expect(text).not.toContain('_id');
  });

  it.each([
    ['username in another case', { username: 'TAKEN.name' }],
    ['username in look-alike letters', { username: 'ｔａken.narne' }],
    ['e-mail in another case', { email: 'Taken@Frens.Example' }],
  ])('refuses a taken %s without naming the field', async (_what, taken) => {
    const first = registration({ username: 'taken.name', email: 'taken@frens.example' });
    await app.visitor().send('POST', '/api/register', { body: first });
    const promise = app.visitor().call('POST /api/register', { body: registration(taken) });
    await expect(promise).rejects.toMatchObject({
      status: 409,
      code: 'account_exists',
      serverMessage: 'Username or e-mail is already in use.',
      fields: {},
    });
  });

  it('names every invalid field, in the caller’s language', async () => {
    const response = await app.visitor().send('POST', '/api/register', {
      body: { username: 'ab', password: 12345678, email: { $gt: '' }, age: '17' },
      headers: { 'Accept-Language': 'es-ES,es;q=0.9' },
    });
    expect(response.status).toBe(400);
    const { code, fields, message } = (await response.json()) as {
      code: string;
      fields: object;
      message: string;
    };
    expect(code).toBe('invalid');
    expect(message).toBe('Revisa los campos marcados.');
    expect(Object.keys(fields).sort()).toEqual(
      ['age', 'email', 'gender', 'lookingFor', 'name', 'password', 'username'].sort(),
    );
    expect(fields).toMatchObject({ age: 'Debes tener al menos 18 años' });
  });

  it.each([
    ['password1', true],
    ['correct horse', false],
  ])('takes %s, and tells whoever asks whether it is a common one (D7)', async (password, isCommon) => {
    const visitor = app.visitor();
    expect(await visitor.call('POST /api/auth/password/check', { body: { password } })).toEqual({ isCommon });
    const named = { password, username: password.toUpperCase(), email: 'a@mail.example' };
    expect(await visitor.call('POST /api/auth/password/check', { body: named })).toEqual({ isCommon: true });
    await visitor.call('POST /api/register', { body: registration({ password }) });
    expect(JSON.stringify(app.logged)).not.toContain(password);
  });

  it('stores no field that the contract does not declare', async () => {
    const body = { ...registration(), emailVerified: true, bambooBalance: '9999.00', isAdmin: true };
    const response = await app.visitor().send('POST', '/api/register', { body });
    expect(await response.json()).toMatchObject({ emailVerified: false, bambooBalance: '100.00' });
    const stored = await app.services.db.models.User.findOne({ emailKey: body.email }).lean();
    expect(stored).not.toHaveProperty('isAdmin');
  });

  it('accepts one of several concurrent requests for the same username', async () => {
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map((number) =>
        app.visitor().send('POST', '/api/register', {
          body: registration({ username: 'wanted', email: `wanted${number}@frens.example` }),
        }),
      ),
    );
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([201, 409, 409, 409, 409]);
    expect(await app.services.db.models.User.countDocuments({ usernameKey: 'wanted' })).toBe(1);
  });
});

describe('welcome grants (D37)', () => {
  it('pays twenty accounts per network and day, without a limit for this machine', async () => {
    const remote = await startTestApp({ trustedProxyHops: 1, limitFactor: 10 });
    const joinFrom = async (address: string) => {
      const response = await remote.visitor().send('POST', '/api/register', {
        body: registration(),
        headers: { 'X-Forwarded-For': address },
      });
      // Safe: the app checks its answers against the contract.
      return ((await response.json()) as SelfUser).bambooBalance;
    };
    for (let count = 0; count < serverLimits.welcomeGrantsPerNetworkPerDay; count += 1) {
      expect(await joinFrom('2001:db8::1')).toBe('100.00');
    }
    expect(await joinFrom('2001:db8::2')).toBe('0.00');
    expect(await joinFrom('2001:db8:0:1::1')).toBe('100.00');
    remote.clock.advance(day);
    expect(await joinFrom('2001:db8::1')).toBe('100.00');
    await remote.close();
  });
});
