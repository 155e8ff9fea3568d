import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Person } from '../support/browser.ts';
import { linkIn, type Mailbox } from '../support/mailbox.ts';
import { type MailedSite, openMailedSite } from '../support/mailed-site.ts';
import { look, phone } from '../support/screenshots.ts';
import { signUp, toastText } from '../support/steps.ts';

// A member confirms their address by a mailed link, on a phone; their open tabs update.
const ada = { username: 'ada.l', password: 'tea at the grove', email: 'ada@mail.example', name: 'Ada Lind' };

let site: MailedSite;
let mails: Mailbox;
let first: Person;

beforeAll(async () => {
  site = await openMailedSite();
  mails = site.mails;
  [first] = site.people;
});

afterAll(() => site?.close());

const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name }).click();

it('signs up, reads what an unconfirmed address withholds, and confirms it', async () => {
  const { page } = first;
  await page.goto('/auth?tab=register');
  await signUp(page, ada);
  await title(page, `Welcome, ${ada.name}!`);
  await page.getByText('Confirm your address').waitFor();
  expect(await look(page, 'first-visit', [phone])).toEqual([]);
  await press(page, 'Send the link again');
  await toastText(page, 'Link sent');
  const mail = await mails.take(ada.email, /Confirm your address for/);
  const otherTab = await first.context.newPage();
  await otherTab.goto('/dashboard');
  await otherTab.getByText('Confirm your address').waitFor();
  await page.goto(linkIn(mail));
  await page.waitForURL('**/dashboard');
  expect(await toastText(page, 'Your address is confirmed')).toContain(ada.email);
  await page.getByText('for confirming your address').waitFor();
  expect(await page.getByText('Confirm your address').count()).toBe(0);
  // The open tab updates.
  await otherTab.getByText('Confirm your address').waitFor({ state: 'detached' });
  await otherTab.close();
  first.assertNoProblems();
});
