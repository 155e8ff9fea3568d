import { useDeferredValue, useEffect, useSyncExternalStore } from 'react';

type Drawings = typeof import('./draw-panda.ts');

let drawings: Drawings | null = null;
let pending: Promise<void> | null = null;
const listeners = new Set<() => void>();

/** Loads the drawing code once; after a failure, the next picture retries. */
export function loadDrawings(): Promise<void> {
  pending ??= import(/* webpackChunkName: "drawings" */ './draw-panda.ts').then(
    (module) => {
      drawings = module;
      for (const listener of listeners) listener();
    },
    (cause: unknown) => {
      pending = null;
      console.warn('The drawings did not load: pictures stay empty', cause);
    },
  );
  return pending;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * The drawing functions; null until their code (4 kB, which must not delay a heading) has loaded and the component has
 * rendered once: browsers parse each drawing as a document (3 ms each) before the first paint.
 */
export function useDrawings(): Drawings | null {
  const loaded = useSyncExternalStore(
    subscribe,
    () => drawings,
    () => null,
  );
  useEffect(() => {
    if (!loaded) void loadDrawings();
  }, [loaded]);
  return useDeferredValue(loaded, null);
}
