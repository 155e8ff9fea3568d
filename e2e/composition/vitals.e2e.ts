import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { leaveBrowser, newPerson, takeBrowser } from '../support/browser.ts';
import { whenLoaded } from '../support/changed-versions.ts';
import { type Site, startSite, temporaryFolder } from '../support/site.ts';
import { copySite, type SiteCopy } from '../support/site-copy.ts';

// Browsers measure how fast versions are, and a canary that answers too late ends by itself.

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
    copy.publishAgain('feedfacade', whenLoaded(slowClicks)),
  ]);
});
afterAll(async () => {
  await leaveBrowser(browser);
  await site?.stop();
  await folder?.remove();
});

const slowClicks = `
  document.addEventListener('click', () => {
    const until = performance.now() + 700;
    while (performance.now() < until);
  });
  document.addEventListener('dblclick', () => {
    throw new Error('Thrown by the canary');
  });
`;

/** The sum of what the site counts under a name and labels. */
async function counted(pattern: string): Promise<number> {
  const text = await (await fetch(`${site.origin}/metrics`)).text();
  const counts = text.matchAll(new RegExp(`^frens_${pattern} (\\d+)$`, 'gm'));
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}
/** How many told of a web vital of a version, with one rating or any. */
const told = (version: string, vital: string, rating = '[^"]+') =>
  counted(
    `version_vitals\\{version="${version}",composition="[0-9a-f]+",vital="${vital}",rating="${rating}"\\}`,
  );
const arrived = () =>
  counted('http_request_duration_seconds_count\\{route="POST /api/composition/vitals",status="204"\\}');

let networks = 0;
/** Somebody new who opens the circles, does something there and leaves; what they measured has arrived then. */
async function opens(part: number, actAndLeave: (at: Person) => Promise<void>): Promise<void> {
  networks += 1;
  const headers = { 'X-Forwarded-For': `198.51.100.${networks}` };
  const person = await newPerson(browser, site.origin, { extraHTTPHeaders: headers });
  await person.context.addCookies([{ name: 'part', value: String(part), url: site.origin }]);
  const visited = person.page.waitForResponse(`${site.origin}/api/composition/visits`);
  await person.page.goto('/groups');
  await person.page.getByRole('heading', { level: 1, name: 'Fren Circles' }).waitFor();
  await (await visited).finished();
  await actAndLeave(person);
  await expect.poll(arrived).toBe(networks);
  await person.context.close();
  person.assertNoProblems();
}
type Person = Awaited<ReturnType<typeof newPerson>>;

async function leaves({ page }: Person): Promise<void> {
  await page.goto('about:blank');
}
/** How many told that a version threw while its page went on. */
const threw = (version: string) =>
  counted(`version_failures\\{version="${version}",composition="[0-9a-f]+",code="REMOTE-106"\\}`);

async function makesItThrow(person: Person): Promise<void> {
  person.expectProblem(/Thrown by the canary/);
  const reported = person.page.waitForResponse(`${site.origin}/api/composition/reports`);
  await person.page.getByRole('heading', { level: 1 }).dispatchEvent('dblclick');
  expect((await reported).status()).toBe(204);
  await leaves(person);
}
async function clicksAndLeaves({ page }: Person): Promise<void> {
  await page.getByRole('heading', { level: 1 }).click();
  // Until the browser tells of it: that is with the paint after it.
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const observer = new PerformanceObserver((list) => {
          if (list.getEntries().some(({ duration }) => duration > 500)) resolve();
        });
        observer.observe({ type: 'event', buffered: true });
      }),
  );
  // The driver forgets the network of a page that is really left, and five must come from five.
  await page.evaluate(() => dispatchEvent(new Event('pagehide')));
}

it('measures each version on show, and ends the canary whose clicks are answered too late', async () => {
  const live = `mf-community@${copy.version.version}`;
  const canary = `mf-community@${slow}`;
  expect((await copy.compose('promote', canary, '--canary', '50')).code).toBe(0);

  await opens(80, leaves);
  await opens(4, makesItThrow);
  await expect.poll(() => threw(canary)).toBe(1);
  await Promise.all(Array.from({ length: 4 }, () => opens(3, clicksAndLeaves)));
  expect((await copy.store.shown())?.canary?.versions).toEqual([canary]);
  // What is told is up to a second old.
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
