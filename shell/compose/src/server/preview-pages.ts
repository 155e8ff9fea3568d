import type { Composition, RemoteVersion } from '../model/composition.ts';
import type { SiteStore } from '../store/site-store.ts';
import { type LivePages, makePages } from './live-pages.ts';

/** Maximum number of cached previews, without their pages: what was rendered of them takes megabytes. */
const mostPreviews = 4;
/** Maximum number of versions in one: more than a site has remotes. */
const mostVersions = 50;

/** `mf-quiz@0.1.0-3fa2c1d8e0`: by name and version only, never an address, so nothing runs here that was not published. */
const versionName = /^([a-z-]+)@(\d[\w.+-]*)$/;

/**
 * Creates the pages of previews: the live composition with other published versions of some remotes. The newest are cached by the versions
 * found, not by the address, so that all spellings and all unpublished versions share an entry.
 */
export function createPreviews(store: SiteStore) {
  const cached = new Map<string, Promise<LivePages>>();

  function cache(key: string, make: () => Promise<LivePages>): Promise<LivePages> {
    const made = cached.get(key) ?? make();
    // Least recently used first.
    cached.delete(key);
    cached.set(key, made);
    made.catch(() => cached.delete(key));
    const [oldest] = cached.keys();
    if (cached.size > mostPreviews && oldest !== undefined) cached.delete(oldest);
    return made;
  }

  /**
   * @param live pages of the live composition
   * @param wanted versions as in an address
   */
  return async function previewPages(live: LivePages, wanted: string): Promise<LivePages> {
    const names = readNames(wanted);
    const versions = names && (await readVersions(store, names));
    if (!versions)
      return cache(live.id, () => makePages(store, { ...live, preview: { wanted: '', isPublished: false } }));
    const labels = versions.map(({ descriptor, version }) => `${descriptor.name}@${version}`);
    const preview = { wanted: labels.join(','), isPublished: true };
    return cache(`${live.id} ${preview.wanted}`, () =>
      makePages(store, { ...live, composition: withVersions(live.composition, versions), preview }),
    );
  };
}

/** Parses the versions in an address, by remote; null if one is invalid. */
function readNames(wanted: string): Map<string, string> | null {
  const texts = wanted.split(',', mostVersions + 1);
  const names = new Map<string, string>();
  for (const text of texts) {
    const [, name, version] = versionName.exec(text) ?? [];
    if (!name || !version) return null;
    names.set(name, version);
  }
  return texts.length > mostVersions ? null : names;
}

/** Reads the versions, sorted by remote; null if one is not published. */
async function readVersions(
  store: SiteStore,
  names: ReadonlyMap<string, string>,
): Promise<RemoteVersion[] | null> {
  const found: RemoteVersion[] = [];
  for (const [name, version] of [...names].sort(([one], [other]) => one.localeCompare(other))) {
    const record = await store.remoteVersion(name, version);
    if (!record) return null;
    found.push(record);
  }
  return found;
}

/** Previews have no fallback, so that a failure of the version is visible. */
function withVersions({ host, apps }: Composition, versions: readonly RemoteVersion[]): Composition {
  const previewed = versions.map((version) => [version.descriptor.name, { versions: [version] }]);
  return { host, apps: { ...apps, ...Object.fromEntries(previewed) } };
}
