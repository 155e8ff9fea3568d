import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { photoWithPlace } from '../../api/src/testing/pictures.ts';
import type { Person } from '../support/browser.ts';
import { focused, pressOn, tabTo, typeInto } from '../support/keyboard.ts';
import { linkIn } from '../support/mailbox.ts';
import { type MailedSite, openMailedSite } from '../support/mailed-site.ts';
import { look, phone } from '../support/screenshots.ts';
import { join, signIn, toastText } from '../support/steps.ts';

// Account settings on a phone, by keyboard only; each state is checked.
const nia = {
  username: 'nia.k',
  password: 'tea at the grove',
  email: 'nia@mail.example',
  name: 'Nia Keys',
};
const moved = 'nia@new.example';
const nextPassword = 'toast on the terrace';

let site: MailedSite;
let here: Person;
let elsewhere: Person;

beforeAll(async () => {
  site = await openMailedSite();
  [here, elsewhere] = site.people;
  await join(here, nia);
  await here.page.goto(linkIn(await site.mails.take(nia.email, /Confirm your address/)));
  await here.page.waitForURL('**/dashboard');
});
afterAll(() => site?.close());

const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
const lookAt = async (page: Page, state: string) => expect(await look(page, state, [phone])).toEqual([]);

async function openSettings(page: Page, part: 'security' | 'account' = 'security'): Promise<void> {
  await page.goto(`/privacy-settings/${part}`);
  await page.getByRole('heading', { level: 2 }).first().waitFor();
}

it('changes the password, after one that anybody would try', async () => {
  const { page } = here;
  here.expectProblem(/\/api\/account\/password .*status of 400/);
  await openSettings(page);
  await typeInto(page, /^New password/, 'password1');
  await page.keyboard.press('Enter');
  // At its field, and in the toast.
  await page
    .getByText(/^This password is too easy to guess/)
    .first()
    .waitFor();
  await expect.poll(() => focused(page)).toMatch(/^New password/);
  await lookAt(page, 'keys-password-refused');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(nextPassword);
  await page.keyboard.press('Enter');
  await toastText(page, 'Password saved');
  await lookAt(page, 'keys-password-saved');
  await site.mails.take(nia.email, /Your password was changed/);
  here.assertNoProblems();
});

it('ends one session, and all others', async () => {
  const { page } = here;
  const comeBack = () => signIn(elsewhere, { ...nia, password: nextPassword });
  const isSignedOut = async () => {
    await elsewhere.page.goto('/profile');
    await elsewhere.page.waitForURL('**/auth?next=%2Fprofile');
  };
  await comeBack();
  await openSettings(page);
  await page.getByRole('button', { name: 'Sign out everywhere else' }).waitFor();
  await lookAt(page, 'keys-places');
  await pressOn(page, /^Sign out .*, last seen/);
  await toastText(page, 'Signed out there');
  // Focus moves to the list, not to the page: the row has gone.
  await expect.poll(() => focused(page)).toContain('Where you’re signed in');
  await isSignedOut();
  await comeBack();
  await openSettings(page);
  await pressOn(page, /^Sign out everywhere else$/);
  await page.getByText('You’re signed in nowhere else.').waitFor();
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false);
  await lookAt(page, 'keys-places-one');
  await isSignedOut();
  here.assertNoProblems();
  elsewhere.assertNoProblems();
});

it('chooses a picture, cuts it and takes it away', async () => {
  const { page } = here;
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Choose a picture' }).waitFor();
  const chooser = page.waitForEvent('filechooser');
  await pressOn(page, /^Choose a picture$/);
  const buffer = await photoWithPlace();
  await (await chooser).setFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer });
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('application').waitFor();
  await lookAt(page, 'keys-picture-crop');
  await page.keyboard.press('+');
  await page.keyboard.press('ArrowDown');
  await expect
    .poll(() => dialog.locator('output').innerText())
    .not.toMatch(/^Zoom 100 %.* 50 % from the top/);
  await pressOn(page, /^Save picture$/);
  await toastText(page, 'Picture saved');
  await dialog.waitFor({ state: 'detached' });
  await pressOn(page, /^Remove picture$/);
  await toastText(page, 'Picture removed');
  await expect.poll(() => focused(page)).toBe('Choose a picture');
  await lookAt(page, 'keys-picture-none');
  here.assertNoProblems();
});

it('invites a fren, and saves what the site holds', async () => {
  const { page } = here;
  await page.goto('/dashboard');
  await pressOn(page, /^Invite Friend$/);
  await page.getByRole('dialog').getByRole('img', { name: 'QR code of your link' }).waitFor();
  await lookAt(page, 'keys-invite');
  await page.keyboard.press('Escape');
  await expect.poll(() => focused(page)).toBe('Invite Friend');

  await openSettings(page, 'account');
  const download = page.waitForEvent('download');
  await pressOn(page, /^Download my data$/);
  const file = await (await download).path();
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
    parts: { profile: { entries: [{ username: nia.username }] } },
  });
  await toastText(page, 'Your download has started');
  await lookAt(page, 'keys-exported');
  here.assertNoProblems();
});

it('changes the address, thinks better of it, changes it and undoes it', async () => {
  const { page } = here;
  const ask = async () => {
    await pressOn(page, /^Edit Profile$/);
    await typeInto(page, /^Email/, moved);
    await page.keyboard.press('Enter');
    await page.getByText(`Waiting for you to confirm ${moved}`).waitFor();
  };
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Edit Profile' }).waitFor();
  await ask();
  await lookAt(page, 'keys-email-pending');
  await pressOn(page, /^Cancel this change$/);
  await toastText(page, 'Change cancelled');
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false);
  await lookAt(page, 'keys-email-cancelled');
  await site.mails.take(nia.email, /Your account is getting a new address/);
  await site.mails.take(moved, /Confirm your new address/);
  await ask();
  const notice = await site.mails.take(nia.email, /Your account is getting a new address/);
  await page.goto(linkIn(await site.mails.take(moved, /Confirm your new address/)));
  await toastText(page, 'Your address has changed');

  // Undoing also ends this browser's session, while its bell is loading.
  here.expectProblem(/notifications\/unread .*status of 401/);
  await page.goto(linkIn(notice));
  await title(page, 'Wasn’t this you?');
  await tabTo(page, /^It was me, leave it$/);
  await page.keyboard.press('Shift+Tab');
  await expect.poll(() => focused(page)).toBe('Undo the change');
  await page.keyboard.press('Enter');
  await title(page, 'The change is undone');
  await expect.poll(() => focused(page)).toBe('The change is undone');
  await lookAt(page, 'keys-email-undone');
  await pressOn(page, /^Choose a new password$/);
  await title(page, 'Choose a new password');
  here.assertNoProblems();
});
