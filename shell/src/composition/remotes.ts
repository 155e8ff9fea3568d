import type { Composition, NavEntry, RemotePath } from '@frens/contract/composition';
import { matchesPath } from '@frens/contract/site-path';
import type { RemoteModule } from '@frens/platform';
import { loadRemote, type ModuleLoader } from './load-remote.ts';
import { RemoteError } from './remote-error.ts';

/** Where a remote stands on this page. `attempt` rises with every Retry. */
export type RemoteState = { attempt: number } & (
  | { status: 'idle' | 'loading' }
  | { status: 'ready'; module: RemoteModule; version: string }
  | { status: 'failed'; error: RemoteError }
);

/** What the remotes need from outside; tests bring their own. */
export interface RemotesOptions {
  composition: Composition;
  load: ModuleLoader;
  /** Registers a remote's texts before it is shown. */
  addTexts: (namespace: string, locales: RemoteModule['locales']) => Promise<void>;
  /** Reads what is live now; a Retry uses it, so that a repaired version reaches pages already open. */
  fetchComposition: () => Promise<Composition>;
}

/** The remotes of the page: which there are, which paths they serve, and how far each is loaded. One failing never touches another. */
export interface Remotes {
  /** Remote and access of the page at a pathname, or null when no remote serves it. Known before any remote is loaded. */
  find(pathname: string): { name: string; page: RemotePath } | null;
  /** All navigation entries in their order. The same array until the composition changes. */
  nav(): NavEntry[];
  names(): string[];
  state(name: string): RemoteState;
  /** Loads a remote unless it is loaded, loading or failed. Never rejects: the outcome is the state. */
  load(name: string): Promise<RemoteState>;
  /** Loads again after a failure, from the composition that is live by now. */
  retry(name: string): Promise<RemoteState>;
  /** Loads the remote of a pathname and fetches the code of its screen. */
  preload(pathname: string): Promise<void>;
  subscribe(listener: () => void): () => void;
}

/** Makes the remotes of a page from its composition. */
export function createRemotes({ composition, load, addTexts, fetchComposition }: RemotesOptions): Remotes {
  let live = composition;
  let nav = navOf(live);
  const states = new Map<string, RemoteState>();
  const pending = new Map<string, Promise<RemoteState>>();
  const listeners = new Set<() => void>();

  const state = (name: string): RemoteState => states.get(name) ?? idle;
  const current = (name: string) => live.apps[name]?.versions[0];

  function enter(name: string, next: RemoteState): RemoteState {
    states.set(name, next);
    for (const listener of listeners) listener();
    return next;
  }

  async function run(name: string, attempt: number): Promise<RemoteState> {
    const version = current(name);
    if (!version) {
      const error = new RemoteError({ name, version: '–' }, 'manifest', 'is not in the composition');
      return enter(name, { status: 'failed', attempt, error });
    }
    enter(name, { status: 'loading', attempt });
    try {
      const module = await loadRemote(version, load);
      await addTexts(name, module.locales).catch((cause: unknown) => {
        throw new RemoteError({ name, version: version.version }, 'entry', 'its texts did not load', cause);
      });
      return enter(name, { status: 'ready', attempt, module, version: version.version });
    } catch (cause) {
      const error =
        cause instanceof RemoteError
          ? cause
          : new RemoteError({ name, version: version.version }, 'mount', String(cause), cause);
      console.warn(error.message);
      return enter(name, { status: 'failed', attempt, error });
    } finally {
      pending.delete(name);
    }
  }

  function begin(name: string, attempt: number): Promise<RemoteState> {
    const running = pending.get(name);
    if (running) return running;
    const started = run(name, attempt);
    if (state(name).status === 'loading') pending.set(name, started);
    return started;
  }

  const remotes: Remotes = {
    find(pathname) {
      for (const [name, { versions }] of Object.entries(live.apps)) {
        const page = versions[0]?.descriptor.paths.find(({ path }) => matchesPath(path, pathname));
        if (page) return { name, page };
      }
      return null;
    },
    nav: () => nav,
    names: () => Object.keys(live.apps),
    state,
    load: (name) =>
      state(name).status === 'idle' ? begin(name, 0) : (pending.get(name) ?? Promise.resolve(state(name))),
    async retry(name) {
      const { attempt } = state(name);
      enter(name, { status: 'loading', attempt: attempt + 1 });
      try {
        live = await fetchComposition();
        nav = navOf(live);
      } catch (cause) {
        // The server cannot be asked what is live: try again what this page knows, and say so.
        console.warn('The live composition could not be read', cause);
      }
      return begin(name, attempt + 1);
    },
    async preload(pathname) {
      const found = remotes.find(pathname);
      if (!found) return;
      const outcome = await remotes.load(found.name);
      if (outcome.status !== 'ready') return;
      const route = outcome.module.routes.find(({ path }) => matchesPath(path, pathname));
      await route?.Component.preload?.().catch(() => {
        // A failed preload is not a failure yet: the screen asks again when it is opened, and then says so.
      });
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return remotes;
}

const idle: RemoteState = { status: 'idle', attempt: 0 };

function navOf({ apps }: Composition): NavEntry[] {
  return Object.values(apps)
    .flatMap(({ versions }) => versions[0]?.descriptor.nav ?? [])
    .sort((a, b) => a.order - b.order);
}
