import { afterAll, beforeAll, expect, it } from 'vitest';
import { serverLimits } from '../../limits.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
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

const profile = { name: 'Maya', age: 30, gender: 'female', lookingFor: 'everyone' } as const;

it('refuses a username that equals the password', async () => {
  const browser = app.visitor();
  const email = 'later@names.example';
  await browser.call('POST /api/auth/magic-link', { body: { email } });
  const token = await mail.tokenTo(email, 'token');
  await browser.call('POST /api/auth/verify', { body: { token } });
  await browser.call('POST /api/account/password', { body: { newPassword: 'glowing.lantern' } });
  const complete = (username: string) =>
    browser.send('POST', '/api/account/complete', { body: { ...profile, username } });
  const refused = await complete('Glowing.Lantern');
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ fields: { username: /^This is your password/ } });
  expect((await complete('glowing.lamp')).status).toBe(200);
});

it.each([
  ['name', 'Correct Horse', 'correct horse'],
  ['name', 'Maya Marzipan', 'marzipan'],
] as const)('refuses a %s of %j whose password is %j', async (field, chosen, password) => {
  const member = await app.member({ password });
  const change = (value: string) =>
    member.send('PATCH', `/api/users/${member.user.id}`, { body: { [field]: value } });
  const refused = await change(chosen);
  expect(refused.status).toBe(400);
  // Safe: the app checks its answers against the contract.
  const { fields } = (await refused.json()) as { fields: Record<string, string> };
  expect(Object.keys(fields)).toEqual([field]);
  expect((await change(`Other ${field}`)).status).toBe(200);
});

it('limits comparisons per hour, not counting unchanged and short names', async () => {
  const member = await app.member();
  const { id } = member.user;
  const rename = async (wanted: string) =>
    (await member.send('PATCH', `/api/users/${id}`, { body: { name: wanted } })).status;
  const statuses: number[] = [];
  for (let count = 0; count <= serverLimits.namesComparedPerHour; count += 1) {
    statuses.push(await rename(count % 2 === 0 ? 'Mia' : 'Ana'), await rename(`Guessed Phrases ${count}`));
  }
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  expect(statuses.at(-1)).toBe(429);
});

it('leaves all sign-in attempts to a member who corrects a name', async () => {
  const member = await app.member({ password: 'seven warm stones' });
  for (const name of ['María José Fernández Álvarez', 'Maria Jose Fernandez', 'María José Fernández'])
    expect((await member.send('PATCH', `/api/users/${member.id}`, { body: { name } })).status).toBe(200);
  const { username } = member.user;
  const signIn = (password: string) =>
    app.visitor().send('POST', '/api/login', { body: { username, password } });
  const { perNetwork } = serverLimits.loginFailures;
  for (let count = 1; count < perNetwork; count += 1) expect((await signIn('wrong')).status).toBe(401);
  expect((await signIn('seven warm stones')).status).toBe(200);
});
