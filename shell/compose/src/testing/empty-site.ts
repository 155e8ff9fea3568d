import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { finishAssets } from '../build/built-assets.ts';
import { SiteStore, shellPath } from '../store/site-store.ts';
import { exampleSite } from './example-site.ts';
import { goLive } from './go-live.ts';

/** Publishes a site of one empty page below a folder, for tests of servers without screens; returns its store. */
export async function publishEmptySite(dir: string): Promise<string> {
  const store = new SiteStore(path.join(dir, 'site'), exampleSite);
  await promoteEmptyPage(store, '1');
  return store.dir;
}

/** Publishes an empty page of this version, makes it live, and returns its composition. */
export async function promoteEmptyPage(store: SiteStore, version: string): Promise<string> {
  const build = await mkdtemp(path.join(path.dirname(store.dir), 'build-'));
  await writeFile(path.join(build, 'index.html'), `<!--page-data--><title>${version}</title>`);
  const host = { version, base: `/shell/${version}/`, ...(await finishAssets(build)) };
  await store.publish(shellPath(version), build, host);
  await rm(build, { recursive: true });
  return goLive(store, { host, apps: {} });
}
