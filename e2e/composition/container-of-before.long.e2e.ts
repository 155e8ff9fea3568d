import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { leaveBrowser, newPerson, takeBrowser } from '../support/browser.ts';
import { createWorkshop, type RemoteWorkshop } from '../support/remote-workshop.ts';
import { type Site, startSite, temporaryFolder } from '../support/site.ts';
import { mainLink } from '../support/steps.ts';

// A version that was published when containers took the federation runtime from the page, in today's shell (docs/decisions/0211).

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let workshop: RemoteWorkshop;
let site: Site;
let browser: Browser;

/** How a remote was built then. */
const configOfBefore = `
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { rspack } from '@rspack/core';
import { remoteConfig } from '../rspack.base.js';

const config = remoteConfig(import.meta.dirname);
const isContainer = (plugin) => plugin instanceof rspack.container.ModuleFederationPluginV1;
const shared = { singleton: true, requiredVersion: false, import: false };
config.plugins = [
  ...config.plugins.filter((plugin) => !isContainer(plugin)),
  new ModuleFederationPlugin({
    name: config.output.uniqueName,
    filename: 'remoteEntry.[contenthash:8].js',
    exposes: { './remote': { import: './src/remote.tsx', name: 'exposed' } },
    shared: { react: shared, 'react-dom': shared, '@frens/platform': shared },
    manifest: false,
    dts: false,
    dev: false,
    shareStrategy: 'loaded-first',
    experiments: { externalRuntime: true, optimization: { target: 'web' } },
  }),
];
export default config;
`;

beforeAll(async () => {
  folder = await temporaryFolder();
  workshop = await createWorkshop(folder.dir, 'mf-community');
  [site, browser] = await Promise.all([
    startSite({ dataDir: `${folder.dir}/data`, storeDir: workshop.store.dir, demo: false }),
    takeBrowser(),
    // Its container is larger than one may be by now.
    workshop.edit(
      '../shell/compose/src/gate/budgets.ts',
      (text) => text.replace('remoteEntry: 6_000', 'remoteEntry: 20_000'),
      () => workshop.publishChanged('rspack.config.js', () => configOfBefore),
    ),
  ]);
});

afterAll(async () => {
  await leaveBrowser(browser);
  await site?.stop();
  await folder?.remove();
});

it('runs beside those of today, and gets the federation runtime with its page', async () => {
  const { page, assertNoProblems } = await newPerson(browser, site.origin);
  const runtime: string[] = [];
  page.on('request', (request) => {
    if (/\/federation\.\w+\.js$/.test(request.url())) runtime.push(request.resourceType());
  });
  const { versions } = (await workshop.store.composition((await workshop.store.liveId()) ?? '')).apps[
    'mf-community'
  ] ?? { versions: [] };
  expect(versions.map(({ files }) => files?.hasRuntime)).toEqual([false, true]);

  await page.goto('/groups');
  await page.getByRole('heading', { level: 1, name: 'Fren Circles' }).waitFor();
  expect(runtime).toHaveLength(1);
  await mainLink(page, 'Vibe Quiz').click();
  await page.getByText('Lab 1 of 11').waitFor();
  await mainLink(page, 'Groups').click();
  await page.getByRole('heading', { level: 1, name: 'Fren Circles' }).waitFor();
  assertNoProblems();
});
