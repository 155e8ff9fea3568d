import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newPerson, type Person } from '../support/browser.ts';
import { type DemoSite, openDemoSite } from '../support/demo-site.ts';
import { signIn, signUp, toastText } from '../support/steps.ts';

// Backing a Panda, reviewing it, and renaming one's own, on the real server.
let site: DemoSite;
let member: Person;
let newcomer: Person;

beforeAll(async () => {
  site = await openDemoSite();
  [member, newcomer] = await Promise.all([
    newPerson(site.browser, site.origin, { reducedMotion: 'reduce' }),
    newPerson(site.browser, site.origin, { reducedMotion: 'reduce' }),
  ]);
  await signIn(member);
});

afterAll(() => site?.close());

afterEach(() => {
  member.assertNoProblems();
  newcomer.assertNoProblems();
});

const cards = (page: Page) => page.getByRole('list', { name: 'All Pandas' }).getByRole('article');

describe('the list of Pandas', () => {
  it('leads a visitor from "Back" over signing up to the form', async () => {
    const { page } = newcomer;
    await page.goto('/panda?kind=wisdom');
    await page
      .getByRole('link', { name: /^Sign in to back / })
      .first()
      .click();
    await page.waitForURL('**/auth?**');
    await page.getByRole('tab', { name: 'Sign Up' }).click();
    const account = { username: 'lemon', email: 'lemon@frens.example', password: 'tall lemon tree' };
    await signUp(page, { ...account, name: 'Lemon Grove' }, '**/panda/*?back');
    await page.getByLabel('BAMBOO amount').fill('5');
    await page.getByRole('button', { name: 'Stake BAMBOO' }).click();
    expect(await toastText(page, 'Bamboo Staked!')).toContain('5.00 BAMBOO');
  });
});

describe('what backers say', () => {
  it('is reviewed by one and cheered by another', async () => {
    const { page } = newcomer;
    await page.getByRole('tab', { name: 'Reviews' }).click();
    await page.getByRole('button', { name: 'Write a review' }).click();
    await page.getByLabel('What is it like to have this fren around?').fill('Brought soup to my door.');
    await page.getByLabel('Tags').fill('#soup neighbours');
    await page.getByRole('button', { name: 'Post review' }).click();
    await page.getByRole('article').filter({ hasText: 'Brought soup' }).waitFor();

    const other = member.page;
    await other.goto(new URL(page.url()).pathname);
    await other.getByRole('tab', { name: 'Reviews' }).click();
    const review = other.getByRole('article').filter({ hasText: 'Brought soup' });
    await review.getByRole('link', { name: 'Lemon Grove' }).waitFor();
    const cheer = review.getByRole('button', { name: 'Cheer' });
    await cheer.click();
    await review.getByText('Engagement: 1.0').waitFor();
    expect(await cheer.getAttribute('aria-pressed')).toBe('true');
    await cheer.click();
    await review.getByText('Engagement: 0.0').waitFor();
  });

  it('changes the figures, whose past is drawn and told as a table', async () => {
    const { page } = newcomer;
    await page.getByRole('tab', { name: 'Analytics' }).click();
    const chart = page.getByRole('figure', { name: 'BAMBOO staked over time' });
    await chart.getByText('Show as a table').click();
    const now = await page
      .getByText('BAMBOO Staked')
      .first()
      .locator('..')
      .getByRole('definition')
      .innerText();
    expect(await chart.getByRole('row').nth(1).innerText()).toContain(now);
  });
});

describe('one’s own Panda', () => {
  it('gets another name, which the list knows', async () => {
    const { page } = member;
    await page.goto('/profile');
    await page.getByRole('complementary', { name: 'Your Panda' }).getByRole('link').first().click();
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByLabel('New name').fill('Lucky Clover');
    await page.getByRole('button', { name: 'Save name' }).click();
    await page.getByRole('heading', { level: 1, name: 'Lucky Clover' }).waitFor();
    await page.getByText(/^You can rename it again on /).waitFor();
    await page.goto('/panda?q=CLOVER');
    await page.getByRole('heading', { name: 'Lucky Clover' }).waitFor();
    expect(await cards(page).count()).toBe(1);
  });
});
