import axe from 'axe-core';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { leaveBrowser, newPerson, type Person, takeBrowser } from '../support/browser.ts';
import { demoFolder } from '../support/demo-folder.ts';
import { isLong } from '../support/long.ts';
import { type Site, startSite } from '../support/site.ts';
import { signIn } from '../support/steps.ts';

// A small phone, where everything that is needed must be in sight.
const screen = { width: 375, height: 667 };

let folder: Awaited<ReturnType<typeof demoFolder>>;
let site: Site;
let browser: Browser;
let member: Person;

beforeAll(async () => {
  folder = await demoFolder();
  [site, browser] = await Promise.all([startSite({ dataDir: folder.dir }), takeBrowser()]);
  member = await newPerson(browser, site.origin, { viewport: screen, hasTouch: true, bypassCSP: true });
  await signIn(member);
});

afterAll(async () => {
  await leaveBrowser(browser);
  await site?.stop();
  await folder?.remove();
});

/** Where something lies on the screen: it is there, and these are its edges. */
async function edges(thing: Locator) {
  const box = await thing.boundingBox();
  if (!box) throw new Error('What is looked for is not on the page');
  return { left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height };
}

it.each(['en', 'es'])('shows all tabs of the dashboard whole: %s', async (language) => {
  const { page } = member;
  await page.goto('/dashboard');
  await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
  await page.reload();
  const tabs = page.getByRole('tab');
  // With the number of open requests, which makes it widest.
  await tabs.last().getByText('3').waitFor();
  for (const tab of await tabs.all()) {
    const { left, right } = await edges(tab);
    expect([await tab.innerText(), left >= 0 && right <= screen.width]).toEqual([
      await tab.innerText(),
      true,
    ]);
  }
  await page.evaluate(() => localStorage.setItem('language', 'en'));
  await page.reload();
});

it('shows the way out in the menu without scrolling', async () => {
  const { page } = member;
  await page.goto('/groups');
  await page.getByRole('button', { name: 'Menu' }).click();
  const { bottom } = await edges(page.getByRole('dialog').getByRole('button', { name: 'Logout' }));
  const footer = await edges(page.getByRole('dialog').getByRole('button', { name: 'System' }));
  expect(bottom).toBeLessThan(footer.top);
  await page.keyboard.press('Escape');
});

/** Waits until a message has risen into its place, which is above the heading. */
async function liesAboveHeading(toast: Locator): Promise<void> {
  const page = toast.page();
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  const { top } = await edges(page.getByRole('heading', { level: 1 }));
  await expect.poll(async () => (await edges(toast)).bottom).toBeLessThanOrEqual(top);
}

it('lays a message over the bar and not over the heading of the page, also one with something to press', async () => {
  const { page } = member;
  const messages = page.getByRole('region', { name: 'Messages' });
  const join = page.getByRole('button', { name: /^Join/ }).first();
  await page.goto('/groups');
  member.expectProblem(/circles\/.*\/join .*ERR_FAILED/);
  await page.route('**/api/circles/*/join', (route) => route.abort());
  await join.click();
  await messages.getByRole('button', { name: 'Try again' }).waitFor();
  await liesAboveHeading(messages.getByRole('alert'));

  await page.unroute('**/api/circles/*/join');
  await messages.getByRole('button', { name: 'Try again' }).click();
  await messages.getByText('Joined Circle!').waitFor();
  await liesAboveHeading(messages.getByRole('status'));
  expect(await messages.getByRole('status').count()).toBe(1);
  member.assertNoProblems();
});

it('leaves the title of a message one line beside three buttons with Spanish words', async () => {
  const { page } = member;
  await page.evaluate(() => localStorage.setItem('language', 'es'));
  await page.goto('/groups');
  member.expectProblem(/circles\/.*\/join .*status of 500/);
  await page.route('**/api/circles/*/join', (route) => route.fulfill({ status: 500, body: '<html></html>' }));
  await page
    .getByRole('button', { name: /^Unirme/ })
    .first()
    .click();
  const message = page.getByRole('alert');
  await liesAboveHeading(message);
  expect(await message.getByRole('button').count()).toBe(3);
  const { top, bottom } = await edges(message.getByText('No pudiste unirte', { exact: true }));
  expect(bottom - top).toBeLessThan(30);
  await page.unroute('**/api/circles/*/join');
  await page.evaluate(() => localStorage.setItem('language', 'en'));
  member.assertNoProblems();
});

it('calls controls by the words that are seen on them, also of a member without a picture', async () => {
  const { page } = member;
  await page.route('**/api/user', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      json: { ...(await answer.json()), profileImage: null, pandaId: null },
    });
  });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/privacy-settings');
  await page.getByRole('button', { name: 'Your menu, Robin Vale' }).waitFor();
  await page.getByRole('heading', { name: 'Preview my profile as' }).waitFor();
  await page.addScriptTag({ content: axe.source });
  for (const size of [{ width: 1280, height: 800 }, screen]) {
    await page.setViewportSize(size);
    const found = await page.evaluate(async () => {
      // True because the script was added above.
      const { axe: checker } = window as unknown as { axe: typeof axe };
      const { violations } = await checker.run({
        runOnly: { type: 'rule', values: ['label-content-name-mismatch'] },
      });
      return violations.flatMap(({ nodes }) => nodes.map(({ html }) => html));
    });
    expect(found).toEqual([]);
  }
});

