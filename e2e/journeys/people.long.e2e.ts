import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { leaveBrowser, newPerson, type Person, takeBrowser } from '../support/browser.ts';
import { type Site, startSite, temporaryFolder } from '../support/site.ts';
import { join, toastText } from '../support/steps.ts';

// Two people who meet on each other's pages, on the real server, with no other members.
const ada = member('ada.grove', 'Ada Grove');
const ben = member('Ben.Adler', 'Ben Adler');
const note = 'You fixed my radio at the repair café!';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let site: Site;
let browser: Browser;
let adas: Person;
let bens: Person;

beforeAll(async () => {
  folder = await temporaryFolder();
  [site, browser] = await Promise.all([startSite({ dataDir: folder.dir, demo: false }), takeBrowser()]);
  adas = await newPerson(browser, site.origin);
  bens = await newPerson(browser, site.origin, { viewport: { width: 375, height: 812 } });
  await join(adas, ada);
  await join(bens, ben);
});

afterAll(async () => {
  await leaveBrowser(browser);
  await site?.stop();
  await folder?.remove();
});

afterEach(() => {
  adas.assertNoProblems();
  bens.assertNoProblems();
});

function member(username: string, name: string) {
  return { username, name, email: `${username.toLowerCase()}@frens.example`, password: 'seven-warm-stones' };
}

describe('two people', () => {
  it('find each other: a card leads to the page, and a note goes along with the request', async () => {
    const { page } = adas;
    await page.goto('/browse');
    await page
      .getByRole('article')
      .getByRole('link', { name: /^Ben Adler/ })
      .click();
    await page.waitForURL('**/frens/Ben.Adler');
    await page.getByRole('heading', { level: 1, name: /^Ben Adler/ }).waitFor();
    expect(await page.title()).toBe('Ben Adler · Frens');
    await page.getByRole('button', { name: 'Add a note for Ben Adler' }).click();
    await page.getByRole('dialog').getByLabel('Your note').fill(note);
    await page.getByRole('button', { name: 'Send request' }).click();
    await toastText(page, 'Connection Requested');
    await page.getByText(/^You sent a request on/).waitFor();
  });

  it('become friends on the page of who asked, also in the older frame and on a phone', async () => {
    const { page } = bens;
    await page.goto('/v2/dashboard?tab=connections');
    await page.getByRole('link', { name: 'Ada Grove' }).click();
    await page.waitForURL('**/v2/frens/ada.grove');
    await page.getByText(note).waitFor();
    await page.getByRole('button', { name: 'Accept Ada Grove’s request' }).click();
    await page.getByText(/^Friends since/).waitFor();
    await adas.page.reload();
    await adas.page.getByText(/^Friends since/).waitFor();
    expect(await adas.page.getByText(note).count()).toBe(0);
  });

  it('are gone for each other when one ends it and shows themselves to friends alone, as if they had never been', async () => {
    const { page } = adas;
    await bens.page.goto('/privacy-settings');
    await bens.page.getByRole('radio', { name: /^Friends/ }).check();
    await bens.page.getByRole('button', { name: 'Save Changes' }).click();
    await toastText(bens.page, 'Privacy settings updated');

    const tab = await adas.context.newPage();
    await tab.goto('/frens/Ben.Adler');
    await tab.getByRole('button', { name: 'More options for Ben Adler' }).click();
    await tab.getByRole('menuitem', { name: 'Remove from friends' }).click();
    await tab.getByRole('button', { name: 'Undo: keep Ben Adler as a friend' }).click();
    await tab.getByRole('button', { name: 'More options for Ben Adler' }).click();
    await tab.getByRole('menuitem', { name: 'Remove from friends' }).click();
    await tab.getByRole('button', { name: 'Undo: keep Ben Adler as a friend' }).waitFor();
    // Closing it sends the pending action.
    await tab.close();
    adas.expectProblem(/\/api\/users\/.* status of 404/);
    await expect.poll(async () => (await adas.context.request.get('/api/connections')).json()).toEqual([]);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'There’s nobody here' }).waitFor();
    const hidden = await page.locator('main').innerHTML();
    await page.goto('/frens/nobody.at.all');
    await page.getByRole('heading', { level: 1, name: 'There’s nobody here' }).waitFor();
    expect(await page.locator('main').innerHTML()).toBe(hidden);
  });
});
