import { isDeepStrictEqual, promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import type { Composition, RemoteVersion } from '@frens/contract/composition';
import { compressed } from './build/built-assets.ts';
import { findVersion, type MadeVersion } from './built-version.ts';
import { checkExternalAssets, isExternal } from './external-assets.ts';
import type { Target } from './promote.ts';
import { noneIfDamaged, Refusal } from './refusal.ts';
import { hasHash } from './store/integrity.ts';
import { remotePath, type SiteStore, shellName, shellPath, versionFile } from './store/site-store.ts';

/** What a verification came to. */
export interface Verification {
  files: number;
  /** One sentence for each file that is missing, changed or unlisted. */
  damages: string[];
}

/** A store, and the environment whose pages are to read from it. */
type Where = Pick<Target, 'store' | 'environment'>;

/**
 * Reads every file of the versions of a composition, fallbacks too, and holds it against its hash; what was compressed must unfold to the
 * same bytes, because that is what browsers get, and what lies on another origin must be for pages of the site.
 *
 * @param say is told each version before it is read
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
    // What promotes this version anew reads its record from its folder.
    const own = await findVersion(store, name, record.version).catch(noneIfDamaged);
    if (!isDeepStrictEqual(own?.record, record))
      all.damages.push(`${folder}${versionFile} is missing or was changed`);
  }
  return all;
}

/**
 * Refuses versions whose files are not those that were published, or cannot be had by pages any more.
 *
 * @throws Refusal that names every file which is missing, was changed, is not listed, or is not for pages of the site
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
  if (!isExternal(record.base)) return verifyFolder(store, target, record);
  return { files: Object.keys(record.integrity).length, damages: await checkExternalAssets(record, site) };
}

async function verifyFolder(
  store: SiteStore,
  target: string,
  record: Pick<RemoteVersion, 'integrity'>,
): Promise<Verification> {
  const there = await store.files.filesIn(target);
  const damages = Object.keys(record.integrity)
    .filter((file) => !there.includes(file))
    .map((file) => `${file} is missing`);
  for (const file of there) {
    if (file === versionFile) continue;
    const known = file.replace(compressed, '');
    if (!record.integrity[known]) damages.push(`${file} has no hash`);
    else if (!hasHash((await unfold(store, target + file)) ?? nothing, record.integrity[known]))
      damages.push(`${file} was changed`);
  }
  return { files: there.length, damages: damages.map((sentence) => `${target}${sentence}`) };
}

const nothing = Buffer.alloc(0);

/** What is in a file of the store, unfolded where it is compressed; null where it is missing, and nothing, which no hash fits, where it is broken. */
export async function unfold(store: SiteStore, file: string): Promise<Buffer | null> {
  const content = await store.files.read(file);
  if (content === null) return null;
  if (file.endsWith('.br')) return promisify(brotliDecompress)(content).catch(() => nothing);
  if (file.endsWith('.gz')) return promisify(gunzip)(content).catch(() => nothing);
  return content;
}
