import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { leaveBrowser, takeBrowser } from '../support/browser.ts';
import { type Site, startSite, temporaryFolder } from '../support/site.ts';
import { copySite, type SiteCopy } from '../support/site-copy.ts';
import { clicksAndLeaves, leaves, slowAndThrowing, visitsOf } from '../support/visits.ts';

// A canary with slow interactions ends automatically.

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
      // Each visitor has their own network.
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

it('measures each version on show, and ends the canary whose clicks are answered too late', async () => {
  const live = `mf-community@${copy.version.version}`;
  const canary = `mf-community@${slow}`;
  expect((await copy.compose('promote', canary, '--canary', '50')).code).toBe(0);
  const { opens, told, threw, makesItThrow } = visitsOf(site.origin, browser);

  await opens(80, leaves);
  await opens(4, makesItThrow);
  await expect.poll(() => threw(canary)).toBe(1);
  await Promise.all(Array.from({ length: 4 }, () => opens(3, clicksAndLeaves)));
  expect((await copy.store.shown())?.canary?.versions).toEqual([canary]);
  // Metrics lag by up to a second.
  await expect.poll(() => told(canary, 'INP', 'poor')).toBe(4);
  expect(await told(canary, 'CLS')).toBe(5);
  expect([await told(live, 'LCP'), await told(live, 'CLS'), await told(live, 'INP')]).toEqual([1, 1, 0]);
  const { out } = await copy.compose('status', '--site', site.origin);
  expect(out).toMatch(new RegExp(`canary for 50 % of visitors: ${canary} .*, INP 0/0/4, CLS `));

  await opens(3, clicksAndLeaves);
  await expect.poll(async () => (await copy.store.shown())?.canary).toBeNull();
  expect((await copy.compose('status')).out).toContain(
    `${canary} answered after more than half a second for 5 of 5 people in two hours (INP), the live one for 0 of 0`,
  );
  expect((await copy.store.shown())?.composition).toBe(await copy.store.liveId());
});
