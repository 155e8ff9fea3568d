import { createHash } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { leaveBrowser, newPerson, type Person, takeBrowser } from '../support/browser.ts';
import { createWorkshop, type RemoteWorkshop } from '../support/remote-workshop.ts';
import { type Site, startSite, temporaryFolder } from '../support/site.ts';
import { mainLink } from '../support/steps.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let workshop: RemoteWorkshop;
let site: Site;
let browser: Browser;
let person: Person;
/** Files of the store before anything was published, by their hashes. */
let before: Record<string, string>;
/** The version of mf-community that every test is about: its circles have another title. */
let version: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  workshop = await createWorkshop(folder.dir, 'mf-community');
  before = await hashes(workshop.store.dir);
  [site, browser, version] = await Promise.all([
    startSite({ dataDir: path.join(folder.dir, 'data'), storeDir: workshop.store.dir, demo: false }),
    takeBrowser(),
    workshop.publish('locales/en.json', (text) =>
      text.replace('"{{product}} Circles"', '"Circles of the Grove"'),
    ),
  ]);
});

afterAll(async () => {
  await leaveBrowser(browser);
  await site?.stop();
  await folder?.remove();
});

beforeEach(async () => {
  await workshop.goLive(workshop.original);
  person = await newPerson(browser, site.origin);
});

afterEach(async () => {
  await person.context.close();
  person.assertNoProblems();
});

const promote = (name = version) => workshop.compose('promote', `mf-community@${name}`);
const seeOld = (page: Page) => page.getByRole('heading', { level: 1, name: 'Fren Circles' }).waitFor();
const seeNew = (page: Page) =>
  page.getByRole('heading', { level: 1, name: 'Circles of the Grove' }).waitFor();

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

it('shows nothing of a published version but to the tab that previews it, until it leaves', async () => {
  const { page, context } = person;
  await page.goto('/groups');
  await seeOld(page);

  const tab = await context.newPage();
  const bar = tab.getByRole('complementary', { name: 'Preview' });
  await tab.goto(`/groups?compose=mf-community@${version}`);
  await seeNew(tab);
  await bar.getByText(`This tab shows mf-community@${version}`).waitFor();
  const link = await bar.getByLabel('Link to share').inputValue();

  // Also after a page that was loaded without the parameter.
  await tab.goto('/vibe-quiz');
  await tab.getByRole('heading', { level: 1, name: 'Discover Your Soul Signature' }).waitFor();
  await bar.waitFor();
  await mainLink(tab, 'Groups').click();
  await seeNew(tab);

  await bar.getByRole('link', { name: 'Leave the preview' }).click();
  await seeOld(tab);
  expect(await bar.count()).toBe(0);
  await tab.goto('/groups');
  await seeOld(tab);
  await page.goto(link);
  await seeNew(page);
});

it('lets nothing go live that is not there, or is not what was published', async () => {
  expect(await promote('0.1.0-none')).toMatchObject({ code: 6 });
  const entry = (await workshop.store.remoteVersion('mf-community', version))?.files?.entry ?? '';
  const file = workshop.store.file('remotes/mf-community', version, entry);
  const code = await readFile(file, 'utf8');
  await writeFile(file, `${code}\nalert('evil')`);
  const refused = { code: 7, err: expect.stringContaining(`${entry} was changed`) };
  expect(await promote()).toMatchObject(refused);
  await writeFile(file, code);
  await person.page.goto('/groups');
  await seeOld(person.page);
});

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
  const after = await hashes(workshop.store.dir);
  const kept = ({ 'live.json': _pointer, 'origins/live.json': _noted, ...files }: Record<string, string>) =>
    files;
  expect(after).toMatchObject(kept(before));
  expect(Object.keys(before).some((file) => file.startsWith('shell/'))).toBe(true);
  // … what is new is the remote's own, and the composition that names it …
  const added = Object.keys(after).filter((file) => !(file in before));
  expect(added.filter((file) => file.startsWith('remotes/')).length).toBeGreaterThan(0);
  for (const file of added) {
    expect(file).toMatch(
      new RegExp(
        `^((maps/)?remotes/mf-community/${version}/|receipts/mf-community/|compositions/|history/live/)`,
      ),
    );
  }
  // … and the composition differs in that entry alone.
  const published = await workshop.store.composition((await workshop.store.liveId()) ?? '');
  const { 'mf-community': was, ...otherAppsBefore } = workshop.original.apps;
  const { 'mf-community': is, ...otherAppsAfter } = published.apps;
  expect(is).not.toEqual(was);
  expect(otherAppsAfter).toEqual(otherAppsBefore);
  expect(published.host).toEqual(workshop.original.host);

  expect(await workshop.compose('rollback')).toMatchObject({ code: 0 });
  await tab.reload();
  await seeOld(tab);
});

it('reaches a tab that was opened before with its next call: only pages of the changed remote are new documents', async () => {
  const { page, expectProblem } = person;
  expectProblem(/api\/login .*status of 401/);
  await page.goto('/groups');
  await seeOld(page);
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  const isSame = () => page.evaluate(() => 'isSameDocument' in window);
  expect(await promote()).toMatchObject({ code: 0 });

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
});

it('publishes nothing whose types are wrong, though it would compile, and says where', async () => {
  const stood = await hashes(workshop.store.dir);
  const published = workshop.publish('src/remote.tsx', (text) => `${text}\nexport const two: string = 2;\n`);
  await expect(published).rejects.toThrow(
    /ended with 8:[^]*"kind": "types"[^]*"mf-community\/src\/remote\.tsx:\d+: TS2322: /,
  );
  expect(await hashes(workshop.store.dir)).toEqual(stood);
});
