import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day, hour, minute } from './clock.ts';
import { idFrom } from './database/ids.ts';
import { isNameReserved, reserveName } from './resources/account-deletion/reserved-names.ts';
import { liveLink, makeLink } from './resources/address-links/address-links.ts';
import { nextNewsAt } from './resources/notification-dispatch/notify-by-mail.ts';
import { renamableFrom } from './resources/pandas/rename-panda.ts';
import { isFreshSignIn } from './resources/sessions/fresh-sign-in.ts';
import { isLocked } from './resources/stakes/stake.model.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';
import { cacheWithTtl } from './ttl-cache.ts';

// After the clock was set back, no stored deadline lies further ahead than its rule allows. Password attempts, rate limits and jobs have
// their own tests.
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

describe('when the clock is set back', () => {
  it.each([2 * hour, 400 * day])('by %i ms, nothing waits or lasts longer', async (back) => {
    const { services, clock } = app;
    const then = clock.now();
    const email = `back${back}@frens.example`;
    const token = await makeLink(services, { purpose: 'sign-in', email });
    await reserveName(services, `gone${back}`);
    clock.advance(-back);
    const now = clock.now();
    await expect(liveLink(services, token, 'sign-in')).rejects.toMatchObject({ status: 400 });
    expect(await isNameReserved(services, `gone${back}`)).toBe(false);
    expect(isFreshSignIn(clock, { createdAt: then })).toBe(false);
    expect(renamableFrom({ renamedAt: then }, now)).toBeNull();
    expect(isLocked({ createdAt: then }, now)).toBe(false);
    expect(nextNewsAt({ toldOfNewsAt: then }, now).getTime()).toBeLessThanOrEqual(now.getTime() + hour);
    // New deadlines are normal.
    const next = await makeLink(services, { purpose: 'sign-in', email });
    expect(await liveLink(services, next, 'sign-in')).toMatchObject({ email });
  });

  it('sessions do not outlive new ones', async () => {
    const member = await app.member();
    const before = app.clock.now();
    app.clock.advance(-400 * day);
    expect((await member.send('GET', '/api/user')).status).toBe(200);
    const session = await app.services.db.models.Session.findOne({ userId: idFrom(member.id) })
      .orFail()
      .lean();
    const now = app.clock.now().getTime();
    expect(session.endsAt.getTime()).toBe(now + 90 * day);
    expect(session.idleEndsAt.getTime()).toBe(now + 14 * day);
    app.clock.advance(before.getTime() - now);
  });

  it('caches expire', async () => {
    let [now, reads] = [10_000, 0];
    const read = cacheWithTtl(
      1000,
      async () => (reads += 1),
      () => now,
    );
    await read();
    now -= 5000;
    expect([await read(), await read()]).toEqual([2, 2]);
  });

  it('processes tolerate a small clock skew', async () => {
    const token = await makeLink(app.services, { purpose: 'sign-in', email: 'apart@frens.example' });
    app.clock.advance(-minute / 2);
    expect(await liveLink(app.services, token, 'sign-in')).toBeTruthy();
  });
});
