import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { leaveBrowser, newPerson, takeBrowser } from '../support/browser.ts';
import { demoFolder } from '../support/demo-folder.ts';
import { type Site, startSite } from '../support/site.ts';
import { signIn } from '../support/steps.ts';

let folder: Awaited<ReturnType<typeof demoFolder>>;
let site: Site;
let browser: Browser;

beforeAll(async () => {
  folder = await demoFolder();
  [site, browser] = await Promise.all([startSite({ dataDir: folder.dir }), takeBrowser()]);
});

afterAll(async () => {
  await leaveBrowser(browser);
  await site?.stop();
  await folder?.remove();
});

it('loads a page that the API does not serve any more, and keeps what was typed in it', async () => {
  const person = await newPerson(browser, site.origin);
  const { page, assertNoProblems, expectProblem } = person;
  expectProblem(/api\/circles .*status of 409/);
  await signIn(person);
  await page.goto('/groups');
  const open = page.getByRole('button', { name: 'Create Circle' });
  const dialog = page.getByRole('dialog', { name: 'Create a New Fren Circle' });
  const name = dialog.getByLabel('Circle Name');
  await open.click();
  await name.fill('Lantern Kayakers');
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  // The page as it would be after two changes of the contract.
  await page.route('**/api/circles', (route) =>
    route.continue({ headers: { ...route.request().headers(), 'x-api-contract': '-1' } }),
  );
  const loaded = page.waitForEvent('load');
  await dialog.getByRole('button', { name: 'Create Circle' }).click();
  await loaded;
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(false);
  await page.unrouteAll();
  await open.click();
  expect(await name.inputValue()).toBe('Lantern Kayakers');
  assertNoProblems();
});
