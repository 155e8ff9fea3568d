import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newPerson, type Person } from '../support/browser.ts';
import { type DemoSite, openDemoSite } from '../support/demo-site.ts';
import { signIn } from '../support/steps.ts';

// Copied failure details name the failed request, the remote and its version.
let site: DemoSite;
let member: Person;

beforeAll(async () => {
  site = await openDemoSite();
  member = await newPerson(site.browser, site.origin);
  member.expectProblem(/ERR_FAILED|status of 500/);
  await member.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.origin });
  await signIn(member);
});

afterAll(() => site?.close());

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
