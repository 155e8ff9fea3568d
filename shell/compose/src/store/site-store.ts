import { createHash } from 'node:crypto';
import path from 'node:path';
import { Composition, RemoteVersion, ShellVersion } from '@frens/contract/composition';
import { z } from 'zod';
import { readJson, wrongText } from '../read-json.ts';
import { noneIfDamaged, Refusal } from '../refusal.ts';
import { SourceCommit } from '../source-commit.ts';
import { Folder } from './folder.ts';
import { Canary, defaultEnvironment, environmentName, HistoryEntry, type Shown } from './history-entry.ts';
import { mapsFile, mapsFolder, SourceMaps } from './source-maps.ts';
import type { StoreFiles } from './store-files.ts';

/** The name of the shell among builds. */
export const shellName = 'shell';

/** The record of a version, among its files. */
export const versionFile = 'version.json';

/** Where a version's files lie, in the store and behind the site's address alike. */
export const shellPath = (version: string) => `shell/${version}/`;
/** Where a remote's version lies. */
export const remotePath = (name: string, version: string) => `remotes/${name}/${version}/`;

/** What is live in an environment: the newest entry of its history that its writer told of. */
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
  /** Of the site itself; null while no server has told. */
  site: z.string().nullable(),
  /** Where versions of remotes may lie beside it (`REMOTE_ORIGINS`). */
  remotes: z.array(z.string()),
  /** Whether the site has pages for developers (`DEV_PAGES`). */
  hasDevPages: z.boolean().default(false),
});
/** Where pages of an environment are and what they may load. */
export type Origins = z.infer<typeof Origins>;
const Owner = z.object({ owner: z.string() });
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
 * environment its history, whose last entry says what is live. Plain files, in a folder or a bucket, and none is ever changed but the pointers,
 * which only save readers the way through the history.
 */
export class SiteStore {
  readonly files: StoreFiles;

  /** @param files a folder, by its address, or what else holds files (`openStore`) */
  constructor(files: string | StoreFiles) {
    this.files = typeof files === 'string' ? new Folder(files) : files;
  }

  /** The folder of the store; throws for one that lies in a bucket. */
  get dir(): string {
    if (this.files.dir === null) throw new Error('This store is no folder.');
    return this.files.dir;
  }

  /** Address of a file or folder in the folder of the store; throws as `dir` does. */
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
   * Publishes a build: a version is there whole or not at all. One that is there already is never touched: members and compositions hold
   * its hashes. It only counts as new again for `prune`.
   *
   * @param target `shellPath()` or `remotePath()` of the version
   * @param from folder of the build
   * @param record what `shellVersion` and `remoteVersion` will answer
   * @returns whether it was new
   */
  async publish(target: string, from: string, record: ShellVersion | RemoteVersion): Promise<boolean> {
    if (await this.files.renew(target + versionFile)) return false;
    return this.files.publish(target, from, { name: versionFile, text: JSON.stringify(record) });
  }

  /** Keeps the source maps of a version. Those that are there already stay: the same files may come from sources that differ in comments. */
  async saveMaps(target: string, maps: SourceMaps): Promise<void> {
    await this.files.create(mapsFolder(target) + mapsFile, JSON.stringify(maps));
  }

  /** The source maps of a version, or null where none are kept. */
  async maps(target: string): Promise<SourceMaps | null> {
    return this.#record(mapsFolder(target) + mapsFile, SourceMaps);
  }

  /** Keeps a composition, which nobody sees yet, and returns its id: the hash of its content. */
  async saveComposition(composition: Composition): Promise<string> {
    const text = JSON.stringify(Composition.parse(composition));
    const id = idOf(text);
    await this.files.create(`compositions/${id}.json`, text);
    return id;
  }

  /** Reads a composition by id; throws when it is not there, is not what was saved or does not fit the contract. */
  async composition(id: string): Promise<Composition> {
    return Composition.parse(await this.#saved(id));
  }

  /** The live versions in a composition by the names of the shell and the remotes, read without all that is said of them. Throws as `composition` does. */
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

  /** Ids of all compositions that were ever made. */
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
    // A pointer of later than its history: after a loss of power, or from a backup. What it says is not to be gone on from.
    const found = await this.#found(environment);
    return found.number === 0 ? null : this.entry(environment, found.number);
  }

  /** One entry of an environment's history, or null. */
  async entry(environment: string, number: number): Promise<HistoryEntry | null> {
    return this.#record(entryFile(environment, number), HistoryEntry);
  }

