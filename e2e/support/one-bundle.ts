import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { finishAssets } from '@frens/compose/build/built-assets';
import { SiteStore, shellPath } from '@frens/compose/store/site-store';
import { goLive } from '@frens/compose/testing/go-live';
import { builtStore, rootDir } from './site.ts';

const version = 'one-bundle';

/**
 * Builds the same site as one bundle, rendered by the browser, and publishes it to a store of its own, for comparison: the same screens,
 * route chunks, compression and server, without federation and without hints.
 *
 * @param dir an empty folder
 * @returns folder of the store, for `startSite`
 */
export async function buildOneBundle(dir: string): Promise<string> {
  const dist = path.join(dir, 'dist');
  const storeDir = path.join(dir, 'store');
  await mkdir(dist, { recursive: true });
  const built = new SiteStore(builtStore);
  const id = await built.liveId();
  if (id === null) throw new Error(`Nothing is published in ${builtStore}. Run: npm run build`);
  const { apps } = await built.composition(id);
  const base = `/${shellPath(version)}`;
  const script = path.join(rootDir, 'e2e/scripts/one-bundle.js');
  await promisify(execFile)(process.execPath, [script, dist, base, ...Object.keys(apps)], { cwd: rootDir });
  const assets = await finishAssets(dist);

  const store = new SiteStore(storeDir);
  const host = { version, base, ...assets };
  await store.publish(shellPath(version), dist, host);
  const plain = Object.entries(apps).map(([name, { versions }]) => {
    const [{ files: _hinted, ...live }] = versions;
    return [name, { versions: [live] as [typeof live] }];
  });
  await goLive(store, { host, apps: Object.fromEntries(plain) });
  return storeDir;
}
