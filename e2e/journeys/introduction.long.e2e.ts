import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { leaveBrowser, newPerson, type Person, takeBrowser } from '../support/browser.ts';
import { look } from '../support/screenshots.ts';
import { type Site, startSite, temporaryFolder } from '../support/site.ts';
import { join, toastText } from '../support/steps.ts';

// An introduction of a friend (D25), in three browsers on the real server, with no other members.
const ana = member('ana.brook', 'Ana Brook');
const maya = member('maya.ruiz', 'Maya Ruiz');
const olu = member('olu.bassey', 'Olu Bassey');

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let site: Site;
let browser: Browser;
let people: Person[];
let anas: Page;
let mayas: Page;
let olus: Page;

beforeAll(async () => {
  folder = await temporaryFolder();
  [site, browser] = await Promise.all([startSite({ dataDir: folder.dir, demo: false }), takeBrowser()]);
  const three = await Promise.all([
    newPerson(browser, site.origin),
    newPerson(browser, site.origin, { viewport: { width: 375, height: 812 } }),
    newPerson(browser, site.origin),
  ]);
  people = three;
  [anas, mayas, olus] = people.map(({ page }) => page) as [Page, Page, Page];
  const [first, second, third] = three;
  for (const [person, details] of [
    [first, ana],
    [second, maya],
    [third, olu],
  ] as const)
    await join(person, details);
  await anas.goto('/frens/maya.ruiz');
  await anas.getByRole('button', { name: 'Connect with Maya Ruiz' }).click();
  await toastText(anas, 'Connection Requested');
  await mayas.goto('/frens/ana.brook');
  await mayas.getByRole('button', { name: 'Accept Ana Brook’s request' }).click();
  await mayas.getByText(/^Friends since/).waitFor();
});

afterAll(async () => {
  await leaveBrowser(browser);
  await site?.stop();
  await folder?.remove();
});

afterEach(() => {
  for (const person of people) person.assertNoProblems();
});

function member(username: string, name: string) {
  return { username, name, email: `${username}@frens.example`, password: 'seven-warm-stones' };
}

/** Everything that a member learns of introductions and friends, on screen and from the server. */
async function toldTo(page: Page, tab: 'matchmaker' | 'matches'): Promise<string[]> {
  await page.goto(`/dashboard?tab=${tab}`);
  await page.locator('main li').first().waitFor();
  // Loads near the viewport.
  await page.getByRole('tabpanel').scrollIntoViewIfNeeded();
  await page.waitForLoadState('networkidle');
  const answers = await page.evaluate(async () => {
    const paths = ['matches', 'matches/matchmaker', 'connections', 'connections/pending', 'notifications'];
    const responses = await Promise.all(paths.map((path) => fetch(`/api/${path}`)));
    return Promise.all(responses.map((response) => response.text()));
  });
  return [await page.locator('body').innerText(), ...answers];
}

/** Opens the bell, which shows the unread count, and follows a notification. */
async function openNews(page: Page, says: string, news: RegExp): Promise<void> {
  await page.getByRole('button', { name: `Notifications, ${says}` }).click();
  await page.getByRole('dialog', { name: 'Notifications' }).getByRole('link', { name: news }).click();
}

describe('an introduction', () => {
  it('begins with a friend, somebody who fits and a few words', async () => {
    await anas.goto('/dashboard');
    // Loads near the viewport.
    await anas.getByRole('tabpanel').scrollIntoViewIfNeeded();
    await anas.getByRole('button', { name: 'Find a match for Maya Ruiz' }).click();
    const sheet = anas.getByRole('dialog');
    await sheet.getByRole('radio', { name: 'Olu Bassey' }).check();
    await sheet.getByLabel('A few words for both').fill('You both keep bees.');
    expect(await look(anas, 'introduction-sheet')).toEqual([]);
    await anas.setViewportSize({ width: 1280, height: 900 });
    await sheet.getByRole('button', { name: 'Suggest Match' }).click();
    await toastText(anas, 'Match Suggested');
    const history = anas.getByRole('region', { name: 'Your Matchmaking History' });
    await history.getByText('Waiting for both').waitFor();
    await history.getByText('You both keep bees.').waitFor();
  });

  it('reaches both, and what the first one answers is told to nobody', async () => {
    await olus.goto('/dashboard');
    await olus.getByRole('tab', { name: /^Your Matches/ }).click();
    await olus.getByText('You both keep bees.').waitFor();
    expect(await look(olus, 'introduction-received')).toEqual([]);
    await olus.setViewportSize({ width: 1280, height: 900 });
    const told = async () => [await toldTo(anas, 'matchmaker'), await toldTo(olus, 'matches')];
    const before = await told();

    await mayas.goto('/groups');
    await openNews(mayas, '1 unread', /Ana Brook would like to introduce you to Olu Bassey/);
    await mayas.waitForURL('**/dashboard?tab=matches#introductions');
    await mayas.getByRole('button', { name: 'Yes, I’d like to meet Olu Bassey' }).click();
    await mayas.getByText('Your yes is safe with us').waitFor();
    // The answer is sent when its undo period ends.
    await mayas
      .getByRole('button', { name: 'Undo your answer to Olu Bassey' })
      .waitFor({ state: 'detached' });
    await mayas.reload();
    await mayas.getByText('You said yes. We’ll keep it secret until Olu Bassey says yes too.').waitFor();
    expect(await told()).toEqual(before);
  });

  it('makes friends of the two with the second yes, and the matchmaker is thanked', async () => {
    await olus.getByRole('button', { name: 'Yes, I’d like to meet Maya Ruiz' }).click();
    await toastText(olus, 'You and Maya Ruiz are friends now!');
    // Answered rows stay until the page is opened again.
    await olus.reload();
    await olus.getByText('You met').waitFor();
    await mayas.goto('/groups');
    await openNews(mayas, '1 unread', /Olu Bassey said yes too: you’re friends now/);
    await mayas.waitForURL('**/frens/olu.bassey');
    await mayas.getByText(/^Friends since/).waitFor();
    await mayas.goto('/v2/dashboard?tab=matches');
    await mayas.getByText('You met').waitFor();

    await anas.goto('/v2/browse');
    await openNews(anas, '2 unread', /Maya Ruiz and Olu Bassey are friends now, thanks to you/);
    await anas.waitForURL('**/v2/dashboard');
    const history = anas.getByRole('region', { name: 'Your Matchmaking History' });
    await history.getByText('They met').waitFor();
    await history.getByText(/^They’re friends now, thanks to you/).waitFor();
    const [entry] = await anas.evaluate(async () => (await fetch('/api/wallet/ledger')).json());
    expect(entry).toMatchObject({ kind: 'match', amount: '5.00' });
  });
});
