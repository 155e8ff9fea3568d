import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { leaveBrowser, newPerson, takeBrowser } from '../support/browser.ts';
import { circlesOfTheGrove } from '../support/changed-versions.ts';
import { type Site, startSite, temporaryFolder } from '../support/site.ts';
import { copySite, type SiteCopy } from '../support/site-copy.ts';

// A canary: a share of visitors sees another version, the same visitors each time, and more of them as the share grows.

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let copy: SiteCopy;
let site: Site;
let browser: Browser;
let version: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  copy = await copySite(folder.dir, 'mf-community');
  [site, browser, { version }] = await Promise.all([
    startSite({ dataDir: `${folder.dir}/data`, storeDir: copy.store.dir, demo: false }),
    takeBrowser(),
    copy.publishAgain('feedfacade', circlesOfTheGrove),
  ]);
});
afterAll(async () => {
  await leaveBrowser(browser);
  await site?.stop();
  await folder?.remove();
});

/** A visitor of one bucket, and the title that the circles have for them. */
async function visitor(part: number | null) {
  const person = await newPerson(browser, site.origin);
  if (part !== null)
    await person.context.addCookies([{ name: 'part', value: String(part), url: site.origin }]);
  return {
    async sees(): Promise<string> {
      await person.page.goto('/groups');
      await person.page.getByText('No circles available yet.').waitFor();
      return person.page.getByRole('heading', { level: 1 }).innerText();
    },
    part: async () => (await person.context.cookies()).find(({ name }) => name === 'part')?.value,
    page: person.page,
    async leave() {
      await person.context.close();
      person.assertNoProblems();
    },
  };
}
const [old, fresh] = ['Fren Circles', 'Circles of the Grove'];

it('is seen by the same visitors while its share grows, and by nobody once it has ended', async () => {
  const canary = (share: string) => copy.compose('promote', `mf-community@${version}`, '--canary', share);
  const [early, late, newcomer] = await Promise.all([visitor(3), visitor(60), visitor(null)]);
  await newcomer.sees();
  expect(await newcomer.part(), 'nobody has a part while nothing is tried').toBeUndefined();

  expect((await canary('10')).code).toBe(0);
  expect([await early.sees(), await late.sees()]).toEqual([fresh, old]);
  expect(await newcomer.sees(), 'whether a browser takes the cookie is not known yet').toBe(old);
  const part = await newcomer.part();
  const seen = [await newcomer.sees(), await newcomer.sees(), await newcomer.part()];
  expect(seen).toEqual([...Array(2).fill(Number(part) < 10 ? fresh : old), part]);

  expect((await canary('61')).code).toBe(0);
  expect([await early.sees(), await late.sees()]).toEqual([fresh, fresh]);

  // The open page learns from its next call that the canary has ended, and upgrades on its next navigation.
  expect((await copy.compose('rollback')).out).toContain('has ended');
  expect(await late.sees()).toBe(old);
  expect(await early.sees()).toBe(old);
  await Promise.all([early, late, newcomer].map((one) => one.leave()));
});
