import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { leaveBrowser, newPerson, takeBrowser } from '../support/browser.ts';
import { type BuildingCheckout, copyCheckout } from '../support/building-checkout.ts';
import { type Site, startSite, temporaryFolder } from '../support/site.ts';
import { mainLink } from '../support/steps.ts';

// Builds what `npm run new-remote` generates, publishes it to a copy of the site, and opens it.
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let checkout: BuildingCheckout;
let site: Site;
let browser: Browser;

beforeAll(async () => {
  folder = await temporaryFolder();
  checkout = await copyCheckout(folder.dir);
  [site, browser] = await Promise.all([
    startSite({ dataDir: path.join(folder.dir, 'data'), storeDir: checkout.storeDir, demo: false }),
    takeBrowser(),
  ]);
});

afterAll(async () => {
  await leaveBrowser(browser);
  await site?.stop();
  await folder?.remove();
});

/** A tab whose shell does not know the remote yet; the remote's page, so far not found, is in its history. */
async function tabOfBefore() {
  const { page, assertNoProblems, expectProblem } = await newPerson(browser, site.origin);
  expectProblem(/events .*status of 404/);
  await page.goto('/events');
  await page.getByRole('heading', { level: 1, name: '404 Page Not Found' }).waitFor();
  await mainLink(page, 'Vibe Quiz').click();
  await page.getByText('Lab 1 of 11').waitFor();
  await page.evaluate(() => Object.assign(window, { isOfBefore: true }));
  const isOfBefore = () => page.evaluate(() => 'isOfBefore' in window);
  return {
    async findsEvents() {
      // The response to this call names the new live composition; the page itself has not changed.
      const told = page.waitForResponse('**/composition.json');
      await mainLink(page, 'Groups').click();
      await page.getByRole('heading', { level: 1, name: 'Fren Circles' }).waitFor();
      await told;
      expect(await isOfBefore()).toBe(true);
      expect(await mainLink(page, 'Events').count()).toBe(0);
      await page.goBack();
      await page.getByText('Lab 1 of 11').waitFor();
      await page.goBack();
      await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor();
      expect(await isOfBefore()).toBe(false);
      await mainLink(page, 'Events').waitFor();
      assertNoProblems();
      await page.close();
    },
  };
}

it('is a page with a link in the bar once it is built, also in a tab that was opened before', async () => {
  const { page, assertNoProblems } = await newPerson(browser, site.origin);
  const before = await tabOfBefore();
  expect(checkout.run('scripts/new-remote.js', 'mf-events', 'Eventos')).toMatchObject({ status: 0 });
  const built = checkout.build('mf-events');
  expect(built, built.said).toMatchObject({ status: 0 });
  await page.goto('/');
  await mainLink(page, 'Events').click();
  await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor();
  await page.getByText('Nothing here yet').waitFor();
  expect(await page.title()).toBe('Events · Frens');
  await before.findsEvents();
  assertNoProblems();
});
