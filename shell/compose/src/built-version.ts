import path from 'node:path';
import type { RemoteVersion, ShellVersion } from './model/composition.ts';
import { Refusal } from './refusal.ts';
import { filesPath, remotePath, type SiteStore, shellName, shellPath } from './store/site-store.ts';
import type { SourceMaps } from './store/source-maps.ts';

/** A built version: its record, the folder of its files until it is published, and the source maps of a fresh build. */
export type MadeVersion = { name: string; target: string; dist: string; maps?: SourceMaps } & (
  | { isShell: true; record: ShellVersion }
  | { isShell: false; record: RemoteVersion }
);

/** As in `mf-quiz@0.1.0-3fa2c1d8e0`. */
export const versionLabel = ({ name, record }: MadeVersion): string => `${name}@${record.version}`;

/** Finds a published version. */
export async function findVersion(
  store: SiteStore,
  name: string,
  version: string,
): Promise<MadeVersion | null> {
  if (name === shellName) {
    const target = shellPath(version);
    const record = await store.shellVersion(version);
    return record && { name, target, dist: distOf(store, target), isShell: true, record };
  }
  const target = remotePath(name, version);
  const record = await store.remoteVersion(name, version);
  return (
    record && {
      name,
      target,
      dist: distOf(store, filesPath(record) ?? target),
      isShell: false,
      record,
    }
  );
}

/**
 * Checks that versions are still published. Repeat it after each lost race: a prune may have removed one.
 *
 * @throws Refusal when one is no longer in the store
 */
export async function refuseRemoved(store: SiteStore, versions: readonly MadeVersion[]): Promise<void> {
  for (const { name, record } of versions)
    if (!(await findVersion(store, name, record.version)))
      throw new Refusal('unknown', `${name}@${record.version} is not published any more.`);
}

/** The folder of a version's files. For a bucket it does not exist on this machine, and nothing reads it. */
const distOf = ({ files }: SiteStore, target: string) => path.join(files.dir ?? '', target);
