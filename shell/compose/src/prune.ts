import { appendHistory } from './append-history.ts';
import { lockPruning } from './lock-pruning.ts';
import { foldersOf, republishAssets, shownIn, versionsOf } from './republish-assets.ts';
import type { Author } from './store/history-entry.ts';
import { mapConcurrent } from './store/map-concurrent.ts';
import { pagesFile, pagesFolder, renderedNames } from './store/rendered-pages.ts';
import { sweepSharedFiles } from './store/shared-files.ts';
import {
  filesPath,
  remotePath,
  type SiteStore,
  sharedPath,
  shellPath,
  versionFile,
} from './store/site-store.ts';
import { mapsFile, mapsFolder } from './store/source-maps.ts';

/** How long to keep an unreferenced version, in milliseconds: open tabs may use it, and it may be about to be promoted. */
const graceMs = 24 * 60 * 60 * 1_000;

interface PruneOptions {
  store: SiteStore;
  author: Author;
  /** How many of the last compositions of each environment stay available for a rollback. */
  keep: number;
  /** A dry run: reports what would go, and removes nothing. */
  isDry: boolean;
  now?: number;
}

interface Needs extends Pick<PruneOptions, 'store' | 'keep'> {
  environment: string;
  /** Open tabs may use what was live after this, in milliseconds since 1970. */
  openSince: number;
}

/**
 * Removes unused versions. It keeps those that are live, in a canary or a fallback in one of the last `keep` compositions of an
 * environment, those that were within a day, and those published within a day. Compositions and history stay.
 *
 * It sets versions aside, appends a step to every environment, and only then deletes them. A concurrent promotion of such a version
 * either precedes that step, and the version is restored, or follows it and is refused. The process that appended the earlier step
 * restores the version as well (`appendHistory`), so an interruption is harmless. No environment begins meanwhile: it would have no step
 * before its first one.
 *
 * @returns folders that were removed, or would be
 * @throws Refusal while another prune runs or an environment begins, or shortly after either was interrupted
 */
export async function prune({ now = Date.now(), ...options }: PruneOptions): Promise<string[]> {
  if (options.isDry) return pruneLocked({ now, ...options });
  const lock = await lockPruning(options.store, 0, now);
  try {
    return await pruneLocked({ now, ...options }, lock.assertHeld);
  } finally {
    await lock.unlock();
  }
}

async function pruneLocked(
  { store, author, keep, isDry, now }: Required<PruneOptions>,
  assertLocked?: () => Promise<void>,
): Promise<string[]> {
  const kept = new Set<string>();
  const keptIds = new Set<string>();
  for (const environment of await store.environments()) {
    const head = await store.head(environment);
    // Leftovers of an interrupted prune.
    if (head && !isDry) await republishAssets(store, shownIn(head));
    const ids = await neededBy({ store, environment, keep, openSince: now - graceMs });
    for (const id of ids) keptIds.add(id);
    for (const folder of await foldersOf(store, ids)) kept.add(folder);
  }
  const others = (await versionFolders(store)).filter((folder) => !kept.has(folder));
  const old: string[] = [];
  for (const folder of others) {
    const published = await store.files.writtenAt(folder + versionFile);
    if (published !== null && now - published > graceMs) old.push(folder);
  }
  if (isDry) return old;
  await store.files.sweep(others, versionFile, now - graceMs);
  await pruneMaps(store, now - graceMs);
  await prunePages(store, keptIds, now - graceMs);
  const sweepShared = () => pruneSharedFiles(store, [...keptIds], now - graceMs);
  if (old.length === 0) {
    await sweepShared();
    return old;
  }

  const remove = await store.files.setAside(old, versionFile);
  const gone = new Set(old);
  const stepped = new Set<string>();
  for (;;) {
    // A new environment may exist by now.
    const environment = (await store.environments()).find((name) => !stepped.has(name));
    if (environment === undefined) break;
    stepped.add(environment);
    // It has no step yet, and gets none while the lock is held.
    if ((await store.head(environment)) === null) continue;
    await appendHistory(store, environment, author, async (head) => {
      if (!head) return null;
      for (const folder of await republishAssets(store, shownIn(head))) gone.delete(folder);
      return { kind: 'prune', composition: head.composition, pruned: [...gone] };
    });
  }
  await assertLocked?.();
  await remove();
  await sweepShared();
  await pruneMaps(store, now - graceMs);
  return [...gone];
}

