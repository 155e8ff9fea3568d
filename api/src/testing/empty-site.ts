import { mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { SiteStore, shellPath } from '../site/site-store.ts';

/** Publishes a site of one empty page below a folder, for servers that are tested without the screens; returns its store. */
export async function publishEmptySite(dir: string): Promise<string> {
  const build = await mkdtemp(path.join(dir, 'build-'));
  await writeFile(path.join(build, 'index.html'), '<!--page-data-->');
  const store = new SiteStore(path.join(dir, 'site'));
  const host = { version: '1', base: '/shell/1/', integrity: {} };
  await store.publish(shellPath('1'), build, host);
  await store.goLive({ host, apps: {} }, null);
  return store.dir;
}
