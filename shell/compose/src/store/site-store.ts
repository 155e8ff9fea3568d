import { hash } from 'node:crypto';
import path from 'node:path';
import { z } from 'zod';
import { Composition, RemoteVersion, ShellVersion } from '../model/composition.ts';
import type { SiteDefinition } from '../model/site-definition.ts';
import { readJson, wrongText } from '../read-json.ts';
import { noneIfDamaged, Refusal } from '../refusal.ts';
import { SourceCommit } from '../source-commit.ts';
import { Folder } from './folder.ts';
import { Canary, defaultEnvironment, environmentName, HistoryEntry, type Shown } from './history-entry.ts';
import { restoreSharedFiles, shareFiles } from './shared-files.ts';
import { mapsFile, mapsFolder, SourceMaps } from './source-maps.ts';
import type { StoreFiles } from './store-files.ts';

/** The shell's name among the builds. */
export const shellName = 'shell';

/** File name of a version's record. */
export const versionFile = 'version.json';

/** Path of the shell's version, in the store and on the site. */
export const shellPath = (version: string) => `shell/${version}/`;
/** Path of a remote's version. */
export const remotePath = (name: string, version: string) => `remotes/${name}/${version}/`;

const sharedFolder = 'files';
/** Path of the files that a remote's versions share, each named by its content (docs/decisions/0327). */
export const sharedPath = (name: string) => `remotes/${name}/${sharedFolder}/`;
/** Where a version's files may lie on the site: in its own folder, or among those that versions share. */
export const basesOf = (name: string, version: string): string[] =>
  [remotePath(name, version), sharedPath(name)].map((folder) => `/${folder}`);
/** The folder of a version's files in the store; null for a version on another origin. */
export const filesPath = ({ base }: Pick<RemoteVersion, 'base'>): string | null =>
  base.startsWith('/') ? base.slice(1) : null;

/** The live pointer of an environment: the newest history entry that its writer has announced. */
const Pointer = z.object({ composition: z.string(), number: z.number().int(), canary: Canary.nullish() });
interface LastKnown {
  number: number;
  composition: string | null;
  canary?: Canary | null;
}
const Named = z.object({ version: z.string() });
const VersionsIn = z.object({
  host: Named,
  apps: z.record(z.string(), z.object({ versions: z.tuple([Named], z.unknown()) })),
});
const Origins = z.object({
  /** The site's own origin; null until a server has registered it. */
  site: z.string().nullable(),
  /** Further origins of remotes (`REMOTE_ORIGINS`). */
  remotes: z.array(z.string()),
  /** Whether the site has pages for developers (`DEV_PAGES`). */
  hasDevPages: z.boolean().default(false),
});
/** Origins of an environment's pages and of what they may load. */
export type Origins = z.infer<typeof Origins>;
const Owner = z.object({ owner: z.string() });
const ApiCalls = z.object({ calls: z.array(z.string()) });

/** A concurrent change went live first: the change must be redone on top of it. */
export class LiveMoved extends Error {
  override name = 'LiveMoved';

  /** @param taken number of the concurrent entry */
  constructor(environment: string, taken: number) {
    super(`Somebody else has made step ${taken} of ${environment} in between.`);
  }
}

/**
 * The store of published builds: immutable versions of the shell and the remotes, immutable compositions, and a history per environment,
 * whose last entry is live. Plain files in a folder or a bucket, immutable except for the pointers, which only save readers a search
 * through the history.
 */
export class SiteStore {
  readonly files: StoreFiles;
  readonly site: SiteDefinition;

  /**
   * @param files the path of a folder, or another implementation of `StoreFiles` (`openStore`)
   * @param site whose builds it holds
   */
  constructor(files: string | StoreFiles, site: SiteDefinition) {
    this.site = site;
    this.files = typeof files === 'string' ? new Folder(files) : files;
  }

  /** The folder of the store. Throws for a bucket. */
  get dir(): string {
    if (this.files.dir === null) throw new Error('This store is no folder.');
    return this.files.dir;
  }

  /** Absolute path of a file or folder in the store's folder. Throws like `dir`. */
  file(...parts: string[]): string {
    return path.join(this.dir, ...parts);
  }

  /** The record of a published shell version, or null. */
  async shellVersion(version: string): Promise<ShellVersion | null> {
    return this.#record(shellPath(version) + versionFile, ShellVersion);
  }

  /** The record of a published remote version, or null. */
  async remoteVersion(name: string, version: string): Promise<RemoteVersion | null> {
    return this.#record(remotePath(name, version) + versionFile, RemoteVersion);
  }

