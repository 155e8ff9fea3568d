import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { filesIn, finishAssets } from '@frens/compose/build/built-assets';
import { remotePath, type SiteStore } from '@frens/compose/store/site-store';
import { RemoteVersion } from '@frens/contract/composition';

/** What the names of a version have in common: its hash. */
const hashIn = (version: string) => version.split('-').at(-1) ?? '';

/**
 * Publishes a version once more under another hash, as if other sources had given the same program: nothing is built.
 *
 * @param dir a folder for what is written meanwhile
 * @param version of a remote, published
 * @param hash as long as that of the version
 */
export async function publishAgain(
  store: SiteStore,
  dir: string,
  version: RemoteVersion,
  hash: string,
): Promise<RemoteVersion> {
  const renamed = (text: string) => text.replaceAll(hashIn(version.version), hash);
  const { name } = version.descriptor;
  const dist = await mkdtemp(path.join(dir, 'again-'));
  await cp(store.file(remotePath(name, version.version)), dist, {
    recursive: true,
    filter: (file) => !/\.(br|gz)$|version\.json$/.test(file),
  });
  for (const file of await filesIn(dist)) {
    if (!/\.(js|css)$/.test(file)) continue;
    const text = await readFile(path.join(dist, file), 'utf8');
    await writeFile(path.join(dist, file), renamed(text));
  }
  const record = RemoteVersion.parse({
    ...JSON.parse(renamed(JSON.stringify(version))),
    ...(await finishAssets(dist)),
  });
  await store.publish(remotePath(name, record.version), dist, record);
  return record;
}
