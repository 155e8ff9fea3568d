import axe from 'axe-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newPerson, type Person } from '../support/browser.ts';
import { type DemoSite, openDemoSite } from '../support/demo-site.ts';
import { edges, leavesMenuFree } from '../support/overflow.ts';
import { isLongRun, smokeCases } from '../support/smoke-cases.ts';
import { chooseLanguage, frameThere, signIn } from '../support/steps.ts';

// A small phone: everything needed must be in the viewport.
const screen = { width: 375, height: 667 };

let site: DemoSite;
let member: Person;

beforeAll(async () => {
  site = await openDemoSite();
  member = await newPerson(site.browser, site.origin, { viewport: screen, hasTouch: true, bypassCSP: true });
  await signIn(member);
});

afterAll(() => site?.close());

it.runIf(isLongRun).each(['en', 'es'] as const)(
  'shows all tabs of the dashboard whole: %s',
  async (language) => {
    const { page } = member;
    await page.goto('/dashboard');
    await chooseLanguage(member, language);
    await page.reload();
    const tabs = page.getByRole('tab');
    // With the count of open requests, its widest form.
    await tabs.last().getByText('3').waitFor();
    for (const tab of await tabs.all()) {
      const { left, right } = await edges(tab);
      expect([await tab.innerText(), left >= 0 && right <= screen.width]).toEqual([
        await tab.innerText(),
        true,
      ]);
    }
    await chooseLanguage(member, 'en');
    await page.reload();
  },
);

it('shows the way out in the menu without scrolling', async () => {
  const { page } = member;
  await page.goto('/groups');
  await page.getByRole('button', { name: 'Menu' }).click();
  const { bottom } = await edges(page.getByRole('dialog').getByRole('button', { name: 'Logout' }));
  const footer = await edges(page.getByRole('dialog').getByRole('button', { name: 'System' }));
  expect(bottom).toBeLessThan(footer.top);
  await page.keyboard.press('Escape');
});

it('lays a message on the bar, over neither the menu nor anything of the page', async () => {
  const { page } = member;
  const messages = page.getByRole('region', { name: 'Messages' });
  const join = page.getByRole('button', { name: /^Join/ }).first();
  await page.goto('/groups');
  member.expectProblem(/circles\/.*\/join .*ERR_FAILED/);
  await page.route('**/api/circles/*/join', (route) => route.abort());
  await join.click();
  await messages.getByRole('button', { name: 'Try again' }).waitFor();
  await leavesMenuFree(messages.getByRole('alert'));

  await page.unroute('**/api/circles/*/join');
  await messages.getByRole('button', { name: 'Try again' }).click();
  await messages.getByText('Joined Circle!').waitFor();
  await leavesMenuFree(messages.getByRole('status'));
  expect(await messages.getByRole('status').count()).toBe(1);
  const back = await edges(page.getByRole('link', { name: 'All circles' }));
  expect((await edges(messages.getByRole('status'))).bottom).toBeLessThanOrEqual(back.top);

  await page.goto('/profile');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  member.expectProblem(/\/api\/users\/.*ERR_FAILED/);
  await page.route('**/api/users/*', (route) => route.abort());
  const save = page.getByRole('button', { name: 'Save Profile' });
  await save.evaluate((button) => button.scrollIntoView({ block: 'end' }));
  await save.press('Enter');
  const failed = messages.getByRole('alert');
  await failed.waitFor();
  await leavesMenuFree(failed);
  expect((await edges(failed)).bottom).toBeLessThanOrEqual((await edges(save)).top);
  await page.unroute('**/api/users/*');
  member.assertNoProblems();
});

it.runIf(isLongRun)(
  'calls controls by the words that are seen on them, also of a member without a picture',
  async () => {
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
        // Safe: the script was added above.
        const { axe: checker } = window as unknown as { axe: typeof axe };
        const { violations } = await checker.run({
          runOnly: { type: 'rule', values: ['label-content-name-mismatch'] },
        });
        return violations.flatMap(({ nodes }) => nodes.map(({ html }) => html));
      });
      expect(found).toEqual([]);
    }
  },
);

/** Devices for the quiz, all 375 × 667. */
const windows = {
  'on a phone': { hasTouch: true },
  'on a phone, with less motion': { hasTouch: true, reducedMotion: 'reduce' },
  'in a small window with a mouse': {},
} as const;
const everywhere = (['en', 'es'] as const).flatMap((language) =>
  (Object.keys(windows) as (keyof typeof windows)[]).map((where) => [language, where] as const),
);
// Spanish texts are longer. Reduced motion changes timing, not positions, and a mouse changes neither.
const places = smokeCases(everywhere, ([language, where]) => language === 'es' && where === 'on a phone');

it.runIf(isLongRun).each(places)(
  'shows the answers of every lab with their question: %s, %s',
  async (language, where) => {
    const visitor = await newPerson(site.browser, site.origin, {
      viewport: screen,
      locale: language,
      ...windows[where],
    });
    const { page } = visitor;
    await page.goto('/vibe-quiz');
    const answers = page.locator('main fieldset').getByRole('button');
    /** Whether the whole lab is in the viewport, with its texts beside the answers' pictures. */
    const isWhole = async (lab: number) => {
      await page.getByText(new RegExp(`^Lab\\S* ${lab} `)).waitFor();
      expect(await page.evaluate(() => scrollY)).toBe(0);
      // After its entrance animation.
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
    // One lab fills the screen, without a footer. Keyboard hints show where there is room.
    expect(await page.getByRole('contentinfo').count()).toBe(0);
    expect(await page.locator('#quiz-keys').count()).toBe(0);

    // Back in an answered lab, with the next button below the answers; and offline, when the bar adds a line or two.
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
  },
);

it.each(places)(
  'greets on the quiz by the vibe of the landing page, and the answers stay in sight: %s, %s',
  async (language, where) => {
    const visitor = await newPerson(site.browser, site.origin, {
      viewport: screen,
      locale: language,
      ...windows[where],
    });
    const { page } = visitor;
    await page.goto('/');
    // The browser itself follows a link pressed before, and the quiz does not know the choice.
    await frameThere(page);
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
