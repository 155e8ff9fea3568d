import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { leaveBrowser, takeBrowser } from '../support/browser.ts';
import { type Site, startSite, temporaryFolder } from '../support/site.ts';
import { copySite, type SiteCopy } from '../support/site-copy.ts';
import { clicksAndLeaves, leaves, slowAndThrowing, visitsOf } from '../support/visits.ts';

// Browsers measure how fast versions are; after how many slow ones a canary ends is told by `vitals.test.ts` of the API.

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let copy: SiteCopy;
let site: Site;
let browser: Browser;
let slow: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  copy = await copySite(folder.dir, 'mf-community');
  [site, browser, { version: slow }] = await Promise.all([
    startSite({
      dataDir: `${folder.dir}/data`,
      storeDir: copy.store.dir,
      demo: false,
      // Everybody comes from a network of their own.
      env: { QUARANTINE: 'true', TRUSTED_PROXY_HOPS: '1' },
    }),
    takeBrowser(),
    copy.publishAgain('feedfacade', slowAndThrowing),
  ]);
});
afterAll(async () => {
  await leaveBrowser(browser);
  await site?.stop();
  await folder?.remove();
});

it('measures each version on show: how late a click was answered, and what was thrown', async () => {
  const live = `mf-community@${copy.version.version}`;
  const canary = `mf-community@${slow}`;
  expect((await copy.compose('promote', canary, '--canary', '50')).code).toBe(0);
  const { opens, told, threw, makesItThrow } = visitsOf(site.origin, browser);

  await opens(80, leaves);
  await opens(4, makesItThrow);
  await expect.poll(() => threw(canary)).toBe(1);
  await opens(3, clicksAndLeaves);
  // What is told is up to a second old.
  await expect.poll(() => told(canary, 'INP', 'poor')).toBe(1);
  expect(await told(canary, 'CLS')).toBe(2);
  expect([await told(live, 'LCP'), await told(live, 'CLS'), await told(live, 'INP')]).toEqual([1, 1, 0]);
  expect((await copy.store.shown())?.canary?.versions, 'one is not enough').toEqual([canary]);
});
