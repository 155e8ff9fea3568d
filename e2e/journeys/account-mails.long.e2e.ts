import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Person } from '../support/browser.ts';
import { linkIn, type Mailbox } from '../support/mailbox.ts';
import { type MailedSite, openMailedSite } from '../support/mailed-site.ts';
import { look, phone } from '../support/screenshots.ts';
import { join, signUp, toastText } from '../support/steps.ts';

// Everything that members do by mailed links, on a phone; each state is checked.
const ada = { username: 'ada.l', password: 'tea at the grove', email: 'ada@mail.example', name: 'Ada Lind' };
const moved = 'ada@new.example';
const refusedPassword = 'password1';
const nextPassword = 'tea and toast at six';

let site: MailedSite;
let mails: Mailbox;
/** The browser that Ada signs up with, and another one of hers. */
let first: Person;
let second: Person;

beforeAll(async () => {
  site = await openMailedSite();
  mails = site.mails;
  [first, second] = site.people;
  await join(first, ada);
  await first.page.goto(linkIn(await mails.take(ada.email, /Confirm your address for/)));
  await first.page.waitForURL('**/dashboard');
});

afterAll(() => site?.close());

const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name }).click();
/** The token must not stay in the URL. */
const isClean = (page: Page) => !/[?&](token|reset|confirm|change|undo)=/.test(page.url());

it('signs in elsewhere by a magic link', async () => {
  const { page } = second;
  await page.goto('/auth');
  const card = page.getByRole('form', { name: 'Sign in with a link' });
  await card.getByLabel('Email address').fill(ada.email);
  await card.getByRole('button', { name: 'Send Magic Link' }).click();
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  expect(await look(page, 'magic-link-sent', [phone])).toEqual([]);
  await page.goto(linkIn(await mails.take(ada.email, /Your link to/)));
  await page.waitForURL('**/dashboard');
  expect(isClean(page)).toBe(true);
  await title(page, `Welcome, ${ada.name}!`);
  second.assertNoProblems();
});

it('chooses a new password by mail, which signs the other browser out', async () => {
  const { page } = second;
  await second.context.clearCookies();
  second.expectProblem(/\/api\/auth\/password\/reset .*status of 400/);
  await page.goto('/auth');
  await page.getByLabel('Username or email').fill(ada.email);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await title(page, 'Forgot your password?');
  expect(await look(page, 'forgot', [phone])).toEqual([]);
  await press(page, 'Send link');
  await title(page, 'Check your email');
  expect(await look(page, 'forgot-sent', [phone])).toEqual([]);

  const link = linkIn(await mails.take(ada.email, /Choose a new password/));
  await page.goto(link);
  await title(page, 'Choose a new password');
  expect(isClean(page)).toBe(true);
  await page.getByRole('textbox', { name: 'New password' }).fill(refusedPassword);
  await press(page, 'Save and sign in');
  await page.getByText(/^This password is too easy to guess/).waitFor();
  expect(await look(page, 'reset-refused', [phone])).toEqual([]);
  await page.getByRole('textbox', { name: 'New password' }).fill(nextPassword);
  await page.getByText('Strong', { exact: true }).waitFor();
  await press(page, 'Save and sign in');
  await page.waitForURL('**/dashboard');
  await mails.take(ada.email, /Your password was changed/);

  await first.page.goto('/profile');
  await first.page.waitForURL('**/auth?next=%2Fprofile');
  await first.page.goto(link);
  await title(first.page, 'This link no longer works');
  expect(await look(first.page, 'reset-spent', [phone])).toEqual([]);
  first.assertNoProblems();
  second.assertNoProblems();
});

it('changes the address, and undoes it from the old one', async () => {
  const { page } = second;
  await page.goto('/profile');
  await press(page, 'Edit Profile');
  await page.getByLabel('Email').fill(moved);
  await press(page, 'Save Profile');
  await page.getByText(`Waiting for you to confirm ${moved}`).waitFor();
  expect(await look(page, 'email-pending', [phone])).toEqual([]);
  const notice = await mails.take(ada.email, /Your account is getting a new address/);
  await page.goto(linkIn(await mails.take(moved, /Confirm your new address/)));
  await page.waitForURL('**/dashboard');
  expect(await toastText(page, 'Your address has changed')).toContain(moved);

  await first.page.goto(linkIn(notice));
  await title(first.page, 'Wasn’t this you?');
  expect(isClean(first.page)).toBe(true);
  expect(await look(first.page, 'email-undo', [phone])).toEqual([]);
  await press(first.page, 'Undo the change');
  await title(first.page, 'The change is undone');
  expect(await look(first.page, 'email-undone', [phone])).toEqual([]);
  await mails.take(ada.email, /undid the change of your address/);
  await press(first.page, 'Choose a new password');
  await title(first.page, 'Choose a new password');
  const forgot = first.page.getByRole('form', { name: 'Ask for a new password' });
  expect(await forgot.getByLabel('Email address').inputValue()).toBe(ada.email);
  await page.goto('/profile');
  await page.waitForURL('**/auth?next=%2Fprofile');
  first.assertNoProblems();
  second.assertNoProblems();
});

it('asks whoever reads the mail whether they made the account, and frees their address', async () => {
  const { page } = second;
  const address = 'somebody@mail.example';
  await page.goto('/auth?tab=register');
  await signUp(page, { ...ada, username: 'not.mine', email: address });
  await first.page.goto(linkIn(await mails.take(address, /Confirm your address for/)));
  await title(first.page, 'Did you create @not.mine?');
  expect(await look(first.page, 'confirm-question', [phone])).toEqual([]);
  await press(first.page, 'No, that wasn’t me');
  await title(first.page, 'Your address is yours again');
  expect(await look(first.page, 'address-freed', [phone])).toEqual([]);
  await page.reload();
  await page.getByText('Your account has no email address').waitFor();
  expect(await look(page, 'no-address', [phone])).toEqual([]);
  first.assertNoProblems();
  second.assertNoProblems();
});
