import { readFileSync } from 'node:fs';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { leaveBrowser, newPerson, type Person, takeBrowser } from '../support/browser.ts';
import { type Site, startMockedSite } from '../support/site.ts';

// `npm run dev:mock` as testers use it: the mocked site inside the panel, by keyboard where that is promised.
let site: Site;
let browser: Browser;
let person: Person;
let page: Page;
let frame: FrameLocator;

beforeAll(async () => {
  [site, browser] = await Promise.all([startMockedSite({ hasPanel: true }), takeBrowser()]);
});
afterAll(async () => {
  await leaveBrowser(browser);
  await site?.stop();
});
beforeEach(async () => {
  person = await newPerson(browser, site.origin);
  person.expectProblem(/\.hot-update\.json .*status of 404/);
  ({ page } = person);
  frame = page.frameLocator('iframe');
  await person.context.grantPermissions(['clipboard-read', 'clipboard-write']);
});
afterEach(async () => {
  await person.context.close();
  person.assertNoProblems();
});

const panel = () => page.getByRole('region', { name: 'Mocks' });
const copied = () => page.evaluate(() => navigator.clipboard.readText());
const join = () => frame.getByRole('button', { name: 'Join' }).first();

it('refuses the next call of a member, by the keyboard, and says to others how it came to that', async () => {
  person.expectProblem(/status of 409/);
  await page.goto('/groups?lang=en');
  await join().focus();
  await page.keyboard.press('F2');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Mocks');
  await panel().getByLabel('Next answer of').selectOption('POST /api/circles/:id/join');
  await panel().getByLabel('Its answer').selectOption('409 too_many_circles');
  await panel().getByRole('button', { name: 'Change' }).press('Enter');
  await panel().getByText('is answered so').waitFor();
  await page.keyboard.press('F2');
  await page.keyboard.press('Enter');
  await frame.getByText('Join Failed').waitFor();
  const call = panel().locator('summary', { hasText: 'join' });
  await expect.poll(() => call.innerText()).toMatch(/409[\s\S]*patch/);

  await panel().getByRole('button', { name: 'Report' }).click();
  await panel().getByText('Report copied').waitFor();
  const report = await copied();
  expect(report).toContain('/join=409+too_many_circles,once&lang=en');
  expect(report).toContain('Join Failed');
  expect(report).toMatch(/\| POST \/api\/circles\/\w+\/join \| 409 \| patch \|/);

  await panel().getByRole('button', { name: 'Link', exact: true }).click();
  await panel().getByText('Link copied').waitFor();
  const link = await copied();
  const other = await newPerson(browser, site.origin);
  await other.page.goto(link);
  const again = other.page.frameLocator('iframe');
  await again.getByRole('button', { name: 'Join' }).first().click();
  await again.getByText('Join Failed').waitFor();
  await again.getByRole('button', { name: 'Join' }).first().click();
  await again.getByText('Joined Circle!').waitFor();
  await other.context.close();

  const toggle = panel().getByRole('button', { name: 'Mocks' });
  await page.keyboard.press('Escape');
  await expect.poll(() => toggle.getAttribute('aria-expanded')).toBe('false');
  await page.keyboard.press('F2');
  await expect.poll(() => toggle.getAttribute('aria-expanded')).toBe('true');
});

it('keeps what was done over a reload, a logout too, and its calls for a HAR, until the address is entered again', async () => {
  const address = '/groups?scenario=mf-community:slow:50&as=admin&lang=en';
  await page.goto(address);
  await join().click();
  await frame.getByText('Joined Circle!').waitFor();
  await frame.getByRole('button', { name: /^Your menu, / }).click();
  await frame.getByRole('menuitem', { name: 'Logout' }).click();
  person.expectProblem(/status of 401/);
  await frame.getByRole('button', { name: /^Your menu, / }).waitFor({ state: 'detached' });
  await page.reload();
  await frame.getByRole('heading', { level: 1 }).first().waitFor();
  expect(await frame.getByRole('button', { name: /^Your menu, / }).count()).toBe(0);
  const saved = page.waitForEvent('download');
  await panel().getByRole('button', { name: 'HAR' }).click();
  const { log } = JSON.parse(readFileSync(await (await saved).path(), 'utf8'));
  // oxlint-disable-next-line typescript/no-explicit-any -- as HAR defines it.
  const joined = log.entries.find(({ request }: any) => request.url.endsWith('/join'));
  expect(joined.response.status).toBe(200);
  expect(joined.time).toBeGreaterThan(50);
  expect(JSON.parse(joined.response.content.text).membership).toBe('member');
  await page.goto(address);
  await frame.getByRole('button', { name: /^Your menu, / }).waitFor();
});

it('follows the page, answers one call as it is edited, and chooses words for one remote', async () => {
  await page.goto('/groups?lang=en');
  await frame.getByRole('link', { name: 'Frens', exact: true }).first().click();
  await expect.poll(() => new URL(page.url()).pathname).not.toBe('/groups');
  await panel().getByRole('button', { name: 'Mocks' }).click();
  await panel().getByLabel('Page').fill('/groups');
  await page.keyboard.press('Enter');
  await join().waitFor();
  await panel()
    .locator('summary', { hasText: /GET \/api\/circles(?!\/)/ })
    .first()
    .click();
  await panel().getByRole('button', { name: 'Edit the next answer' }).first().click();
  const answer = panel().getByRole('textbox', { name: 'The answer' });
  const [first] = JSON.parse(await answer.inputValue());
  await answer.fill(JSON.stringify([{ ...first, name: 'Lantern Makers' }]));
  await panel().getByRole('button', { name: 'Change' }).click();
  await panel().getByText('is answered so').waitFor();
  await frame.locator('html').evaluate(() => location.reload());
  await frame.getByText('Lantern Makers').waitFor();

  person.expectProblem(/status of 503/);
  await panel().getByLabel('For which remote').selectOption('mf-community');
  await panel().getByRole('button', { name: 'failing' }).click();
  await frame.getByText('We couldn’t load the circles').waitFor();
  await expect
    .poll(() => panel().locator('summary', { hasText: 'GET /api/circles' }).allInnerTexts())
    .toEqual([expect.stringContaining('503')]);
  expect(new URL(page.url()).searchParams.get('scenario')).toBe('mf-community:failing');
  await panel().getByLabel('Scenario', { exact: true }).fill('nonsense');
  await page.keyboard.press('Enter');
  await panel().getByText('There is no scenario "nonsense"').waitFor();
  await panel()
    .getByRole('button', { name: /Hide the panel/ })
    .click();
  await expect
    .poll(() =>
      panel()
        .boundingBox()
        .then((box) => box?.width ?? 0),
    )
    .toBeLessThan(120);
});
