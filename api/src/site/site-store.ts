import { createHash, randomUUID } from 'node:crypto';
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Composition, RemoteVersion, ShellVersion } from '@frens/contract/composition';

const liveFile = 'live.json';
const versionFile = 'version.json';

/** Where a version's files lie, in the store and behind the site's address alike. */
export const shellPath = (version: string) => `shell/${version}/`;
/** Where a remote's version lies. */
export const remotePath = (name: string, version: string) => `remotes/${name}/${version}/`;

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
   * Publishes a build: copies the folder, then gives it its final name, so that a version is there whole or not at all.
   *
   * @param target `shellPath()` or `remotePath()` of the version
   * @param from folder of the build
   * @param record what `shellVersion` and `remoteVersion` will answer
   */
  async publish(target: string, from: string, record: ShellVersion | RemoteVersion): Promise<void> {
    const final = this.file(target);
    const partial = this.file(`.partial-${randomUUID()}`);
    await cp(from, partial, { recursive: true });
    await writeFile(path.join(partial, versionFile), JSON.stringify(record));
    await mkdir(path.dirname(final), { recursive: true });
    await rm(final, { recursive: true, force: true });
    await rename(partial, final);
  }

  /** Writes a composition and makes it the live one. Returns its id, the hash of its content. */
  async goLive(composition: Composition): Promise<string> {
    const text = JSON.stringify(Composition.parse(composition));
    const id = createHash('sha256').update(text).digest('hex').slice(0, 16);
    await mkdir(this.file('compositions'), { recursive: true });
    await replaceFile(this.file('compositions', `${id}.json`), text);
    await replaceFile(this.file(liveFile), JSON.stringify({ composition: id }));
    return id;
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

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function replaceFile(file: string, text: string): Promise<void> {
  const partial = `${file}.${randomUUID()}`;
  await writeFile(partial, text);
  await rename(partial, file);
}
