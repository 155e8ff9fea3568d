import { createContext, use, useEffect, useSyncExternalStore } from 'react';
import type { RemoteState } from './remote-states.ts';
import type { Remotes } from './remotes.ts';

const RemotesContext = createContext<Remotes | null>(null);

/** Gives the page's remotes to everything below. */
export const RemotesProvider = RemotesContext;

/** The page's remotes. */
export function useRemotes(): Remotes {
  const remotes = use(RemotesContext);
  if (!remotes) throw new Error('useRemotes needs RemotesProvider above it; the host mounts it.');
  return remotes;
}

/** Follows one remote and starts loading it. */
export function useRemote(name: string): RemoteState {
  const remotes = useRemotes();
  useEffect(() => {
    void remotes.load(name);
  }, [remotes, name]);
  return useSyncExternalStore(
    remotes.subscribe,
    () => remotes.state(name),
    () => remotes.state(name),
  );
}
