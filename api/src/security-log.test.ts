import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { minute } from './clock.ts';
import { startTestApp, type TestApp, type TestMember } from './testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(() => app.logged.splice(0));

/** A member's security events so far, in order. */
const eventsOf = ({ id }: TestMember) =>
  app.logged.filter((line) => line.security && line.memberId === id).map((line) => line.security);

const password = 'correct horse';

describe('security events (D54)', () => {
  it('record sign-ins, failed ones and sign-outs', async () => {
    const maya = await app.register();
    const { username } = maya.user;
    await app.visitor().send('POST', '/api/login', { body: { username, password: 'wrong' } });
    const other = app.visitor();
    await other.send('POST', '/api/login', { body: { username, password } });
    await other.call('POST /api/logout');
    await maya.call('POST /api/sessions/revoke-others');
    expect(eventsOf(maya)).toEqual(['sign_in', 'sign_in_failed', 'sign_in', 'signed_out', 'sessions_ended']);
  });

  it('record an immediate address change, and the sessions that it ends', async () => {
    const maya = await app.register();
    const change = { params: { id: maya.id }, body: { email: 'elsewhere@frens.example' } };
    await maya.call('PATCH /api/users/:id', change);
    // The same change again has no effect.
    await maya.call('PATCH /api/users/:id', change);
    expect(eventsOf(maya)).toEqual(['sign_in', 'email_changed', 'sessions_ended']);
  });

  it('record an address change that awaits confirmation', async () => {
    const maya = await app.register();
    await app.confirm(maya);
    const change = { params: { id: maya.id }, body: { email: 'later@frens.example' } };
    await maya.call('PATCH /api/users/:id', change);
    expect(eventsOf(maya)).toEqual(['sign_in', 'email_change_asked']);
  });

  it('record attempted and changed passwords', async () => {
    const maya = await app.register();
    app.clock.advance(11 * minute);
    const change = (currentPassword: string) =>
      maya.send('POST', '/api/account/password', {
        body: { currentPassword, newPassword: 'a brand new one' },
      });
    expect((await change('wrong')).status).toBe(400);
    expect((await change(password)).status).toBe(204);
    expect(eventsOf(maya)).toEqual(['sign_in', 'wrong_password', 'password_changed', 'sessions_ended']);
  });

  it('record a replay under an idempotency key only once', async () => {
    const maya = await app.register();
    const headers = { 'Idempotency-Key': 'once' };
    for (let time = 0; time < 2; time += 1) {
      const { status } = await maya.send('POST', '/api/sessions/revoke-others', { headers });
      expect(status).toBe(204);
    }
    expect(eventsOf(maya)).toEqual(['sign_in', 'sessions_ended']);
  });

  it('contain no names, addresses or passwords', async () => {
    const maya = await app.register({ username: 'telltale', email: 'telltale@frens.example' });
    await app.visitor().send('POST', '/api/login', { body: { username: 'telltale', password: 'telltale' } });
    await maya.call('PATCH /api/users/:id', {
      params: { id: maya.id },
      body: { email: 'telltale@two.example' },
    });
    expect(JSON.stringify(app.logged)).not.toContain('telltale');
  });
});
