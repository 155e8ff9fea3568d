import { type ReactNode, use, useSyncExternalStore } from 'react';
import { useRemotes } from './remotes-context.tsx';

/**
 * Suspends until a remote has come, or failed, where React renders on a server or takes over what was rendered there: so what is on the page
 * stays meanwhile. Everywhere else it does nothing. It hands on its children as they are, so its own end renders nothing of them anew.
 */
export function RemoteArrival({ name, children }: { name: string; children: ReactNode }) {
  const remotes = useRemotes();
  const isTakingOver = useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  );
  use<unknown>(isTakingOver ? remotes.load(name) : nothing);
  return children;
}

/** Has settled as React marks it: nobody waits for it. */
const nothing: Promise<unknown> = Object.assign(Promise.resolve(), { status: 'fulfilled', value: undefined });

const neverChanges = () => () => undefined;
