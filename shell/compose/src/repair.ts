import { isDeepStrictEqual } from 'node:util';
import { compress, compressed, isPacked } from './build/built-assets.ts';
import { FilePath } from './import-version.ts';
import { RemoteVersion, ShellVersion } from './model/composition.ts';
import { readHistory } from './read-history.ts';
import { Refusal } from './refusal.ts';
import { hasHash } from './store/integrity.ts';
import {
  basesOf,
  filesPath,
  remotePath,
  type SiteStore,
  shellName,
  shellPath,
  versionFile,
} from './store/site-store.ts';
import { unfold } from './verify-store.ts';

type AnyVersion = ShellVersion | RemoteVersion;
interface Named {
  name: string;
  version: string;
}

/** A source of a version's bytes. */
export interface Source {
  /** Its name in error messages. */
  label: string;
  record: AnyVersion;
  read(file: string): Promise<Buffer | null>;
}

/** The result of a repair. */
export interface Repaired {
  name: string;
  version: string;
  /** Written files, by their paths in the store; empty if nothing was damaged. */
  written: string[];
  /** Unlisted files, which stay. */
  unlisted: string[];
}

/**
 * Restores missing or changed files of a version exactly as published, all or none. The hashes come from a composition with this
 * version, or else from its own record.
 *
 * @param source provides what the store cannot restore by itself
 * @throws Refusal when the version is unknown, or the source has other bytes
 */
export async function repair(
  store: SiteStore,
  { name, version }: Named,
  source: () => Promise<Source>,
): Promise<Repaired> {
  const target = name === shellName ? shellPath(version) : remotePath(name, version);
  const there = (await store.files.filesIn(target)).map((file) => target + file);
  const own = await readRecord(store, name, target);
  const known = (await recordInHistory(store, name, version)) ?? own;
  if (!known && there.length === 0)
    throw new Refusal('unknown', `${name}@${version} is not published here, and never was live.`);

  let asked: Source | null = null;
  const ask = async () => (asked ??= refuseOther(await source(), known, { name, version }));
  const record = known ?? (await ask()).record;
  refuseForeign(record, target, { name, version });
  const changes = new Map<string, Buffer>();
  // The store does not write files of other origins.
  const folder = filesPath(record);
  for (const [file, hash] of folder === null ? [] : Object.entries(record.integrity)) {
    let content = await wholeOf(store, folder + file, hash);
    if (content === null || (await isDamaged(store, folder + file, hash))) {
      content ??= await (await ask()).read(file);
      if (content === null || !hasHash(content, hash))
        throw new Refusal(
          'damaged',
          `${(await ask()).label} has no ${file} as it was published. Nothing was written.`,
        );
      changes.set(folder + file, content);
    }
    if (!isPacked(file)) continue;
    const { br, gz } = await compress(content);
    for (const [suffix, copy] of Object.entries({ '.br': br, '.gz': gz }))
      if (await isDamaged(store, folder + file + suffix, hash)) changes.set(folder + file + suffix, copy);
  }
  // Last: a version without a record does not exist.
  if (!isDeepStrictEqual(own, record)) changes.set(target + versionFile, Buffer.from(JSON.stringify(record)));
  for (const [file, content] of changes) await store.files.mend(file, content);
  const listed = new Set(Object.keys(record.integrity).map((file) => folder + file));
  return {
    name,
    version,
    written: [...changes.keys()],
    unlisted: there.filter(
      (file) => file !== target + versionFile && !listed.has(file.replace(compressed, '')),
    ),
  };
}

/** Reads a version's own record; null if it is missing or invalid. */
async function readRecord(store: SiteStore, name: string, target: string): Promise<AnyVersion | null> {
  const content = await store.files.read(target + versionFile);
  try {
    const schema = name === shellName ? ShellVersion : RemoteVersion;
    return content && schema.parse(JSON.parse(content.toString()));
  } catch {
    return null;
  }
}

/** Reads a version's record from a composition that was live or a canary. */
async function recordInHistory(store: SiteStore, name: string, version: string): Promise<AnyVersion | null> {
  for (const environment of await store.environments()) {
    for await (const { entry, versions } of readHistory(store, environment)) {
      const isTried = entry.canary?.versions.includes(`${name}@${version}`);
      const id =
        versions?.[name] === version ? entry.composition : isTried ? entry.canary?.composition : null;
      if (!id) continue;
      const { host, apps } = await store.composition(id);
      return name === shellName ? host : (apps[name]?.versions[0] ?? null);
    }
  }
  return null;
}

/** @throws Refusal when a record that is in no composition belongs to another version, or names files outside its folder */
function refuseForeign(record: AnyVersion, target: string, { name, version }: Named): void {
  const calledSo = 'descriptor' in record ? record.descriptor.name : shellName;
  const wrong = [
    ...(calledSo === name && record.version === version
      ? []
      : [`it calls itself ${calledSo}@${record.version}`]),
    ...(filesPath(record) === null || [`/${target}`, ...basesOf(name, version)].includes(record.base)
      ? []
      : [`it says that it lies in ${record.base}`]),
    ...Object.keys(record.integrity)
      .filter((file) => !FilePath.safeParse(file).success)
      .map((file) => `${file} is no name of a file`),
  ];
  if (wrong.length > 0)
    throw new Refusal(
      'misfit',
      `The record of ${name}@${version} is not its own, so nothing was written:`,
      wrong,
    );
}

/** @throws Refusal when a source has other bytes under the same version */
function refuseOther(source: Source, known: AnyVersion | null, { name, version }: Named): Source {
  const { label, record } = source;
  const have = known?.integrity ?? record.integrity;
  const differ = [...new Set([...Object.keys(have), ...Object.keys(record.integrity)])].filter(
    (file) => have[file] !== record.integrity[file],
  );
  if (differ.length > 0)
    throw new Refusal(
      'misfit',
      `${label} has other bytes than ${name}@${version}, so nothing was written:`,
      differ.map((file) => `${file} is not the one that was published`),
    );
  return source;
}

/** Reads the published bytes of a file, from itself or a compressed copy; null if all are lost or changed. */
async function wholeOf(store: SiteStore, file: string, hash: string): Promise<Buffer | null> {
  for (const form of ['', '.br', '.gz']) {
    const content = await unfold(store, file + form);
    if (content && hasHash(content, hash)) return content;
  }
  return null;
}

async function isDamaged(store: SiteStore, file: string, hash: string): Promise<boolean> {
  const content = await unfold(store, file);
  return content === null || !hasHash(content, hash);
}
