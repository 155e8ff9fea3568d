import { isDeepStrictEqual, promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { compressed } from './build/built-assets.ts';
import { findVersion, type MadeVersion } from './built-version.ts';
import { checkExternalAssets, isExternal } from './external-assets.ts';
import type { Composition, RemoteVersion } from './model/composition.ts';
import type { Target } from './promote.ts';
import { noneIfDamaged, Refusal } from './refusal.ts';
import { hasHash } from './store/integrity.ts';
import {
  filesPath,
  remotePath,
  type SiteStore,
  shellName,
  shellPath,
  versionFile,
} from './store/site-store.ts';

/** The result of a verification. */
export interface Verification {
  files: number;
  /** One sentence for each file that is missing, changed or unlisted. */
  damages: string[];
}

/** A store, and the environment whose pages read from it. */
type Where = Pick<Target, 'store' | 'environment'>;

/**
 * Verifies every file of the versions of a composition, including fallbacks, by its hash. Compressed copies must decompress to the
 * same bytes, because browsers get them, and files on another origin must be readable by pages of the site.
 *
 * @param say receives the name of each version before it is read
 */
export async function verifyComposition(
  { store, environment }: Where,
  { host, apps }: Composition,
  say: (line: string) => void,
): Promise<Verification> {
  const { site } = await store.origins(environment);
  const versions = [
    { name: shellName, folder: shellPath(host.version), record: host },
    ...Object.entries(apps).flatMap(([name, app]) =>
      app.versions.map((record) => ({ name, folder: remotePath(name, record.version), record })),
    ),
  ];
  const all: Verification = { files: 0, damages: [] };
  for (const { name, folder, record } of versions) {
    say(`Reading ${isExternal(record.base) ? record.base : folder} …`);
    const { files, damages } = await verifyVersion(store, folder, record, site);
    all.files += files;
    all.damages.push(...damages);
    // A later promotion reads the record from this folder.
    const own = await findVersion(store, name, record.version).catch(noneIfDamaged);
    if (!isDeepStrictEqual(own?.record, record))
      all.damages.push(`${folder}${versionFile} is missing or was changed`);
  }
  return all;
}

/**
 * Refuses versions whose files are damaged, or no longer readable by pages.
 *
 * @throws Refusal that names every missing, changed, unlisted or unreadable file
 */
export async function refuseDamaged(
  { store, environment }: Where,
  versions: readonly MadeVersion[],
): Promise<void> {
  const { site } = await store.origins(environment);
  const damages: string[] = [];
  for (const { target, record } of versions)
    damages.push(...(await verifyVersion(store, target, record, site)).damages);
  if (damages.length > 0)
    throw new Refusal(
      'damaged',
      'Nothing went live, because pages would not get these files as they were published:',
      damages,
    );
}

async function verifyVersion(
  store: SiteStore,
  target: string,
  record: Pick<RemoteVersion, 'base' | 'integrity'>,
  site: string | null,
): Promise<Verification> {
  const files = filesPath(record);
  if (files !== null) return verifyFiles(store, files, record, files === target);
  return { files: Object.keys(record.integrity).length, damages: await checkExternalAssets(record, site) };
}

async function verifyFiles(
  store: SiteStore,
  folder: string,
  record: Pick<RemoteVersion, 'integrity'>,
  /** Whether nothing else may lie in the folder. */
  isOwn: boolean,
): Promise<Verification> {
  const all = await store.files.filesIn(folder);
  const there = isOwn ? all : all.filter((file) => record.integrity[file.replace(compressed, '')]);
  const damages = Object.keys(record.integrity)
    .filter((file) => !there.includes(file))
    .map((file) => `${file} is missing`);
  for (const file of there) {
    if (file === versionFile) continue;
    const known = file.replace(compressed, '');
    if (!record.integrity[known]) damages.push(`${file} has no hash`);
    else if (!hasHash((await unfold(store, folder + file)) ?? nothing, record.integrity[known]))
      damages.push(`${file} was changed`);
  }
  return { files: there.length, damages: damages.map((sentence) => `${folder}${sentence}`) };
}

const nothing = Buffer.alloc(0);

/** Reads a file of the store, decompressed; null if it is missing, and empty, which no hash matches, if it is broken. */
export async function unfold(store: SiteStore, file: string): Promise<Buffer | null> {
  const content = await store.files.read(file);
  if (content === null) return null;
  if (file.endsWith('.br')) return promisify(brotliDecompress)(content).catch(() => nothing);
  if (file.endsWith('.gz')) return promisify(gunzip)(content).catch(() => nothing);
  return content;
}
