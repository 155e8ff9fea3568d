import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Person } from '../support/browser.ts';
import { pressOn, typeInto } from '../support/keyboard.ts';
import { linkIn } from '../support/mailbox.ts';
import { type MailedSite, openMailedSite } from '../support/mailed-site.ts';

// A member's first day on a phone, by keyboard only: the test never clicks, fills or focuses.
const email = 'kim@mail.example';

let site: MailedSite;
let person: Person;

beforeAll(async () => {
  site = await openMailedSite();
  [person] = site.people;
});
afterAll(() => site?.close());

const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();

it('joins by a magic link and completes the profile', async () => {
  const { page } = person;
  await page.goto('/auth?tab=register');
  await page.getByRole('heading', { name: 'Join without a password' }).waitFor();
  await typeInto(page, /^Email address/, email);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  await page.goto(linkIn(await site.mails.take(email, /Your link to/)));
  await page.getByRole('heading', { name: 'Complete your profile' }).waitFor();
  expect(page.url(), 'the secret of the link').not.toContain('token');
  await typeInto(page, /^Username/, 'kim.k');
  await typeInto(page, /^(Full )?Name/, 'Kim Keys');
  await typeInto(page, /^Age/, '34');
  // Typing selects in a closed list.
  await typeInto(page, /^Gender/, 'W');
  await typeInto(page, /^Looking for/, 'E');
  await pressOn(page, /^Complete profile/);
  await title(page, 'Welcome, Kim Keys!');
  expect(await page.getByRole('heading', { name: 'Complete your profile' }).count()).toBe(0);
  person.assertNoProblems();
});
