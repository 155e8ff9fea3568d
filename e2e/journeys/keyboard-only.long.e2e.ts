import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Person } from '../support/browser.ts';
import { focused, pressOn, tabTo, typeInto } from '../support/keyboard.ts';
import { linkIn } from '../support/mailbox.ts';
import { type MailedSite, openMailedSite } from '../support/mailed-site.ts';
import { join } from '../support/steps.ts';

// An account until its deletion, and another one with a password, on a phone, by keyboard only.
const email = 'kim@mail.example';

let site: MailedSite;
let person: Person;

beforeAll(async () => {
  site = await openMailedSite();
  [person] = site.people;
  await join(person, { username: 'kim.k', email, password: 'tea at the grove', name: 'Kim Keys' });
});
afterAll(() => site?.close());

const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();

it('signs out and in again, ends the account and keeps it', async () => {
  const { page } = person;
  await page.goto('/dashboard');
  await title(page, /Kim Keys/);
  await pressOn(page, /^Menu$/);
  await pressOn(page, /^Logout$/);
  await page.waitForURL((url) => url.pathname === '/');
  await page.goto('/auth');
  await title(page, 'Welcome Back');
  await typeInto(page, /^Email address/, email);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  await page.goto(linkIn(await site.mails.take(email, /Your link to/)));
  await page.waitForURL('**/dashboard');

  await page.goto('/privacy-settings/account');
  await page.getByRole('heading', { name: 'Delete your account' }).waitFor();
  await pressOn(page, /^Delete my account…$/);
  await page.getByRole('dialog').waitFor();
  // The dialog focuses the name, ready to type.
  await expect.poll(() => focused(page)).toMatch(/^Type kim\.k/);
  await page.keyboard.type('kim.k');
  await page.keyboard.press('Enter');
  await title(page, 'Your account is being deleted');

  await page.goto(linkIn(await site.mails.take(email, /account/i)));
  await title(page, 'Keep your account?');
  await pressOn(page, /^Keep my account$/);
  await title(page, 'Your account stays');
  await expect.poll(() => focused(page)).toBe('Your account stays');
  person.assertNoProblems();
});

it('joins with a password: every field, a choice by its arrows, and what does not fit', async () => {
  const [, other] = site.people;
  const { page } = other;
  await page.goto('/auth?tab=register');
  await title(page, 'Create Account');
  // The tab panel is focusable, too, and starts with the same word.
  await typeInto(page, /^Username$/, 'lou.k');
  await typeInto(page, /^Email/, 'lou@mail.example');
  await typeInto(page, /^Password/, 'tea and toast in bed');
  await typeInto(page, /^Confirm Password/, 'tea and toast');
  await pressOn(page, /^Continue/);
  // The error is announced, and its field has the focus.
  await page.getByText('Passwords do not match').waitFor();
  await expect.poll(() => focused(page)).toMatch(/^Confirm Password/);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('tea and toast in bed');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Step 2 of 2: about you' }).waitFor();
  await typeInto(page, /^Full Name/, 'Lou Keys');
  await typeInto(page, /^Age/, '41');
  await tabTo(page, /^All connections/);
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => focused(page)).toMatch(/^Service partners/);
  await typeInto(page, /^Gender/, 'W');
  await typeInto(page, /^Looking for/, 'E');
  await pressOn(page, /^Create Account/);
  await title(page, /Lou Keys/);
  other.assertNoProblems();
});
