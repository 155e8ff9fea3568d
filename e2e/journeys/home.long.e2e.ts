import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newPerson, type Person } from '../support/browser.ts';
import { type DemoSite, openDemoSite } from '../support/demo-site.ts';
import { desktop, look, phone } from '../support/screenshots.ts';
import { signIn, untilWhole } from '../support/steps.ts';

// The dashboard of a demo member: what waits, what is theirs, and where its links lead.
let site: DemoSite;
let member: Person;
let page: Page;

beforeAll(async () => {
  site = await openDemoSite();
  member = await newPerson(site.browser, site.origin);
  page = member.page;
  await signIn(member);
});

afterAll(() => site?.close());

afterEach(() => member.assertNoProblems());

const region = (name: string) => page.getByRole('region', { name });

/** Follows the first matching link of a part and returns the path once the page has loaded. */
async function follow(part: Locator, link?: RegExp): Promise<string> {
  // Without a name, takes a link of the list; the one beside the title leads to the whole list.
  const one = link ? part.getByRole('link', { name: link }) : part.getByRole('listitem').getByRole('link');
  const to = (await one.first().getAttribute('href')) ?? '';
  await one.first().click();
  await page.waitForURL(`**${to}`);
  // The home stays visible until the next page's code has loaded.
  await page.getByRole('heading', { level: 1, name: /^Welcome/ }).waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  return to;
}

/** Returns by the back button, which is nearly free; a load takes a second of processor time. */
async function back(): Promise<void> {
  await page.goBack();
  await page.waitForURL('**/dashboard');
}

/** The requests on the page now, by the names of their senders. */
const asking = () =>
  page
    .getByRole('button', { name: /^Accept .*’s request$/ })
    .evaluateAll((all) => all.map((one) => /^Accept (.*)’s request$/.exec(one.ariaLabel ?? '')?.[1] ?? ''));

/** Expands everything that waits: on a phone two rows show at first, and introductions precede requests. */
async function unfold(): Promise<void> {
  const card = region('Waiting for you');
  await card.getByRole('listitem').first().waitFor();
  const more = card.getByRole('button', { name: /^Show \d+ more$/ });
  if (await more.isVisible()) await more.click();
}

describe.each([desktop, phone])('the home at %i px', (width) => {
  beforeEach(() => page.setViewportSize({ width, height: 900 }));

  it('says first who waits for an answer, which is given right there', async () => {
    for (const [name, address] of [
      ['home-older-frame', '/v2/dashboard'],
      ['home', '/dashboard'],
    ] as const) {
      await page.goto(address);
      await region('Waiting for you').getByRole('listitem').first().waitFor();
      await region('People you might like').getByRole('listitem').first().waitFor();
      expect(await look(page, name, [width])).toEqual([]);
    }
    await unfold();
    await expect.poll(asking).not.toEqual([]);
    const [name = ''] = await asking();
    const card = region('Waiting for you');
    const before = await card.boundingBox();
    const accepted = page.waitForResponse((answer) => answer.url().endsWith('/accept'));
    await page.getByRole('button', { name: `Accept ${name}’s request` }).click();
    const undo = card.getByRole('button', { name: `Undo your answer to ${name}` });
    await undo.waitFor();
    // Nothing has moved: the next click hits the same row.
    expect((await card.boundingBox())?.height).toBe(before?.height);
    await undo.waitFor({ state: 'detached' });
    expect((await card.boundingBox())?.height).toBe(before?.height);
    await accepted;
    await page.reload();
    await untilWhole(page);
    await unfold();
    // A friend whom the member could introduce to somebody.
    await page.getByRole('link', { name, exact: true }).first().waitFor();
    expect(await asking()).not.toContain(name);
  });

  it('shows the own Panda and balance, which lead to their pages', async () => {
    await page.goto('/dashboard');
    expect(await follow(region('Your Panda'), /^Your BAMBOO: [\d,.]+/)).toBe('/bamboo');
    await back();
    expect(await follow(region('Your Panda'), /^Open its page/)).toMatch(/^\/panda\/[0-9a-f]{24}$/);
  });

  it('leads on to a person and a circle that the member may like', async () => {
    await page.goto('/dashboard');
    expect(await follow(region('People you might like'))).toMatch(/^\/frens\/./);
    await page.getByRole('button', { name: /^Connect with / }).waitFor();
    await back();
    expect(await follow(region('A circle for you'), /^(?!All circles)/)).toMatch(/^\/groups\/[0-9a-f]{24}$/);
  });
});
