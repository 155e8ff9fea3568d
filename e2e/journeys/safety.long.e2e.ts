import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { leaveBrowser, newPerson, type Person, takeBrowser } from '../support/browser.ts';
import { moderate } from '../support/moderate.ts';
import { look, phone } from '../support/screenshots.ts';
import { type Site, startSite, temporaryFolder } from '../support/site.ts';
import { join, toastText } from '../support/steps.ts';

// A member is blocked by one and reported by another (D23), in three browsers on the real server, with no other members.
const ada = member('ada.grove', 'Ada Grove');
const ben = member('Ben.Adler', 'Ben Adler');
const cleo = member('cleo.marsh', 'Cleo Marsh');
const nobody = 'There’s nobody here';
const why = 'You asked three members for money.';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let site: Site;
let browser: Browser;
let people: Person[];
let adas: Page;
let bens: Page;
let cleos: Page;

beforeAll(async () => {
  folder = await temporaryFolder();
  [site, browser] = await Promise.all([startSite({ dataDir: folder.dir, demo: false }), takeBrowser()]);
  const three = await Promise.all([
    newPerson(browser, site.origin),
    newPerson(browser, site.origin, { viewport: { width: 375, height: 812 } }),
    newPerson(browser, site.origin),
  ]);
  people = three;
  [adas, bens, cleos] = people.map(({ page }) => page) as [Page, Page, Page];
  const [first, second, third] = three;
  for (const [person, details] of [
    [first, ada],
    [second, ben],
    [third, cleo],
  ] as const)
    await join(person, details);
  // A hidden member looks like a missing one.
  for (const person of people) person.expectProblem(/\/api\/users\/.* status of 404/);
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
  return { username, name, email: `${username.toLowerCase()}@frens.example`, password: 'seven-warm-stones' };
}

/** Opens a person's page, which shows them or says that there is nobody. */
async function visit(page: Page, { username }: { username: string }, heading: string): Promise<void> {
  await page.goto(`/frens/${username}`);
  await page.getByRole('heading', { level: 1, name: new RegExp(`^${heading}`) }).waitFor();
}

/** Opens the safety sheet at the foot of a person's page, once the content above has loaded. */
async function openSheet(page: Page, name: string) {
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: `Report or block ${name}` }).click();
  return page.getByRole('dialog');
}

/** The names on the cards of Browse; at least one. */
async function browsed(page: Page): Promise<string[]> {
  const names = page.getByRole('article').getByRole('heading');
  await names.first().waitFor();
  return (await names.allInnerTexts()).map((name) => name.replace(/,.*/s, '').trim()).sort();
}

describe('somebody who behaves badly', () => {
  it('is blocked by one, in the older frame and on a phone, and a third one notices nothing', async () => {
    await visit(bens, ada, ada.name);
    await bens.goto(`/v2/frens/${ada.username}`);
    const sheet = await openSheet(bens, ada.name);
    await sheet.getByText('Only block', { exact: true }).click();
    await sheet.getByRole('button', { name: 'Block Ada Grove' }).click();
    await sheet.getByRole('heading', { name: 'Ada Grove is blocked' }).waitFor();
    await sheet.getByRole('button', { name: 'Done', exact: true }).click();
    await bens.waitForURL('**/v2/browse');
    await expect.poll(() => browsed(bens)).toEqual([cleo.name]);
    await visit(bens, ada, nobody);
    await visit(adas, ben, nobody);
    await adas.goto('/browse');
    expect(await browsed(adas)).toEqual([cleo.name]);
    await cleos.goto('/browse');
    expect(await browsed(cleos)).toEqual([ada.name, ben.name]);
  });

  it('is reported by another, who meets them in no list, and whose page stays so that a block can follow', async () => {
    await visit(cleos, ada, ada.name);
    const sheet = await openSheet(cleos, ada.name);
    await sheet.getByLabel('What is wrong?').selectOption({ label: 'Something else' });
    await sheet.getByRole('button', { name: 'Send report' }).click();
    await sheet.getByRole('heading', { name: 'Thank you for your report' }).waitFor();
    await sheet.getByRole('button', { name: 'Done', exact: true }).click();
    await expect.poll(() => browsed(cleos)).toEqual([ben.name]);
    await visit(cleos, ada, ada.name);
    await cleos.getByRole('button', { name: 'Report or block Ada Grove' }).waitFor();
    // The reported member is not notified.
    await visit(adas, cleo, cleo.name);
  });

  it('is suspended by moderators beside the running site, told why, and seen by nobody', async () => {
    const queue = await moderate(folder.dir, 'list');
    const [report = ''] = /^[0-9a-f]{24}/m.exec(queue) ?? [];
    expect(await moderate(folder.dir, 'show', report)).toContain(`@${cleo.username}`);
    await moderate(folder.dir, 'suspend', `@${ada.username}`, '--days', '7', '--reason', why);

    // An open page learns from its next call; the next sign-in shows it, too.
    people[0]?.expectProblem(/status of 40[13]/);
    await adas.goto('/dashboard');
    await adas.waitForURL('**/auth?next=%2Fdashboard');
    const form = adas.getByRole('form', { name: 'Login' });
    await form.getByLabel('Username or email').fill(ada.username);
    await form.locator('input[type=password]').fill(ada.password);
    await form.getByRole('button', { name: 'Sign In' }).click();
    await adas.getByRole('heading', { level: 1, name: 'Your account is suspended' }).waitFor();
    await adas.getByText(why).waitFor();
    expect(await look(adas, 'suspended', [phone])).toEqual([]);
    await visit(cleos, ada, nobody);

    await moderate(folder.dir, 'restore', `@${ada.username}`, '--reason', 'It was somebody else.');
    await moderate(folder.dir, 'resolve', report, '--reason', 'Seen to.');
    expect(await moderate(folder.dir, 'list')).toBe('Nothing waits.\n');
    await adas.goto('/dashboard');
    await adas.getByRole('heading', { level: 1, name: /Ada Grove/ }).waitFor();
    await visit(cleos, ada, ada.name);
  });

  it('stays blocked after that, until who blocked them lifts it', async () => {
    await visit(bens, ada, nobody);
    await visit(adas, ben, nobody);
    await bens.goto('/privacy-settings');
    await bens.getByRole('button', { name: 'Unblock Ada Grove' }).click();
    await toastText(bens, 'Unblocked');
    await visit(bens, ada, ada.name);
    await bens.getByRole('button', { name: 'Connect with Ada Grove' }).waitFor();
    expect(await bens.title()).toBe('Ada Grove · Frens');
    await visit(adas, ben, ben.name);
  });
});
