import { current, findPage } from '@frens/contract/composed-pages';
import type { Composition } from '@frens/contract/composition';

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

/** How far a page is behind what is live. */
export interface StaleVersionTracker {
  /** Hears from an answer of the server which composition is live. */
  hear(id: string): void;
  /**
   * Whether the page at a pathname has another version by now, or the shell has: it must then be loaded as a document, because two versions
   * would be on one screen.
   */
  isBehind(pathname: string): boolean;
}

/** Follows for a page what is live. It reads the composition only when another one has been heard of. */
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
          // The next answer says so again.
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