  /**
   * Makes the next step of an environment.
   *
   * @param entry its number must be one more than the head's that it was made from
   * @throws LiveMoved when somebody else has made that step
   */
  async append(entry: HistoryEntry, environment: string = defaultEnvironment): Promise<void> {
    const { number, composition, canary } = HistoryEntry.parse(entry);
    if (!(await this.files.create(entryFile(environment, number), JSON.stringify(entry))))
      throw new LiveMoved(environment, number);
    // It may already be behind, or be lost: readers go on from it.
    await this.files.replace(`${environment}.json`, JSON.stringify({ composition, number, canary }));
  }

  /** Names of the environments that have a history. */
  environments(): Promise<string[]> {
    return this.files.list('history');
  }

  /** What the API of an environment offers, as its build has written it; null where none has. */
  async apiCalls(environment: string): Promise<string[] | null> {
    return (await this.#record(`api/${environment}.json`, ApiCalls))?.calls ?? null;
  }

  /** Notes what the API of an environment offers. */
  async saveApiCalls(environment: string, calls: readonly string[]): Promise<void> {
    await this.files.replace(`api/${environment}.json`, JSON.stringify({ calls }));
  }

  /** Where pages of an environment are and what they may load, as its server has noted it. */
  async origins(environment: string): Promise<Origins> {
    return (
      (await this.#record(`origins/${environment}.json`, Origins)) ?? {
        site: null,
        remotes: [],
        hasDevPages: false,
      }
    );
  }

  /** Notes where pages of an environment are and what they may load. */
  async saveOrigins(environment: string, origins: z.input<typeof Origins>): Promise<void> {
    await this.files.replace(`origins/${environment}.json`, JSON.stringify(origins));
  }

  /** What a version was built from, where that was noted. */
  async source(name: string, version: string): Promise<SourceCommit | null> {
    return this.#record(sourceFile(name, version), SourceCommit);
  }

  /** Notes what a version was built from: the first who publishes it has said so. */
  async saveSource(name: string, version: string, source: SourceCommit): Promise<void> {
    await this.files.create(sourceFile(name, version), JSON.stringify(source));
  }

  /** Whether a version has worked on pages of an environment, as its server has noted it. */
  async hasWorked(environment: string, version: string): Promise<boolean> {
    return (await this.files.read(workedFile(environment, version))) !== null;
  }

  /** Notes that a version has worked on pages of an environment, as in `mf-quiz@0.1.0-3fa2c1d8e0`. */
  async noteWorked(environment: string, version: string): Promise<void> {
    await this.files.create(
      workedFile(environment, version),
      JSON.stringify({ at: new Date().toISOString() }),
    );
  }

  /** Whose a workspace was when it was published last; null where that was not noted. */
  async owner(name: string): Promise<string | null> {
    return (await this.#record(`owners/${name}.json`, Owner))?.owner ?? null;
  }

  /** Notes whose a workspace is. */
  async saveOwner(name: string, owner: string): Promise<void> {
    await this.files.replace(`owners/${name}.json`, JSON.stringify({ owner }));
  }

  /** Reads a document of the store; null when it is not there. @throws Refusal that names it, and what in it, where it is damaged */
  async #record<Schema extends z.ZodType>(file: string, schema: Schema): Promise<z.output<Schema> | null> {
    const content = await this.files.read(file);
    if (content === null) return null;
    const { data, wrong } = readJson(content.toString(), schema);
    if (wrong) throw new Refusal('damaged', `${file} of the store is damaged:`, wrong.map(wrongText));
    return data;
  }

  async #lastKnown(environment: string): Promise<LastKnown> {
    // One that is cut off or empty counts as lost: the history says the same.
    const pointer = await this.#record(`${environment}.json`, Pointer).catch(noneIfDamaged);
    let last: LastKnown = pointer ?? (await this.#found(environment));
    for (;;) {
      const next = await this.entry(environment, last.number + 1);
      if (next === null) return last;
      last = next;
    }
  }

  /** The newest step where nothing points to one, by halving: the numbers have no gaps. */
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

/** The hash of a composition's content. It holds the hashes of all files, so nothing of it can change under its id. */
const idOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

function entryFile(environment: string, number: number): string {
  if (!environmentName.test(environment)) throw new Error(`"${environment}" is no name of an environment.`);
  return `history/${environment}/${number}.json`;
}
