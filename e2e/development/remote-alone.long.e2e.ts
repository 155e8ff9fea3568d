import type { Browser, FrameLocator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { leaveBrowser, newPerson, type Person, takeBrowser } from '../support/browser.ts';
import { type DevelopmentSite, freePort, rootDir, startRemoteAlone } from '../support/site.ts';

// `npm run dev -w mf-community`: one remote without an API, and the panel that chooses its mocks.
let site: DevelopmentSite;
let browser: Browser;
let person: Person;
let alone: FrameLocator;

beforeAll(async () => {
  [site, browser] = await Promise.all([
    startRemoteAlone(rootDir, 'mf-community', await freePort()),
    takeBrowser(),
  ]);
});
afterAll(async () => {
  await leaveBrowser(browser);
  await site?.stop();
});
beforeEach(async () => {
  person = await newPerson(browser, site.origin);
  person.expectProblem(/\.hot-update\.json .*status of 404/);
  alone = person.page.frameLocator('iframe');
});
afterEach(async () => {
  await person.context.close();
  person.assertNoProblems();
});

const openPanel = () => person.page.getByRole('button', { name: 'Mocks' }).click();

it('works in ten tabs', async () => {
  const { context } = person;
  const open = async () => {
    const page = await context.newPage();
    await page.goto(`${site.origin}/groups`);
    await page.frameLocator('iframe').getByRole('button', { name: 'Join' }).first().waitFor();
  };
  for (let tab = 0; tab < 10; tab += 1) await open();
  expect(context.pages().length).toBeGreaterThan(10);
});

it('follows its own links, and signs out who is to be a visitor', async () => {
  const { page } = person;
  await page.goto('/groups');
  const circle = alone.getByRole('article').getByRole('link').first();
  await circle.click();
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/groups\/.+/);
  await openPanel();
  await page.getByLabel('Signed in as').selectOption('visitor');
  await expect
    .poll(() => alone.locator('html').evaluate(async () => (await fetch('/api/user')).status))
    .toBe(401);
  expect(new URL(page.url()).searchParams.get('as')).toBe('visitor');
  person.expectProblem(/\/api\/.* status of 401/);
});

it('says which scenarios there are when the address names none of them', async () => {
  await person.page.goto('/groups?scenario=nonsense');
  await alone.getByText('There is no scenario "nonsense". There are: typical, long, empty, ').waitFor();
  await openPanel();
  expect(await person.page.getByLabel('Scenario', { exact: true }).inputValue()).toBe('nonsense');
  await person.page.getByLabel('Scenario', { exact: true }).fill('typical');
  await person.page.keyboard.press('Enter');
  await alone.getByRole('button', { name: 'Join' }).first().waitFor();
});
