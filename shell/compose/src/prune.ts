import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Composition } from '@frens/contract/composition';
import { advance } from './advance.ts';
import { isCode } from './store/files.ts';
import type { Author } from './store/history-entry.ts';
import { remotePath, type SiteStore, shellPath, versionFile } from './store/site-store.ts';

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
 * Removes versions that nobody needs any more: none that is live or a fallback in one of the last `keep` compositions of an environment, and none that is
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
  const old: string[] = [];
  for (const folder of await publishedFolders(store)) {
    if (!kept.has(folder) && now - (await publishedAt(store, folder)) > graceMs) old.push(folder);
  }
  if (isDry) return old;
  await removeLeftovers(store, now);
  if (old.length === 0) return old;

  const aside = store.file(`.pruned-${randomUUID()}`);
  const move = async (from: string, to: string) => {
    await mkdir(path.dirname(to), { recursive: true });
    await rename(from, to);
  };
  for (const folder of old) await move(store.file(folder), path.join(aside, folder));
  const gone = new Set(old);
  for (const environment of environments) {
    await advance(store, environment, author, async (head) => {
      if (!head) return null;
      for (const folder of foldersOf(await store.composition(head.composition))) {
        if (!gone.delete(folder)) continue;
        await move(path.join(aside, folder), store.file(folder));
      }
      return { kind: 'prune', composition: head.composition, pruned: [...gone] };
    });
  }
  await rm(aside, { recursive: true });
  return [...gone];
}

/** Removes what programs left that were ended in the middle: builds half copied, versions half deleted. */
async function removeLeftovers(store: SiteStore, now: number): Promise<void> {
  for (const name of await readFolder(store.dir)) {
    if (!/^\.(partial|pruned)-/.test(name)) continue;
    const { mtimeMs } = await stat(store.file(name));
    if (now - mtimeMs > graceMs) await rm(store.file(name), { recursive: true });
  }
}

/** Folders of the last compositions of an environment that differ. */
async function neededBy(store: SiteStore, environment: string, keep: number): Promise<string[]> {
  const compositions = new Set<string>();
  let entry = await store.head(environment);
  while (entry && (compositions.size < keep || compositions.has(entry.composition))) {
    compositions.add(entry.composition);
    entry = await store.entry(environment, entry.number - 1);
  }
  const all = await Promise.all([...compositions].map((id) => store.composition(id)));
  return all.flatMap(foldersOf);
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

async function publishedFolders(store: SiteStore): Promise<string[]> {
  const shells = await readFolder(store.file('shell'));
  const remotes = await readFolder(store.file('remotes'));
  const versions = await Promise.all(
    remotes.map(async (name) =>
      (await readFolder(store.file('remotes', name))).map((version) => remotePath(name, version)),
    ),
  );
  return [...shells.map(shellPath), ...versions.flat()];
}

async function readFolder(dir: string): Promise<string[]> {
  try {
    return await readdir(dir);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return [];
    throw error;
  }
}

async function publishedAt(store: SiteStore, folder: string): Promise<number> {
  return (await stat(store.file(folder, versionFile))).mtimeMs;
}
