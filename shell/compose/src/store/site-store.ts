import { createHash, randomUUID } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Composition, RemoteVersion, ShellVersion } from '@frens/contract/composition';
import { z } from 'zod';
import { createFile, isCode, readJson, replaceFile } from './files.ts';
import { defaultEnvironment, environmentName, HistoryEntry } from './history-entry.ts';

/** The record of a version, among its files. */
export const versionFile = 'version.json';

/** Where a version's files lie, in the store and behind the site's address alike. */
export const shellPath = (version: string) => `shell/${version}/`;
/** Where a remote's version lies. */
export const remotePath = (name: string, version: string) => `remotes/${name}/${version}/`;

/** What is live in an environment: the newest entry of its history that its writer told of. */
const Pointer = z.object({ composition: z.string(), number: z.number().int() });
const ApiCalls = z.object({ calls: z.array(z.string()) });

/** Something else went live while a step was being made: it must be made anew from that. */
export class LiveMoved extends Error {
  override name = 'LiveMoved';

  /** @param taken number of the step that somebody else has made */
  constructor(environment: string, taken: number) {
    super(`Somebody else has made step ${taken} of ${environment} in between.`);
  }
}

/**
 * The store of published builds: immutable versions of the shell and of each remote, immutable compositions of them, and for each
 * environment its history, whose last entry says what is live. Plain files, and none is ever changed but the pointers, which only save
 * readers the way through the history.
 */
export class SiteStore {
  readonly dir: string;

  /** @param dir folder of the store; it is made when something is written */
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
   * there already is never touched: members and compositions hold its hashes. It only counts as new again for `prune`.
   *
   * @param target `shellPath()` or `remotePath()` of the version
   * @param from folder of the build
   * @param record what `shellVersion` and `remoteVersion` will answer
   * @returns whether it was new
   */
  async publish(target: string, from: string, record: ShellVersion | RemoteVersion): Promise<boolean> {
    const final = this.file(target);
    if (await this.#renew(final)) return false;
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

  async #renew(folder: string): Promise<boolean> {
    const now = new Date();
    try {
      await utimes(path.join(folder, versionFile), now, now);
      return true;
    } catch (error) {
      if (isCode(error, 'ENOENT')) return false;
      throw error;
    }
  }

  /** Keeps a composition, which nobody sees yet, and returns its id: the hash of its content. */
  async saveComposition(composition: Composition): Promise<string> {
    const text = JSON.stringify(Composition.parse(composition));
    const id = idOf(text);
    await createFile(this.file('compositions', `${id}.json`), text);
    return id;
  }

  /** Reads a composition by id; throws when it is not there, is not what was saved or does not fit the contract. */
  async composition(id: string): Promise<Composition> {
    const text = await readFile(this.file('compositions', `${id}.json`), 'utf8');
    if (idOf(text) !== id) throw new Error(`The composition ${id} is not the one that was saved.`);
    return Composition.parse(JSON.parse(text));
  }

  /** Ids of all compositions that were ever made. */
  async compositionIds(): Promise<string[]> {
    const files = await list(this.file('compositions'));
    return files.filter((file) => file.endsWith('.json')).map((file) => path.basename(file, '.json'));
  }

  /** Id of the composition that is live in an environment, or null before the first. */
  async liveId(environment: string = defaultEnvironment): Promise<string | null> {
    return (await this.#lastKnown(environment)).composition;
  }

  /** The newest entry of an environment's history, or null before the first. */
  async head(environment: string = defaultEnvironment): Promise<HistoryEntry | null> {
    const { number } = await this.#lastKnown(environment);
    return number === 0 ? null : this.entry(environment, number);
  }

  /** One entry of an environment's history, or null. */
  async entry(environment: string, number: number): Promise<HistoryEntry | null> {
    const record = await readJson(this.#entryFile(environment, number));
    return record === null ? null : HistoryEntry.parse(record);
  }

  /**
   * Makes the next step of an environment.
   *
   * @param entry its number must be one more than the head's that it was made from
   * @throws LiveMoved when somebody else has made that step
   */
  async append(entry: HistoryEntry, environment: string = defaultEnvironment): Promise<void> {
    const { number, composition } = HistoryEntry.parse(entry);
    if (!(await createFile(this.#entryFile(environment, number), JSON.stringify(entry))))
      throw new LiveMoved(environment, number);
    // It may already be behind, or be lost: readers go on from it.
    await replaceFile(this.file(`${environment}.json`), JSON.stringify({ composition, number }));
  }

  /** Names of the environments that have a history. */
  environments(): Promise<string[]> {
    return list(this.file('history'));
  }

  /** What the API of an environment offers, as its build has written it; null where none has. */
  async apiCalls(environment: string): Promise<string[] | null> {
    const record = await readJson(this.file('api', `${environment}.json`));
    return record === null ? null : ApiCalls.parse(record).calls;
  }

  /** Notes what the API of an environment offers. */
  async saveApiCalls(environment: string, calls: readonly string[]): Promise<void> {
    await replaceFile(this.file('api', `${environment}.json`), JSON.stringify({ calls }));
  }

  #entryFile(environment: string, number: number): string {
    if (!environmentName.test(environment)) throw new Error(`"${environment}" is no name of an environment.`);
    return this.file('history', environment, `${number}.json`);
  }

  async #lastKnown(environment: string): Promise<{ number: number; composition: string | null }> {
    const pointer = Pointer.safeParse(await readJson(this.file(`${environment}.json`)));
    let last: { number: number; composition: string | null } = pointer.data ?? {
      number: 0,
      composition: null,
    };
    for (;;) {
      const next = await this.entry(environment, last.number + 1);
      if (next === null) return last;
      last = next;
    }
  }
}

/** The hash of a composition's content. It holds the hashes of all files, so nothing of it can change under its id. */
const idOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

async function list(dir: string): Promise<string[]> {
  try {
    return (await readdir(dir)).sort();
  } catch (error) {
    if (isCode(error, 'ENOENT')) return [];
    throw error;
  }
}
