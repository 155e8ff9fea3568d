import type { SiteStore } from '@frens/compose/store/site-store';
import type { Composition, RemoteVersion } from '@frens/contract/composition';
import { type LivePages, makePages } from './live-pages.ts';

/** How many previews are kept ready, and how many versions one may name: more than a site has remotes. */
const keptPreviews = 20;
const mostVersions = 50;

/** `mf-quiz@0.1.0-3fa2c1d8e0`: by name and version only, never an address, so nothing runs here that was not published. */
const versionName = /^(mf-[a-z-]+)@(\d[\w.+-]*)$/;

/**
 * Makes the pages of previews: those of what is live, with other published versions of some remotes. The newest are kept, and all are made
 * anew when something else goes live.
 */
export function createPreviews(store: SiteStore) {
  const kept = new Map<string, Promise<LivePages>>();

  /**
   * @param live pages of what is live
   * @param wanted versions, as in an address
   */
  return function previewPages(live: LivePages, wanted: string): Promise<LivePages> {
    const key = `${live.id} ${wanted}`;
    const known = kept.get(key);
    if (known) return known;
    const made = readVersions(store, wanted).then((versions) =>
      makePages(store, {
        ...live,
        composition: withVersions(live.composition, versions ?? []),
        preview: { wanted, isPublished: versions !== null },
      }),
    );
    kept.set(key, made);
    made.catch(() => kept.delete(key));
    const [oldest] = kept.keys();
    if (kept.size > keptPreviews && oldest !== undefined) kept.delete(oldest);
    return made;
  };
}

/** The versions that an address names; null when one of them is not published. */
async function readVersions(store: SiteStore, wanted: string): Promise<RemoteVersion[] | null> {
  const names = wanted.split(',');
  if (names.length > mostVersions) return null;
  const found: RemoteVersion[] = [];
  for (const text of names) {
    const [, name, version] = versionName.exec(text) ?? [];
    const record = name && version ? await store.remoteVersion(name, version) : null;
    if (!record) return null;
    found.push(record);
  }
  return found;
}

/** Nothing to fall back to: whoever looks at a version must see when it fails. */
function withVersions({ host, apps }: Composition, versions: readonly RemoteVersion[]): Composition {
  const previewed = versions.map((version) => [version.descriptor.name, { versions: [version] }]);
  return { host, apps: { ...apps, ...Object.fromEntries(previewed) } };
}
