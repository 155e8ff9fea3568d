import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Person } from '../support/browser.ts';
import { linkIn } from '../support/mailbox.ts';
import { type MailedSite, openMailedSite } from '../support/mailed-site.ts';
import { look, phone } from '../support/screenshots.ts';
import { join } from '../support/steps.ts';

// A site for mail servers that open links (`MAGIC_LINK_MODE=confirm`, D10), on a phone.
const bo = { username: 'bo.ek', password: 'tea at the grove', email: 'bo@mail.example', name: 'Bo Ek' };

let site: MailedSite;
let member: Person;
let elsewhere: Person;

beforeAll(async () => {
  site = await openMailedSite({ MAGIC_LINK_MODE: 'confirm' });
  [member, elsewhere] = site.people;
});

afterAll(() => site?.close());

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name }).click();

/** The accessibility tree of the page's main part. */
const heard = (page: Page) => page.getByRole('main').ariaSnapshot();

it('signs in at a press, after a scanner and a reload', async () => {
  await join(member, bo);
  const { page } = elsewhere;
  await page.goto('/auth');
  const card = page.getByRole('form', { name: 'Sign in with a link' });
  await card.getByLabel('Email address').fill(bo.email);
  await card.getByRole('button', { name: 'Send Magic Link' }).click();
  await title(page, 'Welcome Back');
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  expect(await heard(page)).toContain(`We sent a link to ${bo.email}.`);

  const link = linkIn(await site.mails.take(bo.email, /Your link to/));
  expect(link).toContain('mode=confirm');
  // A mail scanner loads the page and runs its scripts.
  const scanner = await elsewhere.context.newPage();
  await scanner.goto(link);
  await scanner.getByRole('button', { name: 'Continue' }).waitFor();
  await scanner.close();
  await page.goto(link);
  await title(page, 'Welcome to Frens');
  expect(page.url()).not.toContain('token');
  await page.reload();
  await title(page, 'Welcome to Frens');
  expect(await heard(page)).toMatch(/heading "Welcome to Frens" \[level=1\][^]*button "Continue"/);
  expect(await look(page, 'link-by-press', [phone])).toEqual([]);
  await press(page, 'Continue');
  await page.waitForURL('**/dashboard');
  elsewhere.assertNoProblems();
  member.assertNoProblems();
});

it('keeps the form for a new password over a reload, and nothing of its link once it is used', async () => {
  const { page } = elsewhere;
  // Calls that the dashboard still sends are refused.
  elsewhere.expectProblem(/status of 401/);
  await elsewhere.context.clearCookies();
  await page.goto('/auth?tab=forgot');
  const card = page.getByRole('form', { name: 'Ask for a new password' });
  await card.getByLabel('Email address').fill(bo.email);
  await card.getByRole('button', { name: 'Send link' }).click();
  await title(page, 'Check your email');
  await page.goto(linkIn(await site.mails.take(bo.email, /Choose a new password/)));
  await title(page, 'Choose a new password');
  await page.reload();
  await title(page, 'Choose a new password');
  await page.getByLabel(/^New password/).fill('a quieter grove');
  expect(await heard(page)).toMatch(/textbox "New password[^]*button "Save and sign in"/);
  await press(page, 'Save and sign in');
  await page.waitForURL('**/dashboard');
  expect(
    await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('secret:'))),
  ).toEqual([]);
  elsewhere.assertNoProblems();
});
