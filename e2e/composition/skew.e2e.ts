import { afterAll, beforeAll, expect, it } from 'vitest';
import { newPerson } from '../support/browser.ts';
import { type DemoSite, openDemoSite } from '../support/demo-site.ts';
import { signIn } from '../support/steps.ts';

let site: DemoSite;

beforeAll(async () => {
  site = await openDemoSite();
});

afterAll(() => site?.close());

it('loads a page that the API does not serve any more, and keeps what was typed in it', async () => {
  const person = await newPerson(site.browser, site.origin);
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
  // Simulates a page that is two contract versions behind.
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
