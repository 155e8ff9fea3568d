import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newPerson, type Person } from '../support/browser.ts';
import { type DemoSite, openDemoSite } from '../support/demo-site.ts';
import { signIn, toastText } from '../support/steps.ts';

// The life of BAMBOO on the real server: balances, withdrawals, and the limits of a fresh stake.
let site: DemoSite;
let member: Person;

beforeAll(async () => {
  site = await openDemoSite();
  member = await newPerson(site.browser, site.origin);
  await signIn(member);
});

afterAll(() => site?.close());

afterEach(() => member.assertNoProblems());

describe('a member’s BAMBOO', () => {
  it('is behind the balance in their menu', async () => {
    const { page } = member;
    await page.goto('/about/us');
    await page.getByRole('button', { name: /^Your menu, / }).click();
    await page.getByRole('menuitem', { name: /^Balance: .* BAMBOO$/ }).click();
    await page.waitForURL('**/bamboo');
    await page.getByRole('heading', { level: 1, name: 'Your BAMBOO' }).waitFor();
    await page
      .getByText(/^Staked on /)
      .first()
      .waitFor();
    expect(await page.title()).toBe('Your BAMBOO · Frens');
  });

  it('comes back from a Panda in part, and the page, the menu and the history know', async () => {
    const { page } = member;
    const before = await page.getByRole('button', { name: /^Withdraw from / }).count();
    await page
      .getByRole('button', { name: /^Withdraw from / })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('BAMBOO amount').fill('0.25');
    await dialog.getByRole('button', { name: 'Withdraw' }).click();
    expect(await toastText(page, 'BAMBOO withdrawn')).toContain('0.25 BAMBOO are back in your balance.');
    expect(await page.getByRole('button', { name: /^Withdraw from / }).count()).toBe(before);
    await page.getByText(/^Withdrawn from /).waitFor();
    await page.getByText('+0.25').waitFor();
    await page.getByRole('button', { name: /^Your menu, / }).click();
    expect(await page.getByRole('menuitem', { name: /^Balance/ }).innerText()).toMatch(/\.25 BAMBOO$/);
    await page.keyboard.press('Escape');
  });

  it('stays where it was staked a moment ago, and says until when', async () => {
    const { page } = member;
    await page.getByRole('heading', { level: 3 }).getByRole('link').first().click();
    await page.getByRole('button', { name: 'Back This Panda' }).click();
    await page
      .getByText('To back a Panda you stake BAMBOO on it. It stays yours: after 7 days you can withdraw it.')
      .waitFor();
    await page.getByLabel('BAMBOO amount').fill('1');
    await page.getByRole('button', { name: 'Stake BAMBOO' }).click();
    await page.getByText(/^\d+\.\d\d → \d+\.\d\d$/).waitFor();
    await page.goBack();
    const locked = page.getByText(/^You can withdraw it after /);
    await locked.waitFor();
    expect(await locked.count()).toBe(1);
  });
});
