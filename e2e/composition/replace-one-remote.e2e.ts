import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newPerson, openBrowser } from '../support/browser.ts';
import { createWorkshop, type RemoteWorkshop } from '../support/remote-workshop.ts';
import { type Site, startSite, temporaryFolder } from '../support/site.ts';

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

it('shows a new version of one remote after a page load, with every other file as it was', async () => {
  const browser = await openBrowser();
  try {
    const { page, assertNoProblems } = await newPerson(browser, site.origin);
    await page.goto('/groups');
    await page.getByRole('heading', { level: 1, name: 'Fren Circles' }).waitFor();
    const before = await hashes(workshop.store.dir);

    const published = await workshop.publishChanged('locales/en.json', (text) =>
      text.replace('"{{product}} Circles"', '"Circles of the Grove"'),
    );

    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Circles of the Grove' }).waitFor();
    await page.getByText('No circles available yet.').waitFor();
    assertNoProblems();

    // Nothing that was published before has changed, least of all the shell …
    const after = await hashes(workshop.store.dir);
    const kept = ({ 'live.json': _pointer, ...files }: Record<string, string>) => files;
    expect(after).toMatchObject(kept(before));
    expect(Object.keys(before).some((file) => file.startsWith('shell/'))).toBe(true);
    // … what is new is the remote's own, and the composition that names it …
    const version = published.apps['mf-community']?.versions[0]?.version;
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
  } finally {
    await browser.close();
  }
});
