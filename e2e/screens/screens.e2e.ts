import { isV2Path } from '@frens/contract/composed-pages';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leaveBrowser, newPerson, type Person, takeBrowser } from '../support/browser.ts';
import { demoFolder } from '../support/demo-folder.ts';
import { desktop, look, phone } from '../support/look.ts';
import { addressOf, builtPages, pagesWithCards, withoutFrame } from '../support/pages.ts';
import { type Site, startSite } from '../support/site.ts';
import { signIn } from '../support/steps.ts';

const pages = await builtPages();

let folder: Awaited<ReturnType<typeof demoFolder>>;
let site: Site;
let browser: Browser;
let visitor: Person;
let member: Person;

beforeAll(async () => {
  folder = await demoFolder();
  [site, browser] = await Promise.all([
    startSite({ dataDir: folder.dir, env: { DEV_PAGES: 'true' } }),
    takeBrowser(),
  ]);
  // Without transitions a colour is what it will be at once, and the quiz stands still.
  visitor = await newPerson(browser, site.origin, { reducedMotion: 'reduce' });
  member = await newPerson(browser, site.origin, { reducedMotion: 'reduce' });
  await signIn(member);
});

afterAll(async () => {
  await leaveBrowser(browser);
  await site?.stop();
  await folder?.remove();
});

/** What every page was found to be called, by its path. */
const titles: Record<string, string> = {};
/** The pages with cards that can be pressed anywhere. */
const withCards: string[] = [];

/** Waits until a page is whole: it has its heading, and nothing on it stands for something that is on its way. */
async function untilWhole(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor();
  await page.waitForFunction(() => !document.querySelector('main span[aria-hidden=true][data-shape]'));
}

/** Chooses the language by the switch of the frame, also where a menu hides it: loading the page anew takes three times as long. */
async function choose(page: Page, language: 'en' | 'es'): Promise<void> {
  const option = page.locator(`button[lang=${language}]`).first();
  await option.dispatchEvent('click');
  // Once the frame shows it as chosen, what the page has to fetch in it is on its way.
  await page.locator(`button[lang=${language}][aria-pressed=true]`).first().waitFor({ state: 'attached' });
  await untilWhole(page);
}

/** How much wider than the narrowest window a page is in Spanish, whose words are the longer ones, in pixels. */
async function overflow(page: Page): Promise<number> {
  await page.setViewportSize({ width: 320, height: 640 });
  await choose(page, 'es');
  const wider = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  await choose(page, 'en');
  return wider;
}

describe('every page has a title, no accessibility faults, and fits the window', () => {
  it.each(pages)('$path', async (one) => {
    const person = one.access === 'public' ? visitor : member;
    const { page } = person;
    await page.goto(await addressOf(one, site.origin));
    await untilWhole(page);
    titles[one.path] = await page.title();
    if ((await page.locator('[data-card-link]').count()) > 0) withCards.push(withoutFrame(one));
    const name = one.path.replaceAll(/\W+/g, '-').replaceAll(/^-|-$/g, '') || 'landing';
    // A twin has the same page in a narrower frame.
    expect(await look(page, name, isV2Path(one.path) ? [phone] : undefined)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    person.assertNoProblems();
  });

  it('a title of its own (D64)', () => {
    const { '/': landing, ...others } = titles;
    expect(landing).toBe('Frens - Soul-First Social Economy');
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

describe('every state of a screen has no accessibility faults and fits the window', () => {
  it.each([
    ['sign-up', '/auth?tab=register', 'Create Account'],
    ['not-found', '/no/such/page', '404 Page Not Found'],
  ])('%s', async (name, address, heading) => {
    visitor.expectProblem(/\/no\/such\/page .*status of 404/);
    await visitor.page.goto(address);
    await visitor.page.getByRole('heading', { name: heading }).first().waitFor();
    expect(await look(visitor.page, name)).toEqual([]);
    visitor.assertNoProblems();
  });

  it('circles of a member', async () => {
    await member.page.goto('/groups');
    await untilWhole(member.page);
    expect(await look(member.page, 'circles-member')).toEqual([]);
    member.assertNoProblems();
  });

  it('profile form', async () => {
    const { page } = member;
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    await page.getByRole('button', { name: 'Save Profile' }).waitFor();
    expect(await look(page, 'profile-edit')).toEqual([]);
    member.assertNoProblems();
  });

  it('dialog for a new circle', async () => {
    const { page } = member;
    await page.goto('/groups');
    await page.getByRole('button', { name: 'Create Circle' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await look(page, 'circle-dialog')).toEqual([]);
    member.assertNoProblems();
  });

  it('menu of a phone', async () => {
    const { page } = member;
    await page.setViewportSize({ width: phone, height: 900 });
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Privacy settings' }).waitFor();
    expect(await look(page, 'menu', [phone])).toEqual([]);
    member.assertNoProblems();
  });

  it('menu of a member', async () => {
    const { page } = member;
    await page.setViewportSize({ width: desktop, height: 900 });
    await page.goto('/dashboard');
    await page.getByRole('button', { name: /^Your menu, / }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).waitFor();
    expect(await look(page, 'member-menu', [desktop])).toEqual([]);
    member.assertNoProblems();
  });

  it('an area that is not available', async () => {
    const { page } = visitor;
    visitor.expectProblem(/remotes\/mf-quiz.*ERR_FAILED/);
    await page.route('**/remotes/mf-quiz/**', (route) => route.abort());
    await page.goto('/vibe-quiz');
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    expect(await look(page, 'not-available')).toEqual([]);
    await page.unroute('**/remotes/mf-quiz/**');
    visitor.assertNoProblems();
  });
});
