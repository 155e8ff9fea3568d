import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Person } from '../support/browser.ts';
import { linkIn, type Mailbox } from '../support/mailbox.ts';
import { type MailedSite, openMailedSite } from '../support/mailed-site.ts';
import { look, phone } from '../support/screenshots.ts';
import { join, signUp } from '../support/steps.ts';

// Inviting a friend, deleting an account and restoring it, on a phone.
const password = 'tea at the grove';
const ada = { username: 'ada.l', password, email: 'ada@mail.example', name: 'Ada Lind' };
const bo = { username: 'bo.r', password, email: 'bo@mail.example', name: 'Bo Reed' };

let site: MailedSite;
let mails: Mailbox;
let host: Person;
let guest: Person;

beforeAll(async () => {
  site = await openMailedSite();
  mails = site.mails;
  [host, guest] = site.people;
});

afterAll(() => site?.close());

const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();

it('comes by the link of a fren, is greeted by name, and finds their request (D45)', async () => {
  await join(host, ada);
  await host.page.goto('/dashboard');
  await host.page.getByRole('button', { name: 'Invite Friend' }).click();
  const dialog = host.page.getByRole('dialog', { name: 'Invite a friend' });
  const code = dialog.getByRole('img', { name: 'QR code of your link' });
  await code.waitFor();
  const colours = () =>
    code.evaluate((svg) =>
      [svg, ...svg.children].map((part) => [
        getComputedStyle(part).backgroundColor,
        getComputedStyle(part).fill,
      ]),
    );
  const inLight = await colours();
  await host.page.emulateMedia({ colorScheme: 'dark' });
  // Dark on light in both themes: many cameras read nothing else.
  expect(await colours()).toEqual(inLight);
  expect(await look(host.page, 'invite-friend', [phone])).toEqual([]);
  const link = await dialog.getByRole('textbox', { name: 'Your link' }).inputValue();

  const { page } = guest;
  await page.goto(link);
  await page.getByText('Ada Lind invites you').waitFor();
  expect(await look(page, 'invited', [phone])).toEqual([]);
  await signUp(page, bo);
  await page.goto('/dashboard?tab=connections');
  await page.getByRole('button', { name: /^Accept.*Ada Lind/ }).waitFor();
  host.assertNoProblems();
  guest.assertNoProblems();
});

it('ends the account and is gone, and keeps it by the link in the mail (D46)', async () => {
  const { page } = guest;
  // An unconfirmed address gets no link to restore the account.
  await page.goto(linkIn(await mails.take(bo.email, /address/i)));
  await page.getByText('Your address is confirmed').waitFor();
  await page.goto('/privacy-settings/account');
  await page.getByRole('button', { name: 'Delete my account…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Do you want to delete your account?' });
  await dialog.getByLabel(`Type ${bo.username} to confirm`).fill(bo.username);
  // A fresh sign-in needs no password.
  expect(await dialog.locator('input[type=password]').count()).toBe(0);
  expect(await look(page, 'end-account', [phone])).toEqual([]);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await title(page, 'Your account is being deleted');
  expect(await look(page, 'account-ended', [phone])).toEqual([]);

  await host.page.goto('/browse');
  await host.page.getByRole('heading', { level: 1 }).waitFor();
  expect(await host.page.getByText(bo.name).count()).toBe(0);

  await page.goto(linkIn(await mails.take(bo.email, /account/i)));
  await title(page, 'Keep your account?');
  expect(page.url()).not.toMatch(/keep=/);
  expect(await look(page, 'keep-account', [phone])).toEqual([]);
  await page.getByRole('button', { name: 'Keep my account' }).click();
  await page.getByText('Everything is as it was').waitFor();
  await host.page.goto('/browse');
  await host.page.getByText(bo.name).first().waitFor();
  host.assertNoProblems();
  guest.assertNoProblems();
});
