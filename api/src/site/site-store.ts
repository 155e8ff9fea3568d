import { createHash, randomUUID } from 'node:crypto';
import { cp, link, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Composition, RemoteVersion, ShellVersion } from '@frens/contract/composition';

const liveFile = 'live.json';
/** How long moving the pointer may take, in milliseconds. It takes one or two. */
const lockLifetime = 5_000;
const versionFile = 'version.json';

/** Where a version's files lie, in the store and behind the site's address alike. */
export const shellPath = (version: string) => `shell/${version}/`;
/** Where a remote's version lies. */
export const remotePath = (name: string, version: string) => `remotes/${name}/${version}/`;

/** Something else went live while a composition was being made: it must be made anew from that. */
export class LiveMoved extends Error {
  override name = 'LiveMoved';

  /**
   * @param expected id that the composition was made from
   * @param live id that is live now
   */
  constructor(expected: string | null, live: string | null) {
    super(`Live is ${live}, not ${expected}: somebody else has published in between.`);
  }
}

/**
 * The store of published builds: immutable versions of the shell and of each remote, immutable compositions, and one pointer to the
 * composition that is live. Plain files, so that a bucket can hold the same.
 */
export class SiteStore {
  readonly dir: string;

  constructor(dir: string) {
    this.dir = dir;
  }

  /** Address of a file or folder in the store. */
  file(...parts: string[]): string {
    return path.join(this.dir, ...parts);
  }

  /** The record of a published shell version, or null. */
  async shellVersion(version: string): Promise<ShellVersion | null> {
    const record = await readJson(this.file(shellPath(version), versionFile));
    return record === null ? null : ShellVersion.parse(record);
  }

  /** The record of a published remote version, or null. */
  async remoteVersion(name: string, version: string): Promise<RemoteVersion | null> {
    const record = await readJson(this.file(remotePath(name, version), versionFile));
    return record === null ? null : RemoteVersion.parse(record);
  }

  /**
   * Publishes a build: copies the folder, then gives it its final name, so that a version is there whole or not at all. A version that is
   * there already is never touched: members and compositions hold its hashes.
   *
   * @param target `shellPath()` or `remotePath()` of the version
   * @param from folder of the build
   * @param record what `shellVersion` and `remoteVersion` will answer
   * @returns whether it was new
   */
  async publish(target: string, from: string, record: ShellVersion | RemoteVersion): Promise<boolean> {
    const final = this.file(target);
    if ((await readJson(path.join(final, versionFile))) !== null) return false;
    const partial = this.file(`.partial-${randomUUID()}`);
    await cp(from, partial, { recursive: true });
    await writeFile(path.join(partial, versionFile), JSON.stringify(record));
    await mkdir(path.dirname(final), { recursive: true });
    try {
      await rename(partial, final);
      return true;
    } catch (error) {
      await rm(partial, { recursive: true });
      // Somebody published the same version in the meantime; a folder with files in it is not replaced by `rename`.
      if (isCode(error, 'ENOTEMPTY', 'EEXIST')) return false;
      throw error;
    }
  }

  /**
   * Writes a composition and makes it the live one, if what is live is still what the caller began from.
   *
   * @param composition what members get from now on; see `checkComposition`
   * @param expected id of what was live when the composition was made, null for an empty store
   * @returns its id, the hash of its content
   * @throws LiveMoved when something else has gone live in between
   */
  async goLive(composition: Composition, expected: string | null): Promise<string> {
    const text = JSON.stringify(Composition.parse(composition));
    const id = createHash('sha256').update(text).digest('hex').slice(0, 16);
    await mkdir(this.file('compositions'), { recursive: true });
    await replaceFile(this.file('compositions', `${id}.json`), text);
    await this.#alone(async () => {
      const live = await this.liveId();
      if (live !== expected) throw new LiveMoved(expected, live);
      await replaceFile(this.file(liveFile), JSON.stringify({ composition: id }));
    });
    return id;
  }

  /** Runs `work` while no other process moves the pointer. Files cannot compare and set; a bucket can, and needs none of this. */
  async #alone(work: () => Promise<void>): Promise<void> {
    const lock = this.file(`${liveFile}.lock`);
    for (const deadline = Date.now() + 2 * lockLifetime; ; ) {
      try {
        await writeFile(lock, String(process.pid), { flag: 'wx' });
        break;
      } catch (error) {
        if (!isCode(error, 'EEXIST') || Date.now() > deadline) throw error;
        await this.#removeStale(lock);
        await setTimeout(20);
      }
    }
    try {
      await work();
    } finally {
      await rm(lock, { force: true });
    }
  }

  /** Removes the lock of a process that was killed while it held it. */
  async #removeStale(lock: string): Promise<void> {
    const held = await stat(lock).catch(() => null);
    if (held === null || Date.now() - held.mtimeMs < lockLifetime) return;
    const mine = `${lock}.${randomUUID()}`;
    try {
      // Only one of several who find it stale gets it; one who comes late may get the lock that was made meanwhile.
      await rename(lock, mine);
      const { ino } = await stat(mine);
      // Given back unless somebody else holds the lock by now: `link` never replaces it.
      if (ino !== held.ino) await link(mine, lock).catch(() => {});
      await rm(mine);
    } catch (error) {
      if (!isCode(error, 'ENOENT')) throw error;
    }
  }

  /** Id of the live composition, or null before the first build. */
  async liveId(): Promise<string | null> {
    const pointer = await readJson(this.file(liveFile));
    // The pointer is written by `goLive` alone.
    return pointer === null ? null : (pointer as { composition: string }).composition;
  }

  /** Reads a composition by id; throws when it is not there or does not fit the contract. */
  async composition(id: string): Promise<Composition> {
    return Composition.parse(JSON.parse(await readFile(this.file('compositions', `${id}.json`), 'utf8')));
  }
}

const isCode = (error: unknown, ...codes: string[]) =>
  // What Node's file functions throw has a code.
  codes.includes((error as NodeJS.ErrnoException).code ?? '');

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  }
}

async function replaceFile(file: string, text: string): Promise<void> {
  const partial = `${file}.${randomUUID()}`;
  await writeFile(partial, text);
  await rename(partial, file);
}
