import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newPerson, openBrowser, type Person } from '../support/browser.ts';
import { look, phone } from '../support/look.ts';
import { rootDir, type Site, startSite, temporaryFolder } from '../support/site.ts';
import { signUp, toastText } from '../support/steps.ts';

// Two people who meet on each other's pages, on the real server with nobody else there.
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
  [site, browser] = await Promise.all([startSite({ dataDir: folder.dir, demo: false }), openBrowser()]);
  adas = await newPerson(browser, site.origin);
  bens = await newPerson(browser, site.origin, { viewport: { width: 375, height: 812 } });
  for (const [person, details] of [
    [adas, ada],
    [bens, ben],
  ] as const) {
    await person.page.goto('/auth?tab=register');
    await signUp(person.page, details);
  }
});

afterAll(async () => {
  await browser?.close();
  await site?.stop();
  await folder?.remove();
});

afterEach(() => {
  adas.assertNoProblems();
  bens.assertNoProblems();
});

/** `npm run moderate` on the data of the running site; what it prints. */
async function moderate(...words: string[]): Promise<string> {
  const env = { ...process.env, MONGODB_URI: '', DATA_DIR: folder.dir, MODERATOR: 'kim', LOG_LEVEL: 'error' };
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ['api/dist/moderate.js', ...words], { cwd: rootDir, env });
  return stdout;
}

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
    await page.getByText(/^You asked on/).waitFor();
  });

  it('become friends on the page of who asked, also in the older frame and on a phone', async () => {
    const { page } = bens;
    await page.goto('/v2/dashboard?tab=connections');
    await page.getByRole('link', { name: 'Ada Grove' }).click();
    await page.waitForURL('**/v2/frens/ada.grove');
    await page.getByText(note).waitFor();
    await page.getByRole('button', { name: 'Accept the request of Ada Grove' }).click();
    await page.getByText(/^You have been friends since/).waitFor();
    await adas.page.reload();
    await adas.page.getByText(/^You have been friends since/).waitFor();
    expect(await adas.page.getByText(note).count()).toBe(0);
  });

  it('are gone for each other when one ends it and shows themselves to friends alone, as if they had never been', async () => {
    const { page } = adas;
    await bens.page.goto('/privacy-settings');
    await bens.page.getByRole('radio', { name: /^Friends/ }).check();
    await bens.page.getByRole('button', { name: 'Save Changes' }).click();
    await toastText(bens.page, 'Privacy settings updated');

    await page.getByRole('button', { name: 'Remove from friends' }).click();
    await page.getByRole('button', { name: 'Undo: keep Ben Adler as a friend' }).click();
    await page.getByRole('button', { name: 'Remove from friends' }).click();
    adas.expectProblem(/\/api\/users\/.* status of 404/);
    await page.getByRole('heading', { level: 1, name: 'Nobody to be found here' }).waitFor();
    const hidden = await page.locator('main').innerHTML();
    await page.goto('/frens/nobody.at.all');
    await page.getByRole('heading', { level: 1, name: 'Nobody to be found here' }).waitFor();
    expect(await page.locator('main').innerHTML()).toBe(hidden);
  });

  it('do not see each other while one has blocked the other, and do when it is lifted', async () => {
    const { page } = bens;
    await page.goto('/v2/frens/ada.grove');
    await page.getByRole('button', { name: 'Report or block Ada Grove' }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByText('Only block', { exact: true }).click();
    await sheet.getByRole('button', { name: 'Block Ada Grove' }).click();
    await sheet.getByRole('heading', { name: 'Ada Grove is blocked' }).waitFor();
    await sheet.getByRole('button', { name: 'Done', exact: true }).click();
    await page.waitForURL('**/v2/browse');
    await page.getByRole('heading', { name: 'Nobody here yet' }).waitFor();
    bens.expectProblem(/\/api\/users\/.* status of 404/);
    await page.goto('/frens/ada.grove');
    await page.getByRole('heading', { level: 1, name: 'Nobody to be found here' }).waitFor();

    await page.goto('/privacy-settings');
    await page.getByRole('button', { name: 'Lift the block of Ada Grove' }).click();
    await toastText(page, 'Block lifted');
    await page.goto('/frens/ada.grove');
    await page.getByRole('button', { name: 'Connect with Ada Grove' }).waitFor();
    expect(await page.title()).toBe('Ada Grove · Frens');
  });

  it('meet in no list of who reported the other, and their page stays so that a block can follow', async () => {
    const { page } = bens;
    // The button is at the foot, and what is above it still comes.
    await page.waitForLoadState('networkidle');
    await page.getByRole('button', { name: 'Report or block Ada Grove' }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByLabel('What is wrong?').selectOption({ label: 'Something else' });
    await sheet.getByRole('button', { name: 'Send report' }).click();
    await sheet.getByRole('heading', { name: 'Thank you for your report' }).waitFor();
    await sheet.getByRole('button', { name: 'Done', exact: true }).click();
    await page.getByRole('heading', { name: 'Nobody here yet' }).waitFor();
    await page.goto('/frens/ada.grove');
    await page.getByRole('button', { name: 'Report or block Ada Grove' }).waitFor();
    expect(await page.title()).toBe('Ada Grove · Frens');
  });

  it('hear from moderators, who suspend one of them beside the running site and take it back', async () => {
    const queue = await moderate('list');
    const [report = ''] = /^[0-9a-f]{24}/m.exec(queue) ?? [];
    expect(await moderate('show', report)).toContain('@Ben.Adler');
    const why = 'You asked three members for money.';
    await moderate('suspend', '@ada.grove', '--days', '7', '--reason', why);

    // Where the page was open, the next thing that is done says so; who is signed in anew reads it as well.
    adas.expectProblem(/status of 40[13]/);
    const { page } = adas;
    await page.goto('/dashboard');
    await page.waitForURL('**/auth?next=%2Fdashboard');
    const form = page.getByRole('form', { name: 'Login' });
    await form.getByLabel('Username or email').fill(ada.username);
    await form.locator('input[type=password]').fill(ada.password);
    await form.getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('heading', { level: 1, name: 'Your account is suspended' }).waitFor();
    await page.getByText(why).waitFor();
    expect(await look(page, 'suspended', [phone])).toEqual([]);
    bens.expectProblem(/\/api\/users\/.* status of 404/);
    await bens.page.goto('/frens/ada.grove');
    await bens.page.getByRole('heading', { level: 1, name: 'Nobody to be found here' }).waitFor();

    await moderate('restore', '@ada.grove', '--reason', 'It was somebody else.');
    await moderate('resolve', report, '--reason', 'Seen to.');
    expect(await moderate('list')).toBe('Nothing waits.\n');
    await page.goto('/dashboard');
    await page.getByRole('heading', { level: 1, name: /Ada Grove/ }).waitFor();
    await bens.page.reload();
    await bens.page.getByRole('heading', { level: 1, name: /^Ada Grove/ }).waitFor();
  });
});
