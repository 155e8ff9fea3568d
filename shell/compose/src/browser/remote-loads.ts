import type { FailedVersions } from './failed-versions.ts';
import { fetchVersion, type VersionSource } from './fetch-version.ts';
import { keyOf, type PageComposition } from './page-composition.ts';
import { RemoteError } from './remote-error.ts';
import type { RemoteState, RemoteStates } from './remote-states.ts';
import type { VisitReports } from './visit-reports.ts';

/** The state that loading a remote reads and changes. */
interface LoadsOptions extends VersionSource {
  page: PageComposition;
  states: RemoteStates;
  failed: FailedVersions;
  visits: VisitReports | undefined;
}

/** Loads remotes, each at most once at a time. */
export interface RemoteLoads {
  /**
   * Loads a remote, or joins the running load: the first of its versions that can be shown. Never rejects: the outcome is the
   * state.
   *
   * @param pathname page whose code is fetched as soon as the remote has loaded
   */
  begin(name: string, attempt: number, pathname?: string): Promise<RemoteState>;
  /** A remote's latest load, finished or not: rendering needs a stable promise. */
  last(name: string): Promise<RemoteState> | undefined;
}

/** Creates the loader of a page's remotes. */
export function createRemoteLoads({ page, states, failed, visits, ...source }: LoadsOptions): RemoteLoads {
  const pending = new Map<string, Promise<RemoteState>>();
  const loads = new Map<string, Promise<RemoteState>>();

  async function run(name: string, attempt: number, pathname?: string): Promise<RemoteState> {
    const live = page.liveVersion(name);
    if (!live) return states.enter(name, { status: 'failed', attempt, error: gone(name) });
    states.enter(name, { status: 'loading', attempt });
    try {
      for (const version of page.remotes.versions(name)) {
        if (failed.why(version)) continue;
        const refusal = page.refusal(version);
        const outcome =
          refusal === null
            ? await fetchVersion(version, source, pathname)
            : new RemoteError({ name, version: version.version }, 'manifest', refusal);
        if (outcome instanceof RemoteError) {
          failed.setAside(version, outcome);
          continue;
        }
        visits?.loaded(keyOf(version));
        return states.enter(name, {
          status: 'ready',
          attempt,
          module: outcome,
          version: version.version,
          insteadOf: failed.why(live),
        });
      }
      // The report is about the version that should be shown.
      return states.enter(name, { status: 'failed', attempt, error: failed.why(live) ?? gone(name) });
    } finally {
      pending.delete(name);
    }
  }

  return {
    begin(name, attempt, pathname) {
      const running = pending.get(name);
      if (running) return running;
      const started = run(name, attempt, pathname);
      if (states.state(name).status === 'loading') pending.set(name, started);
      loads.set(name, started);
      // React's own fields on a settled promise, by which `use` returns at once.
      void started.then((value) => Object.assign(started, { status: 'fulfilled', value }));
      return started;
    },
    last: (name) => loads.get(name),
  };
}

const gone = (name: string) =>
  new RemoteError({ name, version: '–' }, 'manifest', 'is not in the composition');
