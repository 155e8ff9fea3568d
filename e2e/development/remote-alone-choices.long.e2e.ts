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

const choose = (label: string, value: string) => person.page.getByLabel(label).selectOption(value);

it('names an address that shows something', async () => {
  expect(site.output()).toContain(`: ${site.origin}/groups\n`);
});

it('shows the remote as it is chosen, and keeps all of it in the address', async () => {
  const { page } = person;
  await page.goto('/groups');
  await alone.getByRole('button', { name: 'Join' }).first().waitFor();
  await page.getByRole('button', { name: 'Mocks' }).click();
  await page.getByRole('button', { name: 'empty' }).click();
  await alone.getByText('No circles available yet.').waitFor();
  await choose('Language', 'es');
  await alone.getByText('No circles available yet.').waitFor({ state: 'detached' });
  await choose('Theme', 'dark');
  await alone.locator('html[data-theme="dark"]').waitFor();
  await choose('Width', '375');
  await expect.poll(() => alone.locator('html').evaluate(() => innerWidth)).toBe(375);
  expect(new URL(page.url()).search).toBe('?scenario=empty&lang=es&theme=dark&width=375');

  await page.reload();
  await alone.locator('html[data-theme="dark"]').waitFor();
  expect(await page.getByLabel('Scenario', { exact: true }).inputValue()).toBe('empty');
  expect(await alone.locator('html').evaluate(() => innerWidth)).toBe(375);
});
