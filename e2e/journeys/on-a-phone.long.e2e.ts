import { afterAll, beforeAll, expect, it } from 'vitest';
import { newPerson, type Person } from '../support/browser.ts';
import { type DemoSite, openDemoSite } from '../support/demo-site.ts';
import { edges, leavesMenuFree } from '../support/overflow.ts';
import { signIn } from '../support/steps.ts';

// What toasts cover on a small phone.
const screen = { width: 375, height: 667 };

let site: DemoSite;
let member: Person;

beforeAll(async () => {
  site = await openDemoSite();
  member = await newPerson(site.browser, site.origin, { viewport: screen, hasTouch: true, bypassCSP: true });
  await signIn(member);
});

afterAll(() => site?.close());

async function chooseLanguage(page: Person['page'], menu: string, language: RegExp): Promise<void> {
  await page.getByRole('button', { name: menu, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: language }).click();
  await page.keyboard.press('Escape');
}

it('leaves the title of a message one line beside three buttons with Spanish words', async () => {
  const { page } = member;
  await page.goto('/groups');
  await chooseLanguage(page, 'Menu', /español/i);
  member.expectProblem(/circles\/.*\/join .*status of 500/);
  await page.route('**/api/circles/*/join', (route) => route.fulfill({ status: 500, body: '<html></html>' }));
  await page
    .getByRole('button', { name: /^Unirme/ })
    .first()
    .click();
  const message = page.getByRole('alert');
  await leavesMenuFree(message);
  expect(await message.getByRole('button').count()).toBe(3);
  const { top, bottom } = await edges(message.getByText('No pudiste unirte', { exact: true }));
  expect(bottom - top).toBeLessThan(30);
  await page.unroute('**/api/circles/*/join');
  await chooseLanguage(page, 'Menú', /english/i);
  member.assertNoProblems();
});

it('tells of a finished quiz where it covers neither the menu nor the heading', async () => {
  const visitor = await newPerson(site.browser, site.origin, { viewport: screen, hasTouch: true });
  const { page } = visitor;
  // Spec section 8: a signed-out submission answers 401 and counts as done.
  visitor.expectProblem(/\/api\/vibe-quiz .*status of 401/);
  await page.goto('/vibe-quiz');
  for (let lab = 1; lab <= 11; lab += 1) {
    await page.getByText(`Lab ${lab} of 11`).waitFor();
    await page.locator('main fieldset').getByRole('button').first().click();
  }
  const message = page.getByRole('region', { name: 'Messages' }).getByRole('status');
  await message.getByText('Soul Signature Complete!').waitFor();
  // Hovering keeps it open for the test.
  await message.hover();
  await leavesMenuFree(message);
  const { bottom } = await edges(message);
  expect((await edges(page.getByRole('heading', { level: 1 }))).top).toBeGreaterThan(bottom);
  visitor.assertNoProblems();
  await visitor.context.close();
});
