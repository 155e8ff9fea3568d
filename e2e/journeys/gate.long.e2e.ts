import { afterAll, beforeAll, expect, it } from 'vitest';
import { newPerson, type Person } from '../support/browser.ts';
import { type DemoSite, openDemoSite } from '../support/demo-site.ts';
import { look } from '../support/screenshots.ts';
import { join, signIn, toastText } from '../support/steps.ts';

// A stake gate from both sides (D31): an earlier staker joins and leaves with the stake, a newcomer stakes the missing amount.
let site: DemoSite;
let owner: Person;
let backer: Person;

beforeAll(async () => {
  site = await openDemoSite();
  owner = await newPerson(site.browser, site.origin, { reducedMotion: 'reduce' });
  backer = await newPerson(site.browser, site.origin, { reducedMotion: 'reduce' });
  await signIn(backer);
  const nadia = { username: 'nadia.k', email: 'nadia@frens.example', name: 'Nadia Karim' };
  await join(owner, { ...nadia, password: 'seven warm stones' });
});

afterAll(() => site?.close());

const circle = 'Bamboo Bridge';
let address = '';
let panda = '';

it('is made for a Panda that somebody has backed for long', async () => {
  await backer.page.goto('/bamboo');
  const withdraw = backer.page.getByRole('button', { name: /^Withdraw from / }).first();
  await withdraw.waitFor();
  panda = ((await withdraw.getAttribute('aria-label')) ?? '').replace('Withdraw from ', '');
  const backed = await backer.page.getByRole('link', { name: panda }).first().getAttribute('href');

  const { page } = owner;
  await page.goto('/groups');
  await page.getByRole('button', { name: 'Create Circle' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Circle Name').fill(circle);
  await dialog.getByRole('radio', { name: 'Stake Gated' }).check();
  await dialog.getByLabel('Minimum stake').fill('1');
  await dialog.getByRole('searchbox').fill(panda);
  await dialog
    .getByRole('radio', { name: panda })
    .and(dialog.locator(`[value="${backed?.split('/').at(-1)}"]`))
    .check();
  await dialog.getByRole('button', { name: 'Create Circle' }).click();
  await page.getByRole('heading', { level: 2, name: `Who would you like in ${circle}?` }).waitFor();
  address = page.url();
  await page.getByText(`For frens with at least 1.00 BAMBOO staked on ${panda}.`).waitFor();
  expect(await page.getByRole('link', { name: panda }).getAttribute('href')).toBe(backed);
  owner.assertNoProblems();
});

it('lets in who has staked enough, and out with the stake, which says so before and after', async () => {
  const { page } = backer;
  await page.goto(address);
  await page.getByRole('button', { name: 'Join' }).click();
  await toastText(page, 'Joined Circle!');
  await page.goto('/bamboo');
  await page
    .getByRole('button', { name: `Withdraw from ${panda}` })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  backer.expectProblem(/status of 409/);
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await dialog.getByText('You’ll lose your place in a circle').waitFor();
  expect(await dialog.getByRole('listitem').allInnerTexts()).toEqual([circle]);
  await dialog.getByRole('button', { name: 'Withdraw and leave the circle' }).click();
  expect(await toastText(page, 'BAMBOO withdrawn')).toContain(`You’ve left ${circle}.`);
  await page.goto(address);
  await page.getByText('You’ve staked 0.00 of the 1.00 BAMBOO needed.').waitFor();
  expect(await page.getByRole('button', { name: 'Leave circle' }).count()).toBe(0);
  backer.assertNoProblems();
});

it('says what is missing, takes it on the Panda’s page and leads back', async () => {
  const { page } = backer;
  await page.getByRole('link', { name: 'Go to this circle’s Panda' }).click();
  await page.getByText(`Stake 1.00 more BAMBOO on this Panda to join ${circle}`).waitFor();
  const amount = page.getByLabel('BAMBOO amount');
  await expect.poll(() => amount.inputValue()).toBe('1.00');
  expect(await look(page, 'panda-for-circle')).toEqual([]);
  await page.getByRole('button', { name: 'Stake BAMBOO' }).click();
  // Above the page, and in the thanks.
  await page.getByText(`You’ve staked enough to join ${circle}`).last().waitFor();
  await page
    .getByRole('link', { name: `Go to ${circle}` })
    .last()
    .click();
  await page.getByRole('button', { name: 'Join' }).click();
  await toastText(page, 'Joined Circle!');
  await page.getByRole('button', { name: 'Leave circle' }).waitFor();
  backer.assertNoProblems();
});
