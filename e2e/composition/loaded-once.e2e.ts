import type { Composition } from '@frens/compose';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { leaveBrowser, newPerson, takeBrowser } from '../support/browser.ts';
import { demoFolder } from '../support/demo-folder.ts';
import { type Site, startSite } from '../support/site.ts';
import { demoMember, logIn, mainLink } from '../support/steps.ts';

let folder: Awaited<ReturnType<typeof demoFolder>>;
let site: Site;
let browser: Browser;

beforeAll(async () => {
  folder = await demoFolder();
  [site, browser] = await Promise.all([
    startSite({ dataDir: folder.dir, env: { DEV_PAGES: 'true' } }),
    takeBrowser(),
  ]);
});

afterAll(async () => {
  await leaveBrowser(browser);
  await site?.stop();
  await folder?.remove();
});

/** A shared library as recorded by the federation runtime. */
interface SharedLibrary {
  from: string;
}

/** Strings that occur once in a library's code, even after minification. */
const marks = {
  react: '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE=',
  'react-dom': '__reactFiber$',
  'react-router': 'useRoutes() may be used only in the context of a <Router> component.',
  'react-query': 'No QueryClient set, use QueryClientProvider to set one',
};

it('has one React, router and query client on a page that has used all five remotes', async () => {
  const { page, context, assertNoProblems } = await newPerson(browser, site.origin);
  const scripts = new Map<string, Promise<string>>();
  context.on('response', (response) => {
    // The response of a file that is still preloading when the page closes has no body.
    if (response.request().resourceType() === 'script')
      scripts.set(
        response.url(),
        response.text().catch(() => ''),
      );
  });

  // A single document: after the login the test only follows links.
  await logIn(page, demoMember);
  await page.evaluate(() => Object.assign(window, { samePage: true }));
  // The previous page may have lists, too.
  const arriveAt = async (heading: string) => {
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await page.getByRole('article').first().waitFor();
  };
  await mainLink(page, 'Vibe Quiz').click();
  await page.getByText('Lab 1 of 11').waitFor();
  await mainLink(page, 'Groups').click();
  await arriveAt('Fren Circles');
  await page.getByRole('link', { name: 'Frens, home page' }).click();
  await page.getByRole('link', { name: 'Explore Panda System' }).first().click();
  await arriveAt('Pandas');
  await mainLink(page, 'Frens').click();
  await arriveAt('Browse frens');
  expect(await page.evaluate(() => 'samePage' in window)).toBe(true);

  const remotes = ['mf-auth', 'mf-social', 'mf-panda', 'mf-quiz', 'mf-community'];
  const addresses = [...scripts.keys()].map((address) => new URL(address).pathname);
  for (const remote of remotes) {
    expect(addresses.some((address) => address.startsWith(`/remotes/${remote}/`))).toBe(true);
  }

  // In the loaded code: each library's string occurs in exactly one script.
  const loaded = (await Promise.all(scripts.values())).join('\n');
  const found = Object.entries(marks).map(([name, mark]) => [name, loaded.split(mark).length - 1]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(Object.keys(marks).map((name) => [name, 1])));

  // In the records of the federation runtime, which other tools read: one version per library, provided by the shell.
  const shared = await page.evaluate(() => {
    type Scopes = Record<string, Record<string, Record<string, Record<string, SharedLibrary>>>>;
    // The runtime's global; the checks below verify its shape.
    const scopes = (window as unknown as { __FEDERATION__: { __SHARE__: Scopes } }).__FEDERATION__.__SHARE__;
    const named = Object.values(scopes).flatMap((scope) =>
      Object.values(scope).flatMap((libraries) =>
        Object.entries(libraries).flatMap(([name, versions]) =>
          Object.values(versions).map((library) => [library, name] as const),
        ),
      ),
    );
    // Each container has a share scope, all with the same libraries.
    return Array.from(new Map(named), ([{ from }, name]) => ({ name, from }));
  });
  expect(shared.map(({ name }) => name).sort()).toEqual(['@frens/platform', 'react', 'react-dom']);
  expect(new Set(shared.map(({ from }) => from))).toEqual(new Set(['shell']));
  expect(addresses.filter((address) => address.includes('/federation.'))).toHaveLength(1);
  await page.getByRole('link', { name: '/dev/composition' }).click();
  const used = new RegExp(`^@frens/platform .*brought by shell, used by ${[...remotes].sort().join(', ')}`);
  await page.getByText(used).waitFor();
  assertNoProblems();
});

it('has a federation manifest beside each remote', async () => {
  const { apps }: Composition = await (await fetch(`${site.origin}/composition.json`)).json();
  for (const { versions } of Object.values(apps)) {
    const [{ mf, base, files, version }] = versions;
    const answer = await fetch(`${site.origin}${base}mf-manifest.${version.split('-').at(-1)}.json`);
    expect(await answer.json()).toMatchObject({
      name: mf,
      metaData: { publicPath: 'auto', remoteEntry: { name: files?.entry, path: '' } },
      exposes: [{ path: './remote', assets: { js: { sync: files?.exposed } } }],
    });
  }
});
