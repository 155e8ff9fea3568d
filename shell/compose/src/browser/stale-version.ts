import { current, findPage } from '../model/composed-pages.ts';
import type { Composition } from '../model/composition.ts';

interface Page {
  /** Id of the page's composition; absent in development, where pages are never stale. */
  id: string | undefined;
  host: Composition['host'];
  /** Name of the remote that serves a pathname on this page, or null. */
  remoteAt(pathname: string): string | null;
  /** The version of a remote that this page considers live. */
  versionOf(name: string): string | null;
  fetchComposition: () => Promise<Composition>;
}

/** Tracks whether a page is stale. */
export interface StaleVersionTracker {
  /** Receives the id of the live composition from a response. */
  hear(id: string): void;
  /**
   * Whether the page at a pathname, or the shell, has another version by now. It must then be loaded as a document, because two versions
   * cannot share a screen.
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
          // The next response repeats it.
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
