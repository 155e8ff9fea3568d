import { useDeferredValue, useEffect, useSyncExternalStore } from 'react';

type Drawings = typeof import('./draw-panda.ts');

let drawings: Drawings | null = null;
let pending: Promise<void> | null = null;
const listeners = new Set<() => void>();

/** Fetches the drawing code, once; a fetch that failed is tried again by the next picture. */
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
 * The drawing function, or null until its code is here, 4 kB that no heading should wait for, and until what asks is
 * on the page: to a browser each drawing is a document of its own, 3 ms a piece, made before anything is painted.
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
