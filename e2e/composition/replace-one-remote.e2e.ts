import { createHash } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
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

/** A rollback that takes longer than this is none: the whole of it, until a page shows what was before. In milliseconds. */
const rollbackWithin = 5_000;

it('shows a new version of one remote once it is promoted, with every other file as it was, and goes back', async () => {
  const browser = await openBrowser();
  try {
    const { page, context, assertNoProblems } = await newPerson(browser, site.origin);
    await page.goto('/groups');
    await page.getByRole('heading', { level: 1, name: 'Fren Circles' }).waitFor();
    const before = await hashes(workshop.store.dir);

    const version = await workshop.publish('locales/en.json', (text) =>
      text.replace('"{{product}} Circles"', '"Circles of the Grove"'),
    );
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Fren Circles' }).waitFor();

    // What is not there, or is not what was published, goes nowhere.
    expect(await workshop.compose('promote', 'mf-community@0.1.0-none')).toMatchObject({ code: 6 });
    const entry = (await workshop.store.remoteVersion('mf-community', version))?.files?.entry ?? '';
    const file = workshop.store.file('remotes/mf-community', version, entry);
    const code = await readFile(file);
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

    const started = performance.now();
    expect(await workshop.compose('rollback')).toMatchObject({ code: 0 });
    await tab.reload();
    await tab.getByRole('heading', { level: 1, name: 'Fren Circles' }).waitFor();
    expect(performance.now() - started).toBeLessThan(rollbackWithin);
    assertNoProblems();
  } finally {
    await browser.close();
  }
});
