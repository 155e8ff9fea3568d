import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { leaveBrowser, newPerson, type Person, takeBrowser } from '../support/browser.ts';
import { look } from '../support/screenshots.ts';
import { type Site, startSite, temporaryFolder } from '../support/site.ts';
import { join, toastText } from '../support/steps.ts';

// One member's actions notify the other (D60), in two browsers on the real server.
const member = (username: string, name: string) => ({
  username,
  name,
  email: `${username}@frens.example`,
  password: 'seven-warm-stones',
});

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let site: Site;
let browser: Browser;
let ada: Person;
let ben: Person;

beforeAll(async () => {
  folder = await temporaryFolder();
  [site, browser] = await Promise.all([startSite({ dataDir: folder.dir, demo: false }), takeBrowser()]);
  ada = await newPerson(browser, site.origin);
  ben = await newPerson(browser, site.origin, { viewport: { width: 375, height: 812 } });
  await join(ada, member('ada.grove', 'Ada Grove'));
  await join(ben, member('ben.adler', 'Ben Adler'));
});

afterAll(async () => {
  await leaveBrowser(browser);
  await site?.stop();
  await folder?.remove();
});

afterEach(() => {
  ada.assertNoProblems();
  ben.assertNoProblems();
});

const bell = (page: Page, says: string) => page.getByRole('button', { name: `Notifications, ${says}` });

it('a request rings the bell with the next page view, on a phone too, and leads to the answer', async () => {
  await ben.page.goto('/about/us');
  await bell(ben.page, 'none unread').waitFor();
  await ada.page.goto('/frens/ben.adler');
  await ada.page.getByRole('button', { name: 'Connect with Ben Adler' }).click();
  await toastText(ada.page, 'Connection Requested');

  const { page } = ben;
  await page.goto('/groups');
  await bell(page, '1 unread').click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  const told = panel.getByRole('link', { name: /Ada Grove would like to connect with you/ });
  await told.waitFor();
  expect(await look(page, 'bell-panel')).toEqual([]);
  await page.setViewportSize({ width: 375, height: 812 });
  await told.click();
  await page.waitForURL('**/frens/ada.grove');
  await bell(page, 'none unread').waitFor();
  await page.getByRole('button', { name: 'Accept Ada Grove’s request' }).click();
  await page.getByText(/^Friends since/).waitFor();
});

it('the answer rings the bell of who asked, and stands on the page, read, in both frames', async () => {
  const { page } = ada;
  await page.goto('/v2/browse');
  await bell(page, '1 unread').click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await panel.getByText('You and Ben Adler are friends now').waitFor();
  await panel.getByRole('link', { name: 'See all' }).click();
  await page.waitForURL('**/v2/notifications');
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await bell(page, 'none unread').waitFor();
  expect(await look(page, 'notifications-v2')).toEqual([]);
});
