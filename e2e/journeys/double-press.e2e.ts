import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPerson, type Person } from '../support/browser.ts';
import { type DemoSite, openDemoSite } from '../support/demo-site.ts';
import { callsOfDoubleClick, focused } from '../support/double-press.ts';
import { addressOf, pagesWithCards } from '../support/pages.ts';
import { isLongRun, smokeCases } from '../support/smoke-cases.ts';
import { frameThere, signIn, untilWhole } from '../support/steps.ts';

// Real pointer, touch and keyboard input: simulated events show neither where a click lands nor where the focus is.
let site: DemoSite;
let member: Person;

beforeAll(async () => {
  site = await openDemoSite();
  member = await newPerson(site.browser, site.origin, { hasTouch: true });
  await signIn(member);
});

afterAll(() => site?.close());

/**
 * Keeps presses from navigating, and records the link that each one hits. The browser decides where a press lands; following the link would load
 * two pages each time without testing more.
 */
async function catchPresses(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const landed: string[] = [];
    const stop = new AbortController();
    Object.assign(window, { landed, stop });
    const note = (event: MouseEvent) => {
      event.preventDefault();
      const link = event.target instanceof Element ? event.target.closest('[data-card-link]') : null;
      landed.push(link?.getAttribute('href') ?? 'beside the link');
    };
    addEventListener('click', note, { capture: true, signal: stop.signal });
  });
  return () =>
    page.evaluate(() => {
      const { landed, stop } = window as unknown as { landed: string[]; stop: AbortController };
      stop.abort();
      return landed;
    });
}

/** Where on a card to press, and by which input. */
const presses = (['corner', 'middle'] as const).flatMap((place) =>
  (['mouse', 'finger'] as const).map((way) => ({ place, way })),
);

async function press(card: Locator, { place, way }: (typeof presses)[number]): Promise<void> {
  // Once it has stopped moving: content that loads above shifts it.
  await card.scrollIntoViewIfNeeded();
  const box = await card.boundingBox();
  if (!box) throw new Error('The card has no place');
  const position = place === 'corner' ? { x: 6, y: 6 } : { x: box.width / 2, y: box.height / 2 };
  if (way === 'finger') await card.tap({ position });
  else await card.click({ position, delay: 60 });
}

/** Widths in which a page with cards is tested. */
const wide = { width: 1280, followed: { place: 'corner', way: 'mouse' } } as const;
const narrow = { width: 375, followed: { place: 'middle', way: 'finger' } } as const;
const widths = isLongRun ? [wide, narrow] : [narrow];
/** The daily case: all cards share one style. */
const kinds = smokeCases(pagesWithCards, ([address]) => address === '/browse');

describe('a card that looks as if it could be pressed can be pressed', () => {
  it.each(kinds)('%s: at its corner and its middle, by mouse, finger and keyboard', async (path, target) => {
    const { page } = member;
    await page.goto(await addressOf({ path }, site.origin));
    // Lists further down load near the viewport.
    await untilWhole(page);
    const card = page.locator('[data-interactive]').first();
    for (const { width, followed } of widths) {
      await page.setViewportSize({ width, height: 900 });
      await press(card, followed);
      await page.waitForURL(target);
      // By the back button, which is nearly free; a load takes a second of processor time.
      const pressed = new URL(page.url()).pathname;
      await page.goBack();
      await page.locator(`[data-interactive] [data-card-link][href="${pressed}"]`).first().waitFor();
      const landed = await catchPresses(page);
      for (const one of presses) await press(card, one);
      expect(await landed()).toEqual(presses.map(() => expect.stringMatching(target)));
    }
    // The page may still focus its heading, or re-render a part once the session is known.
    await page.waitForLoadState('networkidle');
    await page.locator('[data-card-link]').first().press('Enter');
    await page.waitForURL(target);
    expect(new URL(page.url()).pathname).toMatch(target);
    member.assertNoProblems();
  });
});

describe('two clicks send one call', () => {
  it.runIf(isLongRun)('connect', async () => {
    const { page } = member;
    await page.goto('/browse');
    const connect = /^Connect with /;
    await page.getByRole('button', { name: connect }).first().waitFor();
    expect(await callsOfDoubleClick(page, '/api/connections', connect)).toBe(1);
    member.assertNoProblems();
  });
});

