import type { RemoteError } from './remote-error.ts';
import type { RemoteModule } from './remote-module.ts';

/** A remote's state on this page. `attempt` increases with every Retry and fallback. */
export type RemoteState = { attempt: number } & (
  | { status: 'idle' | 'loading' }
  /** `insteadOf` is why the live version is not shown, or null when it is. */
  | { status: 'ready'; module: RemoteModule; version: string; insteadOf: RemoteError | null }
  | { status: 'failed'; error: RemoteError }
);

/** The states of all remotes, as an external store. */
export interface RemoteStates {
  state(name: string): RemoteState;
  enter(name: string, next: RemoteState): RemoteState;
  subscribe(listener: () => void): () => void;
}

const idle: RemoteState = { status: 'idle', attempt: 0 };

/** Creates the states of a page, where all remotes are idle. */
export function createRemoteStates(): RemoteStates {
  const states = new Map<string, RemoteState>();
  const listeners = new Set<() => void>();
  return {
    state: (name) => states.get(name) ?? idle,
    enter(name, next) {
      states.set(name, next);
      for (const listener of listeners) listener();
      return next;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