/** Where the quiz may be taken, all of it 375 × 667. */
const windows = {
  'on a phone': { hasTouch: true },
  'on a phone, with less motion': { hasTouch: true, reducedMotion: 'reduce' },
  'in a small window with a mouse': {},
} as const;
const everywhere = (['en', 'es'] as const).flatMap((language) =>
  (Object.keys(windows) as (keyof typeof windows)[]).map((where) => [language, where] as const),
);
// Spanish words are the longer ones, and less motion changes when answers are there and not where.
const telling = [
  ['es', 'on a phone'],
  ['en', 'on a phone, with less motion'],
  ['es', 'in a small window with a mouse'],
] as const;
const places = isLong ? everywhere : telling;

it.each(places)('shows the answers of every lab with their question: %s, %s', async (language, where) => {
  const visitor = await newPerson(browser, site.origin, { viewport: screen, ...windows[where] });
  const { page } = visitor;
  await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
  await page.goto('/vibe-quiz');
  const answers = page.locator('main fieldset').getByRole('button');
  /** Whether all of this lab is in sight, with its words beside the pictures of the answers. */
  const isWhole = async (lab: number) => {
    await page.getByText(new RegExp(`^Lab\\S* ${lab} `)).waitFor();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    // Once it has risen into its place.
    await expect.poll(async () => (await edges(answers.last())).bottom).toBeLessThanOrEqual(screen.height);
    const besides = await answers.evaluateAll((cards) =>
      cards.map((card) => {
        const [picture, words] = [...card.children].map((child) => child.getBoundingClientRect());
        return (picture?.right ?? 0) <= (words?.left ?? 0);
      }),
    );
    expect([lab, besides]).toEqual([lab, [true, true, true, true]]);
  };
  for (let lab = 1; lab <= 11; lab += 1) {
    await isWhole(lab);
    if (lab < 11) await answers.first().click();
  }
  // One lab fills the screen: the site ends with it. Keys are told where there is room for them.
  expect(await page.getByRole('contentinfo').count()).toBe(0);
  expect(await page.locator('#quiz-keys').count()).toBe(0);

  // Led back, with the way on below the answers; and without a connection, which the bar says in a line or two of its own.
  visitor.expectProblem(/ERR_INTERNET_DISCONNECTED/);
  await visitor.context.setOffline(true);
  await page.locator('[data-trouble=offline] p').waitFor();
  for (let lab = 11; lab >= 2; lab -= 1) {
    await isWhole(lab);
    await page.getByRole('button', { name: /^(Previous lab|Laboratorio anterior)$/ }).click();
  }
  await isWhole(1);
  visitor.assertNoProblems();
  await visitor.context.close();
});

it.each(places)(
  'greets on the quiz by the vibe of the landing page, and the answers stay in sight: %s, %s',
  async (language, where) => {
    const visitor = await newPerson(browser, site.origin, { viewport: screen, ...windows[where] });
    const { page } = visitor;
    await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
    await page.goto('/');
    // The longest greeting.
    await page.locator('select[name=vibe]').selectOption('helper');
    await page.locator('main a[href="/vibe-quiz"]').first().click();
    await page
      .locator('main')
      .getByText(/^(Hello, Service-Minded Soul!|¡Hola, alma con vocación de servicio!)/)
      .waitFor();
    const { bottom } = await edges(page.locator('main fieldset').getByRole('button').last());
    expect(bottom).toBeLessThanOrEqual(screen.height);
    visitor.assertNoProblems();
    await visitor.context.close();
  },
);

it('tells of a finished quiz where it covers neither the bar, the heading nor a control, and on no page after it', async () => {
  const visitor = await newPerson(browser, site.origin, { viewport: screen, hasTouch: true });
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
  // It stays while it is pointed at, so that the test has the time it takes.
  await message.hover();
  const { top } = await edges(message);
  expect((await edges(page.getByRole('banner'))).bottom).toBeLessThan(top);
  expect((await edges(page.getByRole('heading', { level: 1 }))).bottom).toBeLessThan(top);
  const hidden: string[] = [];
  for (const control of await page.getByRole('main').locator('a, button').all()) {
    const box = await edges(control);
    if (box.bottom > top && box.top < screen.height) hidden.push(await control.innerText());
  }
  expect(hidden).toEqual([]);
  await page.getByRole('link', { name: 'Join Frens' }).click();
  await page.waitForURL(/\/auth/);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await message.count()).toBe(0);
  visitor.assertNoProblems();
  await visitor.context.close();
});
