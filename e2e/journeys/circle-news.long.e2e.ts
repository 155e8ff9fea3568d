import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { leaveBrowser, newPerson, type Person, takeBrowser } from '../support/browser.ts';
import { look } from '../support/screenshots.ts';
import { type Site, startSite, temporaryFolder } from '../support/site.ts';
import { join, mainLink, toastText } from '../support/steps.ts';

// Events in circles notify their members (D48, D68), in three browsers on the real server.
const names = { ada: 'Ada Grove', ben: 'Ben Adler', cleo: 'Cleo Marsh' };

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let site: Site;
let browser: Browser;
let ada: Person;
let ben: Person;
let cleo: Person;

async function signedUp(username: keyof typeof names): Promise<Person> {
  const person = await newPerson(browser, site.origin, { reducedMotion: 'reduce' });
  const email = `${username}@frens.example`;
  await join(person, { username, name: names[username], email, password: 'seven-warm-stones' });
  return person;
}

beforeAll(async () => {
  folder = await temporaryFolder();
  [site, browser] = await Promise.all([startSite({ dataDir: folder.dir, demo: false }), takeBrowser()]);
  [ada, ben, cleo] = [await signedUp('ada'), await signedUp('ben'), await signedUp('cleo')];
});

afterAll(async () => {
  await leaveBrowser(browser);
  await site?.stop();
  await folder?.remove();
});

afterEach(() => {
  for (const person of [ada, ben, cleo]) person.assertNoProblems();
});

const bell = (page: Page, says: string) => page.getByRole('button', { name: `Notifications, ${says}` });
const told = (page: Page, words: string) => page.getByRole('main').getByRole('link', { name: words });

it('tells the owner who asks to be invited, and leads to the request that is answered', async () => {
  const { page } = ada;
  await page.goto('/notifications');
  await page.getByText('All quiet here').waitFor();
  await mainLink(page, 'Groups').click();
  await page.getByRole('button', { name: 'Create Circle' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Circle Name').fill('Soup Table');
  await dialog.getByRole('radio', { name: 'Invite' }).check();
  await dialog.getByRole('button', { name: 'Create Circle' }).click();
  await page.getByRole('heading', { level: 1, name: 'Soup Table' }).waitFor();

  for (const { page: asking } of [ben, cleo]) {
    await asking.goto(page.url());
    await asking.getByRole('button', { name: 'Ask to be invited' }).click();
    await asking.getByRole('dialog').getByRole('button', { name: 'Send request' }).click();
    await toastText(asking, 'Request sent');
  }

  await bell(page, 'none unread').click();
  const empty = page.getByRole('dialog', { name: 'Notifications' });
  await empty.getByRole('link', { name: 'Ben Adler would like an invitation to Soup Table' }).waitFor();
  await page.keyboard.press('Escape');
  await mainLink(page, 'Frens').click();
  await bell(page, '2 unread').click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await panel.getByRole('link', { name: 'Ben Adler would like an invitation to Soup Table' }).waitFor();
  await panel.getByRole('link', { name: 'See all' }).click();
  await told(page, 'Ben Adler would like an invitation to Soup Table').waitFor();
  await told(page, 'Cleo Marsh would like an invitation to Soup Table').click();
  await page.getByRole('heading', { level: 1, name: 'Soup Table' }).waitFor();
  await bell(page, '1 unread').waitFor();
  // The page was loaded before the request.
  const asking = page.getByRole('button', { name: /^Accept / });
  await expect.poll(() => asking.count()).toBe(2);
});

it('tells who is let in, and who becomes the owner, and leads them into the circle', async () => {
  const { page } = ada;
  await page.getByRole('button', { name: 'Accept Ben Adler' }).click();
  await toastText(page, 'Ben Adler is in');
  await ben.page.goto('/browse');
  await bell(ben.page, '1 unread').click();
  const panel = ben.page.getByRole('dialog', { name: 'Notifications' });
  await panel.getByRole('link', { name: 'You’re in Soup Table: your request was accepted' }).click();
  await ben.page.getByRole('heading', { level: 1, name: 'Soup Table' }).waitFor();

  await page.getByRole('button', { name: 'Hand over' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('New owner').selectOption({ label: 'Ben Adler (@ben)' });
  await dialog.getByRole('button', { name: 'Hand over' }).click();
  await toastText(page, 'Circle handed over');
  await ben.page.goto('/notifications');
  await told(ben.page, 'Soup Table is yours now').waitFor();
  expect(await look(ben.page, 'notifications-of-circles')).toEqual([]);
});

it('tells of each new post who wants it, and of a mention in its place', async () => {
  const { page } = ada;
  await page.reload();
  const wish = page.getByRole('switch', { name: 'Tell me when someone posts' });
  await wish.check();
  await expect.poll(() => look(page, 'circle-notice-switch')).toEqual([]);
  await ben.page.goto(page.url());
  const write = async (text: string) => {
    await ben.page.getByLabel('Write to everyone in the circle').fill(text);
    await ben.page.getByRole('button', { name: 'Post', exact: true }).click();
    await ben.page.getByRole('article').filter({ hasText: text }).waitFor();
  };
  await write('Soup at six.');
  await write('Bring @ada, would you?');
  await page.goto('/notifications');
  await told(page, 'Ben Adler mentioned you in Soup Table').waitFor();
  const refresh = page.getByRole('button', { name: 'Check for new notifications' });
  await expect
    .poll(async () => {
      await refresh.click();
      return told(page, 'Ben Adler posted in Soup Table').count();
    })
    .toBe(1);
  await told(page, 'Ben Adler mentioned you in Soup Table').click();
  await page.getByText('Soup at six.').waitFor();
  expect(await wish.isChecked()).toBe(true);
});
