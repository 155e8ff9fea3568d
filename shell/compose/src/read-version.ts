import { findVersion, type MadeVersion } from './built-version.ts';
import { Refusal } from './refusal.ts';
import { remotePath, type SiteStore, shellName, shellPath, versionFile } from './store/site-store.ts';

/** A complete version in the store, and when it was last published, in milliseconds since 1970. */
interface Listed {
  version: string;
  at: number;
}

/** The minimum length of an abbreviated hash. */
const shortest = 4;

/**
 * Reads `mf-quiz@0.1.0-3fa2c1d8e0`.
 *
 * @throws Refusal when it is no such name
 */
export function readName(text: string): { name: string; version: string } {
  const [, name, version] = /^([a-z-]+)@(\w[\w.+-]*)$/.exec(text) ?? [];
  if (!name || !version)
    throw new Refusal(
      'usage',
      `"${text}" is no version: write it like mf-quiz@0.1.0-3fa2c1d8e0, or mf-quiz@3fa2.`,
    );
  return { name, version };
}

/** Reads a name whose hash may be cut, also of a version that has lost its record; what is not there stays as it is written. */
export async function completeName(store: SiteStore, text: string): Promise<ReturnType<typeof readName>> {
  const { name, version } = readName(text);
  const [only, ...others] = await namesAlike(store, name, version);
  return { name, version: only && others.length === 0 ? only : version };
}

/**
 * Finds the version that a name is of; the beginning of its hash is enough.
 *
 * @throws Refusal when it is no such name, not in the store, or of several
 */
export async function readVersion(store: SiteStore, text: string): Promise<MadeVersion> {
  const { name, version } = readName(text);
  const found = await findVersion(store, name, version);
  if (found) return found;
  const alike = await namesAlike(store, name, version);
  const made = (await Promise.all(alike.map((one) => findVersion(store, name, one)))).filter(
    (one) => one !== null,
  );
  const [only] = made;
  if (only && made.length === 1) return only;
  if (only)
    throw new Refusal(
      'unknown',
      `${text} may be any of these:`,
      made.map(({ record }) => `${name}@${record.version}`),
    );
  throw new Refusal('unknown', `${text} is not published here.`);
}

/** The published versions of a remote, or of the shell, the newest first. */
export async function listVersions(store: SiteStore, name: string): Promise<Listed[]> {
  const versions = await versionNames(store, name);
  const folder = (version: string) => (name === shellName ? shellPath(version) : remotePath(name, version));
  const times = await Promise.all(
    versions.map((version) => store.files.writtenAt(folder(version) + versionFile)),
  );
  return versions
    .flatMap((version, index) => {
      const at = times[index] ?? null;
      // Without a record it is being published, or was left by a program that was ended.
      return at === null ? [] : [{ version, at }];
    })
    .sort((a, b) => b.at - a.at);
}

async function namesAlike(store: SiteStore, name: string, version: string): Promise<string[]> {
  const all = version.length < shortest ? [] : await versionNames(store, name);
  if (all.includes(version)) return [version];
  return all.filter((one) => one.startsWith(version) || hashOf(one).startsWith(version));
}

const versionNames = ({ files }: SiteStore, name: string): Promise<string[]> =>
  files.list(name === shellName ? shellName : `remotes/${name}`);

/** What of a version names its content. */
export const hashOf = (version: string): string => version.slice(version.lastIndexOf('-') + 1);
