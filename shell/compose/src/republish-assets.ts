import type { RemoteVersion, ShellVersion } from './model/composition.ts';
import type { HistoryEntry } from './store/history-entry.ts';
import { mapConcurrent } from './store/map-concurrent.ts';
import { filesPath, remotePath, type SiteStore, shellPath, versionFile } from './store/site-store.ts';

/** Ids of the compositions that a step shows to visitors. */
export const shownIn = ({ composition, canary }: Pick<HistoryEntry, 'composition' | 'canary'>): string[] =>
  canary ? [composition, canary.composition] : [composition];

/** Versions of compositions, including fallbacks, by their own folders. */
export async function versionsOf(
  store: SiteStore,
  ids: readonly string[],
): Promise<Map<string, RemoteVersion | ShellVersion>> {
  const compositions = await mapConcurrent(ids, (id) => store.composition(id));
  const versions = new Map<string, RemoteVersion | ShellVersion>();
  for (const { host, apps } of compositions) {
    versions.set(shellPath(host.version), host);
    for (const [name, app] of Object.entries(apps))
      for (const record of app.versions) versions.set(remotePath(name, record.version), record);
  }
  return versions;
}

/** Folders of the versions of compositions, including fallbacks. */
export const foldersOf = async (store: SiteStore, ids: readonly string[]): Promise<string[]> => [
  ...(await versionsOf(store, ids)).keys(),
];

/**
 * Restores versions of compositions that a concurrent or interrupted prune set aside.
 *
 * @param ids of the compositions
 * @returns as `foldersOf` does
 */
export async function republishAssets(store: SiteStore, ids: readonly string[]): Promise<string[]> {
  const versions = await versionsOf(store, ids);
  await mapConcurrent([...versions], async ([folder, record]) => {
    const isThere = async () => (await store.files.writtenAt(folder + versionFile)) !== null;
    if (await isThere()) return;
    await store.files.republishAssets(folder);
    if (await isThere()) return;
    // Only the record was removed, and the composition has it. Whatever reads the files reports other losses.
    const files = filesPath(record);
    const there = files === null ? null : new Set(await store.files.filesIn(files));
    const isWhole =
      there === null || (there.size > 0 && Object.keys(record.integrity).every((file) => there.has(file)));
    if (isWhole) await store.files.create(folder + versionFile, JSON.stringify(record));
  });
  return [...versions.keys()];
}
