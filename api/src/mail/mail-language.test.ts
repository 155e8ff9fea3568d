import { afterAll, beforeAll, expect, it } from 'vitest';
import { registration } from '../testing/factories.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { startTestMail, type TestMail } from '../testing/test-mail.ts';

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

const spanish = { headers: { 'Accept-Language': 'es' } };
const subjects = async (email: string) => (await mail.to(email)).map(({ subject }) => subject);

it('is the recipient’s, whoever causes the mail and in whatever language (docs/decisions/0158)', async () => {
  const maya = await app.member();
  await app.confirm(maya);
  const { email } = maya.user;
  await mail.to(email);
  const stranger = app.visitor();
  const body = { email };
  expect((await stranger.send('POST', '/api/auth/magic-link', { body, ...spanish })).status).toBe(200);
  expect((await stranger.send('POST', '/api/auth/password/forgot', { body, ...spanish })).status).toBe(200);
  await stranger.send('POST', '/api/register', { body: registration({ email }), ...spanish });
  expect(new Set(await subjects(email))).toEqual(
    new Set(['Your link to Frens', 'Choose a new password', 'You already have an account on Frens']),
  );
});

it('follows the language of the member’s last page view, and of no other request', async () => {
  const maya = await app.member();
  await app.confirm(maya);
  const { email } = maya.user;
  const ask = () => app.visitor().call('POST /api/auth/magic-link', { body: { email } });
  await mail.to(email);
  await maya.send('GET', '/api/users', spanish);
  await ask();
  expect(await subjects(email)).toEqual(['Your link to Frens']);
  await maya.send('GET', '/api/user', spanish);
  await ask();
  expect((await mail.to(email)).at(-1)?.subject).toBe('Tu enlace para entrar en Frens');
});

it('is the caller’s for an unconfirmed address', async () => {
  const squatter = await app.member();
  const { email } = squatter.user;
  await mail.to(email);
  await app.visitor().send('POST', '/api/auth/magic-link', { body: { email }, ...spanish });
  expect((await mail.to(email)).at(-1)?.subject).toBe('Tu enlace para entrar en Frens');
});
