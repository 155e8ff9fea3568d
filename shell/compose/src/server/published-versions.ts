import type { PublishedVersions } from '../model/composition.ts';
import { mapConcurrent } from '../store/map-concurrent.ts';
import { remotePath, type SiteStore, versionFile } from '../store/site-store.ts';

/**
 * Lists the published versions of each remote, newest first, which a tab can preview (`?compose=`). Their times are cached, because they
 * never change.
 */
export function createPublishedVersions(store: SiteStore): () => Promise<PublishedVersions> {
  const { files } = store;
  /** Times of publication, by folder. */
  let known = new Map<string, string>();

  return async function publishedVersions() {
    const names = await files.list('remotes');
    const listed = await mapConcurrent(names, async (name) =>
      (await store.versionNames(name)).map((version) => ({
        name,
        version,
        folder: remotePath(name, version),
      })),
    );
    const all = listed.flat();
    const fresh = all.filter(({ folder }) => !known.has(folder));
    const times = await mapConcurrent(fresh, ({ folder }) => files.writtenAt(folder + versionFile));
    const found = new Map(known);
    for (const [index, { folder }] of fresh.entries()) {
      const at = times[index] ?? null;
      // Without a record it is being published, or publishing was interrupted.
      if (at !== null) found.set(folder, new Date(at).toISOString());
    }
    const rows = all.flatMap(({ folder, ...version }) => {
      const at = found.get(folder);
      return at === undefined ? [] : [{ ...version, folder, at }];
    });
    // Forgets pruned versions.
    known = new Map(rows.map(({ folder, at }) => [folder, at]));
    return Object.fromEntries(
      names.flatMap((name) => {
        const own = rows.filter((row) => row.name === name).map(({ version, at }) => ({ version, at }));
        return own.length === 0 ? [] : [[name, own.sort((a, b) => b.at.localeCompare(a.at))]];
      }),
    );
  };
}
