import { SourceMap } from 'node:module';
import type { SiteStore } from './store/site-store.ts';

/** A place in a built file, as stacks of browsers have it: an address of the site, a line and a column. */
const builtPlace = /(?:shell|remotes\/[\w-]+)\/[^/\s]+\/[^\s:?)]+\.(?:js|css)(?:\?[^\s:)]*)?:\d+:\d+/g;
const parts = /^((?:shell|remotes\/[\w-]+)\/[^/]+\/)([^:?]+)(?:\?[^:]*)?:(\d+):(\d+)$/;

/** Where a place in a built file comes from; `source` is null where no maps of its version are kept. */
export interface Located {
  built: string;
  source: string | null;
}

/** Finds the places of built files in a text, such as a stack, and where in the sources they come from. */
export async function locate(text: string, store: SiteStore): Promise<Located[]> {
  const places = [...new Set(text.match(builtPlace) ?? [])];
  return Promise.all(
    places.map(async (built) => {
      const [, target = '', file = '', line, column] = parts.exec(built) ?? [];
      const map = (await store.maps(target))?.[file];
      if (!map) return { built, source: null };
      // True because both are versions of the same format.
      const payload = map as unknown as ConstructorParameters<typeof SourceMap>[0];
      const entry = new SourceMap(payload).findEntry(Number(line) - 1, Number(column) - 1);
      if (!('originalSource' in entry)) return { built, source: null };
      const { originalSource, originalLine, originalColumn } = entry;
      return { built, source: `${originalSource}:${originalLine + 1}:${originalColumn + 1}` };
    }),
  );
}
