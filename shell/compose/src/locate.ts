import { SourceMap } from 'node:module';
import { listVersions } from './read-version.ts';
import { foldersOf, shownIn } from './republish-assets.ts';
import { mapConcurrent } from './store/map-concurrent.ts';
import { remotePath, type SiteStore } from './store/site-store.ts';
import type { SourceMaps } from './store/source-maps.ts';

/** A location in a built file, as browser stacks have it: URL, line and column. */
const builtPlace = /(?:shell|remotes\/[\w-]+)\/[^/\s]+\/[^\s:?)]+\.(?:js|css)(?:\?[^\s:)]*)?:\d+:\d+/g;
const parts = /^((?:shell|remotes\/[\w-]+)\/[^/]+\/)([^:?]+)(?:\?[^:]*)?:(\d+):(\d+)$/;

/** The source of a location; `source` is null without source maps of its version. */
export interface Located {
  built: string;
  source: string | null;
}

/** Symbolicates a stack: finds locations of built files in a text and maps them to the sources. */
export async function locate(text: string, store: SiteStore): Promise<Located[]> {
  const places = [...new Set(text.match(builtPlace) ?? [])];
  return Promise.all(
    places.map(async (built) => {
      const [, target = '', file = '', line, column] = parts.exec(built) ?? [];
      const map = await findMap(store, target, file);
      if (!map) return { built, source: null };
      // Safe: both are versions of the same format.
      const payload = map as unknown as ConstructorParameters<typeof SourceMap>[0];
      const entry = new SourceMap(payload).findEntry(Number(line) - 1, Number(column) - 1);
      if (!('originalSource' in entry)) return { built, source: null };
      const { originalSource, originalLine, originalColumn } = entry;
      return { built, source: `${originalSource}:${originalLine + 1}:${originalColumn + 1}` };
    }),
  );
}

/** The map of a built file. One that versions share has the map of the newest that is live with it, or else of the newest. */
async function findMap(
  store: SiteStore,
  target: string,
  file: string,
): Promise<SourceMaps[string] | undefined> {
  const [, name] = /^remotes\/([\w-]+)\/files\/$/.exec(target) ?? [];
  if (name === undefined) return (await store.maps(target))?.[file];
  const heads = await mapConcurrent(await store.environments(), (environment) => store.head(environment));
  const live = new Set(
    await foldersOf(
      store,
      heads.flatMap((head) => (head ? shownIn(head) : [])),
    ),
  );
  const folders = (await listVersions(store, name)).map(({ version }) => remotePath(name, version));
  for (const folder of [...folders.filter((one) => live.has(one)), ...folders]) {
    const map = (await store.maps(folder))?.[file];
    if (map) return map;
  }
  return undefined;
}
