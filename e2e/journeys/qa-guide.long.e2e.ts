import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { leaveBrowser, newPerson, takeBrowser } from '../support/browser.ts';
import { answerLabs } from '../support/quiz.ts';
import { rootDir, type Site, startMockedSite } from '../support/site.ts';

// Follows docs/qa.md row by row: each link into the mocked site, and the toast that it promises.
let site: Site;
let browser: Browser;
beforeAll(async () => {
  [site, browser] = await Promise.all([startMockedSite(), takeBrowser()]);
});
afterAll(async () => {
  await leaveBrowser(browser);
  await site?.stop();
});

const guide = readFileSync(path.join(rootDir, 'docs/qa.md'), 'utf8');
const rows = [...guide.matchAll(/^\| (.+?) \| `(\/.+?)` \| (.*?) ?\| (.+?) \|$/gm)].map(
  ([, situation = '', link = '', step = '', toast = '']) => ({ situation, link, step, toast }),
);

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
async function askForLink(page: Page, address: string): Promise<void> {
  const form = page.getByRole('form', { name: 'Sign in with a link' });
  await form.getByLabel('Email address').fill(address);
  await form.getByRole('button', { name: 'Send Magic Link' }).click();
}
async function stake(page: Page, amount: string): Promise<void> {
  await press(page, 'Back This Panda');
  await page.getByLabel('BAMBOO amount').fill(amount);
  await press(page, 'Stake BAMBOO');
}

/** Expected texts beside the links. */
const steps: Record<string, (page: Page) => Promise<void>> = {
  '': async () => {},
  async 'sign in'(page) {
    const form = page.getByRole('form', { name: 'Login' });
    await form.getByLabel('Username or email').fill('demo');
    await form.locator('input[type=password]').fill('bamboo-grove');
    await form.getByRole('button', { name: 'Sign In' }).click();
  },
  async 'sign up'(page) {
    const form = page.getByRole('form', { name: 'Sign Up' });
    await form.getByLabel('Username').fill('new.here');
    await form.getByLabel('Email').fill('new@frens.example');
    await form.locator('input[name=password]').fill('seven warm stones');
    await form.locator('input[name=confirmPassword]').fill('seven warm stones');
    await form.getByRole('button', { name: 'Continue' }).click();
    await form.getByLabel('Full Name').fill('New Here');
    await form.getByLabel('Gender').selectOption({ label: 'Woman' });
    await form.getByLabel('Looking for').selectOption({ label: 'Everyone' });
    await form.getByRole('button', { name: 'Create Account' }).click();
  },
  async 'log out'(page) {
    await press(page, /^Your menu, /);
    await page.getByRole('menuitem', { name: 'Logout' }).click();
  },
  'ask for a link': (page) => askForLink(page, 'maya@frens.example'),
  'ask for a link to "nobody"': (page) => askForLink(page, 'nobody'),
  async 'change the profile'(page) {
    await press(page, 'Edit Profile');
    await page.getByRole('textbox', { name: 'Occupation' }).fill('Lighthouse keeper');
    await press(page, 'Save Profile');
  },
  async 'suggest a match'(page) {
    // Friends load near the viewport.
    await page.getByRole('tabpanel').scrollIntoViewIfNeeded();
    await press(page, /^Find a match for /);
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('radio').first().check();
    await sheet.getByRole('button', { name: 'Suggest Match' }).click();
  },
  connect: (page) => press(page, /^Connect with /),
  async 'change a setting'(page) {
    await page.getByRole('switch', { name: 'Show my age' }).click();
    await press(page, 'Save Changes');
  },
  'answer all labs': (page) => answerLabs(page, 1, 11),
  stake: (page) => stake(page, '5'),
  'stake nothing': (page) => stake(page, '0'),
  async 'create a circle'(page) {
    await press(page, 'Create Circle');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Circle Name').fill('Night Swimmers');
    await dialog.getByRole('button', { name: 'Create Circle' }).click();
  },
  join: (page) => press(page, 'Join'),
  'press Voice Response': (page) => press(page, 'Voice Response'),
};

it('has a row for each message', () => {
  expect(rows).toHaveLength(30);
  expect(rows.map(({ step }) => step).filter((step) => !steps[step])).toEqual([]);
});

it('shows a remote that is down with a button of its usual height, where its page fills the screen', async () => {
  const { page, context } = await newPerson(browser, site.origin);
  await page.goto('/vibe-quiz?scenario=remote-down:mf-quiz');
  const again = page.getByRole('button', { name: 'Try again' });
  await again.waitFor();
  expect((await again.boundingBox())?.height).toBe(44);
  await context.close();
});

it.each(rows)('$situation', async ({ link, step, toast }) => {
  const { page, context } = await newPerson(browser, site.origin);
  try {
    await page.goto(link);
    await steps[step]?.(page);
    const messages = page.getByRole('region', { name: 'Messages' });
    const shown = messages.getByText(toast.split(' · ')[0] ?? '', { exact: true });
    await shown.waitFor();
    const said = await shown.locator('xpath=..').innerText();
    const [start = '', end = ''] = toast.replace(' · ', '\n').split('…');
    const words = said.split('\n').filter(Boolean).join('\n');
    expect(words.startsWith(start) && words.includes(end), words).toBe(true);
  } finally {
    await context.close();
  }
});