  /**
   * Publishes a build atomically. An existing version is never changed, because pages and compositions contain its hashes; only its age
   * for `prune` starts again.
   *
   * @param target `shellPath()` or `remotePath()` of the version
   * @param from folder of the build
   * @param record returned later by `shellVersion` and `remoteVersion`
   * @returns whether it was new
   */
  async publish(target: string, from: string, record: ShellVersion | RemoteVersion): Promise<boolean> {
    const isThere = await this.files.renew(target + versionFile);
    const text = JSON.stringify(record);
    const folder = target.replace(/[^/]+\/$/, `${sharedFolder}/`);
    if (record.base !== `/${folder}`)
      return !isThere && this.files.publish(target, from, { name: versionFile, text });
    const publication = { folder, from, integrity: record.integrity };
    if (!isThere) await shareFiles(this.files, publication);
    const isNew = !isThere && (await this.files.create(target + versionFile, text));
    // Also for a version that is there: an interrupted prune may have left it incomplete.
    await restoreSharedFiles(this.files, publication);
    return isNew;
  }

  /** Versions of a remote, also those that are being published. */
  async versionNames(name: string, within = ''): Promise<string[]> {
    return (await this.files.list(`${within}remotes/${name}`)).filter((version) => version !== sharedFolder);
  }

  /** Stores the source maps of a version, unless it has some: sources that differ in comments give the same files. */
  async saveMaps(target: string, maps: SourceMaps): Promise<void> {
    await this.files.create(mapsFolder(target) + mapsFile, JSON.stringify(maps));
  }

  /** The source maps of a version, or null. */
  async maps(target: string): Promise<SourceMaps | null> {
    return this.#record(mapsFolder(target) + mapsFile, SourceMaps);
  }

  /** Stores a composition, not yet live, and returns its id, the hash of its content. */
  async saveComposition(composition: Composition): Promise<string> {
    const text = JSON.stringify(Composition.parse(composition));
    const id = idOf(text);
    await this.files.create(`compositions/${id}.json`, text);
    return id;
  }

