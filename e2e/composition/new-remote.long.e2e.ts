import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { leaveBrowser, newPerson, takeBrowser } from '../support/browser.ts';
import { type BuildingCheckout, copyCheckout } from '../support/building-checkout.ts';
import { type Site, startSite, temporaryFolder } from '../support/site.ts';
import { mainLink } from '../support/steps.ts';

// The site after the folder of a remote made by `npm run new-remote` was removed.
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let checkout: BuildingCheckout;
let site: Site;
let browser: Browser;

beforeAll(async () => {
  folder = await temporaryFolder();
  checkout = await copyCheckout(folder.dir);
  [site, browser] = await Promise.all([
    startSite({ dataDir: path.join(folder.dir, 'data'), storeDir: checkout.storeDir, demo: false }),
    takeBrowser(),
  ]);
});

afterAll(async () => {
  await leaveBrowser(browser);
  await site?.stop();
  await folder?.remove();
});

it('has no such page any more, nor a link to it, with the next build', async () => {
  const { page, assertNoProblems, expectProblem } = await newPerson(browser, site.origin);
  const owners = await readFile(path.join(checkout.dir, 'CODEOWNERS'), 'utf8');
  expect(checkout.run('scripts/new-remote.js', 'mf-events', 'Eventos')).toMatchObject({ status: 0 });
  const built = checkout.build('mf-events');
  expect(built, built.said).toMatchObject({ status: 0 });
  await page.goto('/events');
  await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor();
  await mainLink(page, 'Events').waitFor();

  await rm(path.join(checkout.dir, 'mf-events'), { recursive: true });
  // Publishing another remote meanwhile fails with a message, and nothing goes live.
  const other = checkout.build('mf-quiz');
  expect(other.status).not.toBe(0);
  expect(other.said).toMatch(/mf-events \S+ has no folder any more/);
  const rebuilt = checkout.build();
  expect(rebuilt, rebuilt.said).toMatchObject({ status: 0 });
  expect(await readFile(path.join(checkout.dir, 'CODEOWNERS'), 'utf8')).toBe(owners);
  expectProblem(/events .*status of 404/);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: '404 Page Not Found' }).waitFor();
  expect(await mainLink(page, 'Events').count()).toBe(0);
  assertNoProblems();
});
