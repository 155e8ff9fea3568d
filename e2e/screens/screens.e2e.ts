import { isV2Path } from '@frens/contract/frames';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { strayText } from '../../scripts/stray-text.js';
import { accessibilityTree } from '../support/accessibility-tree.ts';
import { newPerson, type Person } from '../support/browser.ts';
import { type DemoSite, openDemoSite } from '../support/demo-site.ts';
import { addressOf, builtPages, pagesWithCards, type SitePage, withoutFrame } from '../support/pages.ts';
import { desktop, look, phone } from '../support/screenshots.ts';
import { isLongRun, smokeCases } from '../support/smoke-cases.ts';
import { signIn, untilWhole } from '../support/steps.ts';

/** The daily cases are one or two pages per remote, and one of the shell: stories cover each screen. */
const daily = ['/', '/auth', '/dashboard', '/groups/:circleId', '/panda', '/panda/:pandaId', '/vibe-quiz'];
const pages = smokeCases(await builtPages(), ({ path }) => daily.includes(path));
/** Stories do not cover how a page fits its frame: the daily run checks it once for visitors and once for members. */
const withFaults = smokeCases(pages, ({ path }) => path === '/' || path === '/dashboard');

let site: DemoSite;
let visitor: Person;
let member: Person;

beforeAll(async () => {
  // Everything with names and texts needs room for the longest, and isolates their direction.
  site = await openDemoSite({ DEV_PAGES: 'true', SEED_DEMO: 'long' });
  // Without transitions colours are final at once, and the quiz does not move. The daily run opens pages in Spanish, whose texts are longer; the
  // long run in English, and switches.
  const options = { reducedMotion: 'reduce', locale: isLongRun ? 'en-GB' : 'es-ES' } as const;
  visitor = await newPerson(site.browser, site.origin, options);
  member = await newPerson(site.browser, site.origin, options);
  await signIn(member);
});

afterAll(() => site?.close());

/** The heading of every page, by path. */
const titles: Record<string, string> = {};
/** Pages with fully clickable cards. */
const withCards: string[] = [];

/** Chooses the language by the frame's switch, even if a menu hides it: reloading the page takes three times as long. */
async function choose(page: Page, language: 'en' | 'es'): Promise<void> {
  const option = page.locator(`button[lang=${language}]`).first();
  await option.dispatchEvent('click');
  // Once the frame shows the choice, the page's requests in that language have started.
  await page.locator(`button[lang=${language}][aria-pressed=true]`).first().waitFor({ state: 'attached' });
  await untilWhole(page);
}

/** Overflow of the narrowest window: the daily run checks Spanish, whose texts are longer, the long run both languages. */
async function overflow(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 320, height: 640 });
  const wider = await wideParts(page);
  if (!isLongRun) return wider;
  await choose(page, 'es');
  wider.push(...(await wideParts(page)));
  await choose(page, 'en');
  return wider;
}

/** The elements that make a page wider than its window. */
function wideParts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.body.querySelectorAll('*')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .map(({ tagName, className, textContent }) => `${tagName} ${className} ${textContent.slice(0, 40)}`);
  });
}

/** The daily run checks each page in one width, half of them in each; a twin, which has the same content in a narrower frame, in one. */
function widthsOf(one: SitePage): number[] {
  if (isV2Path(one.path)) return [phone];
  if (isLongRun) return [desktop, phone];
  return pages.indexOf(one) % 2 === 0 ? [desktop] : [phone];
}

describe('every page has a title, names for all that is heard, no accessibility faults, and fits the window', () => {
  it.each(pages)('$path', async (one) => {
    const person = one.access === 'public' ? visitor : member;
    const { page } = person;
    await page.goto(await addressOf(one, site.origin));
    await untilWhole(page);
    if ((await page.locator('[data-card-link]').count()) > 0) withCards.push(withoutFrame(one));
    const name = one.path.replaceAll(/\W+/g, '-').replaceAll(/^-|-$/g, '') || 'landing';
    // The quiz has no footer: its labs fill the screen.
    const footers = one.path === '/vibe-quiz' ? ['0 of ^- contentinfo\\b'] : [];
    expect((await accessibilityTree(page)).problems).toEqual(footers);
    expect(await look(page, name, widthsOf(one), withFaults.includes(one))).toEqual([]);
    expect(await overflow(page)).toEqual([]);
    expect(await strayText(page)).toEqual([]);
    // By now the data of the person in the heading has loaded.
    titles[one.path] = await page.title();
    person.assertNoProblems();
  });

  it('a title of its own (D64)', () => {
    const { '/': landing, ...others } = titles;
    expect(landing).toBe(
      isLongRun ? 'Frens - Soul-First Social Economy' : 'Frens - La economía social que empieza por el alma',
    );
    for (const [path, title] of Object.entries(others))
      expect([path, title]).toEqual([path, expect.stringMatching(/^\S.* · Frens$/)]);
    const own = new Map(pages.map((page) => [withoutFrame(page), titles[page.path]]));
    expect(new Set(own.values()).size).toBe(own.size);
  });

  it('cards that are pressed by a test of their own', () => {
    const pressed: string[] = pagesWithCards.map(([address]) => address.replace(/\?.*/, ''));
    expect(withCards).toContain('/panda');
    expect(withCards.filter((path) => !pressed.includes(path))).toEqual([]);
  });
});

it('the menu of a phone has no accessibility faults and fits the window', async () => {
  const { page } = member;
  await page.setViewportSize({ width: phone, height: 900 });
  await page.goto('/dashboard');
  await page.getByRole('button', { name: /^Men[uú]$/ }).click();
  await page.getByRole('dialog').locator('a[href="/privacy-settings"]').waitFor();
  expect(await look(page, 'menu', [phone])).toEqual([]);
  member.assertNoProblems();
});