  /** Reads a composition by id. Throws if it is missing, damaged or does not fit the contract. */
  async composition(id: string): Promise<Composition> {
    return Composition.parse(await this.#saved(id));
  }

  /** The current versions in a composition, by name, without their metadata. Throws like `composition`. */
  async versionsIn(id: string): Promise<Record<string, string>> {
    const { host, apps } = VersionsIn.parse(await this.#saved(id));
    const remotes = Object.entries(apps).map(([name, { versions }]) => [name, versions[0].version]);
    return { [shellName]: host.version, ...Object.fromEntries(remotes) };
  }

  async #saved(id: string): Promise<unknown> {
    const text = (await this.files.read(`compositions/${id}.json`))?.toString();
    if (text === undefined) throw new Refusal('damaged', `There is no composition ${id}.`);
    if (idOf(text) !== id)
      throw new Refusal('damaged', `The composition ${id} is not the one that was saved.`);
    return JSON.parse(text);
  }

  /** Ids of all compositions. */
  async compositionIds(): Promise<string[]> {
    const files = await this.files.list('compositions');
    return files.filter((file) => file.endsWith('.json')).map((file) => path.basename(file, '.json'));
  }

  /** Id of the composition that is live in an environment, or null before the first. */
  async liveId(environment: string = defaultEnvironment): Promise<string | null> {
    return (await this.#lastKnown(environment)).composition;
  }

  /** What visitors of an environment see, or null before the first. */
  async shown(environment: string = defaultEnvironment): Promise<Shown | null> {
    const { composition, canary } = await this.#lastKnown(environment);
    return composition === null ? null : { composition, canary: canary ?? null };
  }

  /** The newest entry of an environment's history, or null before the first. */
  async head(environment: string = defaultEnvironment): Promise<HistoryEntry | null> {
    const { number } = await this.#lastKnown(environment);
    if (number === 0) return null;
    const entry = await this.entry(environment, number);
    if (entry) return entry;
    // After a power loss or a restore the pointer can be newer than the history; it must not be continued.
    const found = await this.#found(environment);
    return found.number === 0 ? null : this.entry(environment, found.number);
  }

  /** One entry of an environment's history, or null. */
  async entry(environment: string, number: number): Promise<HistoryEntry | null> {
    return this.#record(entryFile(environment, number), HistoryEntry);
  }

  /**
   * Appends an entry to an environment's history.
   *
   * @param entry numbered one higher than the head that it is based on
   * @throws LiveMoved if a concurrent entry has this number
   */
  async append(entry: HistoryEntry, environment: string = defaultEnvironment): Promise<void> {
    const { number, composition, canary } = HistoryEntry.parse(entry);
    if (!(await this.files.create(entryFile(environment, number), JSON.stringify(entry))))
      throw new LiveMoved(environment, number);
    // The pointer may be outdated or lost: readers search on from it.
    await this.files.replace(`${environment}.json`, JSON.stringify({ composition, number, canary }));
  }

  /** Names of the environments that have a history. */
  environments(): Promise<string[]> {
    return this.files.list('history');
  }

  /** The calls that an environment's API serves, as written by its build, or null. */
  async apiCalls(environment: string): Promise<string[] | null> {
    return (await this.#record(`api/${environment}.json`, ApiCalls))?.calls ?? null;
  }

  /** Stores the calls that an environment's API serves. */
  async saveApiCalls(environment: string, calls: readonly string[]): Promise<void> {
    await this.files.replace(`api/${environment}.json`, JSON.stringify({ calls }));
  }

  /** Origins of an environment, as registered by its server. */
  async origins(environment: string): Promise<Origins> {
    return (
      (await this.#record(`origins/${environment}.json`, Origins)) ?? {
        site: null,
        remotes: [],
        hasDevPages: false,
      }
    );
  }

  /** Registers the origins of an environment. */
  async saveOrigins(environment: string, origins: z.input<typeof Origins>): Promise<void> {
    await this.files.replace(`origins/${environment}.json`, JSON.stringify(origins));
  }

  /** The source revision of a version, if recorded. */
  async source(name: string, version: string): Promise<SourceCommit | null> {
    return this.#record(sourceFile(name, version), SourceCommit);
  }

  /** Records the source revision of a version; the first publication counts. */
  async saveSource(name: string, version: string, source: SourceCommit): Promise<void> {
    await this.files.create(sourceFile(name, version), JSON.stringify(source));
  }

  /** Whether a version has worked on an environment's pages, as recorded by its server. */
  async hasWorked(environment: string, version: string): Promise<boolean> {
    return (await this.files.read(workedFile(environment, version))) !== null;
  }

  /** Records that a version has worked on an environment's pages, as in `mf-quiz@0.1.0-3fa2c1d8e0`. */
  async noteWorked(environment: string, version: string): Promise<void> {
    await this.files.create(
      workedFile(environment, version),
      JSON.stringify({ at: new Date().toISOString() }),
    );
  }

  /** The owner of a workspace at its last publication, or null. */
  async owner(name: string): Promise<string | null> {
    return (await this.#record(`owners/${name}.json`, Owner))?.owner ?? null;
  }

  /** Records the owner of a workspace. */
  async saveOwner(name: string, owner: string): Promise<void> {
    await this.files.replace(`owners/${name}.json`, JSON.stringify({ owner }));
  }

  /** Reads a document of the store, or null if it does not exist. @throws Refusal that names the damaged field */
  async #record<Schema extends z.ZodType>(file: string, schema: Schema): Promise<z.output<Schema> | null> {
    const content = await this.files.read(file);
    if (content === null) return null;
    const { data, wrong } = readJson(content.toString(), schema);
    if (wrong) throw new Refusal('damaged', `${file} of the store is damaged:`, wrong.map(wrongText));
    return data;
  }

  async #lastKnown(environment: string): Promise<LastKnown> {
    // A truncated or empty pointer counts as lost: the history has the same information.
    const pointer = await this.#record(`${environment}.json`, Pointer).catch(noneIfDamaged);
    let last: LastKnown = pointer ?? (await this.#found(environment));
    for (;;) {
      const next = await this.entry(environment, last.number + 1);
      if (next === null) return last;
      last = next;
    }
  }

  /** Finds the newest entry without a pointer by binary search: the numbers have no gaps. */
  async #found(environment: string): Promise<LastKnown> {
    let newest: LastKnown = { number: 0, composition: null };
    let beyond = 1;
    for (let next = await this.entry(environment, 1); next; next = await this.entry(environment, beyond)) {
      newest = next;
      beyond *= 2;
    }
    while (beyond - newest.number > 1) {
      const middle = Math.floor((newest.number + beyond) / 2);
      const entry = await this.entry(environment, middle);
      if (entry) newest = entry;
      else beyond = middle;
    }
    return newest;
  }
}

const sourceFile = (name: string, version: string) => `receipts/${name}/${version}.source.json`;
const workedFile = (environment: string, version: string) => `worked/${environment}/${version}.json`;

/** The hash of a composition's content, which includes the hashes of all files. */
const idOf = (text: string) => hash('sha256', text).slice(0, 16);

function entryFile(environment: string, number: number): string {
  if (!environmentName.test(environment)) throw new Error(`"${environment}" is no name of an environment.`);
  return `history/${environment}/${number}.json`;
}
