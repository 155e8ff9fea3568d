import type { Composition } from '@frens/contract/composition';
import { advance } from './advance.ts';
import type { Author, HistoryEntry } from './store/history-entry.ts';
import { remotePath, type SiteStore, shellPath, versionFile } from './store/site-store.ts';
import { mapsFile, mapsFolder } from './store/source-maps.ts';

/** How long a version stays that nothing names, in milliseconds: open tabs may be on it, and somebody may be about to promote it. */
const graceMs = 24 * 60 * 60 * 1_000;

interface PruneOptions {
  store: SiteStore;
  author: Author;
  /** How many of the last compositions of each environment can be gone back to afterwards. */
  keep: number;
  /** Says what would go, and removes nothing. */
  isDry: boolean;
  now?: number;
}

/**
 * Removes versions that nobody needs any more: none that is live, seen by a share, or a fallback in one of the last `keep` compositions of an environment, and none that is
 * younger than a day. The compositions stay, as the history.
 *
 * Versions are set aside first, then every environment makes a step, and only then they are deleted: whoever promotes one of them meanwhile
 * is either before that step, and it comes back, or after it, and is told that it is gone.
 *
 * @returns folders of the store that went, or would go
 */
export async function prune({
  store,
  author,
  keep,
  isDry,
  now = Date.now(),
}: PruneOptions): Promise<string[]> {
  const environments = await store.environments();
  const kept = new Set<string>();
  for (const environment of environments)
    for (const folder of await neededBy(store, environment, keep)) kept.add(folder);
  const folders = await versionFolders(store);
  const old: string[] = [];
  for (const folder of folders) {
    const published = kept.has(folder) ? null : await store.files.writtenAt(folder + versionFile);
    if (published !== null && now - published > graceMs) old.push(folder);
  }
  if (isDry) return old;
  await store.files.sweep(folders, versionFile, now - graceMs);
  await pruneMaps(store, now - graceMs);
  if (old.length === 0) return old;

  const aside = await store.files.setAside(old, versionFile);
  const gone = new Set(old);
  for (const environment of environments) {
    await advance(store, environment, author, async (head) => {
      if (!head) return null;
      for (const folder of await foldersShown(store, head)) {
        if (!gone.delete(folder)) continue;
        await aside.bringBack(folder);
      }
      return { kind: 'prune', composition: head.composition, pruned: [...gone] };
    });
  }
  await aside.remove();
  await pruneMaps(store, now - graceMs);
  return [...gone];
}

/** Folders of the last compositions of an environment that differ. */
async function neededBy(store: SiteStore, environment: string, keep: number): Promise<string[]> {
  const compositions = new Set<string>();
  let entry = await store.head(environment);
  const canary = entry?.canary?.composition;
  while (entry && (compositions.size < keep || compositions.has(entry.composition))) {
    compositions.add(entry.composition);
    entry = await store.entry(environment, entry.number - 1);
  }
  if (canary) compositions.add(canary);
  const all = await Promise.all([...compositions].map((id) => store.composition(id)));
  return all.flatMap(foldersOf);
}

/** Folders of what visitors of an environment see. */
async function foldersShown(store: SiteStore, { composition, canary }: HistoryEntry): Promise<string[]> {
  const ids = canary ? [composition, canary.composition] : [composition];
  return (await Promise.all(ids.map((id) => store.composition(id)))).flatMap(foldersOf);
}

/** Folders of a composition, fallbacks too. */
function foldersOf({ host, apps }: Composition): string[] {
  return [
    shellPath(host.version),
    ...Object.entries(apps).flatMap(([name, app]) =>
      app.versions.map(({ version }) => remotePath(name, version)),
    ),
  ];
}

/** Removes the source maps of versions that are gone, also those that a program left which was ended. */
async function pruneMaps(store: SiteStore, before: number): Promise<void> {
  const orphans: string[] = [];
  for (const target of await versionFolders(store, 'maps/')) {
    if ((await store.files.writtenAt(target + versionFile)) !== null) continue;
    const written = await store.files.writtenAt(mapsFolder(target) + mapsFile);
    if (written !== null && written < before) orphans.push(mapsFolder(target));
  }
  if (orphans.length > 0) await (await store.files.setAside(orphans, mapsFile)).remove();
}

/**
 * Folders of all versions, whether they are whole or were left by a program that was ended.
 *
 * @param within where to look: of the versions themselves unless told
 */
async function versionFolders({ files }: SiteStore, within = ''): Promise<string[]> {
  const shells = await files.list(`${within}shell`);
  const remotes = await files.list(`${within}remotes`);
  const versions = await Promise.all(
    remotes.map(async (name) =>
      (await files.list(`${within}remotes/${name}`)).map((version) => remotePath(name, version)),
    ),
  );
  return [...shells.map(shellPath), ...versions.flat()];
}
