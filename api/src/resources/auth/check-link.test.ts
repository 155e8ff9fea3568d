import type { CallBody } from '@frens/contract';
import { limits } from '@frens/contract/limits';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { minute } from '../../clock.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { startTestMail, type TestMail } from '../../testing/test-mail.ts';
import { stopTokenFor } from '../invitations/mail-stops.ts';

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

type Purpose = CallBody<'POST /api/auth/link/check'>['purpose'];

const check = async (purpose: Purpose, token: string) =>
  (await app.visitor().call('POST /api/auth/link/check', { body: { purpose, token } })).isUsable;
const reset = (token: string) =>
  app.visitor().send('POST', '/api/auth/password/reset', { body: { token, password: 'tea and toast' } });
async function resetToken(email: string): Promise<string> {
  await app.visitor().call('POST /api/auth/password/forgot', { body: { email } });
  return mail.tokenTo(email, 'reset');
}

it('says whether a link works without consuming it', async () => {
  const { user } = await app.member();
  const token = await resetToken(user.email);
  expect(await Promise.all(Array.from({ length: 20 }, () => check('reset', token)))).toEqual(
    Array.from({ length: 20 }, () => true),
  );
  expect((await reset(token)).status).toBe(200);
  expect(await check('reset', token)).toBe(false);
});

it('gives the same answer for used, expired, cut-off, foreign and made-up links', async () => {
  const { user } = await app.member();
  const used = await resetToken(user.email);
  await reset(used);
  const expired = await resetToken(user.email);
  app.clock.advance(limits.linkMinutes.reset * minute + 1);
  const live = await resetToken(user.email);
  const dead: [Purpose, string][] = [
    ['reset', used],
    ['reset', expired],
    ['reset', live.slice(0, 20)],
    ['undo-email', live],
    ['keep-account', live],
    ['reset', 'x'],
    ['reset', ''],
  ];
  for (const [purpose, token] of dead) expect(await check(purpose, token), `${purpose} ${token}`).toBe(false);
  expect(await check('reset', live)).toBe(true);
});

it('says that a restoring link works, also after its use, until the account is ended again', async () => {
  const member = await app.member();
  await app.confirm(member);
  const { username, email } = member.user;
  await member.call('DELETE /api/account', { body: { confirm: username ?? '' } });
  const token = await mail.tokenTo(email, 'keep');
  expect(await check('keep-account', token)).toBe(true);
  await app.visitor().call('POST /api/auth/account/keep', { body: { token } });
  // A second press succeeds as well.
  expect(await check('keep-account', token)).toBe(true);
  // The second deletion has an undo link of its own.
  await member.call('POST /api/login', { body: { username: email, password: 'correct horse' } });
  await member.call('DELETE /api/account', { body: { confirm: username ?? '' } });
  expect(await check('keep-account', token)).toBe(false);
});

it('says that a used magic link works only in the browser that it signed in', async () => {
  const browser = app.visitor();
  const email = 'new@check.example';
  await browser.call('POST /api/auth/magic-link', { body: { email } });
  const token = await mail.tokenTo(email, 'token');
  expect(await check('sign-in', token)).toBe(true);
  await browser.call('POST /api/auth/verify', { body: { token } });
  expect(await check('sign-in', token)).toBe(false);
  const body = { purpose: 'sign-in', token } as const;
  expect((await browser.call('POST /api/auth/link/check', { body })).isUsable).toBe(true);
});

it('says that an address has unsubscribed already, and that a cut-off link does not work', async () => {
  const ask = (token: string) =>
    app.visitor().call('POST /api/auth/link/check', { body: { purpose: 'stop-invitations', token } });
  const token = (await stopTokenFor(app.services, 'stop@check.example')) ?? '';
  expect(await ask(token)).toEqual({ isUsable: true, isDone: false });
  expect(await ask(token.slice(0, -4))).toEqual({ isUsable: false, isDone: false });
  await app.visitor().call('POST /api/unsubscribe/:token', { params: { token } });
  expect(await ask(token)).toEqual({ isUsable: true, isDone: true });
});

it('rejects unknown purposes', async () => {
  const answer = await app
    .visitor()
    .send('POST', '/api/auth/link/check', { body: { purpose: 'sign-out', token: 'x' } });
  expect(answer.status).toBe(400);
});
