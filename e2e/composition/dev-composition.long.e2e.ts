import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { leaveBrowser, newPerson, takeBrowser } from '../support/browser.ts';
import { circlesOfTheGrove } from '../support/changed-versions.ts';
import { type Site, startSite, temporaryFolder } from '../support/site.ts';
import { copySite, type SiteCopy } from '../support/site-copy.ts';

// Previews and scenarios when their resources fail: the code of their bars, and the server.

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let copy: SiteCopy;
let site: Site;
let browser: Browser;
let version: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  copy = await copySite(folder.dir, 'mf-community');
  [site, browser, { version }] = await Promise.all([
    startSite({
      dataDir: `${folder.dir}/data`,
      storeDir: copy.store.dir,
      demo: false,
      env: { DEV_PAGES: 'true' },
    }),
    takeBrowser(),
    copy.publishAgain('feedfacade', circlesOfTheGrove),
  ]);
});
afterAll(async () => {
  await leaveBrowser(browser);
  await site?.stop();
  await folder?.remove();
});

it('loses nothing of the page where the code of its own bars does not come', async () => {
  const person = await newPerson(browser, site.origin);
  const { page } = person;
  person.expectProblem(/\/(preview-bar|dev-link)\./);
  await page.route(/\/shell\/.*\/(preview-bar|dev-link)\..*js/, (route) => route.abort());
  const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('preview-bar'));
  await page.goto(`/groups?compose=mf-community@${version}`);
  await lost;
  await page.getByText('No circles available yet.').waitFor();
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Circles of the Grove');
  person.assertNoProblems();
});

it('answers a tab by a scenario in place of the server, of a preview too, until that is left', async () => {
  const person = await newPerson(browser, site.origin);
  const { page } = person;
  const sent: string[] = [];
  page.on('request', (request) => sent.push(new URL(request.url()).pathname));
  const title = page.getByRole('main').getByRole('heading', { level: 1 });
  await page.goto(`/groups?compose=mf-community@${version}&scenario=typical`);
  await expect.poll(() => title.innerText()).toBe('Circles of the Grove');
  await page.getByRole('article').first().waitFor();
  await page.getByRole('button', { name: 'Create Circle' }).waitFor();
  await page.goto('/panda');
  // By what they show, so the server draws Pandas that it does not have.
  const drawn = page.getByRole('main').locator('img[src^="/media/drawings/"]').first();
  await expect.poll(() => drawn.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await page.goto('/groups?scenario=failing');
  await page.getByText('We couldn’t load the circles').waitFor();
  expect(await title.innerText()).toBe('Circles of the Grove');
  expect(sent.filter((path) => path.startsWith('/api/'))).toEqual([]);

  await page.getByRole('link', { name: /Leave the scenario/ }).click();
  await page.getByText('No circles available yet.').waitFor();
  await page.getByRole('link', { name: 'Login' }).first().waitFor();
  expect(sent).toContain('/api/circles');
  person.assertNoProblems();
});
