import { whyRefused } from '@frens/contract/composed-files';
import { type ComposedPage, current, findPage, twinOf } from '@frens/contract/composed-pages';
import type { Composition, LocalText, MenuEntry, NavEntry, RemoteVersion } from '@frens/contract/composition';
import type { RemoteModule } from '@frens/platform';
import { type CatchUp, createCatchUp } from './catch-up.ts';
import { loadRemote, type ModuleLoader } from './load-remote.ts';
import { measurePhase } from './measure-phase.ts';
import { createArrivals, fetchScreen } from './remote-arrivals.ts';
import { RemoteError } from './remote-error.ts';
import type { VisitReports } from './visit-reports.ts';

/** Where a remote stands on this page. `attempt` rises with every Retry, and when another of its versions takes over. */
export type RemoteState = { attempt: number } & (
  | { status: 'idle' | 'loading' }
  /** `insteadOf` is why the live version is not the one on show, or null where it is. */
  | { status: 'ready'; module: RemoteModule; version: string; insteadOf: RemoteError | null }
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
  /** Loads the page anew, where its composition has a version by now that it may not load: its policy cannot grow. */
  loadDocument?: () => void;
  /** Where versions may lie beside the site's own origin. */
  remoteOrigins?: readonly string[];
  /** Id of the composition; see `CatchUp`. */
  id?: string;
  /** Is told which versions were asked for, and which of them failed. */
  visits?: VisitReports;
}

/** The links that the remotes declare, in their order. */
export interface RemoteLinks {
  nav: readonly NavEntry[];
  menu: readonly MenuEntry[];
}

/** The remotes of the page: which there are, which paths they serve, and how far each is loaded. One failing never touches another. */
export interface Remotes extends CatchUp {
  /** Remote and access of the page at a pathname, or null when no remote serves it. Known before any remote is loaded. */
  find(pathname: string): ComposedPage | null;
  /** The same page in the other frame, or null where it has no twin. */
  twin(path: string): string | null;
  /** All links for the frame in their order. The same object until the composition changes. */
  links(): RemoteLinks;
  /** What members call a remote's part of the site, or null for a name that is not in the composition. */
  area(name: string): LocalText | null;
  names(): string[];
  /** The versions of a remote that the page may show, the live one first; none of a name that is not in the composition. */
  versions(name: string): readonly RemoteVersion[];
  /** Remotes that have work to do at each sign-in, whether loaded or not. */
  withSignedInHook(): string[];
  state(name: string): RemoteState;
  /** What serves a pathname here, as a failure notice names it: `mf-quiz 0.1.0-3fa2c1d8e0`. */
  onShow(pathname: string): string;
  /**
   * Loads a remote unless it is loaded, loading or failed. Never rejects: the outcome is the state.
   *
   * @param pathname page whose code is fetched as soon as the remote can be asked for it
   */
  load(name: string, pathname?: string): Promise<RemoteState>;
  /**
   * Settles once a remote and its screen at a pathname can be shown, and never for a failure: a later Retry may still bring them. The
   * same promise every time. For the page that was rendered ahead alone: without its screen the remote counts as failed.
   */
  ready(name: string, pathname: string): Promise<unknown>;
  /** Whether a remote that is on show has another version that has not failed here. */
  canFallBack(name: string): boolean;
  /**
   * Puts a version aside that failed while it was shown; the next one takes over, and stays on this page. Does nothing when that version
   * is not on show any more.
   */
  fallBack(name: string, error: RemoteError): void;
  /** Tells of a failure that nothing stands in for. */
  noteFailure(error: RemoteError): void;
  /** Loads again after all versions have failed, from the composition that is live by now. */
  retry(name: string): Promise<RemoteState>;
  /** Loads the remote of a path, with or without query, and fetches the code of its screen. */
  preload(path: string): Promise<void>;
  subscribe(listener: () => void): () => void;
}

