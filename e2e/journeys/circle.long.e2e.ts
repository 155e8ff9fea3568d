import { afterAll, beforeAll, expect, it } from 'vitest';
import { newPerson, type Person } from '../support/browser.ts';
import { type DemoSite, openDemoSite } from '../support/demo-site.ts';
import { look } from '../support/screenshots.ts';
import { signIn, toastText } from '../support/steps.ts';

// The page of a circle, from joining to leaving.
let site: DemoSite;
let member: Person;

beforeAll(async () => {
  site = await openDemoSite();
  member = await newPerson(site.browser, site.origin, { reducedMotion: 'reduce' });
  await signIn(member);
});

afterAll(() => site?.close());

it('is joined and left on its page, with the focus on what came of it', async () => {
  const { page } = member;
  await page.goto('/groups');
  const card = page.getByRole('article').filter({ has: page.getByRole('button', { name: /^Join/ }) });
  const name = await card.first().getByRole('heading', { level: 2 }).innerText();
  await page.getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  expect(await page.title()).toBe(`${name} · Frens`);

  await page.getByRole('button', { name: 'Join' }).focus();
  await page.keyboard.press('Enter');
  await toastText(page, 'Joined Circle!');
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await expect.poll(focused).toBe(name);
  await page.getByRole('list', { name: 'Members' }).getByText('Robin Vale').waitFor();

  await page.getByRole('button', { name: 'Leave circle' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave', exact: true }).click();
  await toastText(page, `You’ve left ${name}`);
  await page.getByRole('button', { name: 'Join' }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
  member.assertNoProblems();
});

it('is asked for an invitation on its card, and the focus stays with it', async () => {
  const { page } = member;
  await page.goto('/groups');
  const asking = page
    .getByRole('article')
    .filter({ has: page.getByRole('button', { name: 'Ask to be invited' }) });
  const name = await asking.first().getByRole('heading', { level: 2 }).innerText();
  await asking.first().getByRole('button', { name: 'Ask to be invited' }).click();
  expect(await look(page, 'circle-ask')).toEqual([]);
  await page.getByRole('dialog').getByLabel('Your note').fill('I sing alto.');
  await page.getByRole('dialog').getByRole('button', { name: 'Send request' }).click();
  await toastText(page, 'Request sent');
  await page.getByRole('article', { name, exact: true }).getByText('Requested').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(name);
  member.assertNoProblems();
});

it('is changed by its owner, and is nowhere once they have ended it', async () => {
  const { page } = member;
  await page.goto('/groups');
  await page.getByRole('button', { name: 'Create Circle' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Circle Name').fill('Lantern Kayakers');
  await dialog.getByRole('button', { name: 'Create Circle' }).click();

  await page.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabel('Circle Name').fill('Night Kayakers');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('heading', { level: 1, name: 'Night Kayakers' }).waitFor();
  const address = page.url();

  await page.getByRole('button', { name: 'End circle' }).click();
  expect(await look(page, 'circle-end')).toEqual([]);
  await dialog.getByRole('textbox').fill('Night Kayakers');
  await dialog.getByRole('button', { name: 'End circle' }).click();
  await page.waitForURL('**/groups');
  await toastText(page, 'Night Kayakers has ended');
  expect(await page.getByRole('article', { name: 'Night Kayakers' }).count()).toBe(0);

  member.expectProblem(/status of 404/);
  await page.goto(address);
  await page.getByRole('heading', { level: 1, name: 'There’s no circle here' }).waitFor();
  member.assertNoProblems();
});

it('gets a gate with a Panda and an amount, which its editing shows and keeps', async () => {
  const { page } = member;
  await page.goto('/groups');
  await page.getByRole('button', { name: 'Create Circle' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Circle Name').fill('Bamboo Bridge');
  await dialog.getByRole('radio', { name: 'Stake Gated' }).check();
  await dialog.getByLabel('Minimum stake').fill('2,5');
  const offered = dialog.locator('label:has(img)').nth(1);
  const panda = (await offered.innerText()).split('\n')[0] ?? '';
  await dialog.getByRole('searchbox').fill(panda.slice(1));
  await dialog.getByRole('radio', { name: panda }).first().check();
  expect(await look(page, 'circle-gate')).toEqual([]);
  await dialog.getByRole('button', { name: 'Create Circle' }).click();
  const gate = page.getByRole('complementary', { name: 'This circle’s Panda' });
  await gate.getByRole('link', { name: panda }).waitFor();
  await page.getByText(`For frens with at least 2.50 BAMBOO staked on ${panda}.`).waitFor();

  await page.getByRole('button', { name: 'Edit' }).click();
  expect(await dialog.getByLabel('Minimum stake').inputValue()).toBe('2.50');
  expect(await dialog.getByRole('radio', { name: panda }).first().isChecked()).toBe(true);
  await dialog.getByRole('radio', { name: 'Any Panda' }).check();
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('For frens with at least 2.50 BAMBOO staked on Pandas.').waitFor();
  await gate.waitFor({ state: 'detached' });
  member.assertNoProblems();
});
