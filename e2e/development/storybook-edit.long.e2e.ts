import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copyRepository } from '../../scripts/copy-repository.js';
import { leaveBrowser, newPerson, type Person, takeBrowser } from '../support/browser.ts';
import { type DevelopmentSite, freePort, startStorybook, temporaryFolder } from '../support/site.ts';

// `npm run storybook` in a copy of the repository whose files a designer edits.
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let checkout: string;
let storybook: DevelopmentSite;
let browser: Browser;
let person: Person;

beforeAll(async () => {
  folder = await temporaryFolder();
  checkout = path.join(folder.dir, 'checkout');
  copyRepository(checkout);
  [storybook, browser] = await Promise.all([startStorybook(checkout, await freePort()), takeBrowser()]);
  person = await newPerson(browser, storybook.origin);
  // The copy links to packages outside of the folders that this Storybook serves.
  person.expectProblem(/\.woff2 .*status of 404/);
});
afterAll(async () => {
  await leaveBrowser(browser);
  await storybook?.stop();
  await folder?.remove();
});

async function edit(file: string, from: string | RegExp, to: string): Promise<void> {
  const place = path.join(checkout, file);
  const text = await readFile(place, 'utf8');
  const edited = text.replace(from, to);
  if (edited === text) throw new Error(`${file} does not say ${from}`);
  await writeFile(place, edited);
}
const address = (id: string) => `/iframe.html?id=${id}&viewMode=story`;
const radius = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--radius-card').trim());

it('shows an edited token and story in the open story, and in others that are opened later', async () => {
  const { page, context } = person;
  const opening = performance.now();
  await page.goto(address('structure-card--members'));
  await page.locator('#storybook-root > *').first().waitFor();
  const opened = performance.now() - opening;

  const began = performance.now();
  await edit('design-system/tokens/base.css', /--radius-card: [^;]+;/, '--radius-card: 77px;');
  await expect.poll(() => radius(page)).toBe('77px');
  await edit('design-system/src/card/card.stories.tsx', 'an invitation.', 'an edited invitation.');
  for (const [id, shown] of [
    ['structure-card--tones', 'Tint: an edited invitation.'],
    ['display-stat--figures', 'Active frens'],
  ] as const) {
    const tab = await context.newPage();
    await tab.goto(address(id));
    await tab.locator('#storybook-root').getByText(shown).first().waitFor();
    expect(await radius(tab)).toBe('77px');
  }
  // On a busy machine a page takes several seconds instead of one.
  expect(performance.now() - began).toBeLessThan(Math.max(10_000, 5 * opened));
  person.assertNoProblems();
});

it('shows the first states of a screen before it asks for the last ones, and asks for no file twice', async () => {
  const { page } = person;
  person.expectProblem(/status of (401|503)/);
  await page.goto('/iframe.html?id=screens-circles--docs&viewMode=docs');
  const frames = page.locator('figure iframe');
  const shownIn = (frame: Locator) => frame.contentFrame().locator('#storybook-root > *').first();
  await shownIn(frames.first()).waitFor();
  expect(await frames.last().getAttribute('src')).toBe(null);
  // Sequential loading takes longer than one page may.
  await shownIn(frames.last()).waitFor({ timeout: 120_000 });
  const sentAgain = await frames
    .last()
    .contentFrame()
    .locator('html')
    .evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => entry instanceof PerformanceResourceTiming && entry.transferSize > 100_000)
        .map(({ name }) => name),
    );
  expect(sentAgain).toEqual([]);
  person.assertNoProblems();
});
