import type { SelfUser } from '@frens/contract';
import { limits } from '@frens/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day, hour, minute } from '../../clock.ts';
import { registration } from '../../testing/factories.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

describe('POST /api/register', () => {
  it('makes a signed-in member with a wallet and the welcome grant (D7)', async () => {
    const body = registration({ username: 'Maya.P', email: 'Maya@Example.org', interests: ['tea', 'tea'] });
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
    expect(await visitor.call('GET /api/user')).toEqual(user);
    expect((await visitor.call('GET /api/privacy-settings')).profileVisibility).toBe('public');
  });

  it('answers 201 and never the password', async () => {
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

  it('names every field that does not fit, in the caller’s language', async () => {
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

  it('stores nothing that the contract does not know', async () => {
    const body = { ...registration(), emailVerified: true, bambooBalance: '9999.00', isAdmin: true };
    const response = await app.visitor().send('POST', '/api/register', { body });
    expect(await response.json()).toMatchObject({ emailVerified: false, bambooBalance: '100.00' });
    const stored = await app.services.db.models.User.findOne({ emailKey: body.email }).lean();
    expect(stored).not.toHaveProperty('isAdmin');
  });

  it('lets one of several win who ask for the same name at once', async () => {
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
  it('go to twenty accounts per network and day; this machine has no limit', async () => {
    const remote = await startTestApp({ trustedProxyHops: 1 });
    const joinFrom = async (address: string) => {
      const response = await remote.visitor().send('POST', '/api/register', {
        body: registration(),
        headers: { 'X-Forwarded-For': address },
      });
      // True because the app checks its answers against the contract.
      return ((await response.json()) as SelfUser).bambooBalance;
    };
    for (let count = 0; count < limits.grants.perNetworkPerDay; count += 1) {
      expect(await joinFrom('2001:db8::1')).toBe('100.00');
    }
    expect(await joinFrom('2001:db8::2')).toBe('0.00');
    expect(await joinFrom('2001:db8:0:1::1')).toBe('100.00');
    remote.clock.advance(day);
    expect(await joinFrom('2001:db8::1')).toBe('100.00');
    await remote.close();
  });
});

describe('GET /api/user', () => {
  it('is 401 for a visitor and for a made-up session', async () => {
    await expect(app.visitor().call('GET /api/user')).rejects.toMatchObject({
      status: 401,
      code: 'signed_out',
    });
    const forger = app.visitor();
    forger.cookies.set('sid', 'x'.repeat(43));
    await expect(forger.call('GET /api/user')).rejects.toMatchObject({ status: 401 });
  });
});

describe('PATCH /api/users/:id', () => {
  it('changes what is sent and keeps the rest; the same values again are fine', async () => {
    const maya = await app.member({ name: 'Maya' });
    const changes = { bio: 'One\nTwo', age: '44', interests: ['choir'], location: 'Bristol' };
    const updated = await maya.call('PATCH /api/users/:id', { params: { id: maya.id }, body: changes });
    expect(updated).toMatchObject({
      name: 'Maya',
      bio: 'One\nTwo',
      age: 44,
      interests: ['choir'],
      location: 'Bristol',
    });
    const { name, email, age, gender, lookingFor, bio, occupation } = updated;
    const same = {
      name,
      email,
      age: age ?? 0,
      gender: gender ?? 'female',
      lookingFor: lookingFor ?? 'everyone',
      bio,
      occupation,
    };
    expect(await maya.call('PATCH /api/users/:id', { params: { id: maya.id }, body: same })).toEqual(updated);
    expect(await maya.call('GET /api/user')).toEqual(updated);
  });

  it('refuses visitors, another member’s record and wrong values', async () => {
    const [maya, olu] = [await app.member(), await app.member()];
    const edit = (client: typeof maya | ReturnType<TestApp['visitor']>, id: string, body: object) =>
      client.call('PATCH /api/users/:id', { params: { id }, body });
    await expect(edit(app.visitor(), maya.id, { bio: '' })).rejects.toMatchObject({ status: 401 });
    await expect(edit(maya, olu.id, { bio: 'Mine' })).rejects.toMatchObject({
      status: 403,
      code: 'forbidden',
    });
    await expect(edit(maya, 'nobody', { bio: '' })).rejects.toMatchObject({ status: 403 });
    const wrong = {
      name: '',
      age: 101,
      gender: 'x',
      lookingFor: 1,
      bio: ['x'],
      interests: 'tea',
      email: 'x',
    };
    const error = await edit(maya, maya.id, wrong).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ status: 400 });
    expect(Object.keys((error as { fields: object }).fields).sort()).toEqual(Object.keys(wrong).sort());
    await expect(edit(maya, maya.id, { profileImage: 'https://elsewhere/x.png' })).rejects.toMatchObject({
      status: 400,
      fields: { profileImage: 'A profile picture is set by uploading it' },
    });
    expect((await olu.call('GET /api/user')).bio).toBe('');
  });

  it('changes an unconfirmed address at once, and not to a taken one (D14)', async () => {
    const [maya, olu] = [await app.member(), await app.member()];
    const change = (email: string) =>
      maya.call('PATCH /api/users/:id', { params: { id: maya.id }, body: { email } });
    expect((await change('new@frens.example')).email).toBe('new@frens.example');
    await expect(change(olu.user.email.toUpperCase())).rejects.toMatchObject({
      status: 409,
      code: 'account_exists',
    });
    expect((await maya.call('GET /api/user')).email).toBe('new@frens.example');
  });

  it('ends all other sessions when the address changes (D11)', async () => {
    const maya = await app.member({ username: 'two.browsers', password: 'my password' });
    const other = app.visitor();
    await other.call('POST /api/login', { body: { username: 'two.browsers', password: 'my password' } });
    const change = (body: object) => maya.call('PATCH /api/users/:id', { params: { id: maya.id }, body });
    await change({ bio: 'Hello' });
    expect((await other.call('GET /api/user')).bio).toBe('Hello');
    await change({ email: 'moved@frens.example' });
    await expect(other.call('GET /api/user')).rejects.toMatchObject({ status: 401 });
    expect((await maya.call('GET /api/user')).email).toBe('moved@frens.example');
  });

  it('keeps a confirmed address until the new one is confirmed, and asks for a fresh sign-in or the password (D14)', async () => {
    const maya = await app.member({ password: 'my password' });
    await app.confirm(maya);
    const change = (body: object) => maya.call('PATCH /api/users/:id', { params: { id: maya.id }, body });
    expect(await change({ email: 'fresh@frens.example' })).toMatchObject({
      email: maya.user.email,
      pendingEmail: 'fresh@frens.example',
    });
    app.clock.advance(11 * minute);
    await expect(change({ email: 'later@frens.example', bio: 'Not saved' })).rejects.toMatchObject({
      status: 403,
      code: 'fresh_sign_in_required',
    });
    expect((await maya.call('GET /api/user')).bio).toBe('');
    await expect(change({ email: 'later@frens.example', currentPassword: 'wrong' })).rejects.toMatchObject({
      status: 400,
      fields: { currentPassword: 'This password is not correct' },
    });
    const allowed = await change({ email: 'later@frens.example', currentPassword: 'my password' });
    expect(allowed.pendingEmail).toBe('later@frens.example');
  });
});

describe('GET /api/users', () => {
  it('lists other members, newest first, by pages that never meet', async () => {
    const viewer = await app.member();
    for (let count = 0; count < 3; count += 1) {
      app.clock.advance(hour);
      await app.member();
    }
    const all = await viewer.call('GET /api/users', { query: { limit: 200 } });
    expect(all.map((user) => user.id)).not.toContain(viewer.id);
    const first = await viewer.page('GET /api/users', { query: { limit: 2 } });
    const second = await viewer.page('GET /api/users', {
      query: { limit: 2, cursor: first.nextCursor ?? '' },
    });
    expect([...first.items, ...second.items]).toEqual(all.slice(0, 4));
    expect((await viewer.page('GET /api/users', { query: { limit: 200 } })).nextCursor).toBeNull();
  });

  it('shows of others what a PublicUser is, and nothing more (D3)', async () => {
    const [maya, olu] = [await app.member({ occupation: 'Nurse' }), await app.member()];
    const seen = (await olu.call('GET /api/users', { query: { limit: 200 } })).find(
      (user) => user.id === maya.id,
    );
    expect(seen).toMatchObject({ occupation: 'Nurse', relation: 'none', canConnect: true, online: true });
    expect(Object.keys(seen ?? {})).not.toEqual(expect.arrayContaining(['email']));
    expect(seen).not.toHaveProperty('lookingFor');
  });

  it('filters by text, gender and age together', async () => {
    const viewer = await app.member();
    const filtered = {
      name: 'Zora (Quill)',
      occupation: 'Glass blower',
      gender: 'non-binary',
      age: 41,
    } as const;
    const zora = await app.member(filtered);
    const find = async (query: object) =>
      (await viewer.call('GET /api/users', { query })).map((user) => user.id);
    expect(await find({ q: 'GLASS b' })).toEqual([zora.id]);
    expect(await find({ q: '(quill)' })).toEqual([zora.id]);
    expect(await find({ q: 'quill', gender: 'non-binary', ageBand: '36-45' })).toEqual([zora.id]);
    expect(await find({ q: 'quill', ageBand: '26-35' })).toEqual([]);
    expect(await find({ q: 'quill', gender: 'male' })).toEqual([]);
    expect(await find({ q: '.*' })).toEqual([]);
  });

  it('matches a hidden age to no age band (D16)', async () => {
    const [viewer, hidden] = [await app.member(), await app.member({ name: 'Hidden Age', age: 70 })];
    await hidden.call('PATCH /api/privacy-settings', { body: { ageVisible: false } });
    const find = (query: object) => viewer.call('GET /api/users', { query });
    expect(await find({ q: 'Hidden Age', ageBand: '46+' })).toEqual([]);
    expect(await find({ q: 'Hidden Age' })).toMatchObject([{ age: null }]);
  });

  it('refuses visitors and wrong queries, naming each field', async () => {
    await expect(app.visitor().call('GET /api/users')).rejects.toMatchObject({ status: 401 });
    const viewer = await app.member();
    const response = await viewer.send('GET', '/api/users?limit=0&gender=x&ageBand=1&cursor=zzz');
    expect(response.status).toBe(400);
    const { fields } = (await response.json()) as { fields: object };
    expect(Object.keys(fields).sort()).toEqual(['ageBand', 'gender', 'limit']);
    expect((await viewer.send('GET', '/api/users?cursor=zzz')).status).toBe(400);
    expect((await viewer.send('GET', '/api/users?limit=1&limit=2')).status).toBe(400);
    expect((await viewer.send('GET', '/api/users?q[$ne]=x')).status).toBe(200);
  });
});
