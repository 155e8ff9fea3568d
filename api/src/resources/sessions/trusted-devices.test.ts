import type { SelfUser } from '@frens/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { day } from '../../clock.ts';
import { serverLimits } from '../../limits.ts';
import { registration } from '../../testing/factories.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';
const firefoxLater = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1';

/** A member who registered with Firefox. */
async function joinWithFirefox() {
  const body = registration();
  const headers = { 'User-Agent': firefox };
  const response = await app.visitor().send('POST', '/api/register', { body, headers });
  // Safe: the app checks its answers against the contract.
  const { id } = (await response.json()) as SelfUser;
  return {
    id,
    async signIn(userAgent: string, language = 'en') {
      const login = { username: body.username, password: body.password };
      const sent = { 'User-Agent': userAgent, 'Accept-Language': language };
      const client = app.visitor();
      const answer = await client.send('POST', '/api/login', { body: login, headers: sent });
      expect(answer.status).toBe(200);
      return client;
    },
    mails: () => app.services.db.models.Job.find({ memberId: id, kind: 'mail' }).sort({ _id: 1 }).lean(),
  };
}

it('notifies once of a browser that is new to the account, in the member’s language', async () => {
  const maya = await joinWithFirefox();
  expect(await maya.mails()).toEqual([]);
  await maya.signIn(firefoxLater);
  expect(await maya.mails()).toEqual([]);
  await maya.signIn(safari, 'es');
  await maya.signIn(safari);
  expect(await maya.mails()).toMatchObject([
    { payload: { name: 'newBrowser', language: 'en', values: { browser: 'Safari, iOS' } } },
  ]);
});

it('treats all unknown browsers as one', async () => {
  const maya = await joinWithFirefox();
  await app.services.db.models.User.updateOne({ _id: maya.id }, { language: 'es' });
  await maya.signIn('curl/8.5.0');
  await maya.signIn('');
  await maya.signIn('Your bank, call now');
  expect(await maya.mails()).toMatchObject([
    { payload: { name: 'newBrowser', values: { browser: 'un navegador desconocido' } } },
  ]);
});

it('notifies again of a browser that no session used for 90 days', async () => {
  const maya = await joinWithFirefox();
  await maya.signIn(safari);
  app.clock.advance(60 * day);
  await maya.signIn(firefox);
  app.clock.advance(32 * day);
  await maya.signIn(firefox);
  expect(await maya.mails()).toHaveLength(1);
  await maya.signIn(safari);
  expect(await maya.mails()).toHaveLength(2);
});

it('trusts a browser while its session is used', async () => {
  const maya = await joinWithFirefox();
  const phone = await maya.signIn(safari);
  for (let week = 0; week < 12; week += 1) {
    app.clock.advance(7 * day);
    expect((await phone.send('GET', '/api/user')).status).toBe(200);
  }
  // The session has expired, but the browser used it until then.
  app.clock.advance(7 * day);
  expect((await phone.send('GET', '/api/user')).status).toBe(401);
  app.clock.advance(80 * day);
  await maya.signIn(firefox);
  await maya.signIn(safari);
  const told = (await maya.mails()).map(({ payload }) => payload);
  expect(told).toMatchObject([
    { values: { browser: 'Safari, iOS' } },
    { values: { browser: 'Firefox, Linux' } },
  ]);
});

it('limits notifications per day, and sends the others at a sign-in on another day', async () => {
  const maya = await joinWithFirefox();
  const { newBrowserMailsPerDay } = serverLimits;
  const chrome =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
  const names = [
    'OPR/120.0',
    'Edg/141.0',
    'Vivaldi/7.1',
    'SamsungBrowser/28.0',
    'YaBrowser/25.1',
    'Whale/4.0',
  ];
  const agents = names.map((name) => `${chrome} ${name}`);
  // Sequentially: concurrent attempts count as failed until they are answered (D8).
  for (const some of [agents.slice(0, 3), agents.slice(3)])
    await Promise.all(some.map((agent) => maya.signIn(agent)));
  expect(await maya.mails()).toHaveLength(newBrowserMailsPerDay);
  app.clock.advance(day + 1);
  for (const agent of agents) await maya.signIn(agent);
  expect(await maya.mails()).toHaveLength(agents.length);
});
