import { randomUUID } from 'node:crypto';
import {
  cp,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import type { StoreFiles } from './store-files.ts';

/** Prefix of folders with versions that are set aside. */
const asidePrefix = '.pruned-';

/** A store in a folder of this machine. It needs a file system with hard links. */
export class Folder implements StoreFiles {
  readonly dir: string;

  /** @param dir is created on the first write */
  constructor(dir: string) {
    this.dir = dir;
  }

  #at(...parts: string[]): string {
    return path.join(this.dir, ...parts);
  }

  /** Temporary path before the final rename: outside of version folders, where `sweep` finds leftovers. */
  #partial(): string {
    return this.#at(`.partial-${randomUUID()}`);
  }

  read(file: string): Promise<Buffer | null> {
    return orNull(readFile(this.#at(file)));
  }

  /** Creates a hard link to a temporary file: the file system's only compare-and-set. */
  async create(file: string, content: string | Buffer): Promise<boolean> {
    const final = this.#at(file);
    const partial = this.#partial();
    await mkdir(path.dirname(final), { recursive: true });
    try {
      await writeSynced(partial, content);
      await link(partial, final);
      return true;
    } catch (error) {
      if (isCode(error, 'EEXIST')) return false;
      throw error;
    } finally {
      await rm(partial, { force: true });
    }
  }

  replace(file: string, text: string): Promise<void> {
    return this.mend(file, Buffer.from(text));
  }

  async mend(file: string, content: Buffer): Promise<void> {
    const partial = this.#partial();
    await mkdir(path.dirname(this.#at(file)), { recursive: true });
    try {
      await writeSynced(partial, content);
      await rename(partial, this.#at(file));
    } finally {
      await rm(partial, { force: true });
    }
  }

  remove(file: string): Promise<void> {
    return rm(this.#at(file), { force: true });
  }

  async list(folder: string): Promise<string[]> {
    return ((await orNull(readdir(this.#at(folder)))) ?? []).sort();
  }

  async filesIn(folder: string): Promise<string[]> {
    const dir = this.#at(folder);
    const entries = (await orNull(readdir(dir, { recursive: true, withFileTypes: true }))) ?? [];
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(dir, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
      .sort();
  }

  async writtenAt(file: string): Promise<number | null> {
    return (await orNull(stat(this.#at(file))))?.mtimeMs ?? null;
  }

  async renew(file: string): Promise<boolean> {
    const now = new Date();
    return (await orNull(utimes(this.#at(file), now, now).then(() => true))) ?? false;
  }

  /** Copies the folder, then gives it its final name. */
  async publish(folder: string, from: string, record: { name: string; text: string }): Promise<boolean> {
    const final = this.#at(folder);
    const partial = this.#partial();
    try {
      await cp(from, partial, { recursive: true });
      await writeFile(path.join(partial, record.name), record.text);
      await mkdir(path.dirname(final), { recursive: true });
      await rename(partial, final);
      return true;
    } catch (error) {
      // Published concurrently: `rename` does not replace a folder with files.
      if (isCode(error, 'ENOTEMPTY', 'EEXIST')) return false;
      throw error;
    } finally {
      // Frees the space of an incomplete copy, for instance on a full disk.
      await rm(partial, { recursive: true, force: true });
    }
  }

  async setAside(folders: readonly string[]): Promise<() => Promise<void>> {
    const aside = `${asidePrefix}${randomUUID()}`;
    // A missing folder is being removed concurrently.
    for (const folder of folders) await orNull(this.#move(folder, path.posix.join(aside, folder)));
    return async () => {
      // Renames before deleting, so that a half-deleted folder cannot be restored.
      const partial = this.#partial();
      await rename(this.#at(aside), partial);
      await rm(partial, { recursive: true });
    };
  }

  async republishAssets(folder: string): Promise<void> {
    for (const name of await this.list('')) {
      if (!name.startsWith(asidePrefix)) continue;
      try {
        await this.#move(path.posix.join(name, folder), folder);
        return;
      } catch (error) {
        // Not in this folder, or already restored or republished.
        if (!isCode(error, 'ENOENT', 'ENOTEMPTY', 'EEXIST')) throw error;
      }
    }
  }

  async #move(from: string, to: string): Promise<void> {
    await mkdir(path.dirname(this.#at(to)), { recursive: true });
    await rename(this.#at(from), this.#at(to));
  }

  /** Removes partial copies, writes and deletions, which have names of their own. */
  async sweep(_folders: readonly string[], _record: string, before: number): Promise<void> {
    for (const name of await this.list('')) {
      if (!/^\.(partial|pruned)-/.test(name)) continue;
      // It may be renamed at this moment.
      const written = await this.writtenAt(name);
      if (written !== null && written < before) await rm(this.#at(name), { recursive: true, force: true });
    }
  }
}

/** Writes a new file to the disk before it gets its name: a name without content after a power loss would block everybody. */
async function writeSynced(file: string, content: string | Buffer): Promise<void> {
  const handle = await open(file, 'wx');
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The result of a file operation, or null if there is no such file. */
async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (isCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG')) return null;
    throw error;
  }
}

const isCode = (error: unknown, ...codes: string[]): boolean =>
  codes.includes((error as NodeJS.ErrnoException).code ?? '');
