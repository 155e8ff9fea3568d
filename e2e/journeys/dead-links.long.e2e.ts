import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Person } from '../support/browser.ts';
import { linkIn, type Mailbox } from '../support/mailbox.ts';
import { type MailedSite, openMailedSite } from '../support/mailed-site.ts';
import { look, phone } from '../support/screenshots.ts';
import { join, toastText } from '../support/steps.ts';

// Expired links, lost networks and ended sessions, on a phone.
const bo = { username: 'bo.ek', password: 'tea at the grove', email: 'bo@mail.example', name: 'Bo Ek' };

let site: MailedSite;
let mails: Mailbox;
let first: Person;
let second: Person;

beforeAll(async () => {
  site = await openMailedSite();
  mails = site.mails;
  [first, second] = site.people;
});

afterAll(() => site?.close());

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const main = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name });

async function askForLink(page: Page): Promise<string> {
  await page.goto('/auth');
  const card = page.getByRole('form', { name: 'Sign in with a link' });
  await card.getByLabel('Email address').fill(bo.email);
  await card.getByRole('button', { name: 'Send Magic Link' }).click();
  return linkIn(await mails.take(bo.email, /Your link to/));
}

it('keeps a link that the network lost, and signs in with it at the second try', async () => {
  await join(first, bo);
  const { page } = second;
  const link = await askForLink(page);
  await page.route('**/api/auth/verify', (route) => route.abort('internetdisconnected'), { times: 1 });
  second.expectProblem(/auth\/verify/);
  await page.goto(link);
  await title(page, 'We couldn’t check your link');
  await toastText(page, 'Verification Failed');
  expect(page.url()).not.toContain('token');
  expect(await look(page, 'link-failed', [phone])).toEqual([]);
  await main(page, 'Try again').click();
  await page.waitForURL('**/dashboard');
  second.assertNoProblems();

  // The used link shows that it is dead, and offers a new one.
  await second.context.clearCookies();
  second.expectProblem(/auth\/verify .*status of 400|status of 401/);
  await page.goto(link);
  await title(page, 'This link no longer works');
  expect(await look(page, 'link-spent', [phone])).toEqual([]);
  await page.getByLabel('Email address').fill(bo.email);
  await main(page, 'Send me a new link').click();
  await title(page, 'Check your email');
  await page.goto(linkIn(await mails.take(bo.email, /Your link to/)));
  await page.waitForURL('**/dashboard');
  second.assertNoProblems();
});

it('says to the browser that was signed out meanwhile why it has to sign in', async () => {
  const { page } = first;
  first.expectProblem(/status of 401/);
  await page.goto('/profile');
  await page.waitForURL('**/auth?next=%2Fprofile');
  await page.getByText('You were signed out', { exact: true }).waitFor();
  expect(await look(page, 'signed-out', [phone])).toEqual([]);
  first.assertNoProblems();
});

it.each([
  ['reset', 'Ask for a new link'],
  ['undo', 'Sign in'],
  ['keep', 'Sign in'],
])('shows at once that a link is dead: %s', async (kind, next) => {
  const { page } = first;
  first.expectProblem(/status of 401/);
  await page.goto(`/auth?${kind}=cut-off`);
  await title(page, 'This link no longer works');
  await main(page, next).waitFor();
  expect(await look(page, `dead-${kind}`, [phone])).toEqual([]);
  first.assertNoProblems();
});
