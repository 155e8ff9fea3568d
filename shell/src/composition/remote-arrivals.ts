import { matchesPath } from '@frens/contract/site-path';
import type { RemoteModule } from '@frens/platform';
import type { RemoteState } from './remote-states.ts';

interface Loads {
  state(name: string): RemoteState;
  subscribe(listener: () => void): () => void;
  /** What a remote is after the code of the screen that is waited for did not come. */
  lost(name: string, cause: unknown): void;
}

/** The code of the screen at a pathname: settled already where it is here. */
export function fetchScreen({ routes }: RemoteModule, pathname: string): Promise<unknown> {
  const route = routes.find(({ path }) => matchesPath(path, pathname));
  return route?.Component.preload?.() ?? here;
}

/**
 * Makes the promises that a page which was rendered ahead waits for: one for each remote, the same every time, which settles once the remote
 * and the screen of the page are here, and never for a failure, because a Retry may still bring them.
 */
export function createArrivals({ state, subscribe, lost }: Loads) {
  const arrivals = new Map<string, Promise<void>>();

  function until(name: string, pathname: string): Promise<void> {
    return new Promise((resolve) => {
      /** The attempt whose screen is asked for: each is asked for once. */
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
    // Before it is handed out, so that what is here already is rendered at once.
    if (now.status === 'ready' && isHere(fetchScreen(now.module, pathname)))
      void Object.assign(arrival, settled);
    return arrival;
  };
}

/** React's own marks on a promise that it has seen settle. */
const settled = { status: 'fulfilled', value: undefined };
const here: Promise<unknown> = Object.assign(Promise.resolve(), settled);
const isHere = (promise: Promise<unknown>) => 'status' in promise && promise.status === 'fulfilled';
