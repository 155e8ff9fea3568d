import { buildPublicUser, nothingBetween } from '@frens/contract/fixtures';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newPerson, type Person } from '../support/browser.ts';
import { type DemoSite, openDemoSite } from '../support/demo-site.ts';
import { desktop, look, phone } from '../support/screenshots.ts';
import { signIn } from '../support/steps.ts';

// The real site with a mocked list of thousands of members.
const pageSize = 100;
const members = Array.from({ length: 3000 }, (_, index) =>
  buildPublicUser({
    id: String(index).padStart(24, '0'),
    username: `fren.${index + 1}`,
    name: `Fren ${index + 1}`,
    // Cards of different heights.
    bio: 'Bakes at night and sleeps by day. '.repeat(index % 4),
    interests: ['tea', 'kites', 'choir'].slice(index % 3),
  }),
);

let site: DemoSite;

beforeAll(async () => {
  site = await openDemoSite();
});
afterAll(() => site?.close());

/** The viewer, and the number of requested pages. */
interface Visit extends Person {
  asked: string[];
}

async function open(width: number): Promise<Visit> {
  const person = await newPerson(site.browser, site.origin, {
    viewport: { width, height: 800 },
    hasTouch: width === phone,
    bypassCSP: true,
  });
  const asked: string[] = [];
  await person.context.route(
    ({ pathname }) => pathname === '/api/users',
    async (route) => {
      const { searchParams } = new URL(route.request().url());
      asked.push(searchParams.toString());
      const start = Number(searchParams.get('cursor') ?? 0);
      const end = start + pageSize;
      await route.fulfill({
        json: members.slice(start, end),
        headers: end < members.length ? { Link: `</api/users?cursor=${end}>; rel="next"` } : {},
      });
    },
  );
  await person.context.route(
    ({ pathname }) => decodeURIComponent(pathname).startsWith('/api/users/@fren.'),
    async (route) => {
      const name = decodeURIComponent(new URL(route.request().url()).pathname).split('@')[1];
      const member = members.find(({ username }) => username === name);
      await route.fulfill({
        json: {
          ...member,
          connection: null,
          conversation: null,
          waiting: nothingBetween,
          canIntroduce: false,
        },
      });
    },
  );
  await person.context.route(
    ({ pathname }) => pathname.endsWith('/common'),
    async (route) =>
      route.fulfill({ json: { circles: [], friends: [], hasMoreFriends: false, reasons: [] } }),
  );
  await signIn(person);
  return { ...person, asked };
}

const status = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true });
const inDocument = (page: Page) => page.locator('main article').count();
const toBottom = (page: Page) => page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));

/** Opens the list for a group of tests. */
function opened(width: number): () => Visit {
  let visit: Visit;
  beforeAll(async () => {
    visit = await open(width);
    await visit.page.goto('/browse?gender=female');
    await status(visit.page, '100 frens so far').waitFor();
    visit.asked.length = 0;
  });
  afterEach(() => visit.assertNoProblems());
  afterAll(() => visit.context.close());
  return () => visit;
}

describe('thousands of members, where there is room', () => {
  const visit = opened(desktop);

  it('come by themselves as one scrolls, three pages, and then the footer can be reached', async () => {
    const { page, asked } = visit();
    for (const count of [200, 300, 400]) {
      await page.getByRole('button', { name: 'Show more' }).scrollIntoViewIfNeeded();
      await status(page, `${count} frens so far`).waitFor();
    }
    await toBottom(page);
    const footer = page.getByRole('contentinfo');
    await expect.poll(async () => ((await footer.boundingBox())?.y ?? 9999) < 800).toBe(true);
    expect(asked).toHaveLength(3);
    expect(await page.getByRole('button', { name: 'Show more' }).isVisible()).toBe(true);
  });

  it('are in the document where the screen is, and nowhere else', async () => {
    const { page } = visit();
    await expect.poll(() => inDocument(page)).toBeLessThan(120);
    expect(await page.getByRole('link', { name: /^Fren 1,/ }).count()).toBe(0);
    await page.evaluate(() => scrollTo(0, 0));
    await page.getByRole('link', { name: /^Fren 1,/ }).waitFor();
    await expect.poll(() => inDocument(page)).toBeLessThan(120);
  });

  it('come when they are asked for, and the keyboard goes on at the first new one', async () => {
    const { page } = visit();
    await toBottom(page);
    const more = page.getByRole('button', { name: 'Show more' });
    await more.focus();
    await page.keyboard.press('Enter');
    await status(page, '500 frens so far').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Fren 401,/);
    expect(await page.locator('[aria-posinset="401"]').getAttribute('aria-setsize')).toBe('-1');
  });
});

describe('thousands of members, on a phone', () => {
  const visit = opened(phone);

  it('come twelve at a time as they are asked for', async () => {
    const { page, asked } = visit();
    for (const first of [13, 25]) {
      await page.getByRole('button', { name: 'Show more' }).press('Enter');
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.textContent))
        .toMatch(new RegExp(`^Fren ${first},`));
    }
    expect(asked).toEqual([]);
  });
});

describe.each([desktop, phone])('thousands of members, at %s px', (width) => {
  const visit = opened(width);

  it('are met where they were left on the way back, with the filter and the focus', async () => {
    const { page, asked } = visit();
    const before = asked.length;
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2));
    const card = page.locator('main article').filter({ hasText: 'Fren' });
    await expect
      .poll(() =>
        card.evaluateAll((all) => all.some((one) => Math.abs(one.getBoundingClientRect().top - 300) < 250)),
      )
      .toBe(true);
    const name = await card.evaluateAll(
      (all) =>
        all.find((one) => Math.abs(one.getBoundingClientRect().top - 300) < 250)?.querySelector('a')
          ?.textContent ?? '',
    );
    const link = page.getByRole('link', { name, exact: true });
    const top = (await link.boundingBox())?.y ?? 0;
    await link.click();
    await page.getByRole('heading', { level: 1, name: /^Fren / }).waitFor();
    await page.goBack();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(name);
    expect(Math.abs(((await link.boundingBox())?.y ?? 0) - top)).toBeLessThan(3);
    expect(new URL(page.url()).search).toBe('?gender=female');
    await expect.poll(() => inDocument(page)).toBeLessThan(120);
    expect(asked).toHaveLength(before);
  });

  it('look as they should', async () => {
    const { page } = visit();
    await page.evaluate(() => scrollTo(0, 0));
    await page.getByRole('link', { name: /^Fren 1,/ }).waitFor();
    expect(await look(page, 'browse-thousands', [width])).toEqual([]);
  });

  it('are met where they were left when the page is loaded again', async () => {
    const { page } = visit();
    await page.evaluate(() => scrollTo(0, 1200));
    await page.reload();
    await status(page, '100 frens so far').waitFor();
    await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(1200);
    await page.waitForTimeout(500);
    expect(await page.evaluate(() => Math.round(scrollY))).toBe(1200);
  });
});