/** Compositions of an environment for rollbacks and open tabs. */
async function neededBy({ store, environment, keep, openSince }: Needs): Promise<string[]> {
  const lives = new Set<string>();
  const canaries = new Set<string>();
  let isOpen = true;
  let entry = await store.head(environment);
  while (entry && (isOpen || lives.size < keep || lives.has(entry.composition))) {
    lives.add(entry.composition);
    if (isOpen && entry.canary) canaries.add(entry.canary.composition);
    // The composition before it was live until then.
    isOpen = Date.parse(entry.at) > openSince;
    entry = await store.entry(environment, entry.number - 1);
  }
  return [...new Set([...lives, ...canaries])];
}

/** Removes shared files of remotes that neither a published version nor a kept composition has. */
async function pruneSharedFiles(store: SiteStore, ids: readonly string[], before: number): Promise<void> {
  const names = await store.files.list('remotes');
  const readNeeded = async () => {
    const published = await mapConcurrent(names, async (name) =>
      mapConcurrent(await store.versionNames(name), (version) => store.remoteVersion(name, version)),
    );
    const versions = [...published.flat(), ...(await versionsOf(store, ids)).values()];
    return new Set(
      versions.flatMap((version) =>
        version ? Object.keys(version.integrity).map((file) => filesPath(version) + file) : [],
      ),
    );
  };
  await sweepSharedFiles(store.files, names.map(sharedPath), readNeeded, before);
}

/** Removes source maps of deleted versions, and leftovers of interrupted programs. */
async function pruneMaps(store: SiteStore, before: number): Promise<void> {
  const orphans: string[] = [];
  for (const target of await versionFolders(store, 'maps/')) {
    if ((await store.files.writtenAt(target + versionFile)) !== null) continue;
    const written = await store.files.writtenAt(mapsFolder(target) + mapsFile);
    if (written !== null && written < before) orphans.push(mapsFolder(target));
  }
  if (orphans.length > 0) await (await store.files.setAside(orphans, mapsFile))();
}

/** Removes rendered pages that no kept composition has: a later one that needs them renders them again. */
async function prunePages(store: SiteStore, ids: ReadonlySet<string>, before: number): Promise<void> {
  const compositions = await mapConcurrent([...ids], (id) => store.composition(id));
  const kept = new Set(
    compositions.flatMap((one) => renderedNames(one).map((name) => pagesFolder(store.site, one, name))),
  );
  const old: string[] = [];
  for (const name of await store.files.list('pages'))
    for (const key of await store.files.list(`pages/${name}`)) {
      const folder = `pages/${name}/${key}/`;
      const written = kept.has(folder) ? null : await store.files.writtenAt(folder + pagesFile);
      if (written !== null && written < before) old.push(folder);
    }
  if (old.length > 0) await (await store.files.setAside(old, pagesFile))();
}

/**
 * Lists the folders of all versions, also incomplete ones that an interrupted program left.
 *
 * @param within the folder to search; by default that of the versions
 */
async function versionFolders(store: SiteStore, within = ''): Promise<string[]> {
  const shells = await store.files.list(`${within}shell`);
  const remotes = await store.files.list(`${within}remotes`);
  const versions = await Promise.all(
    remotes.map(async (name) =>
      (await store.versionNames(name, within)).map((version) => remotePath(name, version)),
    ),
  );
  return [...shells.map(shellPath), ...versions.flat()];
}
