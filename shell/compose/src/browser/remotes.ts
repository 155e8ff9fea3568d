import type { Composition } from '../model/composition.ts';
import { createFailedVersions } from './failed-versions.ts';
import { prefetchScreen, type VersionSource } from './fetch-version.ts';
import { createLastKnownGood, type LastKnownGood } from './last-known-good.ts';
import { type ComposedRemotes, createPageComposition } from './page-composition.ts';
import { createArrivals } from './remote-arrivals.ts';
import { RemoteError } from './remote-error.ts';
import { createRemoteLoads } from './remote-loads.ts';
import { createRemoteStates, type RemoteState } from './remote-states.ts';
import { createStaleVersionTracker, type StaleVersionTracker } from './stale-version.ts';
import type { VisitReports } from './visit-reports.ts';

/** Dependencies of the remotes; tests inject their own. */
export interface RemotesOptions extends VersionSource {
  composition: Composition;
  /** Reads the live composition; a Retry uses it, so that a repaired version reaches open pages. */
  fetchComposition: () => Promise<Composition>;
  /** Reloads the page when its composition now has a version that the page may not load: its policy cannot grow. */
  loadDocument?: () => void;
  /** Further origins of remotes. */
  remoteOrigins?: readonly string[];
  /** Id of the composition; see `StaleVersionTracker`. */
  id?: string;
  /** Receives the requested versions and those that failed. */
  visits?: VisitReports;
}

/** The remotes of the page: their paths and their loading states. A failure of one never affects another. */
export interface Remotes extends ComposedRemotes, StaleVersionTracker, LastKnownGood {
  state(name: string): RemoteState;
  /** What serves a pathname here, as a failure notice names it: `mf-quiz 0.1.0-3fa2c1d8e0`. */
  onShow(pathname: string): string;
  /** The version that a file of a remote belongs to; of several that share it, the shown one. */
  versionWith(name: string, file: string): string | undefined;
  /**
   * Loads a remote unless it is loaded, loading or failed. Never rejects: the outcome is the state.
   *
   * @param pathname page whose code is fetched as soon as the remote has loaded
   */
  load(name: string, pathname?: string): Promise<RemoteState>;
  /**
   * Settles when a remote and its screen at a pathname can be shown, and never for a failure: a later Retry may still succeed. A
   * stable promise, for the hydrated page alone: without its screen the remote counts as failed.
   */
  ready(name: string, pathname: string): Promise<unknown>;
  /** Reports a failure without a fallback. */
  noteFailure(error: RemoteError): void;
  /** Loads again after all versions have failed, from the composition that is live by now. */
  retry(name: string): Promise<RemoteState>;
  /** Loads the remote of a path, with or without query, and fetches the code of its screen. */
  preload(path: string): Promise<void>;
  subscribe(listener: () => void): () => void;
}

/** Creates the remotes of a page from its composition. */
export function createRemotes({
  composition,
  fetchComposition,
  loadDocument = () => {},
  remoteOrigins = [],
  id,
  visits,
  ...source
}: RemotesOptions): Remotes {
  const page = createPageComposition(composition, remoteOrigins);
  const states = createRemoteStates();
  const failed = createFailedVersions(visits);
  const loads = createRemoteLoads({ ...source, page, states, failed, visits });
  const lastKnownGood = createLastKnownGood({ page, states, failed, loads });
  const { find, versions } = page.remotes;
  const { state, enter, subscribe } = states;

  function load(name: string, pathname?: string): Promise<RemoteState> {
    const now = state(name);
    if (now.status === 'idle') return loads.begin(name, now.attempt, pathname);
    return loads.last(name) ?? Promise.resolve(now);
  }

  async function retry(name: string): Promise<RemoteState> {
    const attempt = state(name).attempt + 1;
    enter(name, { status: 'loading', attempt });
    failed.forget(versions(name));
    try {
      const next = await fetchComposition();
      // Browsers never retry the import of a failed module.
      if (page.isNewIn(next, name) || versions(name).some(({ files }) => files?.isModule)) {
        loadDocument();
        return state(name);
      }
      page.take(name, next);
    } catch (cause) {
      // The live composition cannot be read: retry what this page knows, and say so.
      console.warn('The live composition could not be read', cause);
    }
    return loads.begin(name, attempt);
  }

  const versionOnShow = (name: string) => {
    const now = state(name);
    return now.status === 'ready' ? now.version : page.liveVersion(name)?.version;
  };

  const staleVersion = createStaleVersionTracker({
    id,
    host: composition.host,
    remoteAt: (pathname) => find(pathname)?.name ?? null,
    versionOf(name) {
      const now = state(name);
      if (now.status !== 'ready') return page.liveVersion(name)?.version ?? null;
      return now.insteadOf?.version ?? now.version;
    },
    fetchComposition,
  });

  return {
    ...page.remotes,
    ...staleVersion,
    ...lastKnownGood,
    state,
    onShow(pathname) {
      const name = find(pathname)?.name;
      if (name === undefined) return `shell ${composition.host.version}`;
      return `${name} ${versionOnShow(name) ?? '–'}`;
    },
    versionWith(name, file) {
      const owners = versions(name).flatMap(({ version, integrity }) => (file in integrity ? [version] : []));
      return owners.find((version) => version === versionOnShow(name)) ?? owners[0];
    },
    load,
    ready: createArrivals({
      state,
      subscribe,
      lost(name, cause) {
        const now = state(name);
        const version = now.status === 'ready' ? now.version : '–';
        const error = new RemoteError({ name, version }, 'entry', 'the code of its page did not load', cause);
        lastKnownGood.fallBack(name, error);
      },
    }),
    noteFailure: failed.noteFailure,
    retry,
    async preload(path) {
      const [pathname = path] = path.split(/[?#]/);
      const found = find(pathname);
      if (!found) return;
      const outcome = await load(found.name, pathname);
      if (outcome.status === 'ready') await prefetchScreen(outcome.module, pathname);
    },
    subscribe,
  };
}