/** Requests of a page from now on, except its delayed version reports. */
function notePosts(page: Page): string[] {
  const posts: string[] = [];
  page.on('request', (request) => {
    const isOfVersions = new URL(request.url()).pathname.startsWith('/api/composition/');
    if (request.method() === 'POST' && !isOfVersions) posts.push(request.url());
  });
  return posts;
}

describe('a second press does nothing to what the first one brought there', () => {
  it('a double click answers one request and not the next', async () => {
    const { page } = member;
    await page.goto('/dashboard?tab=connections');
    const decline = page.getByRole('button', { name: /^Decline .*’s request$/ });
    await decline.nth(1).waitFor();
    const before = await decline.count();
    await decline.first().click({ trial: true });
    const box = await decline.first().boundingBox();
    if (!box) throw new Error('The button has no place');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.up();
    await expect.poll(() => decline.count()).toBe(before - 1);
    // The next request lies there now.
    const posts = notePosts(page);
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await page.waitForLoadState('networkidle');
    expect([await decline.count(), posts]).toEqual([before - 1, []]);
    member.assertNoProblems();
  });

  it.runIf(isLongRun)('Enter hit twice opens the form for a withdrawal and does not send it', async () => {
    const { page } = member;
    await page.goto('/bamboo');
    const open = page.getByRole('button', { name: /^Withdraw from/ }).first();
    await open.focus();
    const posts = notePosts(page);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    const amount = page.getByRole('dialog').getByRole('textbox');
    await amount.waitFor();
    // The button shows the pending state until the response.
    expect(await page.getByRole('dialog').locator('[aria-busy]').count()).toBe(0);
    expect(posts).toEqual([]);
    await page.keyboard.press('Escape');
    member.assertNoProblems();
  });
});

describe('the focus is never lost', () => {
  it('goes to the heading of a new page', async () => {
    const { page } = member;
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto('/dashboard');
    // Before hydration links load documents.
    await frameThere(page);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Groups' }).click();
    await expect.poll(() => focused(page)).toBe('h1 fren circles');
  });

  it.runIf(isLongRun)('goes to the heading of the circle that was joined', async () => {
    const { page } = member;
    await page.goto('/groups');
    const circle = page.getByRole('article').filter({ has: page.getByRole('button', { name: /^Join/ }) });
    const name = await circle.first().getByRole('heading', { level: 2 }).innerText();
    await circle.first().getByRole('button', { name: /^Join/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Messages' }).getByText('Joined Circle!').waitFor();
    await expect.poll(() => focused(page)).toBe(`h1 ${name.toLowerCase()}`);
    member.assertNoProblems();
  });
});

it.runIf(isLongRun)(
  'lays a message on nothing that is pressed, neither in the page nor in the bar',
  async () => {
    const { page } = member;
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.goto('/groups');
    await page.getByRole('button', { name: /^Join/ }).first().click();
    const toast = page.getByRole('region', { name: 'Messages' }).getByRole('status');
    await toast.waitFor();
    // The press may have scrolled; the position refers to the top of the page.
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    const message = await toast.evaluate(async (element) => {
      await Promise.all(element.getAnimations().map(({ finished }) => finished));
      return element.getBoundingClientRect().toJSON() as DOMRect;
    });
    const pressed = page.locator('main :is(a, button, h1), header nav a, header button');
    expect(await pressed.count()).toBeGreaterThan(10);
    const covered = await pressed.evaluateAll(
      (elements, { top, bottom, left, right }) =>
        elements
          .filter((element) => {
            // A heading is as wide as its text, not its line.
            const words = document.createRange();
            words.selectNodeContents(element);
            const one = (element.tagName === 'H1' ? words : element).getBoundingClientRect();
            return one.top < bottom && one.bottom > top && one.left < right && one.right > left;
          })
          .map(({ textContent }) => textContent),
      message,
    );
    expect(covered).toEqual([]);
  },
);

it('asks before a changed profile is left, keeps what was typed when it stays, and forgets it when it goes (D63)', async () => {
  const { page } = member;
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const occupation = page.getByRole('textbox', { name: 'Occupation' });
  await occupation.fill('Lighthouse keeper');
  const groups = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Groups' });
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await groups.click();
  await question.getByRole('button', { name: 'Stay' }).click();
  expect(new URL(page.url()).pathname).toBe('/profile');
  expect(await occupation.inputValue()).toBe('Lighthouse keeper');
  await groups.click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await page.waitForURL('**/groups');
  // Left without them: they do not come back.
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  expect(await occupation.inputValue()).not.toBe('Lighthouse keeper');
});
