import { spawnSync } from 'node:child_process';
import { cp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copyRepository } from '../../scripts/copy-repository.js';
import { leaveBrowser, newPerson, takeBrowser } from '../support/browser.ts';
import { builtStore, rootDir, type Site, startSite, temporaryFolder } from '../support/site.ts';
import { mainLink } from '../support/steps.ts';

// What `npm run new-remote` makes, published to a copy of the site and looked at; and the site after its folder was removed.
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let checkout: string;
let storeDir: string;
let site: Site;
let browser: Browser;

beforeAll(async () => {
  folder = await temporaryFolder();
  checkout = path.join(folder.dir, 'checkout');
  storeDir = path.join(folder.dir, 'store');
  copyRepository(checkout);
  await cp(builtStore, storeDir, { recursive: true });
  // What is built already is not built again: neither the other remotes nor the database.
  for (const made of ['.cache', 'api/embedded-mongo/dist'])
    await cp(path.join(rootDir, made), path.join(checkout, made), { recursive: true });
  [site, browser] = await Promise.all([
    startSite({ dataDir: path.join(folder.dir, 'data'), storeDir, demo: false }),
    takeBrowser(),
  ]);
});

afterAll(async () => {
  await leaveBrowser(browser);
  await site?.stop();
  await folder?.remove();
});

/** Runs one of the repository's programs in the copy. */
function run(...args: string[]): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: checkout,
    encoding: 'utf8',
    env: { ...process.env, SITE_STORE: storeDir },
    timeout: 120_000,
  });
  return { status, said: stdout + stderr };
}
const build = (...names: string[]) => run('scripts/build.js', ...names);

/** A tab with a shell that knows no such remote, and its page in its history, where nothing was. */
async function tabOfBefore() {
  const { page, assertNoProblems, expectProblem } = await newPerson(browser, site.origin);
  expectProblem(/events .*status of 404/);
  await page.goto('/events');
  await page.getByRole('heading', { level: 1, name: '404 Page Not Found' }).waitFor();
  await mainLink(page, 'Vibe Quiz').click();
  await page.getByText('Lab 1 of 11').waitFor();
  await page.evaluate(() => Object.assign(window, { isOfBefore: true }));
  const isOfBefore = () => page.evaluate(() => 'isOfBefore' in window);
  return {
    async findsEvents() {
      // An answer to this call says that something else is live; the page itself did not change.
      const told = page.waitForResponse('**/composition.json');
      await mainLink(page, 'Groups').click();
      await page.getByRole('heading', { level: 1, name: 'Fren Circles' }).waitFor();
      await told;
      expect(await isOfBefore()).toBe(true);
      expect(await mainLink(page, 'Events').count()).toBe(0);
      await page.goBack();
      await page.getByText('Lab 1 of 11').waitFor();
      await page.goBack();
      await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor();
      expect(await isOfBefore()).toBe(false);
      await mainLink(page, 'Events').waitFor();
      assertNoProblems();
      await page.close();
    },
  };
}

it('is a page with a link in the bar once it is built, also in a tab that was opened before, and gone with its folder and the next build', async () => {
  const { page, assertNoProblems, expectProblem } = await newPerson(browser, site.origin);
  const before = await tabOfBefore();
  const owners = await readFile(path.join(checkout, 'CODEOWNERS'), 'utf8');
  expect(run('scripts/new-remote.js', 'mf-events')).toMatchObject({ status: 0 });
  const built = build('mf-events');
  expect(built, built.said).toMatchObject({ status: 0 });
  await page.goto('/');
  await mainLink(page, 'Events').click();
  await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor();
  await page.getByText('Nothing here yet').waitFor();
  expect(await page.title()).toBe('Events · Frens');
  await before.findsEvents();

  await rm(path.join(checkout, 'mf-events'), { recursive: true });
  // Whoever publishes another remote meanwhile is told, and nothing goes live.
  const other = build('mf-quiz');
  expect(other.status).not.toBe(0);
  expect(other.said).toMatch(/mf-events \S+ has no folder any more/);
  const rebuilt = build();
  expect(rebuilt, rebuilt.said).toMatchObject({ status: 0 });
  expect(await readFile(path.join(checkout, 'CODEOWNERS'), 'utf8')).toBe(owners);
  expectProblem(/events .*status of 404/);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: '404 Page Not Found' }).waitFor();
  expect(await mainLink(page, 'Events').count()).toBe(0);
  assertNoProblems();
});
