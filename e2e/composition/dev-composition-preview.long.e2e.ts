import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { leaveBrowser, newPerson, takeBrowser } from '../support/browser.ts';
import { circlesOfTheGrove } from '../support/changed-versions.ts';
import { type Site, startSite, temporaryFolder } from '../support/site.ts';
import { copySite, type SiteCopy } from '../support/site-copy.ts';

// `/dev/composition`: a developer inspects the composition of a tab and previews a version that is published but not live.

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let copy: SiteCopy;
let site: Site;
let browser: Browser;
let version: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  copy = await copySite(folder.dir, 'mf-community');
  [site, browser, { version }] = await Promise.all([
    startSite({
      dataDir: `${folder.dir}/data`,
      storeDir: copy.store.dir,
      demo: false,
      env: { DEV_PAGES: 'true' },
    }),
    takeBrowser(),
    copy.publishAgain('feedfacade', circlesOfTheGrove),
  ]);
});
afterAll(async () => {
  await leaveBrowser(browser);
  await site?.stop();
  await folder?.remove();
});

it('says what a tab has loaded and how, and shows another version in this tab alone', async () => {
  const [developer, member] = [await newPerson(browser, site.origin), await newPerson(browser, site.origin)];
  const { page } = developer;
  await page.goto('/groups');
  await page.getByRole('heading', { level: 1, name: 'Fren Circles' }).waitFor();
  await page.getByRole('link', { name: '/dev/composition' }).click();
  const card = page.getByRole('article', { name: 'mf-community' });
  await card.getByText('Loaded', { exact: true }).waitFor();
  // Measured in this browser, because a page of the remote was open before.
  for (const phase of ['Files', 'Module', 'Texts', 'First render'])
    await card
      .getByRole('listitem')
      .filter({ hasText: phase })
      .getByText(/\d ms$/)
      .waitFor();
  await card.getByText(/^Began [\d,]+ ms after .* files?, [1-9][\d,]* kB compressed\./).waitFor();
  await page.getByText(/^react \d+.*brought by shell, used by .*mf-community/).waitFor();

  await card.getByRole('combobox', { name: 'Published versions of mf-community' }).selectOption(version);
  await card.getByRole('button', { name: 'Show in this tab' }).click();
  await page.getByRole('complementary', { name: 'Preview' }).getByText(`mf-community@${version}`).waitFor();
  await card.getByText(version, { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Groups' }).first().click();
  const title = page.getByRole('main').getByRole('heading', { level: 1 });
  await expect.poll(() => title.innerText()).toBe('Circles of the Grove');

  await member.page.goto('/groups');
  await member.page.getByRole('heading', { level: 1, name: 'Fren Circles' }).waitFor();

  await page.getByRole('link', { name: '/dev/composition' }).click();
  await card.getByRole('button', { name: 'Back to what is live' }).click();
  await page.getByRole('complementary', { name: 'Preview' }).waitFor({ state: 'detached' });
  await page.goto('/groups');
  await page.getByRole('heading', { level: 1, name: 'Fren Circles' }).waitFor();
  for (const person of [developer, member]) person.assertNoProblems();
});
