import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { compressed, filesIn } from '../build/built-assets.ts';
import type { Integrity } from '../model/composition.ts';
import { Refusal } from '../refusal.ts';
import { hasHash } from './integrity.ts';
import { mapConcurrent } from './map-concurrent.ts';
import type { StoreFiles } from './store-files.ts';

/** The name of a file that versions may share: it has a hash of the file's content, or that of the only version with the file. */
export const sharedName = /\.([0-9a-f]{8,})\.\w+$/;

interface Publication {
  /** Of the shared files in the store. */
  folder: string;
  /** Local folder with the version's files and their compressed copies. */
  from: string;
  integrity: Integrity;
}

/**
 * Adds files of a version to those that the remote's versions share. A file that exists stays, and counts as new for `prune`.
 *
 * @throws Refusal when a name exists with another content; nothing is added then, unless another process adds it at the same time
 */
export async function shareFiles(files: StoreFiles, publication: Publication): Promise<void> {
  const { folder, from, integrity } = publication;
  const names = await namesIn(publication);
  /** Whether a file exists already, with this content. */
  const check = async (name: string) => {
    // Compressed copies may differ between machines.
    if (compressed.test(name)) return true;
    const content = await files.read(folder + name);
    if (content === null) return false;
    if (hasHash(content, integrity[name])) return true;
    throw new Refusal(
      'damaged',
      `${folder}${name} is in the store with another content, and stays as it is.`,
    );
  };
  const found = await mapConcurrent(names, async (name) => [name, await check(name)] as const);
  await mapConcurrent(found, async ([name, isChecked]) => {
    const isThere =
      (await files.renew(folder + name)) ||
      !(await files.create(folder + name, await readFile(path.join(from, name))));
    // Another process has added it meanwhile.
    if (isThere && !isChecked) await check(name);
  });
}

/** Adds files of a recorded version that a concurrent prune has removed from those that versions share. */
export async function restoreSharedFiles(files: StoreFiles, publication: Publication): Promise<void> {
  const { folder, from } = publication;
  const there = new Set(await files.filesIn(folder));
  const missing = (await namesIn(publication)).filter((name) => !there.has(name));
  await mapConcurrent(missing, async (name) =>
    files.create(folder + name, await readFile(path.join(from, name))),
  );
}

/** The files of a version and their compressed copies. */
const namesIn = async ({ from, integrity }: Publication) =>
  (await filesIn(from)).filter((name) => Object.hasOwn(integrity, name.replace(compressed, '')));

/**
 * Removes shared files that no version needs. A concurrent publication either restores a removed file itself, or is recorded before the second
 * check here.
 *
 * @param readNeeded reads which shared files recorded versions have, by their paths in the store
 * @param before files written later stay, in milliseconds since 1970: a version may be about to name them
 */
export async function sweepSharedFiles(
  files: StoreFiles,
  folders: readonly string[],
  readNeeded: () => Promise<ReadonlySet<string>>,
  before: number,
): Promise<void> {
  const needed = await readNeeded();
  const removed = new Map<string, Buffer>();
  try {
    for (const folder of folders)
      for (const name of await files.filesIn(folder)) {
        const file = folder + name;
        if (needed.has(file.replace(compressed, ''))) continue;
        const written = await files.writtenAt(file);
        if (written === null || written >= before) continue;
        const content = await files.read(file);
        if (content === null) continue;
        removed.set(file, content);
        await files.remove(file);
      }
  } finally {
    // Also after a failure: a removed file may be needed by now.
    const neededNow = removed.size === 0 ? needed : await readNeeded();
    for (const [file, content] of removed)
      if (neededNow.has(file.replace(compressed, ''))) await files.mend(file, content);
  }
}
