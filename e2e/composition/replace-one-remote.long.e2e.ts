import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { leaveBrowser, newPerson, type Person, takeBrowser } from '../support/browser.ts';
import { hashesIn } from '../support/hashes.ts';
import { createWorkshop, type RemoteWorkshop } from '../support/remote-workshop.ts';
import { type Site, startSite, temporaryFolder } from '../support/site.ts';
import { mainLink } from '../support/steps.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let workshop: RemoteWorkshop;
let site: Site;
let browser: Browser;
let person: Person;
/** The version of mf-community under test: its circles have another title. */
let version: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  workshop = await createWorkshop(folder.dir, 'mf-community');
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
  const file = workshop.store.file('remotes/mf-community/files', entry);
  const code = await readFile(file, 'utf8');
  await writeFile(file, `${code}\nalert('evil')`);
  const refused = { code: 7, err: expect.stringContaining(`${entry} was changed`) };
  expect(await promote()).toMatchObject(refused);
  await writeFile(file, code);
  await person.page.goto('/groups');
  await seeOld(person.page);
});

it('publishes nothing whose types are wrong, though it would compile, and says where', async () => {
  const stood = await hashesIn(workshop.store.dir);
  const published = workshop.publish('src/remote.tsx', (text) => `${text}\nexport const two: string = 2;\n`);
  await expect(published).rejects.toThrow(
    /ended with 8:[^]*"kind": "types"[^]*"mf-community\/src\/remote\.tsx:\d+: TS2322: /,
  );
  expect(await hashesIn(workshop.store.dir)).toEqual(stood);
});
