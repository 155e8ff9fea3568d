import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { leaveBrowser, newPerson, type Person, takeBrowser } from '../support/browser.ts';
import { circlesOfTheGrove } from '../support/changed-versions.ts';
import { hashesIn } from '../support/hashes.ts';
import { createWorkshop } from '../support/remote-workshop.ts';
import { type Site, startSite, temporaryFolder } from '../support/site.ts';
import { copySite, type SiteCopy } from '../support/site-copy.ts';
import { isLongRun } from '../support/smoke-cases.ts';
import { mainLink } from '../support/steps.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let copy: SiteCopy;
let site: Site;
let browser: Browser;
let person: Person;
/** Hashes of the store's files before the test publishes anything. */
let before: Record<string, string>;
/** The version of mf-community under test: its circles have another title. */
let version: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  // The daily run republishes the built version with changed files; the long run builds it from changed sources.
  const workshop = isLongRun ? await createWorkshop(folder.dir, 'mf-community') : null;
  copy = workshop ?? (await copySite(folder.dir, 'mf-community'));
  before = await hashesIn(copy.store.dir);
  [site, browser, version] = await Promise.all([
    startSite({ dataDir: path.join(folder.dir, 'data'), storeDir: copy.store.dir, demo: false }),
    takeBrowser(),
    workshop
      ? workshop.publish('locales/en.json', circlesOfTheGrove)
      : copy.publishAgain('feedfacade', circlesOfTheGrove).then(({ version: again }) => again),
  ]);
});

afterAll(async () => {
  await leaveBrowser(browser);
  await site?.stop();
  await folder?.remove();
});

beforeEach(async () => {
  await copy.goLive(copy.original);
  person = await newPerson(browser, site.origin);
});

afterEach(async () => {
  await person.context.close();
  person.assertNoProblems();
});

const promote = (...words: string[]) => copy.compose('promote', `mf-community@${version}`, ...words);
const seeOld = (page: Page) => page.getByRole('heading', { level: 1, name: 'Fren Circles' }).waitFor();
const seeNew = (page: Page) =>
  page.getByRole('heading', { level: 1, name: 'Circles of the Grove' }).waitFor();

it('shows a promoted version in a new tab, with every other file as it was, and goes back', async () => {
  const { page, context } = person;
  await page.goto('/groups');
  await seeOld(page);
  expect(await promote()).toMatchObject({ code: 0 });
  const tab = await context.newPage();
  await tab.goto('/groups');
  await seeNew(tab);
  await tab.getByText('No circles available yet.').waitFor();

  // Nothing that was published before has changed, least of all the shell …
  const after = await hashesIn(copy.store.dir);
  const kept = ({ 'live.json': _pointer, 'origins/live.json': _noted, ...files }: Record<string, string>) =>
    files;
  expect(after).toMatchObject(kept(before));
  expect(Object.keys(before).some((file) => file.startsWith('shell/'))).toBe(true);
  // … the new files belong to the remote, besides the composition that names it …
  const added = Object.keys(after).filter((file) => !(file in before));
  expect(added.filter((file) => file.startsWith('remotes/')).length).toBeGreaterThan(0);
  for (const file of added) {
    expect(file).toMatch(
      new RegExp(
        `^((maps/)?remotes/mf-community/(${version}|files)/|receipts/mf-community/|pages/mf-community/|compositions/|history/live/)`,
      ),
    );
  }
  // … and the composition differs in that entry alone.
  const published = await copy.store.composition((await copy.store.liveId()) ?? '');
  const { 'mf-community': was, ...otherAppsBefore } = copy.original.apps;
  const { 'mf-community': is, ...otherAppsAfter } = published.apps;
  expect(is).not.toEqual(was);
  expect(otherAppsAfter).toEqual(otherAppsBefore);
  expect(published.host).toEqual(copy.original.host);

  expect(await copy.compose('rollback')).toMatchObject({ code: 0 });
  await tab.reload();
  await seeOld(tab);
});

it.runIf(isLongRun)(
  'reaches a tab that was opened before with its next call: only pages of the changed remote are new documents',
  async () => {
    const { page, expectProblem } = person;
    expectProblem(/api\/login .*status of 401/);
    await page.goto('/groups');
    await seeOld(page);
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
    const isSame = () => page.evaluate(() => 'isSameDocument' in window);
    // The rollback has reverted it.
    expect(await promote('--force')).toMatchObject({ code: 0 });

    await page.getByRole('link', { name: 'Login', exact: true }).click();
    const form = page.getByRole('form', { name: 'Login' });
    await form.getByLabel('Username or email').fill('nobody');
    await form.locator('input[type=password]').fill('wrong-bamboo');
    const read = page.waitForResponse('**/composition.json');
    await form.getByRole('button', { name: 'Sign In' }).click();
    await read;
    await mainLink(page, 'Vibe Quiz').click();
    await page.getByRole('heading', { level: 1, name: 'Discover Your Soul Signature' }).waitFor();
    expect(await isSame()).toBe(true);
    await mainLink(page, 'Groups').click();
    await seeNew(page);
    expect(await isSame()).toBe(false);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Discover Your Soul Signature' }).waitFor();
  },
);
