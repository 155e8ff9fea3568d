import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newPerson, type Person } from '../support/browser.ts';
import { type DemoSite, openDemoSite } from '../support/demo-site.ts';
import { desktop, look, phone } from '../support/screenshots.ts';
import { signIn, untilWhole } from '../support/steps.ts';

// The dashboard is where a member of the demo community comes home to: what waits for them, what is theirs, and what leads on.
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

/** Follows the first such link of a part of the home; where it led, once there is something to read. */
async function follow(part: Locator, link?: RegExp): Promise<string> {
  // Without a name it is one of the list: beside its title a link leads to all of them.
  const one = link ? part.getByRole('link', { name: link }) : part.getByRole('listitem').getByRole('link');
  const to = (await one.first().getAttribute('href')) ?? '';
  await one.first().click();
  await page.waitForURL(`**${to}`);
  // The home stays on show until the code of the next page has come.
  await page.getByRole('heading', { level: 1, name: /^Welcome/ }).waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  return to;
}

/** Comes home by the browser's own button: nearly free, where another load is a second of processor time. */
async function back(): Promise<void> {
  await page.goBack();
  await page.waitForURL('**/dashboard');
}

/** The requests that the page shows right now, by the names of who asks. */
const asking = () =>
  page
    .getByRole('button', { name: /^Accept .*’s request$/ })
    .evaluateAll((all) => all.map((one) => /^Accept (.*)’s request$/.exec(one.ariaLabel ?? '')?.[1] ?? ''));

/** Shows all that waits: at first it is two rows on a phone, and introductions come before requests. */
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
    await page.getByRole('button', { name: `Accept ${name}’s request` }).click();
    const undo = card.getByRole('button', { name: `Undo your answer to ${name}` });
    await undo.waitFor();
    // Nothing has moved: the next click meets nobody else.
    expect((await card.boundingBox())?.height).toBe(before?.height);
    await undo.waitFor({ state: 'detached' });
    expect((await card.boundingBox())?.height).toBe(before?.height);
    await page.reload();
    await untilWhole(page);
    await unfold();
    // A friend, whom the member could bring together with somebody.
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
