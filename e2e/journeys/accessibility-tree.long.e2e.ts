import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accessibilityTree } from '../support/accessibility-tree.ts';
import type { Person } from '../support/browser.ts';
import { linkIn } from '../support/mailbox.ts';
import { type MailedSite, openMailedSite } from '../support/mailed-site.ts';
import { join } from '../support/steps.ts';

// The accessibility tree of signing up and of the account pages.
const bo = { username: 'bo.ek', password: 'tea at the grove', email: 'bo@mail.example', name: 'Bo Ek' };

let site: MailedSite;
let visitor: Person;
let member: Person;

beforeAll(async () => {
  site = await openMailedSite();
  [visitor, member] = site.people;
  await join(member, bo);
});

afterAll(() => site?.close());

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

/** The tree of a page once it is complete. */
async function hearAt(page: Page, path: string, heading: string) {
  await page.goto(path);
  await title(page, heading);
  await page.waitForLoadState('networkidle');
  return accessibilityTree(page);
}

it.each([
  ['/auth', 'Welcome Back', 'tab "Login" [selected]'],
  ['/auth?tab=register', 'Create Account', 'textbox "Username"'],
  ['/auth?tab=forgot', 'Forgot your password?', 'form "Ask for a new password"'],
  ['/v2/auth', 'Sign in with a magic link', 'button "Send Magic Link"'],
  ['/auth?reset=cut-off', 'This link no longer works', 'button "Ask for a new link"'],
  ['/auth?keep=cut-off', 'This link no longer works', 'region "Keep your account"'],
])('names everything on %s', async (path, heading, part) => {
  const { tree, problems } = await hearAt(visitor.page, path, heading);
  expect(problems).toEqual([]);
  expect(tree).toContain(part);
});

it('says aloud what is wrong and what was sent, where the reader is', async () => {
  const { page } = visitor;
  await page.goto('/auth');
  const card = page.getByRole('form', { name: 'Sign in with a link' });
  await card.getByRole('button', { name: 'Send Magic Link' }).click();
  await page.getByRole('alert').filter({ hasText: 'Invalid Email' }).waitFor();
  const field = card.getByLabel('Email address');
  expect(await field.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await field.ariaSnapshot()).toContain('textbox "Email address"');
  await field.fill(bo.email);
  await page.keyboard.press('Enter');
  const sent = page.getByRole('heading', { name: 'Check your email' });
  await sent.waitFor();
  expect(await sent.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.getByRole('status').filter({ hasText: 'Magic Link Sent!' }).waitFor();
  expect((await accessibilityTree(page)).problems).toEqual([]);
});

it.each([
  ['/dashboard', `Welcome, ${bo.name}!`, 'progressbar'],
  ['/profile', bo.name, 'button "Edit Profile"'],
  ['/privacy-settings', 'Privacy settings', 'switch'],
])('names everything on %s', async (path, heading, part) => {
  const { tree, problems } = await hearAt(member.page, path, heading);
  expect(problems).toEqual([]);
  expect(tree).toContain(part);
});

it('names everything in the dialogs and forms of an account', async () => {
  const { page } = member;
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByRole('button', { name: 'Save Profile' }).waitFor();
  expect((await accessibilityTree(page)).problems).toEqual([]);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Invite Friend' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite a friend' });
  await dialog.getByRole('button', { name: 'New link' }).waitFor();
  const invite = await dialog.ariaSnapshot();
  for (const part of ['textbox "Your link"', 'img "QR code of your link"', 'button "Copy"'])
    expect(invite).toContain(part);
});

it('greets whoever comes by the link as it does who comes by the form', async () => {
  const { page } = visitor;
  await page.goto(linkIn(await site.mails.take(bo.email, /Your link to/)));
  await page.waitForURL('**/dashboard');
  await page.getByRole('status').filter({ hasText: 'Welcome to Frens!' }).waitFor();
  await title(page, `Welcome, ${bo.name}!`);
  expect((await accessibilityTree(page)).problems).toEqual([]);
});
