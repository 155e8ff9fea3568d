import type { Composition, Integrity, RemoteVersion } from './composition.ts';

// Without zod, because the shell's first page carries it.

/** The parts of a version that list its files. */
export type ListedVersion = Pick<RemoteVersion, 'base' | 'files' | 'integrity'>;

/** A hash that browsers verify. */
export const wholeHash = /^sha256-[A-Za-z0-9+/]{43}=$/;

/** Scripts and styles: files that need an integrity hash. */
export const isCode = (file: string): boolean => /\.(js|css)$/.test(file);

/** All scripts and styles of a version: container, module, pages, texts. */
export function namedFiles({ files }: Pick<RemoteVersion, 'files'>): string[] {
  if (!files) return [];
  const { entry, imports = [], exposed, routes, texts } = files;
  return [
    ...new Set([
      entry,
      ...imports,
      ...exposed,
      ...Object.values(routes).flat(),
      ...Object.values(texts).flat(),
    ]),
  ];
}

/** Files without a valid hash. */
export const unlisted = (integrity: Integrity, files: readonly string[]): string[] =>
  files.filter((file) => !Object.hasOwn(integrity, file) || !wholeHash.test(integrity[file] ?? ''));

/**
 * Why a page must not load a version: a file without a hash, or on a foreign origin, makes it refuse the whole version.
 *
 * @param version as the composition has it
 * @param remoteOrigins origins beside the site's own (`REMOTE_ORIGINS`, D53)
 * @returns the end of a sentence, or null for a version that may be loaded
 */
export function whyRefused(version: ListedVersion, remoteOrigins: readonly string[]): string | null {
  const { base, integrity } = version;
  const { origin } = new URL(base, ownOrigin);
  if (origin !== ownOrigin && !remoteOrigins.includes(origin))
    return `lies on ${origin}, which is none of this site's origins`;
  const missing = unlisted(integrity, [
    ...namedFiles(version),
    // Development has no hashes and lists no files.
    ...Object.keys(integrity).filter(isCode),
  ]);
  return missing.length === 0 ? null : `has no hash of ${[...new Set(missing)].join(', ')}`;
}

/**
 * The integrity hashes of all scripts and styles that a page may load, by address: those of the shell and of all versions that are not
 * refused, including fallbacks.
 */
export function listedFiles(
  { host, apps }: Composition,
  remoteOrigins: readonly string[],
): Map<string, string> {
  const versions: ListedVersion[] = Object.values(apps)
    .flatMap((app) => app.versions)
    .filter((version) => whyRefused(version, remoteOrigins) === null);
  return new Map(
    [host, ...versions].flatMap(({ base, integrity }) =>
      Object.entries(integrity)
        .filter(([file]) => isCode(file))
        .map(([file, hash]): [string, string] => [base + file, hash]),
    ),
  );
}

/** A placeholder for the site's own origin, to detect addresses of other origins. */
const ownOrigin = 'https://site.invalid';
