import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { leaveBrowser, newPerson, type Person, takeBrowser } from '../support/browser.ts';
import { demoFolder } from '../support/demo-folder.ts';
import { createWorkshop, type RemoteWorkshop } from '../support/remote-workshop.ts';
import { type Site, startSite, temporaryFolder } from '../support/site.ts';
import { demoMember, logIn } from '../support/steps.ts';

// What a returning tab fetches after one remote has changed: only what changed.

let data: Awaited<ReturnType<typeof demoFolder>>;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let workshop: RemoteWorkshop;
let site: Site;
let browser: Browser;
let person: Person;

beforeAll(async () => {
  [data, folder] = await Promise.all([demoFolder(), temporaryFolder()]);
  workshop = await createWorkshop(folder.dir, 'mf-social');
  [site, browser] = await Promise.all([
    startSite({ dataDir: data.dir, storeDir: workshop.store.dir }),
    takeBrowser(),
  ]);
  // Builds in the same checkout, because module ids depend on paths.
  const { code, err } = await workshop.compose('publish', 'mf-social', '--promote');
  if (code !== 0) throw new Error(err);
  person = await newPerson(browser, site.origin);
  // Other pages are prefetched at some time; here they are not counted.
  await person.context.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  await logIn(person.page, demoMember);
});

afterAll(async () => {
  await person?.context.close();
  await leaveBrowser(browser);
  await site?.stop();
  await Promise.all([data?.remove(), folder?.remove()]);
});

/** Loads the dashboard anew and returns the transferred bytes of published files by URL. */
async function openDashboard(): Promise<Record<string, number>> {
  const { context } = person;
  const tab = await context.newPage();
  const client = await context.newCDPSession(tab);
  await client.send('Network.enable');
  const addresses = new Map<string, string>();
  const bytes: Record<string, number> = {};
  const open = new Set<string>();
  client.on('Network.requestWillBeSent', ({ requestId }) => open.add(requestId));
  client.on('Network.loadingFailed', ({ requestId }) => open.delete(requestId));
  client.on('Network.responseReceived', ({ requestId, response }) => {
    const { pathname } = new URL(response.url);
    if (/^\/(remotes|shell)\//.test(pathname) && !response.fromDiskCache) addresses.set(requestId, pathname);
  });
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    open.delete(requestId);
    const address = addresses.get(requestId);
    // Cached files have no transferred bytes.
    if (address && encodedDataLength > 0) bytes[address] = encodedDataLength;
  });
  await tab.goto('/dashboard');
  // Its first heading is prerendered.
  await tab.getByRole('heading', { name: 'Waiting for you' }).waitFor();
  await expect.poll(() => open.size).toBe(0);
  await tab.close();
  return bytes;
}

const sum = (bytes: Record<string, number>) => Object.values(bytes).reduce((all, one) => all + one, 0);

it('is nothing where nothing changed', async () => {
  await openDashboard();
  expect(await openDashboard()).toEqual({});
});

it.each([
  [
    'a line of a screen',
    'src/features/dashboard/dashboard.screen.tsx',
    (text: string) => text.replace('className=', 'data-changed className='),
    15_000,
  ],
  ['a text', 'locales/en.json', (text: string) => text.replace('"Not set"', '"Not yet set"'), 14_000],
])('is the container and one file after %s was changed', async (what, file, change, most) => {
  await workshop.publishChanged(file, change);
  const bytes = await openDashboard();
  console.log(what, sum(bytes), bytes);
  expect(Object.keys(bytes)).toHaveLength(2);
  expect(Object.keys(bytes)).toContainEqual(
    expect.stringMatching(/^\/remotes\/mf-social\/files\/remoteEntry\./),
  );
  expect(sum(bytes)).toBeLessThanOrEqual(most);
});
