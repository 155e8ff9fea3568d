import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day, hour, minute, second } from '../../clock.ts';
import { serverLimits } from '../../limits.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';
import { tryPassword } from './login-throttle.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ trustedProxyHops: 1 });
});
afterAll(() => app.close());

const wrong = async () => false;
const { perNetwork, perAccount, maxWaitSeconds } = serverLimits.loginFailures;

describe('password attempts (D8)', () => {
  it('are checked five times when sent concurrently, by username or address', async () => {
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

  it('are allowed five concurrently, also with an earlier clock reading', async () => {
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

  it('from elsewhere do not use up those of a trusted device, which only its own accounts trust', async () => {
    const owner = await app.register({ username: 'landlady', password: 'seven warm stones' });
    const stranger = await app.register({ username: 'stranger', password: 'seven warm stones' });
    await owner.call('POST /api/logout');
    const device = owner.cookies.get('device');
    const elsewhere = (index: number) => () =>
      tryPassword(app.services, owner.id, `198.51.102.${index}`, wrong).catch(() => false);
    await Promise.all(Array.from({ length: perAccount + 5 }, (_, index) => elsewhere(index)()));
    const signIn = async (client: TestClient, password: string, from = '198.51.100.14') => {
      const answer = await client.send('POST', '/api/login', {
        body: { username: 'landlady', password },
        headers: { 'X-Forwarded-For': from },
      });
      return [answer.status, Number(answer.headers.get('Retry-After'))];
    };
    // Another account's signature or a forged one does not count.
    expect(await signIn(stranger, 'seven warm stones')).toEqual([429, maxWaitSeconds]);
    const forger = app.visitor();
    forger.cookies.set('device', `${device?.slice(0, -4)}AAAA`);
    expect(await signIn(forger, 'seven warm stones')).toEqual([429, maxWaitSeconds]);
    // A device's attempts are limited like a network's, and the announced wait is complete.
    for (let count = 0; count < perNetwork; count += 1)
      expect(await signIn(owner, 'wrong')).toEqual([401, 0]);
    expect(await signIn(owner, 'seven warm stones', '198.51.100.15')).toEqual([429, 1]);
    app.clock.advance(second);
    expect(await signIn(owner, 'seven warm stones')).toEqual([200, 0]);
  });

  it('refused because of other networks do not count for one’s own', async () => {
    for (let index = 0; index < perAccount; index += 1)
      await tryPassword(app.services, 'crowded', `198.51.103.${index}`, wrong);
    const attempt = () => tryPassword(app.services, 'crowded', '198.51.100.16', wrong);
    for (let count = 0; count < 2 * perNetwork; count += 1)
      await expect(attempt()).rejects.toMatchObject({ facts: { retryAfter: maxWaitSeconds } });
    app.clock.advance(maxWaitSeconds * second);
    expect(await attempt()).toBe(false);
  });

  it.each([
    ['the network', 2 * hour, () => '198.51.100.17', perNetwork + 3],
    ['the account', 2 * hour, (index: number) => `198.51.104.${index}`, perAccount],
    ['the account', 365 * day, (index: number) => `198.51.104.${index}`, perAccount],
  ])('of %s wait no longer when the clock goes back %i ms', async (_whose, ms, networkOf, tries) => {
    const account = `back ${ms} ${tries}`;
    for (let index = 0; index < tries; index += 1) {
      await tryPassword(app.services, account, networkOf(index), wrong);
      app.clock.advance(index < perNetwork - 1 ? 0 : 8 * second);
    }
    app.clock.advance(-ms);
    const right = () => tryPassword(app.services, account, '198.51.100.17', async () => true);
    await expect(right()).rejects.toMatchObject({ status: 429, facts: { retryAfter: maxWaitSeconds } });
    app.clock.advance(maxWaitSeconds * second);
    expect(await right()).toBe(true);
  });

  it('are refunded when the password is right', async () => {
    const right = () => tryPassword(app.services, 'rightful', '198.51.100.11', async () => true);
    for (let count = 0; count < 3 * perNetwork; count += 1) expect(await right()).toBe(true);
  });

  it('count wherever the current password is asked for', async () => {
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
