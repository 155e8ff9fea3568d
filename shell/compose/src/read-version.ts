import { findVersion, type MadeVersion } from './built-version.ts';
import { Refusal } from './refusal.ts';
import { remotePath, type SiteStore, shellName, shellPath, versionFile } from './store/site-store.ts';

/** A complete version in the store, with the time it was last published, in milliseconds since 1970. */
interface Listed {
  version: string;
  at: number;
}

/** The minimum length of an abbreviated hash. */
const shortest = 4;

/**
 * Reads `mf-quiz@0.1.0-3fa2c1d8e0`.
 *
 * @throws Refusal when the name is invalid
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

/** Resolves a name whose hash may be abbreviated, also of a version without its record; an unknown name stays as typed. */
export async function completeName(store: SiteStore, text: string): Promise<ReturnType<typeof readName>> {
  const { name, version } = readName(text);
  const [only, ...others] = await namesAlike(store, name, version);
  return { name, version: only && others.length === 0 ? only : version };
}

/**
 * Finds a version by its name; a prefix of the hash is enough.
 *
 * @throws Refusal when the name is invalid, unknown or ambiguous
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

/** Lists the published versions of a remote or of the shell, newest first. */
export async function listVersions(store: SiteStore, name: string): Promise<Listed[]> {
  const versions = await versionNames(store, name);
  const folder = (version: string) => (name === shellName ? shellPath(version) : remotePath(name, version));
  const times = await Promise.all(
    versions.map((version) => store.files.writtenAt(folder(version) + versionFile)),
  );
  return versions
    .flatMap((version, index) => {
      const at = times[index] ?? null;
      // A folder without a record is being published, or was left by an interrupted program.
      return at === null ? [] : [{ version, at }];
    })
    .sort((a, b) => b.at - a.at);
}

async function namesAlike(store: SiteStore, name: string, version: string): Promise<string[]> {
  const all = version.length < shortest ? [] : await versionNames(store, name);
  if (all.includes(version)) return [version];
  return all.filter((one) => one.startsWith(version) || contentHashOf(one).startsWith(version));
}

const versionNames = (store: SiteStore, name: string): Promise<string[]> =>
  name === shellName ? store.files.list(shellName) : store.versionNames(name);

/** The content hash in a version. */
export const contentHashOf = (version: string): string => version.slice(version.lastIndexOf('-') + 1);