/** Makes the remotes of a page from its composition. */
export function createRemotes({
  composition,
  load,
  addTexts,
  fetchComposition,
  loadDocument = () => {},
  remoteOrigins = [],
  id,
  visits,
}: RemotesOptions): Remotes {
  let live = composition;
  /** The versions that the page came with, and why it may not load some of them. */
  const refusals = new Map(
    versionsIn(composition).map((version) => [keyOf(version), whyRefused(version, remoteOrigins)]),
  );
  let links = linksOf(live);
  const states = new Map<string, RemoteState>();
  const pending = new Map<string, Promise<RemoteState>>();
  /** The last run of each remote, also when it is over: whoever renders needs the same promise every time. */
  const runs = new Map<string, Promise<RemoteState>>();
  const listeners = new Set<() => void>();
  /** Versions that failed on this page: none is tried again unless somebody asks for it. */
  const failures = new Map<string, RemoteError>();

  const state = (name: string): RemoteState => states.get(name) ?? idle;
  const versionOf = (name: string) => {
    const app = live.apps[name];
    return app ? current(app) : null;
  };

  function enter(name: string, next: RemoteState): RemoteState {
    states.set(name, next);
    for (const listener of listeners) listener();
    return next;
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  async function run(name: string, attempt: number, pathname?: string): Promise<RemoteState> {
    const version = versionOf(name);
    if (!version) {
      const error = new RemoteError({ name, version: '–' }, 'manifest', 'is not in the composition');
      return enter(name, { status: 'failed', attempt, error });
    }
    enter(name, { status: 'loading', attempt });
    try {
      for (const one of sound(name)) {
        const outcome = await fetchVersion(name, one, pathname);
        if (outcome instanceof RemoteError) setAside(one, outcome);
        else {
          visits?.loaded(keyOf(one));
          const insteadOf = failures.get(keyOf(version)) ?? null;
          return enter(name, { status: 'ready', attempt, module: outcome, version: one.version, insteadOf });
        }
      }
      // What is told is what happened to the version that should be here.
      const error =
        failures.get(keyOf(version)) ?? new RemoteError({ name, version: '–' }, 'manifest', 'is gone');
      return enter(name, { status: 'failed', attempt, error });
    } finally {
      pending.delete(name);
    }
  }

  /** The versions of a remote that have not failed here, the live one first. */
  const sound = (name: string) =>
    (live.apps[name]?.versions ?? []).filter((version) => !failures.has(keyOf(version)));

  function setAside(version: RemoteVersion, error: RemoteError): void {
    failures.set(keyOf(version), error);
    noteFailure(error);
  }

  function noteFailure(error: RemoteError): void {
    console.warn(error.message);
    visits?.failed(error);
  }

  /** One version with its texts, or why it cannot be shown. */
  async function fetchVersion(name: string, version: RemoteVersion, pathname?: string) {
    const at = { name, version: version.version };
    const refusal = refusals.get(keyOf(version));
    if (refusal) return new RemoteError(at, 'manifest', refusal);
    try {
      const asked = performance.now();
      const module = await loadRemote(version, load);
      const arrived = performance.now();
      measurePhase(name, 'module', asked);
      // Beside the texts, not after them.
      if (pathname !== undefined) void prefetchScreen(module, pathname);
      await addTexts(name, module.locales).catch((cause: unknown) => {
        throw new RemoteError(at, 'entry', 'its texts did not load', cause);
      });
      measurePhase(name, 'texts', arrived);
      return module;
    } catch (cause) {
      return cause instanceof RemoteError ? cause : new RemoteError(at, 'mount', String(cause), cause);
    }
  }

  function fallBack(name: string, error: RemoteError): void {
    const { attempt, ...now } = state(name);
    if (now.status !== 'ready' || now.version !== error.version) return;
    const broken = live.apps[name]?.versions.find(({ version }) => version === error.version);
    // Absent where a Retry elsewhere has read of newer versions: the next one is another then anyway.
    if (broken) setAside(broken, error);
    else console.warn(error.message);
    void begin(name, attempt + 1);
  }

  function begin(name: string, attempt: number, pathname?: string): Promise<RemoteState> {
    const running = pending.get(name);
    if (running) return running;
    const started = run(name, attempt, pathname);
    if (state(name).status === 'loading') pending.set(name, started);
    runs.set(name, started);
    // React's own marks on a promise it has seen settle: with them `use` answers at once.
    void started.then((value) => Object.assign(started, { status: 'fulfilled', value }));
    return started;
  }

  const catchUp = createCatchUp({
    id,
    host: composition.host,
    remoteAt: (pathname) => findPage(live, pathname)?.name ?? null,
    versionOf(name) {
      const now = state(name);
      if (now.status !== 'ready') return versionOf(name)?.version ?? null;
      return now.insteadOf?.version ?? now.version;
    },
    fetchComposition,
  });

  const remotes: Remotes = {
    ...catchUp,
    find: (pathname) => findPage(live, pathname),
    twin: (path) => twinOf(live, path),
    links: () => links,
    area: (name) => versionOf(name)?.descriptor.area ?? null,
    names: () => Object.keys(live.apps),
    versions: (name) => live.apps[name]?.versions ?? [],
    withSignedInHook: () => Object.keys(live.apps).filter((name) => versionOf(name)?.descriptor.onSignedIn),
    state,
    onShow(pathname) {
      const name = findPage(live, pathname)?.name;
      if (name === undefined) return `shell ${composition.host.version}`;
      const now = state(name);
      return `${name} ${now.status === 'ready' ? now.version : (versionOf(name)?.version ?? '–')}`;
    },
    load: (name, pathname) =>
      state(name).status === 'idle'
        ? begin(name, 0, pathname)
        : (runs.get(name) ?? Promise.resolve(state(name))),
    ready: createArrivals({
      state,
      subscribe,
      lost(name, cause) {
        const now = state(name);
        const version = now.status === 'ready' ? now.version : '–';
        const error = new RemoteError({ name, version }, 'entry', 'the code of its page did not load', cause);
        fallBack(name, error);
      },
    }),
    canFallBack(name) {
      const now = state(name);
      return now.status === 'ready' && sound(name).some(({ version }) => version !== now.version);
    },
    fallBack,
    noteFailure,
    async retry(name) {
      const { attempt } = state(name);
      enter(name, { status: 'loading', attempt: attempt + 1 });
      for (const version of live.apps[name]?.versions ?? []) failures.delete(keyOf(version));
      try {
        const next = await fetchComposition();
        if (next.apps[name]?.versions.some((version) => !refusals.has(keyOf(version)))) {
          loadDocument();
          return state(name);
        }
        live = withApp(live, name, next);
        links = linksOf(live);
      } catch (cause) {
        // The server cannot be asked what is live: try again what this page knows, and say so.
        console.warn('The live composition could not be read', cause);
      }
      return begin(name, attempt + 1);
    },
    async preload(path) {
      const [pathname = path] = path.split(/[?#]/);
      const found = remotes.find(pathname);
      if (!found) return;
      const outcome = await remotes.load(found.name, pathname);
      if (outcome.status === 'ready') await prefetchScreen(outcome.module, pathname);
    },
    subscribe,
  };
  return remotes;
}

/** Asks for the code of a screen before anybody needs it. */
async function prefetchScreen(module: RemoteModule, pathname: string): Promise<void> {
  const asked = performance.now();
  await fetchScreen(module, pathname).then(
    () => measurePhase(module.name, 'screen', asked),
    () => {
      // Not a failure yet: the screen asks again when it is opened, and then says so.
    },
  );
}

/** A composition with one remote as it is in another one. The others stay what this page may load. */
function withApp({ host, apps }: Composition, name: string, next: Composition): Composition {
  const { [name]: _before, ...others } = apps;
  const app = next.apps[name];
  return { host, apps: app ? { ...others, [name]: app } : others };
}

const versionsIn = ({ apps }: Composition) => Object.values(apps).flatMap(({ versions }) => versions);
const keyOf = ({ descriptor, version }: RemoteVersion) => `${descriptor.name}@${version}`;
const idle: RemoteState = { status: 'idle', attempt: 0 };

function linksOf({ apps }: Composition): RemoteLinks {
  const descriptors = Object.values(apps).map((app) => current(app).descriptor);
  return {
    nav: descriptors.flatMap(({ nav }) => nav).sort((a, b) => a.order - b.order),
    menu: descriptors.flatMap(({ menu }) => menu).sort((a, b) => a.order - b.order),
  };
}
