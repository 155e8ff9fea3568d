import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { leaveBrowser, newPerson, type Person, takeBrowser } from '../support/browser.ts';
import { demoFolder } from '../support/demo-folder.ts';
import { type Site, startSite } from '../support/site.ts';
import { signIn } from '../support/steps.ts';

// What somebody pastes into a report says which request failed, and in which version of which remote.
let folder: Awaited<ReturnType<typeof demoFolder>>;
let site: Site;
let browser: Browser;
let member: Person;

beforeAll(async () => {
  folder = await demoFolder();
  [site, browser] = await Promise.all([startSite({ dataDir: folder.dir }), takeBrowser()]);
  member = await newPerson(browser, site.origin);
  member.expectProblem(/ERR_FAILED|status of 500|REMOTE-102/);
  await member.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.origin });
  await signIn(member);
});

afterAll(async () => {
  await leaveBrowser(browser);
  await site?.stop();
  await folder?.remove();
});

const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

it('a toast has them, by keyboard too', async () => {
  const { page } = member;
  await page.goto('/groups');
  await page.route('**/api/circles/*/join', (route) =>
    route.fulfill({
      status: 500,
      contentType: 'text/html',
      body: 'No.',
      headers: { 'X-Request-Id': 'r-500' },
    }),
  );
  await page.getByRole('button', { name: /^Join/ }).first().click();
  const messages = page.getByRole('region', { name: 'Messages' });
  await messages.getByRole('button', { name: 'Copy details' }).press('Enter');
  await messages.getByRole('button', { name: 'Copied' }).waitFor();
  expect(await copied(page)).toMatch(/^r-500 · mf-community \d+\.\d+\.\d+-[0-9a-f]{10}$/);
  await page.unrouteAll();
  member.assertNoProblems();
});

it('the notice of a call has them', async () => {
  const { page } = member;
  await page.route(/\/api\/circles(\?|$)/, (route) =>
    route.fulfill({
      status: 500,
      contentType: 'text/html',
      body: 'No.',
      headers: { 'X-Request-Id': 'r-501' },
    }),
  );
  await page.goto('/groups');
  await page.locator('main').getByRole('button', { name: 'Copy details' }).click();
  await page.locator('main').getByRole('button', { name: 'Copied' }).waitFor();
  expect(await copied(page)).toMatch(/^r-501 · mf-community \d/);
  await page.unrouteAll();
  member.assertNoProblems();
});

it('the notice of a remote has its number, for `compose explain`', async () => {
  const { page } = member;
  await page.route('**/remotes/mf-quiz/**', (route) => route.abort());
  await page.goto('/vibe-quiz', { waitUntil: 'domcontentloaded' });
  const notice = page.getByRole('alert').filter({ hasText: 'Not available right now' });
  await notice.getByRole('button', { name: 'Copy details' }).click();
  await notice.getByRole('button', { name: 'Copied' }).waitFor();
  expect(await copied(page)).toMatch(/^REMOTE-102 · mf-quiz \d+\.\d+\.\d+-[0-9a-f]{10}$/);
  await page.unrouteAll();
  member.assertNoProblems();
});
