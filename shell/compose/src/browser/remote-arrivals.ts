import { matchesPath } from '../model/matches-path.ts';
import type { RemoteModule } from './remote-module.ts';
import type { RemoteState } from './remote-states.ts';

interface Loads {
  state(name: string): RemoteState;
  subscribe(listener: () => void): () => void;
  /** Handles a screen whose code did not load. */
  lost(name: string, cause: unknown): void;
}

/** Fetches the code of the screen at a pathname; the promise is settled if it has loaded. */
export function fetchScreen({ routes }: RemoteModule, pathname: string): Promise<unknown> {
  const route = routes.find(({ path }) => matchesPath(path, pathname));
  return route?.Component.preload?.() ?? here;
}

/**
 * Creates the promises that a hydrating page waits for: one stable promise per remote, which settles when the remote and the
 * page's screen are there, and never for a failure, because a Retry may still succeed.
 */
export function createArrivals({ state, subscribe, lost }: Loads) {
  const arrivals = new Map<string, Promise<void>>();

  function until(name: string, pathname: string): Promise<void> {
    return new Promise((resolve) => {
      /** The attempt whose screen was requested, each once. */
      let asked = -1;
      const look = () => {
        const now = state(name);
        if (now.status !== 'ready' || asked === now.attempt) return;
        asked = now.attempt;
        fetchScreen(now.module, pathname).then(
          () => {
            stop();
            resolve();
          },
          (cause: unknown) => lost(name, cause),
        );
      };
      const stop = subscribe(look);
      look();
    });
  }

  return function ready(name: string, pathname: string): Promise<void> {
    const arrival = arrivals.get(name) ?? until(name, pathname);
    arrivals.set(name, arrival);
    const now = state(name);
    // Marked as settled, so that a loaded screen renders at once.
    if (now.status === 'ready' && isHere(fetchScreen(now.module, pathname)))
      void Object.assign(arrival, settled);
    return arrival;
  };
}

/** React's markers on a settled promise. */
const settled = { status: 'fulfilled', value: undefined };
const here: Promise<unknown> = Object.assign(Promise.resolve(), settled);
const isHere = (promise: Promise<unknown>) => 'status' in promise && promise.status === 'fulfilled';
