import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newPerson, openBrowser } from '../support/browser.ts';
import { createWorkshop, type RemoteWorkshop } from '../support/remote-workshop.ts';
import { type Site, startSite, temporaryFolder } from '../support/site.ts';

// Browsers tell of a version that fails, and the site takes it off for everybody.

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let workshop: RemoteWorkshop;
let site: Site;
let browser: Browser;

beforeAll(async () => {
  folder = await temporaryFolder();
  workshop = await createWorkshop(folder.dir, 'mf-community');
  [site, browser] = await Promise.all([
    startSite({
      dataDir: `${folder.dir}/data`,
      storeDir: workshop.store.dir,
      demo: false,
      // Everybody comes from a network of their own.
      env: { QUARANTINE: 'true', TRUSTED_PROXY_HOPS: '1' },
    }),
    openBrowser(),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
  await folder?.remove();
});

let networks = 0;
/**
 * Somebody new who opens the circles and sees them, whichever version shows them.
 *
 * @param tells what their page tells of it at last: its visit, or what failed, a second after that
 */
async function opens(tells: 'visits' | 'reports'): Promise<void> {
  networks += 1;
  const headers = { 'X-Forwarded-For': `198.51.100.${networks}` };
  const person = await newPerson(browser, site.origin, { extraHTTPHeaders: headers });
  const answered = person.page.waitForResponse(`${site.origin}/api/composition/${tells}`);
  await person.page.goto('/groups');
  await person.page.getByRole('heading', { level: 1, name: 'Fren Circles' }).waitFor();
  await answered;
  await person.page.waitForLoadState('networkidle');
  await person.context.close();
  person.assertNoProblems();
}

it('takes a version off for everybody that fails for five, tells in words why, and never takes the last one', async () => {
  const broken = await workshop.publishChanged(
    'src/remote.tsx',
    (text) => `${text}\nif (globalThis.document) throw new Error('Broken on load');\n`,
  );
  const [bad, before] = broken.apps['mf-community']?.versions ?? [];
  const live = async () => {
    const { apps } = await workshop.store.composition((await workshop.store.liveId()) ?? '');
    return apps['mf-community']?.versions.map(({ version }) => version);
  };

  for (let person = 0; person < 4; person += 1) await opens('reports');
  expect(await live()).toEqual([bad?.version, before?.version]);
  await opens('reports');
  await expect.poll(live).toEqual([before?.version]);

  const { out } = await workshop.compose('status');
  expect(out).toContain(`mf-community@${bad?.version} failed for 5 of 5 visits`);
  expect(out).toContain('REMOTE-104');

  // What is left stays, whatever is said of it: it loads, so nothing is.
  await opens('visits');
  expect(await live()).toEqual([before?.version]);
});
