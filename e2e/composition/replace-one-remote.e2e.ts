import { createHash } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newPerson, openBrowser } from '../support/browser.ts';
import { createWorkshop, type RemoteWorkshop } from '../support/remote-workshop.ts';
import { type Site, startSite, temporaryFolder } from '../support/site.ts';
import { mainLink } from '../support/steps.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let workshop: RemoteWorkshop;
let site: Site;

beforeAll(async () => {
  folder = await temporaryFolder();
  workshop = await createWorkshop(folder.dir, 'mf-community');
  site = await startSite({
    dataDir: path.join(folder.dir, 'data'),
    storeDir: workshop.store.dir,
    demo: false,
  });
});

afterAll(async () => {
  await site?.stop();
  await folder?.remove();
});

/** Hash of every file under a folder of the store. */
async function hashes(dir: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of (await readdir(dir, { recursive: true })).sort()) {
    const file = path.join(dir, name);
    if ((await stat(file)).isFile()) {
      found[name] = createHash('sha256')
        .update(await readFile(file))
        .digest('hex');
    }
  }
  return found;
}

/** Goes on in a tab that was opened before, whose next call tells it: only the pages of the changed remote are new documents. */
async function catchUp(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  const isSame = () => page.evaluate(() => 'isSameDocument' in window);
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
  await page.getByRole('heading', { level: 1, name: 'Circles of the Grove' }).waitFor();
  expect(await isSame()).toBe(false);
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Discover Your Soul Signature' }).waitFor();
}

/** Looks at a published version in a tab of its own, which keeps it until it is left; the other tabs see nothing of it. */
async function lookAtPreview(context: BrowserContext, version: string): Promise<void> {
  const tab = await context.newPage();
  const bar = tab.getByRole('complementary', { name: 'Preview' });
  await tab.goto(`/groups?compose=mf-community@${version}`);
  await tab.getByRole('heading', { level: 1, name: 'Circles of the Grove' }).waitFor();
  await bar.getByText(`This tab shows mf-community@${version}`).waitFor();
  const link = await bar.getByLabel('Link to share').inputValue();

  // Also after a page that was loaded without the parameter.
  await tab.goto('/vibe-quiz');
  await tab.getByRole('heading', { level: 1, name: 'Discover Your Soul Signature' }).waitFor();
  await bar.waitFor();
  await mainLink(tab, 'Groups').click();
  await tab.getByRole('heading', { level: 1, name: 'Circles of the Grove' }).waitFor();

  await bar.getByRole('link', { name: 'Leave the preview' }).click();
  await tab.getByRole('heading', { level: 1, name: 'Fren Circles' }).waitFor();
  expect(await bar.count()).toBe(0);
  await tab.goto('/groups');
  await tab.getByRole('heading', { level: 1, name: 'Fren Circles' }).waitFor();

  await tab.goto(link);
  await tab.getByRole('heading', { level: 1, name: 'Circles of the Grove' }).waitFor();
  await tab.close();
}

it('shows a new version of one remote once it is promoted, with every other file as it was, and goes back', async () => {
  const browser = await openBrowser();
  try {
    const { page, context, assertNoProblems, expectProblem } = await newPerson(browser, site.origin);
    await page.goto('/groups');
    await page.getByRole('heading', { level: 1, name: 'Fren Circles' }).waitFor();
    const before = await hashes(workshop.store.dir);

    const version = await workshop.publish('locales/en.json', (text) =>
      text.replace('"{{product}} Circles"', '"Circles of the Grove"'),
    );
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Fren Circles' }).waitFor();

    await page.getByText('No circles available yet.').waitFor();
    await lookAtPreview(context, version);

    // What is not there, or is not what was published, goes nowhere.
    expect(await workshop.compose('promote', 'mf-community@0.1.0-none')).toMatchObject({ code: 6 });
    const entry = (await workshop.store.remoteVersion('mf-community', version))?.files?.entry ?? '';
    const file = workshop.store.file('remotes/mf-community', version, entry);
    const code = await readFile(file, 'utf8');
    await writeFile(file, `${code}\nalert('evil')`);
    expect(await workshop.compose('promote', `mf-community@${version}`)).toMatchObject({
      code: 7,
      err: expect.stringContaining(`${entry} was changed`),
    });
    await writeFile(file, code);

    expect(await workshop.compose('promote', `mf-community@${version}`)).toMatchObject({ code: 0 });
    const tab = await context.newPage();
    await tab.goto('/groups');
    await tab.getByRole('heading', { level: 1, name: 'Circles of the Grove' }).waitFor();
    await tab.getByText('No circles available yet.').waitFor();
    assertNoProblems();
    expectProblem(/api\/login .*status of 401/);
    await catchUp(page);
    assertNoProblems();
    const published = await workshop.store.composition((await workshop.store.liveId()) ?? '');

    // Nothing that was published before has changed, least of all the shell …
    const after = await hashes(workshop.store.dir);
    const kept = ({ 'live.json': _pointer, ...files }: Record<string, string>) => files;
    expect(after).toMatchObject(kept(before));
    expect(Object.keys(before).some((file) => file.startsWith('shell/'))).toBe(true);
    // … what is new is the remote's own, and the composition that names it …
    const added = Object.keys(after).filter((file) => !(file in before));
    expect(added.filter((file) => file.startsWith('remotes/')).length).toBeGreaterThan(0);
    for (const file of added) {
      expect(file).toMatch(new RegExp(`^(remotes/mf-community/${version}/|compositions/|history/live/)`));
    }
    // … and the composition differs in that entry alone.
    const { 'mf-community': was, ...otherAppsBefore } = workshop.original.apps;
    const { 'mf-community': is, ...otherAppsAfter } = published.apps;
    expect(is).not.toEqual(was);
    expect(otherAppsAfter).toEqual(otherAppsBefore);
    expect(published.host).toEqual(workshop.original.host);

    expect(await workshop.compose('rollback')).toMatchObject({ code: 0 });
    await tab.reload();
    await tab.getByRole('heading', { level: 1, name: 'Fren Circles' }).waitFor();
    assertNoProblems();
  } finally {
    await browser.close();
  }
});
