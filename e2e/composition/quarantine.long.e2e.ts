import { setTimeout } from 'node:timers/promises';
import { compositionHeader } from '@frens/contract/client';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { leaveBrowser, newPerson, takeBrowser } from '../support/browser.ts';
import { whenLoaded } from '../support/changed-versions.ts';
import { type Site, startSite, temporaryFolder } from '../support/site.ts';
import { copySite, type SiteCopy } from '../support/site-copy.ts';
import { isLongRun } from '../support/smoke-cases.ts';

// Browsers report a failing version, and the site quarantines it for everybody.

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let copy: SiteCopy;
let site: Site;
let browser: Browser;

beforeAll(async () => {
  folder = await temporaryFolder();
  copy = await copySite(folder.dir, 'mf-community');
  [site, browser] = await Promise.all([
    startSite({
      dataDir: `${folder.dir}/data`,
      storeDir: copy.store.dir,
      demo: false,
      // Each visitor has their own network.
      env: { QUARANTINE: 'true', TRUSTED_PROXY_HOPS: '1' },
    }),
    takeBrowser(),
  ]);
});
afterAll(async () => {
  await leaveBrowser(browser);
  await site?.stop();
  await folder?.remove();
});

let networks = 0;
/**
 * Opens the circles as a new visitor and waits until some version shows them.
 *
 * @param tells the last report to wait for: the visit, or the failure that follows within a second
 */
async function opens(tells: 'visits' | 'reports'): Promise<void> {
  networks += 1;
  const headers = { 'X-Forwarded-For': `198.51.100.${networks}` };
  const person = await newPerson(browser, site.origin, { extraHTTPHeaders: headers });
  const answered = person.page.waitForResponse(`${site.origin}/api/composition/${tells}`);
  await person.page.goto('/groups');
  await person.page.getByRole('heading', { level: 1, name: 'Fren Circles' }).waitFor();
  if (tells === 'visits') await person.page.evaluate(() => dispatchEvent(new Event('pagehide')));
  await answered;
  await person.context.close();
  person.assertNoProblems();
}

/** Reports the same failure as another visitor, without opening a page. */
async function tellsThatItFailed(version: string): Promise<void> {
  networks += 1;
  const headers = {
    'Content-Type': 'application/json',
    Origin: site.origin,
    'X-Forwarded-For': `198.51.100.${networks}`,
    [compositionHeader]: (await copy.store.liveId()) ?? '',
  };
  const send = async (call: string, body: object) => {
    const to = `${site.origin}/api/composition/${call}`;
    const answer = await fetch(to, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(answer.ok, `${call} answers ${answer.status}`).toBe(true);
    return answer.text();
  };
  const { token } = JSON.parse(await send('visits', { versions: [version] }));
  await send('reports', { token, version, code: 'REMOTE-104' });
}

it('takes a version off for everybody that fails for five, tells in words why, and never takes the last one', {
  timeout: 240_000,
}, async () => {
  const bad = await copy.publishAgain('feedfacade', whenLoaded(`throw new Error('Broken on load')`));
  const before = copy.version;
  // Rendering finds the failure before any visitor sees it.
  expect((await copy.compose('promote', `mf-community@${bad.version}`, '--without-rendering')).code).toBe(0);
  const live = async () => {
    const { apps } = await copy.store.composition((await copy.store.liveId()) ?? '');
    return apps['mf-community']?.versions.map(({ version }) => version);
  };

  // In the daily run only the first and the last of the five reports come from a page.
  const another = isLongRun ? () => opens('reports') : () => tellsThatItFailed(`mf-community@${bad.version}`);
  await opens('reports');
  await Promise.all(Array.from({ length: 3 }, another));
  expect(await live()).toEqual([bad.version, before.version]);
  await opens('reports');
  // By then the visits of all others are counted.
  await setTimeout(61_000);
  expect(await live()).toEqual([bad.version, before.version]);
  await opens('reports');
  await expect.poll(live).toEqual([before.version]);

  const { out } = await copy.compose('status');
  expect(out).toContain(`mf-community@${bad.version} failed for 5 of 6 visits`);
  expect(out).toContain('REMOTE-104');

  // The remaining version stays whatever is reported of it, because there is no fallback.
  await opens('visits');
  expect(await live()).toEqual([before.version]);
});
