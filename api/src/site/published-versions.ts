import { remotePath, type SiteStore, versionFile } from '@frens/compose/store/site-store';
import type { PublishedVersions } from '@frens/contract/composition';

/** Which versions of each remote are published whole, the newest first: what a tab may be told to show (`?compose=`). */
export async function publishedVersions({ files }: SiteStore): Promise<PublishedVersions> {
  const names = await files.list('remotes');
  const all = await Promise.all(
    names.map(async (name) => {
      const versions = await Promise.all(
        (await files.list(`remotes/${name}`)).map(async (version) => {
          const at = await files.writtenAt(remotePath(name, version) + versionFile);
          // Without a record it is being published, or was left by a program that was ended.
          return at === null ? [] : [{ version, at: new Date(at).toISOString() }];
        }),
      );
      return [name, versions.flat().sort((a, b) => b.at.localeCompare(a.at))] as const;
    }),
  );
  return Object.fromEntries(all.filter(([, versions]) => versions.length > 0));
}
