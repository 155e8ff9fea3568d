import { mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { finishAssets } from '@frens/compose/build/built-assets';
import { SiteStore, shellPath } from '@frens/compose/store/site-store';
import { goLive } from '@frens/compose/testing/go-live';

/** Publishes a site of one empty page below a folder, for servers that are tested without the screens; returns its store. */
export async function publishEmptySite(dir: string): Promise<string> {
  const build = await mkdtemp(path.join(dir, 'build-'));
  await writeFile(path.join(build, 'index.html'), '<!--page-data-->');
  const store = new SiteStore(path.join(dir, 'site'));
  const host = { version: '1', base: '/shell/1/', ...(await finishAssets(build)) };
  await store.publish(shellPath('1'), build, host);
  await goLive(store, { host, apps: {} });
  return store.dir;
}
