import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newPerson, type Person } from '../support/browser.ts';
import { type DemoSite, openDemoSite } from '../support/demo-site.ts';
import { demoMember, mainLink } from '../support/steps.ts';

// Follows links inside the /v2 frame: they stay in it wherever a twin exists.
let site: DemoSite;
let person: Person;

beforeAll(async () => {
  site = await openDemoSite();
  person = await newPerson(site.browser, site.origin);
});

afterAll(() => site?.close());

const address = (page: Page) => page.url().slice(site.origin.length);
const inMain = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('link', { name });

it('asks a visitor to sign in inside the frame, and goes on there', async () => {
  const { page } = person;
  await page.goto('/v2/dashboard');
  await page.waitForURL('**/v2/auth?next=%2Fv2%2Fdashboard');
  const form = page.getByRole('form', { name: 'Login' });
  await form.getByLabel('Username or email').fill(demoMember.username);
  await form.locator('input[type=password]').fill(demoMember.password);
  await form.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('**/v2/dashboard');
  expect(address(page)).toBe('/v2/dashboard');
});

it('follows links of pages and of the frame from twin to twin', async () => {
  const { page } = person;
  // On a busy machine a dashboard's requests take longer than the time-out of the next page's file.
  await page.waitForLoadState('networkidle');
  await inMain(page, 'Edit Profile').click();
  await page.waitForURL('**/v2/profile');
  await inMain(page, /privacy/i)
    .first()
    .click();
  await page.waitForURL('**/v2/privacy-settings');
  await mainLink(page, 'Frens').click();
  await page.waitForURL('**/v2/browse');
  await mainLink(page, 'Matches').click();
  await page.waitForURL('**/v2/dashboard');
  await page.getByRole('banner').getByRole('button', { name: /menu/i }).last().click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await page.waitForURL('**/v2/profile');
  expect(address(page)).toBe('/v2/profile');
  person.assertNoProblems();
});

it('shows a page without a twin in its own frame, with a link back', async () => {
  const { page } = person;
  await mainLink(page, 'Groups').click();
  await page.waitForURL('**/groups');
  await page.getByRole('heading', { level: 1, name: 'Fren Circles' }).waitFor();
  const back = page.getByRole('main').getByRole('link', { name: 'Back to where you were' });
  expect(await back.getAttribute('href')).toBe('/v2/profile');
  await back.click();
  await page.waitForURL('**/v2/profile');
  expect(address(page)).toBe('/v2/profile');
});

it('leads to no page outside of the frame that has a twin in it', async () => {
  const { page } = person;
  const twins = ['/dashboard', '/browse', '/profile', '/privacy-settings', '/auth'];
  for (const path of [
    '/v2/dashboard',
    '/v2/dashboard?tab=connections',
    '/v2/browse',
    '/v2/profile',
    '/v2/privacy-settings',
  ]) {
    await page.goto(path);
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
    const targets = await page
      .locator('a[href^="/"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    expect(targets.filter((target) => twins.includes(target.split('?')[0] ?? ''))).toEqual([]);
  }
  person.assertNoProblems();
});
