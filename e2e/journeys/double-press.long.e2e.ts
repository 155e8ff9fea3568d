import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPerson, type Person } from '../support/browser.ts';
import { type DemoSite, openDemoSite } from '../support/demo-site.ts';
import { callsOfDoubleClick, focused } from '../support/double-press.ts';
import { demoMember, signIn } from '../support/steps.ts';

// More controls under real pointer, touch and keyboard input.
let site: DemoSite;
let member: Person;

beforeAll(async () => {
  site = await openDemoSite();
  member = await newPerson(site.browser, site.origin, { hasTouch: true });
  await signIn(member);
});

afterAll(() => site?.close());

describe('two clicks send one call', () => {
  it('stake, whose form is closed afterwards', async () => {
    const { page } = member;
    await page.goto('/panda');
    await page.locator('[data-card-link]').first().click();
    await page.getByRole('button', { name: 'Back This Panda' }).click();
    await page.getByRole('textbox').first().fill('1');
    expect(await callsOfDoubleClick(page, '/api/stake-bamboo', /^Stake/)).toBe(1);
    await page.getByRole('textbox').first().waitFor({ state: 'detached' });
    member.assertNoProblems();
  });
});

describe('the focus is never lost', () => {
  it('stays with an answer that did not get there', async () => {
    const { page } = member;
    member.expectProblem(/status of 503/);
    await page.goto('/dashboard?tab=connections');
    const decline = page.getByRole('button', { name: /^Decline .*’s request$/ }).first();
    const name = await decline.getAttribute('aria-label');
    await page.route('**/api/connections/*/decline', (route) => route.fulfill({ status: 503, body: '' }));
    await decline.focus();
    await page.keyboard.press('Enter');
    await page
      .getByRole('region', { name: 'Messages' })
      .getByText('We couldn’t decline the request')
      .waitFor();
    await page.unroute('**/api/connections/*/decline');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(name);
  });

  it('stays when the filters are cleared', async () => {
    const { page } = member;
    await page.goto('/browse?q=nobody-is-called-so');
    const clear = page.getByRole('button', { name: 'Clear Filters' }).first();
    await clear.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('article').first().waitFor();
    await expect.poll(() => focused(page)).toMatch(/^h1 /);
  });

  it('goes on to the heading of what came when a load is tried again', async () => {
    const { page } = member;
    member.expectProblem(/status of 503/);
    await page.route('**/api/circles*', (route) => route.fulfill({ status: 503, body: '' }));
    await page.goto('/groups');
    const again = page.getByRole('main').getByRole('button', { name: 'Try again' });
    await again.focus();
    await page.unroute('**/api/circles*');
    await page.keyboard.press('Enter');
    await page.getByRole('article').first().waitFor();
    await expect.poll(() => focused(page)).toBe('h1 fren circles');
  });
});

it('keeps what was typed when the session ends under the form, and says so until somebody signs in again (D63)', async () => {
  const { page, context } = member;
  const kept = page.getByRole('status').getByText(/^Your session has ended\. We keep what you typed/);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByRole('textbox', { name: 'Occupation' }).fill('Lighthouse keeper');
  await context.clearCookies();
  member.expectProblem(/status of 401/);
  await page.getByRole('button', { name: 'Save Profile' }).click();
  await page.waitForURL('**/auth?next=%2Fprofile');
  await kept.waitFor();
  // Once: no toast or page notice repeats it.
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(await page.getByText('You were signed out').count()).toBe(0);

  const form = page.getByRole('form', { name: 'Login' });
  await form.getByLabel('Username or email').fill(demoMember.username);
  await form.locator('input[type=password]').fill(demoMember.password);
  await form.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('**/profile');
  expect(await page.getByRole('textbox', { name: 'Occupation' }).inputValue()).toBe('Lighthouse keeper');
  expect(await kept.count()).toBe(0);
});
