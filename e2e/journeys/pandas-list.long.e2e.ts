import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newPerson, type Person } from '../support/browser.ts';
import { type DemoSite, openDemoSite } from '../support/demo-site.ts';
import { signIn } from '../support/steps.ts';

// The list of Pandas, and returning to it, on the real server.
let site: DemoSite;
let member: Person;

beforeAll(async () => {
  site = await openDemoSite();
  member = await newPerson(site.browser, site.origin, { reducedMotion: 'reduce' });
  await signIn(member);
});

afterAll(() => site?.close());

afterEach(() => member.assertNoProblems());

const cards = (page: Page) => page.getByRole('list', { name: 'All Pandas' }).getByRole('article');
const scrolled = (page: Page) => page.evaluate(() => scrollY);
const focusedHref = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('href'));

describe('the list of Pandas', () => {
  it('goes by score, and is as it was after a look at one of them', async () => {
    const { page } = member;
    await page.goto('/panda');
    await page.getByRole('combobox', { name: 'Order' }).selectOption({ label: 'Highest FQ first' });
    await page.waitForURL('**/panda?sort=fq');
    await page.getByRole('button', { name: 'Show more' }).click();
    await cards(page).nth(30).waitFor();
    const scores = await cards(page)
      .getByText(/^FQ \d/)
      .allInnerTexts();
    const numbers = scores.map((score) => Number(score.slice(3)));
    expect(numbers).toEqual(numbers.toSorted((one, other) => other - one));

    const card = cards(page).nth(30).locator('[data-card-link]');
    await card.scrollIntoViewIfNeeded();
    const [name, href, top] = [await card.innerText(), await card.getAttribute('href'), await scrolled(page)];
    expect(top).toBeGreaterThan(500);
    for (const back of ['link', 'browser'] as const) {
      await card.click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      expect(await scrolled(page)).toBe(0);
      if (back === 'browser') await page.goBack();
      else await page.getByRole('link', { name: 'Back to the list' }).click();
      await page.waitForURL('**/panda?sort=fq');
      await page.waitForFunction((before) => Math.abs(scrollY - before) < 2, top);
      expect(await cards(page).count()).toBeGreaterThan(30);
      expect(await focusedHref(page)).toBe(href);
    }
  });
});
