import type { SelfUser } from '@frens/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hour, minute } from '../../clock.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { startTestMail } from '../../testing/test-mail.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

describe('GET /api/user', () => {
  it('returns 401 for a visitor and for an invalid session', async () => {
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
  it('changes only the fields that are sent, and accepts unchanged values', async () => {
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
    expect(await maya.call('GET /api/user')).toEqual({ ...updated, unread: { unread: 0, places: {} } });
  });

  it('refuses visitors, another member’s record and wrong values', async () => {
    const [maya, olu] = await Promise.all([app.member(), app.member()]);
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
      fields: { profileImage: 'To change your profile picture, upload one' },
    });
    expect((await olu.call('GET /api/user')).bio).toBe('');
  });

  it('changes an unconfirmed address at once, without revealing whether another account has it (D14)', async () => {
    const [maya, olu] = await Promise.all([app.member({ password: 'my password' }), app.member()]);
    const mail = await startTestMail(app);
    await mail.to(maya.user.email);
    await mail.to(olu.user.email);
    const answers: unknown[] = [];
    for (const email of ['new@frens.example', olu.user.email, olu.user.email, 'newer@frens.example']) {
      const response = await maya.send('PATCH', `/api/users/${maya.id}`, { body: { email } });
      expect(response.status).toBe(200);
      const { email: told, ...rest } = (await response.json()) as SelfUser;
      expect(told).toBe(email);
      expect((await maya.call('GET /api/user')).email).toBe(email);
      await maya.call('POST /api/account/confirmation');
      answers.push(rest);
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    // The owner keeps the address, and gets no mail.
    expect(await mail.to(olu.user.email)).toEqual([]);
    expect(await mail.to('newer@frens.example')).not.toEqual([]);
    await mail.close();
    const signIn = (username: string, password: string) =>
      app.visitor().send('POST', '/api/login', { body: { username, password } });
    for (const email of ['newer@frens.example', olu.user.email])
      expect((await signIn(email, 'my password')).status).toBe(401);
    expect((await signIn(maya.user.username ?? '', 'my password')).status).toBe(200);
    const body = { username: olu.user.email, password: 'correct horse' };
    expect((await app.visitor().call('POST /api/login', { body })).id).toBe(olu.id);
  });

  it('accepts concurrent requests for one address, and gives it to one member', async () => {
    const members = await Promise.all([1, 2, 3, 4, 5].map(() => app.member()));
    const email = 'wanted@frens.example';
    const statuses = await Promise.all(
      members.map(
        async (one) => (await one.send('PATCH', `/api/users/${one.id}`, { body: { email } })).status,
      ),
    );
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
    const keys = await app.services.db.models.User.find({ email }, { emailKey: 1 }).lean();
    expect(keys).toHaveLength(5);
    expect(keys.filter(({ emailKey }) => emailKey === email)).toHaveLength(1);
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
      fields: { currentPassword: 'This password isn’t correct' },
    });
    const allowed = await change({ email: 'later@frens.example', currentPassword: 'my password' });
    expect(allowed.pendingEmail).toBe('later@frens.example');
  });
});

describe('GET /api/users', () => {
  it('lists other members, newest first, in pages that do not overlap', async () => {
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

  it('shows only the fields of a PublicUser of other members (D3)', async () => {
    const [maya, olu] = await Promise.all([app.member({ occupation: 'Nurse' }), app.member()]);
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

  it('never matches a hidden age to an age band (D16)', async () => {
    const [viewer, hidden] = await Promise.all([app.member(), app.member({ name: 'Hidden Age', age: 70 })]);
    await hidden.call('PATCH /api/privacy-settings', { body: { ageVisible: false } });
    const find = (query: object) => viewer.call('GET /api/users', { query });
    expect(await find({ q: 'Hidden Age', ageBand: '46+' })).toEqual([]);
    expect(await find({ q: 'Hidden Age' })).toMatchObject([{ age: null }]);
  });

  it('finds members by one interest, ignoring case and accents, but not by hidden interests (D16, D65)', async () => {
    const viewer = await app.member();
    const like = (interests: string[]) => app.member({ interests });
    const [one, other] = [await like(['Café de olla', 'tea']), await like(['cafe De Olla'])];
    const hidden = await like(['café de olla']);
    await like(['café']);
    await hidden.call('PATCH /api/privacy-settings', { body: { interestsVisible: false } });
    const find = async (interest: string) =>
      (await viewer.call('GET /api/users', { query: { interest } })).map(({ id }) => id);
    expect(await find(' CAFÉ DE OLLA')).toEqual([other.id, one.id]);
    await one.call('PATCH /api/users/:id', { params: { id: one.id }, body: { interests: ['tea'] } });
    expect(await find('cafe de olla')).toEqual([other.id]);
    await hidden.call('PATCH /api/privacy-settings', { body: { interestsVisible: true } });
    expect(await find('cafe de olla')).toEqual([hidden.id, other.id]);
  });

  it('refuses visitors and invalid queries, naming each field', async () => {
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
