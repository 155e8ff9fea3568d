import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minute, second } from '../../clock.ts';
import { serverLimits } from '../../limits.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { tryPassword } from './password-tries.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ trustedProxyHops: 1 });
});
afterAll(() => app.close());

const wrong = async () => false;
const { perNetwork, perAccount } = serverLimits.loginFailures;

describe('tries of a password (D8)', () => {
  it('sent at once by either name are checked five times, never more', async () => {
    const { user } = await app.member({ username: 'guessed', email: 'guessed@frens.example' });
    const answers = await Promise.all(
      Array.from({ length: 68 }, (_, index) =>
        app.visitor().send('POST', '/api/login', {
          body: { username: index % 2 ? 'guessed' : 'guessed@frens.example', password: 'wrong' },
          headers: { 'X-Forwarded-For': '198.51.100.9' },
        }),
      ),
    );
    const statuses = answers.map((answer) => answer.status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(perNetwork);
    expect(statuses.filter((status) => status === 429)).toHaveLength(68 - perNetwork);
    const failed = app.logged.filter((line) => line.security === 'sign_in_failed');
    expect(failed).toHaveLength(perNetwork);
    expect(failed.every((line) => line.memberId === user.id)).toBe(true);
  });

  it('are allowed five at once, also to whoever read the clock a moment earlier', async () => {
    const clock = { now: () => new Date(app.clock.now().getTime() - 5) };
    const attempt = (services = app.services) => tryPassword(services, 'twice', '198.51.100.13', wrong);
    expect(await attempt()).toBe(false);
    expect(await attempt({ ...app.services, clock })).toBe(false);
  });

  it('wait 1, 2, 4 … 60 seconds per network', async () => {
    const attempt = () => tryPassword(app.services, 'somebody', '198.51.100.10', wrong);
    for (let count = 0; count < perNetwork; count += 1) expect(await attempt()).toBe(false);
    for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
      await expect(attempt()).rejects.toMatchObject({ status: 429, facts: { retryAfter: seconds } });
      app.clock.advance(seconds * second - 1);
      await expect(attempt()).rejects.toMatchObject({ status: 429 });
      app.clock.advance(1);
      expect(await attempt()).toBe(false);
    }
    app.clock.advance(15 * minute);
    expect(await attempt()).toBe(false);
  });

  it('from many networks are checked fifty times an hour, then one a minute', async () => {
    const checked = async () => {
      const tries = Array.from({ length: 150 }, (_, index) =>
        tryPassword(app.services, 'popular', `198.51.101.${index}`, wrong).then(
          () => 1,
          () => 0,
        ),
      );
      return (await Promise.all(tries)).reduce<number>((sum, one) => sum + one, 0);
    };
    expect(await checked()).toBe(perAccount);
    app.clock.advance(minute);
    expect(await checked()).toBe(1);
  });

  it('are given back when they are right', async () => {
    const right = () => tryPassword(app.services, 'rightful', '198.51.100.11', async () => true);
    for (let count = 0; count < 3 * perNetwork; count += 1) expect(await right()).toBe(true);
  });

  it('count where the current password is asked for', async () => {
    const member = await app.member();
    const headers = { 'X-Forwarded-For': '198.51.100.12' };
    const guess = () =>
      member.send('PATCH', `/api/users/${member.id}`, { body: { currentPassword: 'wrong' }, headers });
    const statuses = (await Promise.all(Array.from({ length: 30 }, guess))).map((answer) => answer.status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(perNetwork);
    expect(statuses.filter((status) => status === 429)).toHaveLength(30 - perNetwork);
    expect(app.logged.some((line) => line.security === 'wrong_password')).toBe(true);
  });
});
