import { current, findPage } from '../model/composed-pages.ts';
import type { Composition } from '../model/composition.ts';

interface Page {
  /** Id of the composition that the page was made from; absent in development, where nothing is caught up with. */
  id: string | undefined;
  host: Composition['host'];
  /** Name of the remote that serves a pathname on this page, or null. */
  remoteAt(pathname: string): string | null;
  /** The version of a remote that this page takes for the live one. */
  versionOf(name: string): string | null;
  fetchComposition: () => Promise<Composition>;
}

/** Tracks whether a page is stale. */
export interface StaleVersionTracker {
  /** Receives the live composition's id from an answer of the server. */
  hear(id: string): void;
  /**
   * Whether the page at a pathname, or the shell, has another version by now: it must then be loaded as a document, because two
   * versions would share one screen.
   */
  isBehind(pathname: string): boolean;
}

/** Follows the live composition for a page; reads it only when another id was received. */
export function createStaleVersionTracker({
  id,
  host,
  remoteAt,
  versionOf,
  fetchComposition,
}: Page): StaleVersionTracker {
  let heard = id;
  let live: Composition | null = null;
  return {
    hear(next) {
      if (id === undefined || next === heard) return;
      const before = heard;
      heard = next;
      fetchComposition().then(
        (composition) => {
          live = composition;
        },
        (cause: unknown) => {
          console.warn('The live composition could not be read', cause);
          // The next answer repeats it.
          heard = before;
        },
      );
    },
    isBehind(pathname) {
      if (live === null) return false;
      if (live.host.version !== host.version) return true;
      const name = findPage(live, pathname)?.name ?? null;
      if (name !== remoteAt(pathname)) return true;
      const app = name === null ? undefined : live.apps[name];
      return app !== undefined && current(app).version !== versionOf(app.versions[0].descriptor.name);
    },
  };
}
