import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leaveBrowser, newPerson, type Person, takeBrowser } from '../support/browser.ts';
import { whenCirclesRender } from '../support/changed-versions.ts';
import { demoFolder } from '../support/demo-folder.ts';
import { findLeaks, type Holdings, trackResources } from '../support/leak-check.ts';
import { type Site, startSite } from '../support/site.ts';
import { copySite, type SiteCopy } from '../support/site-copy.ts';
import { isLongRun, smokeCases } from '../support/smoke-cases.ts';
import { signIn } from '../support/steps.ts';

// Mounts and unmounts each remote, which must leak nothing: no globals, changed prototypes, listeners, timers or styles.

let folder: Awaited<ReturnType<typeof demoFolder>>;
let copy: SiteCopy;
let site: Site;
let browser: Browser;

beforeAll(async () => {
  folder = await demoFolder();
  copy = await copySite(folder.dir, 'mf-community');
  [site, browser] = await Promise.all([
    startSite({ dataDir: folder.dir, storeDir: copy.store.dir }),
    takeBrowser(),
  ]);
});
afterAll(async () => {
  await leaveBrowser(browser);
  await site?.stop();
  await folder?.remove();
});

/** A page of the shell without a remote. */
const home = '/about/us';

async function enter({ isMember }: { isMember: boolean }): Promise<Person> {
  const person = await newPerson(browser, site.origin);
  if (isMember) await signIn(person);
  await person.page.addInitScript(trackResources);
  await person.page.goto(home);
  await person.page.waitForLoadState('networkidle');
  return person;
}

/** Navigates without a document load. */
async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await page.waitForLoadState('networkidle');
  await page.locator('main h1').first().waitFor();
}

/** How often a page is opened. A leak per visit shows after the first one; a leak that grows only from the second on is found by the long run. */
const visits = isLongRun ? 2 : 1;

/** Resources that a page leaks after it is left. Polls, because transitions and similar end on their own. */
async function left(page: Page, path: string): Promise<string[]> {
  const before: Holdings = await page.evaluate(() => window.holdings());
  for (let visit = 0; visit < visits; visit += 1) {
    await go(page, path);
    await go(page, home);
  }
  let found: string[] = [];
  for (let look = 0; look < 10; look += 1) {
    found = findLeaks(before, await page.evaluate(() => window.holdings()));
    if (found.length === 0) break;
    await page.waitForTimeout(500);
  }
  return found;
}

/** Snapshot of every kind of resource that a document holds besides its content. */
const leaving = `
  const found = Math.random().toString(36).slice(2);
  Object.assign(globalThis, { ['left' + found]: true });
  Object.defineProperty(Array.prototype, 'left' + found, { value: true, configurable: true });
  addEventListener('resize', () => found);
  setInterval(() => found, 60_000);
  const loop = () => void setTimeout(loop, 20);
  loop();
  document.head.append(document.createElement('style'));
  document.adoptedStyleSheets.push(new CSSStyleSheet());
  document.body.setAttribute('data-left', found);
`;

describe('a remote that was left', () => {
  const remotes: [name: string, isMember: boolean, paths: string[]][] = [
    ['mf-auth', false, ['/auth', '/v2/auth']],
    ['mf-quiz', false, ['/vibe-quiz']],
    ['mf-panda', true, ['/panda', '/bamboo']],
    ['mf-social', true, ['/dashboard', '/browse', '/profile', '/notifications', '/privacy-settings']],
    ['mf-community', true, ['/groups', '/meetups', '/service']],
  ];
  it.each(smokeCases(remotes, ([name]) => name === 'mf-social'))(
    'leaves nothing behind: %s',
    async (_name, isMember, paths) => {
      const { page, context, assertNoProblems } = await enter({ isMember });
      // The daily run opens one page per remote: most leaks come from a module's top level, not from a page.
      const looked = smokeCases(paths, (path) => path === paths[0]);
      for (const path of looked) expect(await left(page, path), path).toEqual([]);
      await context.close();
      assertNoProblems();
    },
  );

  it.runIf(isLongRun)('is caught with each thing that it leaves', async () => {
    const bad = await copy.publishAgain('feedfacade', whenCirclesRender(leaving));
    await copy.goLiveWith(bad);
    const { page, context } = await enter({ isMember: false });
    const found = await left(page, '/groups');
    for (const kind of [
      /^globals: left/m,
      /^prototypes: Array\.left/m,
      /^listeners: resize of window/m,
      /^timers: interval/m,
      /^timers: a loop/m,
      /^styles: style/m,
      /^styles: adopted/m,
      /^styles: BODY data-left/m,
    ])
      expect(found.join('\n')).toMatch(kind);
    await context.close();
  });
});
